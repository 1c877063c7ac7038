import { describe, expect, it } from "vitest";
import { readPattern, readResource } from "./read.ts";
import { readGlob } from "./read-glob.ts";
import { meanings, segments } from "./pattern.fixture.ts";

const names = (text: string) => meanings(readPattern("names", text, {}));
const name = (text: string) => meanings(readPattern("name", text, {}));

describe("patterns of names", () => {
  it("are split at slashes", () => {
    expect(names("server/tool")).toEqual(["server tool"]);
    expect(names("my_server/**")).toEqual(["my_server <**>"]);
    expect(names("*/read_*")).toEqual(["<*> <read_*>"]);
    expect(names("**")).toEqual(["<**>"]);
    expect(names("a/**/**/*")).toEqual(["a <*> <**>"]);
  });

  it("hold a slash behind a backslash", () => {
    expect(readPattern("names", "a\\/b/c", {})).toMatchObject({
      value: [[{ kind: "literal", text: "a/b" }, { text: "c" }]],
    });
    expect(names("a\\\\/b")).toEqual(["a\\ b"]);
    expect(names("\\//b")).toEqual(["/ b"]);
    expect(names("a/\\/")).toEqual(["a /"]);
  });

  it("have no empty names", () => {
    expect(names("")).toBe("it is empty");
    for (const text of ["a//b", "/a", "a/", "/", "//"]) expect(names(text)).toBe("it has an empty name");
  });

  it("may be called anything else", () => {
    expect(names("constructor/__proto__")).toEqual(["constructor __proto__"]);
    expect(names("ü/日本")).toEqual(["ü 日本"]);
  });
});

describe("the pattern of one name", () => {
  it("is never split", () => {
    expect(name("code-*")).toEqual(["<code-*>"]);
    expect(name("team/writer")).toEqual(["team/writer"]);
    expect(name("*")).toEqual(["<*>"]);
    expect(name("**")).toEqual(["<**>"]);
    expect(name("")).toBe("it is empty");
  });
});

describe("readGlob()", () => {
  const glob = (text: string) => {
    const read = readGlob(text, "/");
    return read.ok ? read.value : read.why;
  };

  it("takes what stands behind a backslash as it is", () => {
    for (const character of ["*", "\\", "?", "[", "]", "{", "}", "!", "~", " ", '"', "'", "/"])
      expect(glob(`a\\${character}b`)).toEqual({ kind: "literal", text: `a${character}b` });
    expect(glob("\\*x*")).toEqual({ kind: "glob", parts: ["*x", ""] });
  });

  it("refuses a backslash that escapes nothing, as in the paths of another system", () => {
    expect(glob("src\\x")).toBe('a backslash before "x" means nothing');
    expect(readGlob("src\\x", "/")).toMatchObject({ hint: 'write "/" between names' });
    expect(glob("x\\")).toBe("it ends with a backslash");
    expect(readGlob("a\\/", ".")).toMatchObject({ ok: false });
  });

  it("refuses what means something in other globs and nothing here", () => {
    expect(readGlob("a?", "/")).toEqual({ ok: false, why: '"?" is no wildcard here', hint: 'write "\\?"' });
    expect(glob("[ab]")).toBe('"[" is no wildcard here');
    expect(readGlob("!a", "/")).toEqual({
      ok: false,
      why: '"!" does not turn a pattern round',
      hint: "write a rule with another word",
    });
    expect(readGlob("{a,b}", "/")).toEqual({
      ok: false,
      why: "braces do not list alternatives here",
      hint: "write one pattern for each",
    });
    expect(glob("x{1..9}")).toBe("braces do not list alternatives here");
    expect(glob("x{a.b,c}")).toBe("braces do not list alternatives here");
    expect(glob("a**")).toBe('"**" is part of a longer name');
    expect(glob("**a")).toBe('"**" is part of a longer name');
    expect(glob("a\0")).toBe("it holds a character that nothing is named with");
  });

  it("takes what only looks a little like that", () => {
    for (const text of ["a!", "{a}", "{a.b}", "{}", "{a", "a,b}", "]", "}{,", "{a{b}"])
      expect(glob(text)).toEqual({ kind: "literal", text });
  });

  it("counts characters, not halves of them", () => {
    expect(glob("😀\\*")).toEqual({ kind: "literal", text: "😀*" });
  });

  it("does not take long over a long pattern", () => {
    const start = performance.now();
    glob(`{${",".repeat(100_000)}`);
    glob("{".repeat(20_000));
    glob(`{${".".repeat(100_000)}`);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe("readResource()", () => {
  it("takes names as they are", () => {
    expect(segments(readResource("names", "a/*/", {}))).toEqual(["a", "*", ""]);
    expect(segments(readResource("name", "a/*", {}))).toEqual(["a/*"]);
  });

  it("reads each kind its own way", () => {
    expect(segments(readResource("path", "./a b", {}))).toEqual(["a b"]);
    expect(segments(readResource("command", "a b", {}))).toEqual(["a", "b"]);
    expect(segments(readResource("url", "https://b.a/", {}))).toEqual(["https", "a", "b", "/", ""]);
  });
});
