import { spawnRefusal } from "@polyglav/catalog";
import type { AgentLimits } from "../log/log-entry.ts";
import type { Account, AccountOptions } from "./account.ts";
import { type AccountState, openState, spentOf } from "./account-state.ts";
import { POOLED, pathOf, setSlice } from "./pool.ts";
import { FALLBACK_PRICE, type Price } from "./price.ts";
import { type Books, reserve } from "./reservation.ts";

/** One ledger for a tree of agents: what they may use, what is held for calls under way, and what they have used. */
export interface Ledger {
  /** Opens the account of a root. */
  readonly open: (id: string, limits: AgentLimits, options?: AccountOptions) => Account;
  /**
   * Resolves at the next moment at which something held comes back, or when the signal aborts. Who was refused with
   * `soon` waits for it and tries again; it must hold no permit of a provider meanwhile.
   */
  readonly freed: (signal: AbortSignal) => Promise<void>;
}

/**
 * Makes the ledger of a tree of agents.
 *
 * However many agents reserve and settle in parallel, no account is overrun as long as no call uses more than it
 * reserved (laws/budget.laws.test.ts). A call whose tokens nobody reports counts as much as was reserved for it. Where
 * money is limited, a call without a price costs as much as with `fallbackPrice`, by default {@link FALLBACK_PRICE}.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { NO_USAGE, createLedger } from "@polyglav/engine";
 *
 * const lead = createLedger().open("r1", { steps: 10, depth: 1, agents: 5, calls: 3 });
 * const call = { inputTokens: 100, outputTokens: 50 };
 * const first = lead.reserve(call, "step");
 * assert.ok(first.ok);
 * first.settle({ ...NO_USAGE, calls: 1, inputTokens: 90, outputTokens: 10 });
 *
 * const second = lead.reserve(call, "step");
 * assert.ok(second.ok);
 * const third = lead.reserve(call, "step");
 * assert.ok(!third.ok && third.limit === "calls");
 * assert.ok(lead.reserve(call, "closing").ok);
 * assert.equal(lead.spent().tokens, 100);
 * ```
 */
export function createLedger(options: { readonly fallbackPrice?: Price } = {}): Ledger {
  const waiting = new Set<() => void>();
  const books: Books = {
    fallbackPrice: options.fallbackPrice ?? FALLBACK_PRICE,
    changed() {
      for (const wake of [...waiting]) wake();
    },
  };
  return {
    open: (id, limits, opened) => openAccount(books, undefined, id, limits, opened),
    freed: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve();
          return;
        }
        waiting.add(wake);
        signal.addEventListener("abort", wake, { once: true });
        function wake(): void {
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        }
      }),
  };
}

function openAccount(
  books: Books,
  parent: AccountState | undefined,
  id: string,
  limits: AgentLimits,
  options: AccountOptions = {},
): Account {
  const { state, lowered } = openState(books, parent, id, limits, options);
  const close = (): void => {
    state.open = false;
    for (const what of POOLED) setSlice(state, what, 0);
    books.changed();
  };
  return {
    id,
    limits: state.limits,
    lowered,
    reserve: (estimate, kind) => reserve(books, state, estimate, kind),
    spawn(child, childLimits, childOptions) {
      const refusal = spawnRefusal([...pathOf(state)]);
      if (refusal !== undefined) return { ok: false, refusal };
      for (const at of pathOf(state)) at.descendants += 1;
      return { ok: true, account: openAccount(books, state, child, childLimits, childOptions) };
    },
    open: (child, childLimits, childOptions) => openAccount(books, state, child, childLimits, childOptions),
    spent: () => spentOf(state),
    usage: () => ({ self: state.self, subtree: state.subtree }),
    close,
    withdraw() {
      if (!state.open || parent === undefined) return;
      for (const at of pathOf(parent)) at.descendants -= 1;
      close();
    },
  };
}
