import { describe, expect, it } from "vitest";
import { LIMITS, limitsOf, limitsSchema, lowerLimits } from "./limits.ts";

describe("limits", () => {
  it("takes those that are set, 0 among them", () => {
    expect(limitsOf({ steps: 0, tokens: null, cost: undefined, ms: 5 })).toEqual({ steps: 0, ms: 5 });
    expect(limitsOf(undefined)).toEqual({});
  });

  it("takes the lower one of each, and the only one where there is one", () => {
    expect(lowerLimits({ steps: 5, ms: 9, cost: 0 }, { steps: 7, ms: 3, depth: 1 })).toEqual({
      steps: 5,
      ms: 3,
      cost: 0,
      depth: 1,
    });
    expect(lowerLimits({}, {})).toEqual({});
  });

  it("knows the same limits as the schema of files", () => {
    expect(Object.keys(limitsSchema.shape)).toEqual([...LIMITS]);
  });
});
