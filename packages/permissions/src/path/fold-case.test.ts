import { describe, expect, it } from "vitest";
import { foldName, foldsCase, foldWindowsName, isOneFile } from "./fold-case.ts";
import { memoryFs } from "./memory-fs.fixture.ts";
import { nodeFs } from "./node/index.ts";

describe("foldName()", () => {
  it.each([
    ["README.md", "readme.md"],
    [".ENV", ".env"],
    ["Straße", "STRASSE"],
    ["caf\u00e9", "CAFE\u0301"],
    ["\u212b", "\u00c5"], // the sign of Ångström, and the letter
    ["\u017fecret", "secret"], // a long s
    ["ΣΑΣ", "σας"],
    [".g\u200cit", ".git"],
    ["\ufb01le", "file"],
    ["constructor", "CONSTRUCTOR"],
    ["__proto__", "__PROTO__"],
  ])("takes %s and %s for one name", (a, b) => {
    expect(foldName(a)).toBe(foldName(b));
  });

  it.each([
    ["a", "b"],
    ["e", "\u00e9"],
    ["a b", "ab"],
    ["a.", "a"],
    ["\u200c", ""],
  ])("keeps %j and %j apart", (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b));
  });

  it("changes nothing when it is done again, and gives every character the same as its capital", () => {
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      const folded = foldName(letter);
      const again = [foldName(folded), foldName(letter.toUpperCase()), foldName(letter.normalize("NFD"))];
      if (again.some((each) => each !== folded)) expect(again, code.toString(16)).toEqual([folded, folded, folded]);
    }
  });
});

it("on Windows a name also goes with dots and spaces behind it, and by its streams", () => {
  for (const name of [".env", ".ENV. ", ".env..", ".env::$DATA", ".env :x"]) expect(foldWindowsName(name)).toBe(".env");
  for (const name of ["...", ".", " ", ":"]) expect(foldWindowsName(name)).toBe(name);
});

describe("foldsCase()", () => {
  it("asks for a name on the way in the other case", async () => {
    const tree = { "/": { Work: { "a.ts": "", "1": {} } } };
    for (const path of ["/Work", "/Work/a.ts", "/work", "/Work/1", "/Work/1/2"]) {
      expect(await foldsCase(path, memoryFs(tree, { folds: true })), path).toBe(true);
      expect(await foldsCase(path, memoryFs(tree)), path).toBe(false);
    }
  });

  it("asks for another name where nothing stands yet, in the last folder that there is", async () => {
    const tree = { "/": { "1": { "2": "", Makefile: "", more: { x: "" } } } };
    for (const path of ["/1/New", "/1/none/of/it", "/1/2"]) {
      expect(await foldsCase(path, memoryFs(tree, { folds: true })), path).toBe(true);
      expect(await foldsCase(path, memoryFs(tree)), path).toBe(false);
    }
    const untold = memoryFs({ "/": { "1": {} } }, { folds: true });
    expect(await foldsCase("/1/New", untold)).toBe(false);
    expect(await foldsCase("/", untold)).toBe(false);
  });

  it("two files that differ in case do not fold, nor does what cannot be looked at", async () => {
    expect(await foldsCase("/a", memoryFs({ "/": { a: "", A: "" } }))).toBe(false);
    const closed = async () => Promise.reject(Object.assign(new Error("EACCES"), { code: "EACCES" }));
    const fs = { lstat: closed, readdir: closed, readlink: closed, realpath: closed };
    expect(await foldsCase("/a/b", fs)).toBe(false);
  });

  it("has no answer for a relative path", async () => {
    await expect(foldsCase("a", nodeFs)).rejects.toThrow(TypeError);
  });
});

it("one file is told by its device and number, and nothing is no file", async () => {
  const fs = memoryFs({ "/": { a: "", b: "" } }, { folds: true });
  expect(await isOneFile("/a", "/A", fs)).toBe(true);
  expect(await isOneFile("/a", "/b", fs)).toBe(false);
  expect(await isOneFile("/c", "/C", fs)).toBe(false);
  const elsewhere = { ...fs, lstat: async (path: string) => ({ ...(await fs.lstat("/a")), dev: path.length }) };
  expect(await isOneFile("/a", "/a/", elsewhere)).toBe(false);
});
