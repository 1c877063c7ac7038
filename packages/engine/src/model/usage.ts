/** What model calls used. A figure that nobody reported is counted as unknown, never as zero. */
export interface Usage {
  /** Those read from a cache of the provider included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of `inputTokens` that a provider read from its cache. */
  readonly cachedTokens: number;
  /** US dollars, of the calls that have a price. */
  readonly cost: number;
  /** Model calls that were answered. */
  readonly calls: number;
  /** Model calls whose tokens nobody reported: answered ones, and ones that broke off after they began. */
  readonly unknown: number;
  /** Model calls that cost something nobody knows: their model has no price, or their tokens are unknown. */
  readonly unpriced: number;
}

/** Nothing was used. */
export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  cost: 0,
  calls: 0,
  unknown: 0,
  unpriced: 0,
};

/**
 * Adds two usages: the usage of a tree is the sum of its leaves.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { addUsage, NO_USAGE } from "@polyglav/engine";
 *
 * const one = { ...NO_USAGE, calls: 1, inputTokens: 10, outputTokens: 5 };
 * assert.equal(addUsage(one, one).inputTokens, 20);
 * ```
 */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cost: a.cost + b.cost,
    calls: a.calls + b.calls,
    unknown: a.unknown + b.unknown,
    unpriced: a.unpriced + b.unpriced,
  };
}

/** What a provider reports of one call; what is missing was not reported. */
export interface Tokens {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
}
