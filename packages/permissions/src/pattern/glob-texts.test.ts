import { describe, expect, it } from "vitest";
import { textsOf, unusedCharacter } from "./glob-texts.ts";
import { globOf, matchesSegment } from "./segment.ts";

/** For each text which of the globs it matches. */
function ways(globs: readonly string[], avoid: readonly string[] = []): ReadonlySet<string> {
  const segments = globs.map((glob) => globOf(glob.split("*")));
  const { texts, isComplete } = textsOf(segments, new Set(avoid));
  expect(isComplete).toBe(true);
  expect(texts.filter((text) => avoid.includes(text))).toEqual([]);
  return new Set(
    texts.map((text) => globs.filter((_, i) => segments[i] && matchesSegment(segments[i], text)).join(" ")),
  );
}

describe("textsOf()", () => {
  it("finds a text for one glob, that people could have written", () => {
    expect(textsOf([globOf(["", ".ts"])], new Set()).texts[0]).toBe("x.ts");
    expect(textsOf([], new Set())).toEqual({ texts: [], isComplete: true });
  });

  it("finds every way in which several match together", () => {
    expect(ways(["*.ts", "test-*"])).toEqual(new Set(["*.ts", "test-*", "*.ts test-*"]));
    expect(ways(["a*", "b*"])).toEqual(new Set(["a*", "b*"]));
    expect(ways(["a*", "ab*", "*b"])).toEqual(new Set(["a*", "a* ab*", "*b", "a* *b", "a* ab* *b"]));
    expect(ways(["*ab*", "*ba*"])).toEqual(new Set(["*ab*", "*ba*", "*ab* *ba*"]));
    expect(ways(["a*a", "a*"])).toEqual(new Set(["a*", "a*a a*"]));
  });

  it("finds what only one text matches", () => {
    expect(ways([".*", "*.", ".*."])).toContain(".* *.");
    expect(ways([".*", "*.", ".*."], ["."])).not.toContain(".* *.");
  });

  it("finds others where the first ones are taken", () => {
    expect(ways(["a*"], ["ax", "a", "ay", "axx"])).toEqual(new Set(["a*"]));
    expect(ways(["a*", "*b"], ["ax", "a", "axxb", "axb", "ab", "axa"])).toEqual(new Set(["a*", "*b", "a* *b"]));
  });

  it("gives up on what would take too long", () => {
    const hostile = Array.from({ length: 30 }, (_, i) => globOf(["", `a${"b".repeat(i)}`, `${"b".repeat(i)}a`, ""]));
    expect(textsOf(hostile, new Set()).isComplete).toBe(false);
    expect(
      textsOf(
        Array.from({ length: 2_001 }, (_, i) => globOf([`a${i}`, ""])),
        new Set(),
      ).isComplete,
    ).toBe(false);
  });
});

describe("unusedCharacter()", () => {
  it("is in none of the texts", () => {
    expect(unusedCharacter([])).toBe("x");
    expect(unusedCharacter(["xyz", "{"])).toBe("|");
  });
});
