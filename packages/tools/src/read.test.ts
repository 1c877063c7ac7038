import { execFileSync } from "node:child_process";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, makeWorktree } from "../tests/temporary-worktree.ts";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join("\n");

describe("what read gives", () => {
  it.each([
    ["one\ntwo\n", "1\tone\n2\ttwo"],
    ["one\ntwo", "1\tone\n2\ttwo"],
    ["one\r\ntwo\r\n", "1\tone\n2\ttwo"],
    ["one\n\n\ntwo", "1\tone\n2\t\n3\t\n4\ttwo"],
    ["\n", "1\t"],
    ["\uFEFFone", "1\tone"],
    ["grüße 🙂\n", "1\tgrüße 🙂"],
    ["", "[the file is empty]"],
    ["a\rb\n", "1\ta\rb"],
  ])("%j reads as %j", async (content, shown) => {
    const { tools } = await makeWorktree({ a: content });
    expect(await tools.read.execute({ path: "a" }, call)).toBe(shown);
  });

  it("offset and limit choose lines counted from 1, and a note says how to go on", async () => {
    const { tools } = await makeWorktree({ a: numbered(1, 9) });
    const read = (offset?: number, limit?: number) => tools.read.execute({ path: "a", offset, limit }, call);
    expect(await read(4, 2)).toBe("4\tline 4\n5\tline 5\n[the file goes on: read it with offset 6]");
    expect(await read(8, 2)).toBe("8\tline 8\n9\tline 9");
    expect(await read(9)).toBe("9\tline 9");
    expect(await read(1, 9)).not.toContain("[the file");
    expect(await read(1, 8)).toContain("[the file goes on: read it with offset 9]");
  });

  it("a line end after the last wanted line is not more to read, an empty line is", async () => {
    const { tools } = await makeWorktree({ a: "1\n2\n", b: "1\n2\n\n" });
    expect(await tools.read.execute({ path: "a", limit: 2 }, call)).toBe("1\t1\n2\t2");
    expect(await tools.read.execute({ path: "b", limit: 2 }, call)).toContain("read it with offset 3");
  });

  it("an offset behind the end says how long the file is", async () => {
    const { tools } = await makeWorktree({ a: "1\n2\n" });
    await expect(tools.read.execute({ path: "a", offset: 3 }, call)).rejects.toMatchObject({
      code: "POLYGLAV_PAST_THE_END",
      message: 'Cannot read "a" from line 3: it has 2 lines',
    });
  });

  it("2000 lines are given when no limit is", async () => {
    const { tools } = await makeWorktree({ a: numbered(1, 2500) }, { maxOutputChars: 1_000_000 });
    const text = await tools.read.execute({ path: "a" }, call);
    expect(text.split("\n")).toHaveLength(2001);
    expect(text.endsWith("2000\tline 2000\n[the file goes on: read it with offset 2001]")).toBe(true);
  });
});

describe("what read leaves out", () => {
  it("a result stays below the cap, and reading on gives every line once", async () => {
    const { tools } = await makeWorktree({ a: numbered(1, 300) }, { maxOutputChars: 500 });
    const lines: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined;) {
      const text = await tools.read.execute({ path: "a", offset }, call);
      expect(text.length).toBeLessThan(800);
      lines.push(...text.split("\n").filter((line) => !line.startsWith("[")));
      const next = /offset (\d+)\]/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(lines).toEqual(Array.from({ length: 300 }, (_, index) => `${index + 1}\tline ${index + 1}`));
  });

  it("a long line is cut with a note, without half a character, and the next line follows", async () => {
    const { tools } = await makeWorktree({ a: `${"🙂".repeat(2000)}\nnext\n` }, { maxOutputChars: 2001 });
    const [first, second] = (await tools.read.execute({ path: "a", limit: 1 }, call)).split("\n");
    expect(first).toBe(`1\t${"🙂".repeat(1000)}… [2000 more characters in this line]`);
    expect(second).toBe("[the file goes on: read it with offset 2]");
    const odd = await makeWorktree({ a: `x${"🙂".repeat(2000)}` });
    const text = await odd.tools.read.execute({ path: "a" }, call);
    expect(text).toBe(`1\tx${"🙂".repeat(999)}… [2002 more characters in this line]`);
  });

  it("characters that fall on the edge between two chunks are whole", async () => {
    const line = `${"x".repeat(64 * 1024 - 2)}\n`;
    const { tools } = await makeWorktree({ a: `${line}🙂\r\nend` });
    expect(await tools.read.execute({ path: "a", offset: 2 }, call)).toBe("2\t🙂\n3\tend");
  });

  it("a file that is not UTF-8 is shown with a note", async () => {
    const { tools } = await makeWorktree({ a: Buffer.from("caf\xe9\n", "latin1"), b: "a real \uFFFD\n" });
    expect(await tools.read.execute({ path: "a" }, call)).toBe(
      "1\tcaf\uFFFD\n[the file is not UTF-8: bytes that are no text are shown as \uFFFD]",
    );
    expect(await tools.read.execute({ path: "b" }, call)).toBe("1\ta real \uFFFD");
  });
});

