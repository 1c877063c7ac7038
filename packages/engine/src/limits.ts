import type { RunError } from "./outcome.ts";

/** What keeps a tree of runs from running away. On by default: a person who wants more has to say so. */
export interface Limits {
  /** Model steps of one run. */
  readonly steps: number;
  /** How many delegations may lie above a run: 3 lets the root's children have grandchildren of their own. */
  readonly depth: number;
  /** Sub-agents that one tree may start. */
  readonly agents: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 50, depth: 3, agents: 50 };

/** How many refusals of the same kind in a row end a run. */
export const EQUAL_REFUSALS = 3;

/**
 * Counts refusals of the same kind in a row. A model that is refused and tries the same again learns nothing from the
 * third refusal that the first did not say; letting it go on only costs money.
 */
export interface RefusalGuard {
  /** Takes the kind of a refusal, or `undefined` for a call that was carried out. True when the run has to end. */
  readonly saw: (kind: string | undefined) => boolean;
}

export function refusalGuard(most: number = EQUAL_REFUSALS): RefusalGuard {
  let last: string | undefined;
  let count = 0;
  return {
    saw(kind) {
      count = kind !== undefined && kind === last ? count + 1 : 1;
      last = kind;
      return kind !== undefined && count >= most;
    },
  };
}

/** Why a run may not start another agent, or `undefined` when it may. */
export function spawnRefusal(depth: number, started: number, limits: Limits): RunError | undefined {
  if (depth >= limits.depth) {
    return {
      code: "POLYGLAV_DEPTH",
      message: `Cannot delegate: this run is ${depth} delegations deep and the limit is ${limits.depth}`,
      hint: "Do the task yourself",
    };
  }
  if (started >= limits.agents) {
    return {
      code: "POLYGLAV_AGENTS",
      message: `Cannot delegate: ${started} agents were started and the limit is ${limits.agents}`,
      hint: "Do the task yourself",
    };
  }
  return undefined;
}
