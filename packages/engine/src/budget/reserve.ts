import { CLOSING_OUTPUT_TOKENS, type CallKind, type Estimate } from "./estimate.ts";
import { type Amounts, NOTHING, POOLED, type Pool, type Pooled, shortOf, takenAtLeast, takenNow } from "./pool.ts";
import { type Price, costOf } from "./price.ts";

/** What a call gets: how much output, and what that takes out of the pools. */
export interface Grant {
  readonly outputTokens: number;
  readonly amounts: Amounts;
  /** What its agent keeps after it for a closing turn. */
  readonly rest: Amounts;
}

export interface Shortage {
  readonly limit: Pooled;
  readonly pool: Pool;
  /** Whether it would fit if the calls under way used nothing. */
  readonly soon: boolean;
}

export interface CallPlan {
  readonly kind: CallKind;
  readonly estimate: Estimate;
  /** What stands for a price that is missing; without it (nobody limits money) such a call takes no money. */
  readonly fallback: Price | undefined;
  /** Whether the agent has a closing turn before it, for which something must be left. */
  readonly keeps: boolean;
}

/**
 * Decides whether a call fits into the pools from `pool` up to the root: with all the output that it asks for, or else
 * with the most that fits, down to the least with which it makes sense. Takes nothing yet.
 */
export function planCall(pool: Pool, plan: CallPlan): Grant | Shortage {
  const { outputTokens: most, leastOutputTokens: least = most } = plan.estimate;
  const grant = grantOf(pool, plan, most);
  if (shortageOf(pool, grant) === undefined) return grant;
  const smallest = grantOf(pool, plan, Math.min(least, most));
  const shortage = shortageOf(pool, smallest);
  if (shortage !== undefined) return shortage;

  // Invariant: `fits` fits, and what has `tooMuch` output does not.
  let fits = smallest;
  for (let tooMuch = most; tooMuch - fits.outputTokens > 1;) {
    const middle = grantOf(pool, plan, Math.floor((fits.outputTokens + tooMuch) / 2));
    if (shortageOf(pool, middle) === undefined) fits = middle;
    else tooMuch = middle.outputTokens;
  }
  return fits;
}

/** Money as it is counted here: in whole billionths of a dollar, rounded up. */
export function billionths(dollars: number): number {
  // A sum such as 0.1 + 0.2 must not cost a billionth more than 0.3 does.
  const exact = dollars * 1e9;
  const nearest = Math.round(exact);
  return Math.abs(exact - nearest) < 1e-3 ? nearest : Math.ceil(exact);
}

/** What the closing turn of an agent needs: all that was said until now, and a last word. */
export function restAfter(
  call: { readonly inputTokens: number; readonly outputTokens: number },
  price: Price | undefined,
): Amounts {
  const inputTokens = call.inputTokens + call.outputTokens;
  const outputTokens = CLOSING_OUTPUT_TOKENS;
  const { cost } = costOf({ inputTokens, outputTokens, cachedTokens: 0 }, price);
  return { calls: 1, tokens: inputTokens + outputTokens, cost: billionths(cost) };
}

function grantOf(pool: Pool, { kind, estimate, fallback, keeps }: CallPlan, outputTokens: number): Grant {
  const call = { inputTokens: estimate.inputTokens, outputTokens, cachedTokens: 0 };
  const price = estimate.price ?? fallback;
  const amounts = {
    calls: 1,
    tokens: call.inputTokens + outputTokens,
    cost: billionths(costOf(call, price).cost),
  };
  if (kind === "closing" || !keeps) return { outputTokens, amounts, rest: NOTHING };
  // An answer to somebody below is no part of the conversation that the closing turn goes on with.
  return { outputTokens, amounts, rest: kind === "consult" ? pool.rest : restAfter(call, price) };
}

function shortageOf(pool: Pool, grant: Grant): Shortage | undefined {
  const short = (what: Pooled, count: typeof takenNow): Pool | undefined =>
    shortOf(pool, what, grant.amounts[what], grant.rest[what], count);
  for (const limit of POOLED) {
    const at = short(limit, takenNow);
    if (at === undefined) continue;
    return { limit, pool: at, soon: POOLED.every((what) => short(what, takenAtLeast) === undefined) };
  }
  return undefined;
}