describe("what read refuses", () => {
  it("binary files", async () => {
    const { tools } = await makeWorktree({ a: "text\0more", b: `${"x".repeat(100_000)}\n\0` });
    await expect(tools.read.execute({ path: "a" }, call)).rejects.toMatchObject({
      code: "POLYGLAV_NOT_TEXT",
      message: 'Cannot read "a": it is a binary file',
    });
    await expect(tools.read.execute({ path: "b" }, call)).rejects.toMatchObject({ code: "POLYGLAV_NOT_TEXT" });
  });

  it("folders, pipes and devices, without waiting for them", async () => {
    const { tools, worktree } = await makeWorktree({ "folder/a": "" });
    execFileSync("mkfifo", [join(worktree, "pipe")]);
    for (const path of ["folder", ".", "pipe", "/dev/null"]) {
      await expect(tools.read.execute({ path }, call), path).rejects.toMatchObject({ code: "POLYGLAV_NOT_A_FILE" });
    }
    await expect(tools.read.execute({ path: "folder/a/b" }, call)).rejects.toThrow(
      "a part of the path is not a folder",
    );
  });

  it("what does not exist, naming what is near it in the folder", async () => {
    const { tools } = await makeWorktree({ "src/parser.ts": "", "src/parse.ts": "", "src/other.md": "" });
    await expect(tools.read.execute({ path: "src/parsr.ts" }, call)).rejects.toMatchObject({
      code: "POLYGLAV_FILE_NOT_FOUND",
      message: 'Cannot read "src/parsr.ts": it does not exist, near names are "parse.ts", "parser.ts"',
    });
    await expect(tools.read.execute({ path: "scr/parser.ts" }, call)).rejects.toThrow(
      'Cannot read "scr/parser.ts": its part "scr" does not exist, near names are "src"',
    );
    await expect(tools.read.execute({ path: "src/zzzzzz" }, call)).rejects.toThrow(/: it does not exist$/);
  });

  it("outside the worktree no other names are told", async () => {
    const { tools, outside } = await makeWorktree();
    await writeFile(join(outside, "secret.txt"), "");
    await expect(tools.read.execute({ path: join(outside, "secret.tx") }, call)).rejects.toThrow(/it does not exist$/);
  });

  it("paths that cannot be", async () => {
    const { tools } = await makeWorktree();
    await expect(tools.read.execute({ path: "a\0b" }, call)).rejects.toThrow("it holds a NUL byte");
    await expect(tools.read.execute({ path: "x".repeat(300) }, call)).rejects.toThrow("the name is too long");
    await expect(tools.read.execute({ path: "x/".repeat(5000) }, call)).rejects.toThrow("the name is too long");
    for (const path of ["", "a\0b", "x".repeat(5000)]) {
      expect(tools.read.inputSchema.safeParse({ path }).success).toBe(false);
    }
    for (const offset of [0, -1, 1.5, Infinity]) {
      expect(tools.read.inputSchema.safeParse({ path: "a", offset }).success).toBe(false);
    }
  });
});

describe("what was approved", () => {
  it("is opened, outside the worktree too", async () => {
    const { tools, outside } = await makeWorktree();
    await writeFile(join(outside, "a"), "approved");
    const input = { path: join(outside, "a") };
    expect(await tools.read.execute(input, { ...call, request: await tools.read.request(input) })).toBe("1\tapproved");
  });

  it("is refused when a link was put in its place", async () => {
    const { tools, worktree, outside } = await makeWorktree({ "src/a": "mine" });
    await writeFile(join(outside, "a"), "not mine");
    const request = await tools.read.request({ path: "src/a" });

    await rm(join(worktree, "src/a"));
    await symlink(join(outside, "a"), join(worktree, "src/a"));
    await expect(tools.read.execute({ path: "src/a" }, { ...call, request })).rejects.toThrow(
      `Cannot run read "src/a" -> "${outside}/a": it is no longer what was approved, which was read "src/a"`,
    );

    await rm(join(worktree, "src/a"));
    await rename(join(worktree, "src"), join(worktree, "moved"));
    await symlink(outside, join(worktree, "src"));
    await expect(tools.read.execute({ path: "src/a" }, { ...call, request })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
    });
  });

  it("is refused when a link was turned to another file", async () => {
    const { tools, worktree } = await makeWorktree({ a: "a", b: "b" });
    await symlink("a", join(worktree, "link"));
    const request = await tools.read.request({ path: "link" });
    expect(await tools.read.execute({ path: "link" }, { ...call, request })).toBe("1\ta");
    await rm(join(worktree, "link"));
    await symlink("b", join(worktree, "link"));
    await expect(tools.read.execute({ path: "link" }, { ...call, request })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
    });
  });

  it("is not what another call wants", async () => {
    const { tools } = await makeWorktree({ a: "", b: "" });
    const request = await tools.read.request({ path: "a" });
    await expect(tools.read.execute({ path: "b" }, { ...call, request })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
    });
  });
});

it("an aborted call rejects with the reason", async () => {
  const { tools } = await makeWorktree({ a: "" });
  const reason = new Error("stop");
  await expect(tools.read.execute({ path: "a" }, { ...call, abortSignal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

it("a file of names that are no words of the language is read like any other", async () => {
  const { tools, worktree } = await makeWorktree({ constructor: "1", __proto__: "2", toString: "3", "a b/ü.txt": "4" });
  await mkdir(join(worktree, "-n"));
  await writeFile(join(worktree, "-n/--help"), "5");
  const read = (path: string) => tools.read.execute({ path }, call);
  expect(await read("constructor")).toBe("1\t1");
  expect(await read("toString")).toBe("1\t3");
  expect(await read("a b/ü.txt")).toBe("1\t4");
  expect(await read("-n/--help")).toBe("1\t5");
});
