import type { LimitName } from "../log/log-entry.ts";
import { type Usage, addUsage } from "../model/usage.ts";
import type { BudgetNotice, Exhausted, Reservation } from "./account.ts";
import { type AccountState, figures, keepsRest } from "./account-state.ts";
import type { CallKind, Estimate } from "./estimate.ts";
import { limitLevel } from "./limits.ts";
import { type Amounts, NOTHING, POOLED, pathOf, take } from "./pool.ts";
import { type Price, costOf } from "./price.ts";
import { type Grant, billionths, planCall, restAfter } from "./reserve.ts";

/** What the accounts of one tree have in common. */
export interface Books {
  readonly fallbackPrice: Price;
  /** Something that was held came back. */
  readonly changed: () => void;
}

/** Reserves a call on an account and all above it, or says whose limit forbids it. Changes nothing when it refuses. */
export function reserve(
  books: Books,
  state: AccountState,
  estimate: Estimate,
  kind: CallKind,
): Reservation | Exhausted {
  const tokens = estimate.inputTokens + estimate.outputTokens;
  if (!(estimate.inputTokens >= 0 && estimate.outputTokens >= 0 && tokens < Infinity)) {
    throw new RangeError(`Cannot reserve a model call: ${tokens} is no number of tokens`);
  }
  const refused = ownRefusal(state, kind);
  if (refused !== undefined) return exhausted(state, kind, refused);

  const path = [...pathOf(state)];
  const fallback = path.some((at) => at.most.cost < Infinity) ? books.fallbackPrice : undefined;
  const planned = planCall(state, { kind, estimate, fallback, keeps: keepsRest(state) });
  if ("pool" in planned) {
    const owner = path.find((at) => at === planned.pool) ?? state;
    return exhausted(state, kind, refusalBy(owner, planned.limit, planned.soon));
  }
  return hold(books, state, { kind, estimate, fallback, grant: planned });
}

type Refused = Omit<Exhausted, "ok" | "notices">;

/** What forbids the call whatever the pools hold: the agent's own steps, or that its closing turn is over. */
function ownRefusal(state: AccountState, kind: CallKind): Refused | undefined {
  if (kind === "consult") return undefined;
  const { steps } = state.limits;
  const needed = kind === "step" && keepsRest(state) ? 2 : 1;
  if (state.stepsTaken + needed > steps) return refusalBy(state, "steps", false);
  if (!state.closingTurn) return undefined;
  // Whoever waits for more after its closing turn would wait in vain.
  return { ...(state.refused ?? refusalBy(state, "steps", false)), soon: false };
}

function refusalBy(owner: AccountState, limit: LimitName, soon: boolean): Refused {
  for (const [name, used, most] of figures(owner)) {
    if (name === limit) return { limit, of: owner.id, used, most, soon };
  }
  return { limit, of: owner.id, used: 0, most: Infinity, soon };
}

function exhausted(state: AccountState, kind: CallKind, refused: Refused): Exhausted {
  const isFull = kind === "step" && refused.of === state.id && !refused.soon;
  if (kind === "step") state.refused = refused;
  const { limit, used, most } = refused;
  const notice = isFull ? tell(state, limit, "full", used, most) : undefined;
  return { ok: false, ...refused, notices: notice === undefined ? [] : [notice] };
}

interface Held {
  readonly kind: CallKind;
  readonly estimate: Estimate;
  readonly fallback: Price | undefined;
  readonly grant: Grant;
}

function hold(books: Books, state: AccountState, held: Held): Reservation {
  const { kind, estimate, fallback, grant } = held;
  const restBefore = state.rest;
  const underWay = POOLED.map((what) => [what, take(state, what, grant.amounts[what])] as const);
  for (const [what, changes] of underWay) for (const [pool, amount] of changes) pool.underWay[what] += amount;
  if (kind !== "consult") state.stepsTaken += 1;
  if (kind === "closing") state.closingTurn = true;
  if (kind !== "consult") state.rest = grant.rest;

  let open = true;
  /** Puts what was really used in the place of what was held. */
  const release = (used: Amounts): void => {
    open = false;
    for (const [what, changes] of underWay) {
      for (const [pool, amount] of changes) pool.underWay[what] -= amount;
      take(state, what, used[what] - grant.amounts[what]);
    }
  };
  /** Of a call that nobody answered, the step does not count. */
  const takeBackStep = (): void => {
    if (kind === "consult") return;
    state.stepsTaken -= 1;
    if (kind === "closing") state.closingTurn = false;
    state.rest = restBefore;
  };
  const limited = [...pathOf(state)].some((at) => at.most.tokens < Infinity || at.most.cost < Infinity);
  return {
    ok: true,
    maxOutputTokens: limited ? grant.outputTokens : estimate.maxOutputTokens,
    settle(usage) {
      if (!open) return [];
      const real = chargeOf(usage, held);
      release(real.amounts);
      if (usage.calls === 0) takeBackStep();
      else if (kind !== "consult") state.steps += 1;
      if (kind === "step" && usage.calls > 0 && keepsRest(state)) {
        state.rest = restAfter(real.tokens, estimate.price ?? fallback);
      }
      state.self = addUsage(state.self, usage);
      const notices = [...pathOf(state)].flatMap((at) => {
        for (const what of POOLED) at.used[what] += real.amounts[what];
        at.subtree = addUsage(at.subtree, usage);
        if (real.isEstimated) at.estimated += 1;
        return newNotices(at);
      });
      books.changed();
      return notices;
    },
    cancel() {
      if (!open) return;
      release(NOTHING);
      takeBackStep();
      books.changed();
    },
  };
}

interface Charge {
  readonly amounts: Amounts;
  readonly tokens: { readonly inputTokens: number; readonly outputTokens: number };
  readonly isEstimated: boolean;
}

/** What a call counts against limits: what was reported, and what was reserved in the place of what was not. */
function chargeOf(usage: Usage, { estimate, fallback, grant }: Held): Charge {
  const reported = usage.inputTokens + usage.outputTokens;
  const areKnown = usage.unknown === 0 && Number.isFinite(reported) && reported >= 0;
  const tokens = areKnown ? usage : { inputTokens: estimate.inputTokens, outputTokens: grant.outputTokens };
  const isPriced = areKnown && usage.unpriced === 0 && usage.cost >= 0 && usage.cost < Infinity;
  const price = fallback === undefined ? undefined : (estimate.price ?? fallback);
  const cost = isPriced ? usage.cost : costOf({ ...tokens, cachedTokens: 0 }, price).cost;
  return {
    amounts: { calls: usage.calls, tokens: tokens.inputTokens + tokens.outputTokens, cost: billionths(cost) },
    tokens,
    isEstimated: !areKnown || (!isPriced && fallback !== undefined),
  };
}

function newNotices(state: AccountState): readonly BudgetNotice[] {
  const notices: BudgetNotice[] = [];
  for (const [limit, used, most] of figures(state)) {
    const level = used > 0 ? limitLevel(used, most) : undefined;
    const notice = level === undefined ? undefined : tell(state, limit, level, used, most);
    if (notice !== undefined) notices.push(notice);
  }
  return notices;
}

/** Says something that was not said before; after the end of a limit, its 80 % are no news. */
function tell(
  state: AccountState,
  limit: LimitName,
  level: BudgetNotice["level"],
  used: number,
  most: number,
): BudgetNotice | undefined {
  const told = state.told.get(limit);
  if (told === "full" || told === level) return undefined;
  state.told.set(limit, level);
  return { level, limit, of: state.id, used, most, estimated: state.estimated > 0 };
}
