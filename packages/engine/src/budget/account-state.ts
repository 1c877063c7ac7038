import type { AgentLimits, LimitName } from "../log/log-entry.ts";
import { NO_USAGE, type Usage } from "../model/usage.ts";
import { DEFAULT_OUTPUT_TOKENS } from "./estimate.ts";
import type { AccountOptions, Already, Exhausted, Level, Lowered, Spent } from "./account.ts";
import { limitLevel } from "./limits.ts";
import { type Amounts, NOTHING, POOLED, type Pool, type Pooled, createPool, roomFor, setSlice } from "./pool.ts";
import { type Price, costOf } from "./price.ts";
import { billionths } from "./reserve.ts";

/** What is known of an account. Only the ledger changes it. */
export interface AccountState extends Pool {
  readonly parent: AccountState | undefined;
  readonly id: string;
  readonly limits: AgentLimits;
  /** Steps that were made or are under way. */
  stepsTaken: number;
  steps: number;
  descendants: number;
  estimated: number;
  self: Usage;
  subtree: Usage;
  readonly told: Map<LimitName, Level>;
  closingTurn: boolean;
  /** Why the last step was refused. */
  refused: Omit<Exhausted, "ok" | "notices"> | undefined;
  open: boolean;
}

/** What an agent that was started before and made no step has used. */
const NOTHING_YET: Already = { self: NO_USAGE, subtree: NO_USAGE, steps: 0, agents: 0 };

export function openState(
  { fallbackPrice }: { readonly fallbackPrice: Price },
  parent: AccountState | undefined,
  id: string,
  asked: AgentLimits,
  { already = NOTHING_YET, slice = false }: AccountOptions,
): { readonly state: AccountState; readonly lowered: readonly Lowered[] } {
  const limitsMoney = asked.cost !== undefined || (parent !== undefined && parent.most.cost < Infinity);
  const before = chargedBefore(already.subtree, limitsMoney ? fallbackPrice : undefined);
  const limits: { -readonly [K in keyof AgentLimits]: AgentLimits[K] } = { ...asked };
  const most = { calls: Infinity, tokens: Infinity, cost: Infinity };
  const lowered: Lowered[] = [];
  for (const what of POOLED) {
    const wanted = asked[what];
    if (wanted === undefined) continue;
    most[what] = Math.max(0, what === "cost" ? Math.floor(wanted * 1e9 + 1e-3) : wanted);
    if (parent === undefined) continue;
    const given = Math.min(most[what], parent.most[what], slice ? before[what] + roomFor(parent, what) : Infinity);
    if (given === most[what]) continue;
    most[what] = given;
    limits[what] = shown(what, given);
    lowered.push({ limit: what, asked: wanted, given: shown(what, given) });
  }
  const state: AccountState = {
    ...createPool(parent, most, before),
    parent,
    id,
    limits,
    stepsTaken: already.steps,
    steps: already.steps,
    descendants: already.agents,
    estimated: Math.max(already.subtree.unknown, already.subtree.unpriced),
    self: already.self,
    subtree: already.subtree,
    told: new Map(),
    closingTurn: false,
    refused: undefined,
    open: true,
  };
  if (keepsRest(state)) state.rest = { ...NOTHING, calls: 1 };
  // What was reached before the restart was told before it.
  for (const [limit, used, limitMost] of figures(state)) {
    const level = used > 0 ? limitLevel(used, limitMost) : undefined;
    if (level !== undefined) state.told.set(limit, level);
  }
  if (slice && parent !== undefined) {
    for (const what of POOLED) if (most[what] < Infinity) setSlice(state, what, most[what]);
  }
  return { state, lowered };
}

/**
 * Whether an agent has a closing turn before it. With one step or one call there is nothing to close: what it has is an
 * ordinary step.
 */
export function keepsRest({ closingTurn, limits }: Pick<AccountState, "closingTurn" | "limits">): boolean {
  return !closingTurn && limits.steps >= 2 && (limits.calls ?? Infinity) >= 2;
}

/** What an account has used of each of its limits, and the limit, as people count them. */
export function* figures(state: AccountState): Generator<readonly [LimitName, number, number]> {
  yield ["steps", state.steps, state.limits.steps];
  for (const what of POOLED) {
    if (state.most[what] < Infinity) yield [what, shown(what, state.used[what]), shown(what, state.most[what])];
  }
}

export function spentOf({ steps, used, estimated }: AccountState): Spent {
  return { steps, calls: used.calls, tokens: used.tokens, cost: shown("cost", used.cost), estimated };
}

/** An amount as people read it. */
export function shown(what: Pooled, amount: number): number {
  return what === "cost" ? amount / 1e9 : amount;
}

/**
 * What a resumed agent has used of its limits. Estimates of single calls did not survive: a call whose tokens nobody
 * reported counts as much as the others did on average, and one without a price likewise, never as nothing.
 *
 * @param fallback what stands for the price where no call had any; absent where money does not matter
 */
function chargedBefore(usage: Usage, fallback: Price | undefined): Amounts {
  const known = Math.max(0, usage.calls - usage.unknown);
  const each = (reported: number, otherwise: number): number => (known > 0 ? reported / known : otherwise);
  const inputTokens = each(usage.inputTokens, DEFAULT_OUTPUT_TOKENS);
  const outputTokens = each(usage.outputTokens, DEFAULT_OUTPUT_TOKENS);
  const priced = Math.max(0, usage.calls - usage.unpriced);
  const costEach =
    priced > 0 ? usage.cost / priced : costOf({ inputTokens, outputTokens, cachedTokens: 0 }, fallback).cost;
  return {
    calls: usage.calls,
    tokens: usage.inputTokens + usage.outputTokens + Math.ceil(usage.unknown * (inputTokens + outputTokens)),
    cost: billionths(usage.cost + (fallback === undefined ? 0 : usage.unpriced * costEach)),
  };
}
