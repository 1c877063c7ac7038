import { describe, expect, it } from "vitest";
import { nearest } from "./nearest.ts";

describe("nearest", () => {
  const roles = ["assistant", "code-reviewer", "leader", "planner", "programmer", "researcher"];

  it.each([
    ["reseacher", "researcher"],
    ["code-reviwer", "code-reviewer"],
    ["palnner", "planner"],
    ["planer", "planner"],
    ["leadr", "leader"],
    ["xxxxxxx", undefined],
    ["zebra", undefined],
    ["tester", undefined],
    ["x", undefined],
    ["", undefined],
    [" _ ", undefined],
    ["---", undefined],
  ])("finds for %j the role %j", (word, found) => {
    expect(nearest(word, roles)).toBe(found);
  });

  it("takes a part of a name for the name, with slips in it or not", () => {
    expect(nearest("reviewer", roles)).toBe("code-reviewer");
    expect(nearest("reviwer", roles)).toBe("code-reviewer");
    expect(nearest("timeout", ["model", "idle_timeout"])).toBe("idle_timeout");
    expect(nearest("models", ["a/model.json"])).toBe("a/model.json");
  });

  it("takes the whole of a name before a part of another, wherever they stand", () => {
    expect(nearest("leadr", ["team-leader", "leader"])).toBe("leader");
    expect(nearest("leadr", ["leader", "team-leader"])).toBe("leader");
  });

  it("takes no part of two letters for a name", () => {
    expect(nearest("of", ["out-of-date"])).toBeUndefined();
    expect(nearest("out", ["out-of-date"])).toBe("out-of-date");
  });

  it("looks away from capitals, and takes blanks and underscores for dashes", () => {
    expect(nearest("PROGRAMER", roles)).toBe("programmer");
    expect(nearest(" Code  Reviewer ", roles)).toBe("code-reviewer");
    expect(nearest("code_reviewer", roles)).toBe("code-reviewer");
    expect(nearest("tool-permission", ["Tool_Permission"])).toBe("Tool_Permission");
    expect(nearest("A", ["b", "a"])).toBe("a");
    expect(nearest(" a ", ["a"])).toBe("a");
  });

  it("allows two slips, of longer words a third, and of the shortest almost none", () => {
    expect(nearest("a", ["b"])).toBeUndefined();
    expect(nearest("ab", ["ax"])).toBe("ax");
    expect(nearest("ab", ["xy"])).toBeUndefined();
    expect(nearest("wbe", ["web"])).toBe("web");
    expect(nearest("zzz", ["a", "b"])).toBeUndefined();
    expect(nearest("abcdefgh", ["xxcdefgh"])).toBe("xxcdefgh");
    expect(nearest("abcdefgh", ["xxxdefgh"])).toBeUndefined();
    expect(nearest("abcdefghi", ["xxxdefghi"])).toBe("xxxdefghi");
    expect(nearest("abcdefghi", ["xxxxefghi"])).toBeUndefined();
  });

  it("does not count the dashes of a flag as letters", () => {
    expect(nearest("--quite", ["--quiet", "--output"])).toBe("--quiet");
    expect(nearest("--x", ["--y"])).toBeUndefined();
  });

  it("takes the first of equally near candidates, and a nearer one over an earlier one", () => {
    expect(nearest("cat", ["car", "bat"])).toBe("car");
    expect(nearest("steps", ["stepx", "steps"])).toBe("steps");
    expect(nearest("anything", [])).toBeUndefined();
  });

  it("treats hostile words like others", () => {
    expect(nearest("constructr", ["constructor", "__proto__"])).toBe("constructor");
    expect(nearest("__prot__", ["constructor", "__proto__"])).toBe("__proto__");
    for (const word of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(nearest(word, roles), word).toBeUndefined();
    }
    expect(nearest("leader", ["", " ", "leader"])).toBe("leader");
    expect(nearest("abc", ["", " "])).toBeUndefined();
  });

  it("takes no time over long words", () => {
    const startedMs = performance.now();
    expect(nearest("x".repeat(1_000_000), ["y".repeat(1_000_000), "-y".repeat(500_000)])).toBeUndefined();
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });
});
