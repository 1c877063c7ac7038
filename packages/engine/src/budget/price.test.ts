import { describe, expect, it } from "vitest";
import { costOf } from "./price.ts";

const price = { input: 2, output: 10, cached: 0.2 };

describe("costOf()", () => {
  it("prices input, output and what came from the cache of the provider", () => {
    const tokens = { inputTokens: 1_000, outputTokens: 500, cachedTokens: 400 };
    expect(costOf(tokens, price)).toEqual({ cost: (600 * 2 + 400 * 0.2 + 500 * 10) / 1e6, unpriced: 0 });
  });

  it("takes cached input for any other input where it has no price of its own", () => {
    const tokens = { inputTokens: 1_000, outputTokens: 0, cachedTokens: 1_000 };
    expect(costOf(tokens, { input: 2, output: 10 })).toEqual({ cost: 0.002, unpriced: 0 });
  });

  it("never has more cached input than input", () => {
    const tokens = { inputTokens: 10, outputTokens: 0, cachedTokens: 1_000 };
    expect(costOf(tokens, price)).toEqual({ cost: 2e-6, unpriced: 0 });
  });

  it("knows what is free from what it does not know (B11)", () => {
    const tokens = { inputTokens: 10, outputTokens: 10, cachedTokens: 0 };
    expect(costOf(tokens, { input: 0, output: 0 })).toEqual({ cost: 0, unpriced: 0 });
    expect(costOf(tokens, undefined)).toEqual({ cost: 0, unpriced: 1 });
    expect(costOf(undefined, price)).toEqual({ cost: 0, unpriced: 1 });
    expect(costOf({ ...tokens, inputTokens: Number.NaN }, price)).toEqual({ cost: 0, unpriced: 1 });
    expect(costOf(tokens, { input: -1, output: 0 })).toEqual({ cost: 0, unpriced: 1 });
  });
});
