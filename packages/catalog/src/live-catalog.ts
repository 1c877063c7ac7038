import { type Catalog } from "./catalog.ts";
import { isSame } from "./same.ts";

/** How a live catalog reads. */
export interface LiveOptions<C extends Catalog> {
  /** Reads everything anew. What people wrote wrong is in the catalog; whatever this throws, `refresh` throws. */
  readonly load: () => C;
  /**
   * Tells cheaply what everything that `load` reads looks like: while this gives the same, nothing is loaded. Called
   * before each load. Without it every refresh loads.
   */
  readonly stamp?: (() => string) | undefined;
}

/** What a refresh found. */
export interface CatalogChange {
  /** Whether anything says something else than before, be it only a problem. */
  readonly changed: boolean;
  /** The names of what was added, removed, or says something else, in the order of the new catalog, the removed last. */
  readonly names: {
    readonly roles: readonly string[];
    readonly teams: readonly string[];
    readonly skills: readonly string[];
  };
  /** Whether the config, its bound or the hard cap is another. */
  readonly config: boolean;
}

/** A catalog that can be read again while runs go on. */
export interface LiveCatalog<C extends Catalog = Catalog> {
  /** The catalog as of the last refresh: the same object until then, so that one step sees one state. */
  readonly current: () => C;
  /** Counts the changes: 0 at first. A run that remembers it knows at its next step whether there was one. */
  readonly version: () => number;
  /**
   * Reads again, if there is anything new, and tells the subscribers of a change. A catalog that cannot be read counts
   * like any other: its faults stop runs, though the one before had none.
   */
  readonly refresh: () => CatalogChange;
  /**
   * Has a function called after each change. Whatever it throws is thrown by `refresh` as an `AggregateError`, when
   * everybody was told. Returns what ends the subscription.
   */
  readonly subscribe: (subscriber: (change: CatalogChange) => void) => () => void;
}

/**
 * Keeps a catalog that runs share and that can be read again. Loads once, at the beginning. Runs that ask for
 * `current()` at the beginning of each step see a reload at their next one; nothing changes under a step.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog, liveCatalog } from "@polyglav/catalog";
 *
 * let model = "local/small";
 * const live = liveCatalog({ load: () => createCatalog({ roles: { global: { critic: { model } } } }) });
 * const step = live.current();
 *
 * model = "local/large";
 * assert.equal(live.current(), step);
 * assert.deepEqual(live.refresh().names.roles, ["critic"]);
 * assert.deepEqual(live.current().role("critic")?.role.model, ["local/large"]);
 * assert.deepEqual(step.role("critic")?.role.model, ["local/small"]);
 * assert.equal(live.version(), 1);
 * ```
 */
export function liveCatalog<C extends Catalog>({ load, stamp }: LiveOptions<C>): LiveCatalog<C> {
  // The stamp comes first: what is written while files are read shows at the next refresh.
  let stamped = stamp?.();
  let current = load();
  let version = 0;
  const subscribers = new Set<{ readonly tell: (change: CatalogChange) => void }>();

  return {
    current: () => current,
    version: () => version,
    refresh() {
      const stampedNow = stamp?.();
      if (stampedNow !== undefined && stampedNow === stamped) return NOTHING;
      const next = load();
      const change = changeOf(current, next);
      // Also when nothing says anything else: lines may have moved.
      [current, stamped] = [next, stampedNow];
      if (!change.changed) return change;
      version += 1;
      const errors: unknown[] = [];
      for (const subscriber of [...subscribers]) {
        try {
          if (subscribers.has(subscriber)) subscriber.tell(change);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0)
        throw new AggregateError(errors, "Cannot tell everybody of a change of the catalog: some threw");
      return change;
    },
    subscribe(tell) {
      const subscriber = { tell };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
  };
}

const NOTHING: CatalogChange = { changed: false, names: { roles: [], teams: [], skills: [] }, config: false };

function changeOf(before: Catalog, after: Catalog): CatalogChange {
  const roleIn = (catalog: Catalog, name: string): unknown => catalog.role(name);
  const names = {
    roles: changedNames(before, after, "roles", roleIn),
    teams: changedNames(before, after, "teams", (catalog, name) => catalog.team(name)),
    skills: changedNames(before, after, "skills", (catalog, name) => catalog.skills.get(name)),
  };
  const config = !isSame(configOf(before), configOf(after));
  const isOther =
    config || Object.values(names).some(({ length }) => length > 0) || !isSame(restOf(before), restOf(after));
  return { changed: isOther, names, config };
}

function changedNames(
  before: Catalog,
  after: Catalog,
  kind: "roles" | "teams" | "skills",
  view: (catalog: Catalog, name: string) => unknown,
): readonly string[] {
  const all = new Set([...after[kind].names(), ...before[kind].names()]);
  return [...all].filter((name) => !isSame(view(before, name), view(after, name)));
}

const configOf = ({ config, bound, cap, modes, trusted }: Catalog): unknown => ({ config, bound, cap, modes, trusted });

const restOf = ({ problems, withheld, faults }: Catalog): unknown => ({ problems, withheld, faults });
