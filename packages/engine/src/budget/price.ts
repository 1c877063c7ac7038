import type { Price } from "@polyglav/catalog";
import type { Usage } from "../model/usage.ts";

export type { Price };

/**
 * Stands in for a price that nobody knows, where there is a limit on money: as dear as the dearest models in common use,
 * so that the limit is reached too early rather than too late. It is never part of a bill.
 */
export const FALLBACK_PRICE: Price = { input: 15, output: 75 };

/**
 * Works out what a model call cost, in US dollars. Without a price, or without the tokens, it costs something that
 * nobody knows: nothing is added to the bill, and the call is counted as `unpriced`, never as free.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { costOf } from "@polyglav/engine";
 *
 * const tokens = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 500_000 };
 * assert.deepEqual(costOf(tokens, { input: 2, output: 10, cached: 0.2 }), { cost: 2.1, unpriced: 0 });
 * assert.deepEqual(costOf(tokens, undefined), { cost: 0, unpriced: 1 });
 * ```
 */
export function costOf(
  tokens: Pick<Usage, "inputTokens" | "outputTokens" | "cachedTokens"> | undefined,
  price: Price | undefined,
): Pick<Usage, "cost" | "unpriced"> {
  if (tokens === undefined || price === undefined) return UNPRICED;
  const cached = Math.min(tokens.cachedTokens, tokens.inputTokens);
  const millionths =
    (tokens.inputTokens - cached) * price.input +
    cached * (price.cached ?? price.input) +
    tokens.outputTokens * price.output;
  return Number.isFinite(millionths) && millionths >= 0 ? { cost: millionths / 1e6, unpriced: 0 } : UNPRICED;
}

const UNPRICED = { cost: 0, unpriced: 1 };
