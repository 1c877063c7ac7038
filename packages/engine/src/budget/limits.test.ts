import { describe, expect, it } from "vitest";
import { capLimits, limitLevel } from "./limits.ts";

const cap = { steps: 5, depth: 3, agents: 50 };

describe("capLimits()", () => {
  it("lets a model lower the limits of a role and never raise them (B8)", () => {
    expect(capLimits({ steps: 50, depth: 1, tokens: 10 }, { ...cap, tokens: 20, cost: 1 })).toEqual({
      ...{ steps: 5, depth: 1, agents: 50, tokens: 10, cost: 1 },
    });
  });

  it("takes 0 for 0 and not for missing (B5)", () => {
    expect(capLimits({ steps: 0, calls: 0 }, cap)).toEqual({ ...cap, steps: 0, calls: 0 });
  });

  it("takes what is no limit for none, and what is below 0 for 0", () => {
    expect(capLimits({ steps: Number.NaN, tokens: Number.NaN, ms: -5, cost: undefined }, cap)).toEqual({
      ...cap,
      ms: 0,
    });
  });
});

describe("limitLevel()", () => {
  it.each([
    [79, 100, undefined],
    [80, 100, "warning"],
    [99, 100, "warning"],
    [100, 100, "full"],
    [101, 100, "full"],
    [0, 0, "full"],
    [1_000, Infinity, undefined],
  ])("of %d used of %d is %s", (used, most, level) => {
    expect(limitLevel(used, most)).toBe(level);
  });
});
