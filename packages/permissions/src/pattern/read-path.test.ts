import { describe, expect, it } from "vitest";
import { matches } from "./pattern.ts";
import type { Places } from "./read.ts";
import { readPathPattern, readPathResource } from "./read-path.ts";
import { meanings, segments } from "./pattern.fixture.ts";

const HERE: Places = { worktree: "/home/u/p", home: "/home/u" };
const pattern = (text: string, places: Places = {}) => meanings(readPathPattern(text, places));
const resource = (text: string, places: Places = {}) => segments(readPathResource(text, places));

/** Whether a pattern is about a path, both as people write them. */
const isAbout = (written: string, path: string, places: Places = HERE): boolean => {
  const [read, asked] = [readPathPattern(written, places), readPathResource(path, places)];
  if (!read.ok || !asked.ok) throw new Error(`cannot read ${written} or ${path}`);
  return read.value.some((each) => matches(each, asked.value));
};

describe("a relative pattern", () => {
  it("starts at the worktree", () => {
    expect(pattern("src/**/*.ts")).toEqual(["src <**> <*.ts>"]);
    expect(pattern("./src/./a")).toEqual(["src a"]);
    expect(pattern(".")).toEqual(["."]);
    expect(pattern("src/..")).toEqual(["."]);
    expect(pattern("a/*/../b")).toEqual(["a b"]);
  });

  it("never leaves the worktree by its stars", () => {
    for (const written of ["**", "*", "*/**", "**/passwd", "*/*/passwd", "./**", "**/*"])
      for (const path of ["/etc/passwd", "/x", "/", "/home/u", "~/x"]) expect(isAbout(written, path)).toBe(false);
    for (const path of ["a", "etc/passwd", ".", "/home/u/p/a"]) expect(isAbout("**", path)).toBe(true);
  });

  it("leaves the worktree by its dots where it is known", () => {
    expect(pattern("../q/*", HERE)).toEqual(["/ home u q <*>"]);
    expect(pattern("../../../../x", HERE)).toEqual(["/ x"]);
    expect(pattern("../p/x", HERE)).toEqual(["/ home u p x", "x"]);
    expect(pattern("a/../../q", HERE)).toEqual(["/ home u q"]);
    expect(pattern("../x")).toBe('it leaves the worktree by ".."');
    expect(pattern("a/../..")).toBe('it leaves the worktree by ".."');
  });

  it("cannot go back from anywhere", () => {
    expect(pattern("a/**/../b")).toBe('".." after "**" could be anywhere');
    expect(pattern("/**/..")).toBe('".." after "**" could be anywhere');
  });
});

describe("an absolute pattern", () => {
  it("is about the world outside", () => {
    expect(pattern("/etc/**")).toEqual(["/ etc <**>"]);
    expect(pattern("/")).toEqual(["/"]);
    expect(pattern("/a/../../b")).toEqual(["/ b"]);
    expect(pattern("/home/u/p/x")).toEqual(["/ home u p x"]);
  });

  it("reaches into the worktree where it is known", () => {
    expect(pattern("/home/u/p/src/*", HERE)).toEqual(["/ home u p src <*>", "src <*>"]);
    expect(pattern("/home/u/p", HERE)).toEqual(["/ home u p", "."]);
    expect(pattern("/home/**", HERE)).toEqual(["/ home <**>", "<**>"]);
    expect(pattern("/**", HERE)).toEqual(["/ <**>", "<**>"]);
    expect(pattern("/**/.env", HERE)).toEqual(["/ <**> .env", "<**> .env"]);
    expect(pattern("/*/*/p/x", HERE)).toEqual(["/ <*> <*> p x", "x"]);
    expect(pattern("/**/p/**", HERE)).toEqual(["/ <**> p <**>", "<**> p <**>", "<**>"]);
    expect(pattern("/home/v/**", HERE)).toEqual(["/ home v <**>"]);
    expect(pattern("/home/u/pp", HERE)).toEqual(["/ home u pp"]);
  });

  it("is all about the worktree where that is the root", () => {
    expect(pattern("/etc/x", { worktree: "/" })).toEqual(["/ etc x", "etc x"]);
    expect(pattern("/", { worktree: "/" })).toEqual(["/", "."]);
  });

  it("is about the same file however that is spelled", () => {
    for (const path of [
      "secret/k",
      "./secret/k",
      "/home/u/p/secret/k",
      "~/p/secret/k",
      "../p/secret/k",
      "x/../secret/k",
    ])
      for (const written of [
        "secret/**",
        "/home/u/p/secret/**",
        "~/p/secret/**",
        "../p/secret/**",
        "/home/**/secret/k",
      ])
        expect(isAbout(written, path)).toBe(true);
    expect(isAbout("/etc/**", "etc/x")).toBe(false);
    expect(isAbout("etc/**", "/etc/x")).toBe(false);
  });
});

