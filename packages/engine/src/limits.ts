import type { Hindrance } from "./hindrance.ts";
import type { RunError } from "./outcome.ts";

/** What keeps a tree of runs from running away. On by default: a person who wants more has to say so. */
export interface Limits {
  /** Model steps of one run. */
  readonly steps: number;
  /** How many delegations may lie below each other under a run; 0 means that it may not delegate. */
  readonly depth: number;
  /** Runs that may be started below it, all told. */
  readonly agents: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 50, depth: 3, agents: 50 };

/** What files say about limits, as far as they say it. */
type SomeLimits = Readonly<Partial<Record<keyof Limits | "ms", number | undefined>>>;

/** Where limits come from: the role's own before those of the config; a bound of an untrusted folder only lowers. */
export interface LimitSources {
  readonly role: SomeLimits;
  readonly config: SomeLimits;
  readonly bounds: readonly (SomeLimits | undefined)[];
}

/** Works out the limits of a run. `ms` has no default: a run may take its time unless somebody says otherwise. */
export function limitsOf({ role, config, bounds }: LimitSources): Limits & { readonly ms: number } {
  const limit = (key: keyof SomeLimits, otherwise: number): number =>
    Math.min(role[key] ?? config[key] ?? otherwise, ...bounds.map((bound) => bound?.[key] ?? Infinity));
  return {
    steps: limit("steps", DEFAULT_LIMITS.steps),
    depth: limit("depth", DEFAULT_LIMITS.depth),
    agents: limit("agents", DEFAULT_LIMITS.agents),
    ms: limit("ms", Infinity),
  };
}

/** How many steps in a row may be hindered by the same thing before the run ends. */
export const EQUAL_HINDRANCES = 3;

/**
 * Counts steps that were hindered by the same thing in a row. A model that is hindered and tries the same again learns
 * nothing from the third time that the first did not say; letting it go on only costs money.
 */
export interface HindranceGuard {
  /**
   * Takes what hindered each call of a step, `undefined` for one that was carried out. Calls of one step were made before
   * any of their answers was read: they count once, and only if all were hindered alike. Gives the hindrance that the run
   * has to end with.
   */
  readonly saw: (calls: readonly (Hindrance | undefined)[]) => Hindrance | undefined;
}

export function hindranceGuard(most: number = EQUAL_HINDRANCES): HindranceGuard {
  let last: string | undefined;
  let count = 0;
  return {
    saw(calls) {
      const [first] = calls;
      const key = keyOf(first);
      const alike = key !== undefined && calls.every((call) => keyOf(call) === key);
      count = alike ? (key === last ? count + 1 : 1) : 0;
      last = alike ? key : undefined;
      return count >= most ? first : undefined;
    },
  };
}

function keyOf(hindrance: Hindrance | undefined): string | undefined {
  return hindrance === undefined ? undefined : `${hindrance.of} ${hindrance.key}`;
}

/** A run on the way from the one that wants to delegate up to the root, as far as limits go. */
export interface Spawner {
  readonly limits: Limits;
  /** Runs that were started below it so far. */
  readonly descendants: number;
}

/**
 * Why a run may not start another agent, or `undefined` when it may. Everybody above has a say: the limit of a run holds
 * for all that lies below it.
 *
 * @param path the run that wants to delegate, then its parent, up to the root
 */
export function spawnRefusal(path: readonly Spawner[]): RunError | undefined {
  for (const [levels, { limits, descendants }] of path.entries()) {
    if (levels >= limits.depth)
      return refusal("POLYGLAV_DEPTH", `the limit is ${limits.depth} delegations below each other`);
    if (descendants >= limits.agents)
      return refusal("POLYGLAV_AGENTS", `the limit is ${limits.agents} agents and all were started`);
  }
  return undefined;
}

function refusal(code: string, why: string): RunError {
  return { code, message: `Cannot delegate: ${why}`, hint: "Do the task yourself" };
}
