import { chmod, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, makeWorktree } from "../tests/temporary-worktree.ts";

describe("what edit does", () => {
  it("replaces the one place, and says where and how much", async () => {
    const { tools, worktree } = await makeWorktree({ "src/a.ts": "one\ntwo\nthree\n" });
    const input = { path: "src/a.ts", old: "two\n", new: "2\n2b\n" };
    const request = await tools.edit.request(input);
    expect(await tools.edit.execute(input, { ...call, request })).toBe(
      "Edited src/a.ts at line 2: 2 lines added, 1 removed",
    );
    expect(await readFile(join(worktree, "src/a.ts"), "utf8")).toBe("one\n2\n2b\nthree\n");
    expect(await readdir(join(worktree, "src"))).toEqual(["a.ts"]);
  });

  it("replaces every place with all", async () => {
    const { tools, worktree } = await makeWorktree({ a: "x\ny\nx x\n" });
    expect(await tools.edit.execute({ path: "a", old: "x", new: "z", all: true }, call)).toBe(
      "Edited a at lines 1, 3: 2 lines added, 2 removed",
    );
    expect(await readFile(join(worktree, "a"), "utf8")).toBe("z\ny\nz z\n");
  });

  it("takes the texts as they are: no pattern, no placeholder", async () => {
    const { tools, worktree } = await makeWorktree({ a: "a.c (x) $&" });
    await tools.edit.execute({ path: "a", old: "(x) $&", new: "$1 $& $$ \\n" }, call);
    expect(await readFile(join(worktree, "a"), "utf8")).toBe("a.c $1 $& $$ \\n");
  });

  it("keeps CRLF line ends, a byte order mark and the mode", async () => {
    const { tools, worktree } = await makeWorktree({ a: "\uFEFFone\r\ntwo\r\nthree\r\n" });
    await chmod(join(worktree, "a"), 0o750);
    await tools.edit.execute({ path: "a", old: "one\ntwo", new: "1\n2\n2b" }, call);
    expect(await readFile(join(worktree, "a"), "utf8")).toBe("\uFEFF1\r\n2\r\n2b\r\nthree\r\n");
    expect((await stat(join(worktree, "a"))).mode & 0o7777).toBe(0o750);
  });

  it("leaves every other byte alone where line ends are mixed", async () => {
    const { tools, worktree } = await makeWorktree({ a: "a\r\nb\nc\rd\u2028e" });
    await tools.edit.execute({ path: "a", old: "b\nc", new: "B\nC" }, call);
    expect(await readFile(join(worktree, "a"), "utf8")).toBe("a\r\nB\nC\rd\u2028e");
  });

  it("changes the file behind a link and keeps the link", async () => {
    const { tools, worktree } = await makeWorktree({ a: "old" });
    await symlink("a", join(worktree, "link"));
    await tools.edit.execute({ path: "link", old: "old", new: "new" }, call);
    expect(await readlink(join(worktree, "link"))).toBe("a");
    expect(await readFile(join(worktree, "a"), "utf8")).toBe("new");
  });

  it("loses nothing when many edit one file at once", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `<${index}>`);
    const { tools, worktree } = await makeWorktree({ a: names.join("\n") });
    await symlink("a", join(worktree, "link"));
    await Promise.all(
      names.map((old, index) => tools.edit.execute({ path: index % 2 ? "a" : "link", old, new: "done" }, call)),
    );
    expect(await readFile(join(worktree, "a"), "utf8")).toBe(names.map(() => "done").join("\n"));
  });
});