describe("the home folder", () => {
  it("is what a tilde at the beginning means", () => {
    expect(pattern("~/.ssh/**", HERE)).toEqual(["/ home u .ssh <**>"]);
    expect(pattern("~", HERE)).toEqual(["/ home u"]);
    expect(pattern("~/p/x", HERE)).toEqual(["/ home u p x", "x"]);
    expect(pattern("a/~", HERE)).toEqual(["a ~"]);
    expect(pattern("\\~/x", HERE)).toEqual(["~ x"]);
    expect(pattern("./~/x", HERE)).toEqual(["~ x"]);
  });

  it("must be known, and is nobody else's", () => {
    expect(pattern("~/x")).toBe("nobody says where the home folder is");
    expect(pattern("~other/x", HERE)).toBe("only the own home folder can be named");
    expect(resource("~other/x", HERE)).toBe("only the own home folder can be named");
  });

  it("is meant as it is, also where it is called like a pattern", () => {
    const odd = { home: "/h/a*[b]\\/{c,d}" };
    expect(pattern("~/*", odd)).toEqual(["/ h a*[b]\\ {c,d} <*>"]);
    expect(resource("~/x", odd)).toEqual(["/", "h", "a*[b]\\", "{c,d}", "x"]);
    expect(isAbout("~/x", "/h/a*[b]\\/{c,d}/x", odd)).toBe(true);
    expect(isAbout("~/x", "/h/aQ[b]\\/{c,d}/x", odd)).toBe(false);
    expect(isAbout("/h/w*/x", "x", { worktree: "/h/w*" })).toBe(true);
  });
});

describe("a pattern of a path", () => {
  it("that cannot mean anything is refused", () => {
    expect(readPathPattern("src/", {})).toEqual({
      ok: false,
      why: "it ends with a slash",
      hint: 'write "src/**" for all that is in the folder',
    });
    expect(pattern("a//b")).toBe("it has an empty name between two slashes");
    expect(pattern("//a")).toBe("it has an empty name between two slashes");
    expect(pattern("")).toBe("it is empty");
    expect(pattern("a/**b")).toBe('"**" is part of a longer name');
    expect(pattern("src\\a")).toBe('a backslash before "a" means nothing');
    expect(pattern("!a")).toBe('"!" does not turn a pattern round');
  });
});

describe("the resource of a path", () => {
  it("is its names from the worktree", () => {
    expect(resource("src/a.ts")).toEqual(["src", "a.ts"]);
    expect(resource("./src//x/../a.ts/")).toEqual(["src", "a.ts"]);
    expect(resource(".")).toEqual(["."]);
    expect(resource("a/..")).toEqual(["."]);
    expect(resource("/home/u/p/a", HERE)).toEqual(["a"]);
    expect(resource("/home/u/p", HERE)).toEqual(["."]);
    expect(resource("~/p/./a", HERE)).toEqual(["a"]);
  });

  it("begins with a slash outside", () => {
    expect(resource("/etc/passwd")).toEqual(["/", "etc", "passwd"]);
    expect(resource("/")).toEqual(["/"]);
    expect(resource("/..")).toEqual(["/"]);
    expect(resource("../x", HERE)).toEqual(["/", "home", "u", "x"]);
    expect(resource("../x")).toBe('it leaves the worktree by ".."');
    expect(resource("~", HERE)).toEqual(["/", "home", "u"]);
  });

  it("takes everything as it is written", () => {
    expect(resource("a*/**/[b]/!c/{d,e}/\\")).toEqual(["a*", "**", "[b]", "!c", "{d,e}", "\\"]);
    expect(resource("constructor/__proto__")).toEqual(["constructor", "__proto__"]);
    expect(resource("a/**/..")).toEqual(["a"]);
  });

  it("is none for what names no file", () => {
    expect(resource("")).toBe("it is empty");
    expect(resource("a\0b")).toBe("it holds a NUL character");
  });
});
