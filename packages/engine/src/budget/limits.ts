import type { AgentLimits, LimitName } from "../log/log-entry.ts";

/** From this share of a limit on, an agent is told. */
export const WARNING_SHARE = 0.8;

const LIMIT_NAMES = [
  "steps",
  "depth",
  "agents",
  "ms",
  "tokens",
  "cost",
  "calls",
] as const satisfies readonly LimitName[];

/**
 * Holds what somebody asks for against a cap: the lower one of each limit. A model that delegates may lower the limits
 * of a role and never raise them, also not with a number that is none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { capLimits } from "@polyglav/engine";
 *
 * const role = { steps: 5, depth: 3, agents: 50 };
 * assert.deepEqual(capLimits({ steps: 50, tokens: 9_000 }, role), { ...role, tokens: 9_000 });
 * ```
 */
export function capLimits(
  asked: Readonly<Partial<Record<LimitName, number | undefined>>>,
  cap: AgentLimits,
): AgentLimits {
  const limits: { -readonly [K in keyof AgentLimits]: AgentLimits[K] } = {
    steps: cap.steps,
    depth: cap.depth,
    agents: cap.agents,
  };
  for (const name of LIMIT_NAMES) {
    const wanted = asked[name];
    const most = cap[name];
    if (wanted === undefined || Number.isNaN(wanted)) {
      if (most !== undefined) limits[name] = most;
    } else {
      limits[name] = Math.max(0, Math.min(wanted, most ?? Infinity));
    }
  }
  return limits;
}

/** How far a limit is used up: nothing to say, from 80 % on, or wholly. */
export function limitLevel(used: number, most: number): "warning" | "full" | undefined {
  if (used >= most) return "full";
  return used >= most * WARNING_SHARE ? "warning" : undefined;
}