describe("what edit refuses, leaving the file as it was", () => {
  const text = "one\n  two\none\n";

  it.each([
    ["one", "x", "POLYGLAV_MANY_MATCHES", /^Cannot edit "a": the old text occurs 2 times, at lines 1, 3$/],
    ["none", "x", "POLYGLAV_NO_MATCH", /^Cannot edit "a": the old text occurs 0 times in it$/],
    ["two\n one", "x", "POLYGLAV_NO_MATCH", /its first line is, but for spaces or what follows it, at line 2$/],
    ["  two", "  two", "POLYGLAV_NO_CHANGE", /^Cannot edit "a": old and new text are the same$/],
    ["", "x", "POLYGLAV_NO_MATCH", /^Cannot edit "a": the old text is empty$/],
  ])("%j to %j", async (old, next, code, message) => {
    const { tools, worktree } = await makeWorktree({ a: text });
    const edit = tools.edit.execute({ path: "a", old, new: next }, call);
    await expect(edit).rejects.toThrow(message);
    await expect(edit).rejects.toMatchObject({ code });
    expect(await readFile(join(worktree, "a"), "utf8")).toBe(text);
    expect(await readdir(worktree)).toEqual(["a"]);
  });

  it("a text that overlaps itself, because neither place is the only one", async () => {
    const { tools, worktree } = await makeWorktree({ a: "aaaaa" });
    await expect(tools.edit.execute({ path: "a", old: "aa", new: "b" }, call)).rejects.toMatchObject({
      code: "POLYGLAV_MANY_MATCHES",
    });
    await tools.edit.execute({ path: "a", old: "aa", new: "b", all: true }, call);
    expect(await readFile(join(worktree, "a"), "utf8")).toBe("bba");
  });

  it("many places are counted, and not all are listed", async () => {
    const { tools } = await makeWorktree({ a: "x\n".repeat(50) });
    await expect(tools.edit.execute({ path: "a", old: "x", new: "y" }, call)).rejects.toThrow(
      "occurs 50 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 40 more",
    );
  });

  it("what is no text: it could not be written back as it was", async () => {
    const bytes = Buffer.from("caf\xe9 x", "latin1");
    const { tools, worktree } = await makeWorktree({ latin: bytes, binary: "a\0x" });
    await expect(tools.edit.execute({ path: "latin", old: "x", new: "y" }, call)).rejects.toThrow("it is not UTF-8");
    await expect(tools.edit.execute({ path: "binary", old: "x", new: "y" }, call)).rejects.toThrow(
      "it is a binary file",
    );
    expect(await readFile(join(worktree, "latin"))).toEqual(bytes);
  });

  it("folders, and files that do not exist", async () => {
    const { tools } = await makeWorktree({ "src/app.ts": "" });
    await expect(tools.edit.execute({ path: "src", old: "x", new: "y" }, call)).rejects.toMatchObject({
      code: "POLYGLAV_NOT_A_FILE",
    });
    await expect(tools.edit.execute({ path: "src/ap.ts", old: "x", new: "y" }, call)).rejects.toThrow(
      'Cannot edit "src/ap.ts": it does not exist, near names are "app.ts"',
    );
  });

  it("files that are too large", async () => {
    const { tools } = await makeWorktree({ a: "x".repeat(16 * 1024 * 1024 + 1) });
    await expect(tools.edit.execute({ path: "a", old: "x", new: "y" }, call)).rejects.toMatchObject({
      code: "POLYGLAV_FILE_TOO_LARGE",
    });
  });

  it("another target than the approved one", async () => {
    const { tools, worktree, outside } = await makeWorktree({ a: "old" });
    await writeFile(join(outside, "a"), "old");
    const input = { path: "a", old: "old", new: "new" };
    const request = await tools.edit.request(input);
    await rm(join(worktree, "a"));
    await symlink(join(outside, "a"), join(worktree, "a"));
    await expect(tools.edit.execute(input, { ...call, request })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
    });
    expect(await readFile(join(outside, "a"), "utf8")).toBe("old");
  });

  it.skipIf(process.getuid?.() === 0)("files that may not be written, although they could be replaced", async () => {
    const { tools, worktree } = await makeWorktree({ a: "old" });
    await chmod(join(worktree, "a"), 0o444);
    await expect(tools.edit.execute({ path: "a", old: "old", new: "new" }, call)).rejects.toThrow(
      "gives no permission",
    );
  });
});
