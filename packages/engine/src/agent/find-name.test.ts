import { describe, expect, it } from "vitest";
import { findName, nameHint } from "./find-name.ts";

const known = ["code-reviewer", "constructor", "leader", "writer"];

describe("findName()", () => {
  it("takes the exact name first", () => {
    expect(findName("leader", known)).toBe("leader");
    expect(findName("constructor", known)).toBe("constructor");
    expect(findName("Writer", ["writer", "Writer"])).toBe("Writer");
  });

  it("forgives case, blanks and underscores", () => {
    expect(findName("Code Reviewer", known)).toBe("code-reviewer");
    expect(findName(" code_reviewer ", known)).toBe("code-reviewer");
  });

  it("guesses nothing where two names differ in nothing else, nor where a letter is wrong", () => {
    expect(findName("Writer", ["WRITER", "writer"])).toBeUndefined();
    expect(findName("writr", known)).toBeUndefined();
  });
});

describe("nameHint()", () => {
  it("names the nearest, or all that there are", () => {
    expect(nameHint("reviwer", ["reviewer"])).toBe('Did you mean "reviewer"?');
    expect(nameHint("zzz", ["a", "b"])).toBe("Known: a, b");
  });
});
