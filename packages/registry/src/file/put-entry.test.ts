import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { putEntry, type PutResult } from "./index.ts";

const put = (file: string, name: string, patch: Record<string, unknown>): PutResult =>
  putEntry(file, name, patch, { layer: "local" });

/** What a text becomes when an entry is put into it. */
function edit(text: string, name: string, patch: Record<string, unknown>): string {
  const file = fileWith(text);
  expect(put(file, name, patch)).toMatchObject({ ok: true, file });
  return readFileSync(file, "utf8");
}

describe("putEntry()", () => {
  it("creates the file and its folders", () => {
    const file = join(folderWith({}), ".polyglav", "deep", "roles.json");
    expect(put(file, "a", { model: "m", tags: [] })).toEqual({ ok: true, file, previous: false });
    expect(readFileSync(file, "utf8")).toMatchInlineSnapshot(`
      "{
        "a": {
          "model": "m",
          "tags": []
        }
      }
      "
    `);
  });

  it("adds an entry after the others and keeps every byte that was there", () => {
    const text =
      '// roles of this project\n{\n\t/* first */ "a": { "x":1 }, // one\n\n\t"b" : null // two\n\t// end\n}\n';
    expect(edit(text, "c", { model: "m" })).toBe(
      '// roles of this project\n{\n\t/* first */ "a": { "x":1 }, // one\n\n\t"b" : null, // two\n\t// end\n\t"c": {\n\t\t"model": "m"\n\t}\n}\n',
    );
  });

  it("keeps newlines, a byte order mark and a trailing comma as they are", () => {
    expect(edit('\uFEFF{\r\n    "a": {},\r\n}', "b", { x: 1 })).toBe(
      '\uFEFF{\r\n    "a": {},\r\n    "b": {\r\n        "x": 1\r\n    },\r\n}',
    );
  });

  it("stays on one line where the file does", () => {
    expect(edit('{"a": {}}', "b", { x: [1] })).toBe('{"a": {}, "b": {"x":[1]}}');
    expect(edit('{ "a": {}, /* c */ }\n', "b", {})).toBe('{ "a": {}, /* c */ "b": {}, }\n');
    expect(edit('{ "a": {} /* c */ }\n', "b", {})).toBe('{ "a": {}, /* c */ "b": {} }\n');
    expect(edit('{ "a": {}, "b": 1 }', "a", { x: 1 })).toBe('{ "a": {"x":1}, "b": 1 }');
  });

  it("fills an empty object, whatever is around and in it", () => {
    expect(edit("{}", "a", {})).toBe('{\n  "a": {}\n}');
    expect(edit("// none\n{ \n}\n", "a", {})).toBe('// none\n{\n  "a": {}\n}\n');
    expect(edit("{\n  // none yet\n}\n", "a", {})).toBe('{\n  // none yet\n  "a": {}\n}\n');
    expect(edit("[]", "a", {})).toBe('[\n  {\n    "name": "a"\n  }\n]');
  });

  it("replaces an entry whole where it stands", () => {
    const text = '{\n  "a": {\n    "x": 1 // gone with the entry\n  }, // stays\n  "b": 42\n}\n';
    const file = fileWith(text);
    expect(put(file, "a", { y: [1, 2] })).toEqual({ ok: true, file, previous: true });
    expect(readFileSync(file, "utf8")).toBe(
      '{\n  "a": {\n    "y": [\n      1,\n      2\n    ]\n  }, // stays\n  "b": 42\n}\n',
    );
  });

  it("changes the last of repeated keys, which is the one that readers take", () => {
    expect(edit('{\n  "a": { "x": 1 },\n  "a": { "x": 2 }\n}', "a", {})).toBe('{\n  "a": { "x": 1 },\n  "a": {}\n}');
    const list = '[{ "name": "a", "x": 1 }, { "name": "a", "x": 2 }]';
    expect(edit(list, "a", { y: 3 })).toBe('[{ "name": "a", "x": 1 }, {"name":"a","y":3}]');
  });

  it("puts an item with its name into a list, or replaces the one that is there", () => {
    const text = '[\n  { "name": "a" }, // one\n  { "name": "b" }\n]\n';
    expect(edit(text, "c", { x: 1 })).toBe(
      '[\n  { "name": "a" }, // one\n  { "name": "b" },\n  {\n    "name": "c",\n    "x": 1\n  }\n]\n',
    );
    expect(edit(text, "a", { name: "z", x: "two\nlines" })).toBe(
      '[\n  {\n    "name": "a",\n    "x": "two\\nlines"\n  }, // one\n  { "name": "b" }\n]\n',
    );
  });

  it("writes names that JavaScript treats specially like all others", () => {
    for (const name of ["__proto__", "constructor", "toString", "", 'a "b"\n', "\ud800"]) {
      const file = fileWith("{}");
      put(file, name, { x: 1 });
      put(file, name, { y: 2 });
      expect(JSON.stringify(JSON.parse(readFileSync(file, "utf8")))).toBe(`{${JSON.stringify(name)}:{"y":2}}`);
    }
  });

  it("writes through a symbolic link that stays in its folder, and keeps the mode", () => {
    const folder = folderWith({ "home/dotfiles/roles.json": "{}" });
    const [link, target] = [join(folder, "home", "roles.json"), join(folder, "home", "dotfiles", "roles.json")];
    symlinkSync("dotfiles/roles.json", link);
    chmodSync(target, 0o600);
    expect(put(link, "a", {})).toMatchObject({ ok: true, file: link });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toContain('"a"');
    expect(statSync(target).mode & 0o777).toBe(0o600);
    chmodSync(target, 0o666);
    put(link, "b", {});
    expect(statSync(target).mode & 0o777).toBe(0o666);
    expect(readdirSync(dirname(target))).toEqual(["roles.json"]);
  });

  it("does not follow a link out of its folder, and names the file it leads to", () => {
    const folder = folderWith({ "config/roles.json": "{}", "project/.polyglav/.keep": "", "project/.polyglav2/x": "" });
    const [link, target] = [join(folder, "project/.polyglav/roles.json"), join(folder, "config/roles.json")];
    symlinkSync(target, link);
    expect(put(link, "a", {})).toEqual({
      ok: false,
      problem: {
        code: "file/leads-elsewhere",
        severity: "error",
        message: `Cannot write "roles.json": it leads to "${target}"`,
        hint: "Name that file itself, or put a file in the place of the link",
        layer: "local",
        file: link,
        name: "a",
      },
    });
    expect(readFileSync(target, "utf8")).toBe("{}");
    expect(readdirSync(dirname(target))).toEqual(["roles.json"]);

    const beside = join(folder, "project/.polyglav/teams.json");
    symlinkSync("../.polyglav2/x", beside); // its path begins like that of the folder
    expect(put(beside, "a", {})).toMatchObject({ ok: false, problem: { code: "file/leads-elsewhere" } });

    expect(putEntry(link, "a", {}, { layer: "global", follow: true })).toMatchObject({ ok: true });
    expect(readFileSync(target, "utf8")).toContain('"a"');
  });

  it("does not follow a link in the place of the folder out of where it is, for a file that is there or new", () => {
    const folder = folderWith({ "config/roles.json": "{}", "project/inside/roles.json": "{}" });
    symlinkSync("../config", join(folder, "project/.polyglav"));
    for (const name of ["roles.json", "new.json"]) {
      const leads = `it leads to "${join(folder, "config", name)}"`;
      expect(put(join(folder, "project/.polyglav", name), "a", {})).toMatchObject({
        ok: false,
        problem: { code: "file/leads-elsewhere", message: `Cannot write "${name}": ${leads}` },
      });
    }
    expect(readdirSync(join(folder, "config"))).toEqual(["roles.json"]);
    expect(readFileSync(join(folder, "config/roles.json"), "utf8")).toBe("{}");

    const here = process.cwd();
    process.chdir(join(folder, "project"));
    expect(put("inside.json", "a", {})).toMatchObject({ ok: true });
    process.chdir(here);
    symlinkSync("inside", join(folder, "project/own"));
    expect(put(join(folder, "project/own/roles.json"), "a", {})).toMatchObject({ ok: true });
    symlinkSync("project", join(folder, "way"));
    expect(put(join(folder, "way/inside/roles.json"), "b", {})).toMatchObject({ ok: true });
  });

  it("makes nothing through a link to nowhere", () => {
    const folder = folderWith({ "project/.keep": "" });
    symlinkSync("../config", join(folder, "project/.polyglav"));
    expect(put(join(folder, "project/.polyglav/roles.json"), "a", {})).toMatchObject({ ok: false });
    symlinkSync("../other.json", join(folder, "project/roles.json"));
    expect(put(join(folder, "project/roles.json"), "a", {})).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual(["project"]);
  });

  it.skipIf(process.platform !== "linux")("gives a problem where the system makes no folders", () => {
    expect(put("/proc/.polyglav/roles.json", "a", {})).toMatchObject({
      ok: false,
      problem: {
        code: "file/cannot-write",
        message: 'Cannot write "roles.json": the system makes nothing in its folder',
      },
    });
  });

  it.each([
    ["an object on lines", (o: object) => JSON.stringify(o, null, 2)],
    ["an object on one line", (o: object) => JSON.stringify(o)],
    [
      "a list on lines",
      (o: object) =>
        JSON.stringify(
          Object.entries(o).map(([name]) => ({ name })),
          null,
          2,
        ),
    ],
    ["a list on one line", (o: object) => JSON.stringify(Object.entries(o).map(([name]) => ({ name })))],
  ])(
    "takes time in proportion to the file: %s",
    (_, write) => {
      const text = write(Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`role ${i}`, {}])));
      const file = fileWith(text);
      const start = performance.now();
      expect(put(file, "new", {})).toMatchObject({ ok: true, previous: false });
      expect(put(file, "role 7", {})).toMatchObject({ ok: true, previous: true });
      // It takes one second; when every entry looked at all others, more than a minute.
      expect(performance.now() - start).toBeLessThan(15_000);
    },
    30_000,
  );

  it("refuses a file that could not be read, and does not touch it", () => {
    const text = '{\n  "a": {}\n  "b": {}\n}';
    const file = fileWith(text);
    const before = statSync(file);
    expect(put(file, "c", {})).toMatchInlineSnapshot(
      { problem: { file: expect.any(String) as string } },
      `
      {
        "ok": false,
        "problem": {
          "code": "file/not-written",
          "column": 3,
          "file": Any<String>,
          "hint": "Mend this first: Cannot read "roles.json": a comma is missing",
          "layer": "local",
          "line": 3,
          "message": "Cannot write "roles.json": it could not be read, so it stays as it is",
          "name": "c",
          "severity": "error",
        },
      }
    `,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  it("refuses what is no layer, and a list item without a name", () => {
    expect(put(fileWith("42"), "a", {})).toMatchObject({ ok: false, problem: { code: "file/not-written" } });
    expect(put(fileWith("[]"), "", {})).toMatchObject({ ok: false, problem: { code: "file/not-written" } });
  });

  it("gives a problem when the disk does not take it, and leaves nothing behind", () => {
    const file = join(fileWith("", "plain"), "roles.json");
    expect(put(file, "a", {})).toMatchInlineSnapshot(
      { problem: { file: expect.any(String) as string } },
      `
      {
        "ok": false,
        "problem": {
          "code": "file/cannot-write",
          "file": Any<String>,
          "layer": "local",
          "message": "Cannot write "roles.json": a part of its path is not a folder",
          "name": "a",
          "severity": "error",
        },
      }
    `,
    );
    const folder = folderWith({});
    const long = join(folder, "x".repeat(300));
    expect(put(long, "a", {})).toMatchObject({ ok: false });
    expect(put(`${folder}/as-a-folder/`, "a", {})).toMatchObject({ ok: false, problem: { code: "file/cannot-write" } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)("does not replace a file that its owner made read-only", () => {
    const file = fileWith("{}");
    chmodSync(file, 0o444);
    expect(put(file, "a", {})).toMatchObject({ ok: false, problem: { code: "file/cannot-write" } });
    expect(readFileSync(file, "utf8")).toBe("{}");
  });

  it("refuses what JSON cannot say, before it touches anything", () => {
    const file = join(folderWith({}), "new", "roles.json");
    const circle: Record<string, unknown> = {};
    circle.of = [circle];
    for (const [value, state] of [
      [1n, "it is a bigint"],
      [() => 1, "it is a function"],
      [Symbol("s"), "it is a symbol"],
      [NaN, "it is NaN"],
      [-Infinity, "it is -Infinity"],
      [new Date(0), "it is an object of a class"],
      [new Map(), "it is an object of a class"],
    ] as const) {
      expect(put(file, "a", { deep: [{ "x y": value }] }), state).toMatchObject({
        ok: false,
        problem: {
          code: "file/not-json",
          message: `Cannot write "roles.json": JSON cannot say "a.deep[0]."x y"": ${state}`,
          name: "a",
        },
      });
    }
    expect(put(file, "a", { list: [1, undefined] })).toMatchObject({ problem: { code: "file/not-json" } });
    expect(put(file, "a", { list: Array(1) })).toMatchObject({ problem: { code: "file/not-json" } });
    expect(put(file, "a", circle)).toMatchObject({
      problem: { message: 'Cannot write "roles.json": JSON cannot say "a.of[0].of": it contains itself' },
    });
    expect(existsSync(dirname(file))).toBe(false);
  });

  it("writes nothing for fields that are undefined, and 0 for -0", () => {
    const shared = { y: undefined };
    expect(edit("{}", "a", { x: undefined, zero: -0, one: shared, two: shared })).toBe(
      '{\n  "a": {\n    "zero": 0,\n    "one": {},\n    "two": {}\n  }\n}',
    );
  });

  it("does not write what is there already", () => {
    const file = fileWith('{ "a": { "x": 1.0 /* kept */ } }');
    const before = statSync(file);
    expect(put(file, "a", { x: 1 })).toEqual({ ok: true, file, previous: true });
    expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });
});
