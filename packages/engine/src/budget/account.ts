import type { SpawnRefusal } from "@polyglav/catalog";
import type { AgentLimits, LimitName } from "../log/log-entry.ts";
import type { Usage } from "../model/usage.ts";
import type { CallKind, Estimate } from "./estimate.ts";
import type { Pooled } from "./pool.ts";

/** The account of one agent. Everything here happens at once: there is nothing to wait for. */
export interface Account {
  readonly id: string;
  /** What holds: of tokens, money and calls never more than the one above has. */
  readonly limits: AgentLimits;
  /** Limits that are lower than what was asked for. */
  readonly lowered: readonly Lowered[];
  /**
   * Reserves what a call needs at most, here and on every account above, or nothing at all. A `step` leaves what the
   * agent and those above it need for their closing turns; `closing` may use what the agent itself kept, once.
   * An estimate that is no number of tokens is a `RangeError`.
   */
  readonly reserve: (estimate: Estimate, kind: CallKind) => Reservation | Exhausted;
  /** Starts an agent below this one, if depth and the number of agents allow it: the place is taken at once. */
  readonly spawn: (id: string, limits: AgentLimits, options?: AccountOptions) => Spawned;
  /** Opens the account of an agent that was started before: it takes no place again. */
  readonly open: (id: string, limits: AgentLimits, options?: AccountOptions) => Account;
  /** What counts against the limits. */
  readonly spent: () => Spent;
  /** The bill: what was reported, and nothing that was estimated. */
  readonly usage: () => { readonly self: Usage; readonly subtree: Usage };
  /** Gives back what a slice did not use. Calls that settle later still count. */
  readonly close: () => void;
  /** Closes the account of an agent that could not be started after all, and gives its place back. */
  readonly withdraw: () => void;
}

export interface AccountOptions {
  /** What a resumed agent used before. Whoever is above it has that in their own figures already. */
  readonly already?: Already;
  /** Takes the limits out of the pool above at once, so that nobody else can use them up. */
  readonly slice?: boolean;
}

export interface Already {
  readonly self: Usage;
  /** Of the agent and everything below it. */
  readonly subtree: Usage;
  readonly steps: number;
  /** Agents that were started below it. */
  readonly agents: number;
}

export type Spawned =
  { readonly ok: true; readonly account: Account } | { readonly ok: false; readonly refusal: SpawnRefusal };

export interface Lowered {
  readonly limit: Pooled;
  readonly asked: number;
  readonly given: number;
}

/** Of an agent and everything below it; the steps are its own. */
export interface Spent {
  readonly steps: number;
  readonly calls: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** Calls of which something had to be estimated, because nobody reported it or it has no price. */
  readonly estimated: number;
}

export interface Reservation {
  readonly ok: true;
  /** What the call has to be sent with; none where nobody limits it. */
  readonly maxOutputTokens: number | undefined;
  /** Books what the call really used in place of what was reserved. Only the first of `settle` and `cancel` counts. */
  readonly settle: (usage: Usage) => readonly BudgetNotice[];
  /** For a call that was not made, or that cost nothing. */
  readonly cancel: () => void;
}

export interface Exhausted {
  readonly ok: false;
  readonly limit: LimitName;
  /** The account whose limit it is. */
  readonly of: string;
  readonly used: number;
  readonly most: number;
  /** It may fit when calls under way are settled: see `freed` of the ledger. */
  readonly soon: boolean;
  /** Says that a limit of the agent itself is full, once. */
  readonly notices: readonly BudgetNotice[];
}

/** How far a limit is used up: from 80 % on, or wholly. */
export type Level = "warning" | "full";

/** An account has come to 80 % of a limit, or to its end. Each is said once for each limit and account. */
export interface BudgetNotice {
  readonly level: Level;
  readonly limit: LimitName;
  readonly of: string;
  readonly used: number;
  readonly most: number;
  /** Whether some of what was used is estimated. */
  readonly estimated: boolean;
}
