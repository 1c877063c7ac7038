import { describe, expect, it } from "vitest";
import {
  ANY,
  ANY_NAMES,
  canonical,
  globOf,
  includesSegment,
  isUnknown,
  literal,
  matchesSegment,
  ONE,
  ONE_NAME,
} from "./segment.ts";
import { shown } from "./pattern.fixture.ts";

const glob = (text: string) => globOf(text.split("*"));

describe("globOf()", () => {
  it("is a literal without a star, and one whole segment where there is nothing but stars", () => {
    expect(globOf(["a"])).toEqual(literal("a"));
    expect(globOf([])).toEqual(literal(""));
    expect(globOf(["", ""])).toBe(ONE);
    expect(globOf(["", "", "", ""])).toBe(ONE);
  });

  it("takes neighbouring stars for one", () => {
    expect(globOf(["a", "", "", "b"])).toEqual(globOf(["a", "b"]));
    expect(globOf(["", "", "a", "", ""])).toEqual(globOf(["", "a", ""]));
  });

  it("cannot be changed", () => {
    const made = glob("a*b");
    expect(Object.isFrozen(made) && made.kind === "glob" && Object.isFrozen(made.parts)).toBe(true);
  });
});

describe("canonical()", () => {
  it("writes the stars of a run first, and one double star at its end", () => {
    const [a, b] = [literal("a"), glob("b*")];
    expect(shown(canonical([ANY, ANY]))).toBe("<**>");
    expect(shown(canonical([ANY, ONE, ANY, ONE]))).toBe("<*> <*> <**>");
    expect(shown(canonical([a, ANY, ONE, b, ANY]))).toBe("a <*> <**> <b*> <**>");
    expect(shown(canonical([ANY, a, ONE]))).toBe("<**> a <*>");
    expect(canonical([])).toEqual([]);
  });

  it("keeps whether stars stand for names alone", () => {
    expect(canonical([ANY_NAMES, ONE_NAME])).toEqual([ONE_NAME, ANY_NAMES]);
  });

  it("cannot be changed", () => {
    expect(Object.isFrozen(canonical([ANY]))).toBe(true);
  });
});

describe("matchesSegment()", () => {
  const matching = (pattern: string, ...texts: readonly string[]) =>
    texts.filter((text) => matchesSegment(glob(pattern), text));

  it("of a literal is to be the same text", () => {
    expect(matching("a", "a", "A", "", "aa")).toEqual(["a"]);
    expect(matching("", "", "a")).toEqual([""]);
  });

  it("of a glob lets each star stand for any run of characters, none included", () => {
    expect(matching("a*", "a", "ab", "a/b", "ba", "")).toEqual(["a", "ab", "a/b"]);
    expect(matching("*a", "a", "ba", "ab")).toEqual(["a", "ba"]);
    expect(matching("a*b", "ab", "axb", "abx", "a", "b", "aab", "abb")).toEqual(["ab", "axb", "aab", "abb"]);
    expect(matching("*a*", "a", "xax", "x", "")).toEqual(["a", "xax"]);
    expect(matching("*", "", "x", "/")).toEqual(["", "x", "/"]);
  });

  it("of a glob does not use a letter twice", () => {
    expect(matching("a*a", "a", "aa", "aba")).toEqual(["aa", "aba"]);
    expect(matching("ab*ba", "aba", "abba")).toEqual(["abba"]);
    expect(matching("a*b*b", "ab", "abb", "abxb")).toEqual(["abb", "abxb"]);
    expect(matching("*ab*bc", "abc", "abbc", "xabybc")).toEqual(["abbc", "xabybc"]);
  });

  it("of a glob takes the parts in their order", () => {
    expect(matching("*b*a*", "ab", "ba", "aba")).toEqual(["ba", "aba"]);
    expect(matching("x*ab*y", "xaby", "xay", "xabyx", "xaaby")).toEqual(["xaby", "xaaby"]);
  });

  it("of what nobody can know is for whole stars alone", () => {
    expect(matching("*", "\0", "\0$x")).toEqual(["\0", "\0$x"]);
    expect(matching("*x", "\0$x", "x")).toEqual(["x"]);
    expect(matching("*$*", "\0$x")).toEqual([]);
    expect(matchesSegment(ANY, "\0")).toBe(true);
    expect([isUnknown("\0"), isUnknown("a\0"), isUnknown("")]).toEqual([true, false, false]);
  });

  it("of the stars of paths is for names, not for the sign of the world outside", () => {
    for (const star of [ONE_NAME, ANY_NAMES])
      expect(["/", ".", "a", "a/b", "\0"].filter((text) => matchesSegment(star, text))).toEqual([
        ".",
        "a",
        "a/b",
        "\0",
      ]);
    expect(matchesSegment(ANY, "/")).toBe(true);
  });
});

describe("includesSegment()", () => {
  const included = (wide: string, ...narrow: readonly string[]) =>
    narrow.filter((text) => includesSegment(glob(wide), glob(text)));

  it("of a whole star is everything", () => {
    expect(included("*", "*", "a", "a*", "")).toEqual(["*", "a", "a*", ""]);
    expect(includesSegment(ANY, ONE)).toBe(true);
  });

  it("of a literal is itself", () => {
    expect(included("a", "a", "b", "a*", "*")).toEqual(["a"]);
  });

  it("of a glob is what it matches, and the globs that say no less", () => {
    expect(included("a*", "a", "ab", "b", "ab*", "a*b", "a*", "*a", "*")).toEqual(["a", "ab", "ab*", "a*b", "a*"]);
    expect(included("a*b", "a*b", "ax*b", "a*b*b", "a*b*", "ab", "a")).toEqual(["a*b", "ax*b", "a*b*b", "ab"]);
    expect(included("*a*", "*a", "a*", "ba*c", "b*c")).toEqual(["*a", "a*", "ba*c"]);
    expect(included("a*a", "aa", "a", "a*aa", "aa*a")).toEqual(["aa", "a*aa", "aa*a"]);
  });

  it("of the stars of paths is names", () => {
    expect(includesSegment(ONE_NAME, literal("a"))).toBe(true);
    expect(includesSegment(ONE_NAME, literal("/"))).toBe(false);
    expect(includesSegment(ONE_NAME, ONE_NAME)).toBe(true);
    expect(includesSegment(ONE, ONE_NAME)).toBe(true);
    expect(includesSegment(ONE_NAME, ONE)).toBe(false);
    expect(includesSegment(ANY_NAMES, ANY)).toBe(false);
    expect(includesSegment(ONE_NAME, glob("a*"))).toBe(true);
    expect(includesSegment(ONE_NAME, glob("/*"))).toBe(false);
  });
});
