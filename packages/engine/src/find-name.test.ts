import { describe, expect, it } from "vitest";
import { findName } from "./find-name.ts";

const known = ["code-reviewer", "constructor", "leader", "writer"];

describe("findName()", () => {
  it("takes the exact name first", () => {
    expect(findName("leader", known)).toEqual({ name: "leader" });
    expect(findName("constructor", known)).toEqual({ name: "constructor" });
  });

  it("forgives case, blanks and underscores", () => {
    expect(findName("Code Reviewer", known)).toEqual({ name: "code-reviewer" });
    expect(findName(" code_reviewer ", known)).toEqual({ name: "code-reviewer" });
  });

  it("guesses nothing where two names differ in nothing else", () => {
    expect(findName("Writer", ["WRITER", "writer"]).name).toBeUndefined();
  });

  it("hints at the nearest name and uses none", () => {
    expect(findName("reviwer", ["reviewer"])).toEqual({ name: undefined, hint: 'Did you mean "reviewer"?' });
  });

  it("lists what there is when nothing is near", () => {
    expect(findName("zzz", ["a", "b"])).toEqual({ name: undefined, hint: "Known: a, b" });
  });
});
