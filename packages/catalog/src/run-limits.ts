import type { Catalog } from "./catalog.ts";
import { type Limits } from "./limits.ts";

/** What keeps a tree of runs from running away. On by default: a person who wants more has to say so. */
export interface RunLimits {
  /** Model steps of one run. */
  readonly steps: number;
  /** How many delegations may lie below each other under a run; 0 means that it may not delegate. */
  readonly depth: number;
  /** Runs that may be started below it, all told. */
  readonly agents: number;
  /** Milliseconds from its start; `Infinity` for as long as it takes. */
  readonly ms: number;
  /** Tokens of it and everything under it; `Infinity` where nobody says. */
  readonly tokens: number;
  /** US dollars that it and everything under it may cost; `Infinity` where nobody says. */
  readonly cost: number;
}

/** The limits of a run about which neither its role nor the config says anything. */
export const DEFAULT_LIMITS: RunLimits = {
  steps: 50,
  depth: 3,
  agents: 50,
  ms: Infinity,
  tokens: Infinity,
  cost: Infinity,
};

/**
 * Works out the limits of a run of a role: the role's own word, else that of the config, else the default. What a folder
 * that is not trusted says only lowers. Throws nothing; an unknown role has the limits of a role that says nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog, runLimits } from "@polyglav/catalog";
 *
 * const roles = { local: { lead: { limits: { depth: 1 } } } };
 * const limits = runLimits(createCatalog({ trusted: true, roles }), "lead");
 * assert.equal(limits.depth, 1);
 * assert.equal(limits.steps, 50);
 * ```
 */
export function runLimits(catalog: Pick<Catalog, "role" | "config" | "bound">, role: string): RunLimits {
  const view = catalog.role(role);
  const written: Limits = view?.role.limits ?? {};
  const bounds = [view?.bound?.limits, catalog.bound?.limits];
  const limit = (key: keyof RunLimits): number =>
    Math.min(
      written[key] ?? catalog.config.limits[key] ?? DEFAULT_LIMITS[key],
      ...bounds.map((bound) => bound?.[key] ?? Infinity),
    );
  return {
    steps: limit("steps"),
    depth: limit("depth"),
    agents: limit("agents"),
    ms: limit("ms"),
    tokens: limit("tokens"),
    cost: limit("cost"),
  };
}

/** A run on the way from the one that wants to delegate up to the root, as far as limits go. */
export interface Spawner {
  readonly limits: Pick<RunLimits, "depth" | "agents">;
  /** Runs that were started below it so far. */
  readonly descendants: number;
}

/** Why a limit forbids a delegation. */
export interface SpawnRefusal {
  readonly code: "POLYGLAV_DEPTH" | "POLYGLAV_AGENTS";
  readonly message: string;
  readonly hint: string;
}

/**
 * Says why a run may not start another agent, or `undefined` when it may. Everybody above has a say: the limit of a run
 * holds for all that lies below it.
 *
 * @param path the run that wants to delegate, then its parent, up to the root
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { DEFAULT_LIMITS, spawnRefusal } from "@polyglav/catalog";
 *
 * const one = { limits: DEFAULT_LIMITS, descendants: 0 };
 * assert.equal(spawnRefusal([one, one, one]), undefined);
 * assert.equal(spawnRefusal([one, one, one, one])?.code, "POLYGLAV_DEPTH");
 * ```
 */
export function spawnRefusal(path: readonly Spawner[]): SpawnRefusal | undefined {
  for (const [levels, { limits, descendants }] of path.entries()) {
    if (levels >= limits.depth) {
      return refusal("POLYGLAV_DEPTH", `the limit is ${limits.depth} delegations below each other`);
    }
    if (descendants >= limits.agents) {
      return refusal("POLYGLAV_AGENTS", `the limit is ${limits.agents} agents and all were started`);
    }
  }
  return undefined;
}

function refusal(code: SpawnRefusal["code"], why: string): SpawnRefusal {
  return { code, message: `Cannot delegate: ${why}`, hint: "Do the task yourself" };
}
