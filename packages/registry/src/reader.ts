import { explain } from "./explain.ts";
import { type Explanation } from "./explanation.ts";
import { definingLayers, isDefined, joinProblems, mergedOf, type Named, originOf } from "./named.ts";
import { sortNames } from "./order.ts";
import { type PlainObject } from "./plain.ts";
import { type Problem } from "./problem.ts";
import { type Joining } from "./rule.ts";

/** An entry after merging: every field that has a value. No field is promised, for no layer has to write it. */
export type Merged<T> = { readonly [K in keyof T]?: T[K] };

/** The half of a registry that reads. */
export interface Reader<T> {
  /**
   * Looks up a merged entry by its exact name; `undefined` when no layer defines it or a tombstone hides it. The
   * result is deeply frozen, and the same object as before while no layer changed what it says about this name.
   */
  readonly get: (name: string) => Merged<T> | undefined;
  readonly has: (name: string) => boolean;
  /** Lists the names that `get` answers, in code-point order. */
  readonly names: () => readonly string[];
  /** Iterates over `[name, entry]` in the order of `names`, as they are at the time of the call. */
  readonly entries: () => IterableIterator<readonly [name: string, entry: Merged<T>]>;
  /** Names the one layer that defines the entry, or `"merged"` when two or more do. */
  readonly origin: (name: string) => string | undefined;
  /** Tells where every field of an entry comes from and what it shadows; `undefined` when no layer names it. */
  readonly explain: (name: string) => Explanation<T> | undefined;
  /**
   * Lists what is wrong in all layers as they are now: what could not be taken in, lowest layer first, then what a
   * rule of your own could not join.
   */
  readonly problems: () => readonly Problem[];
}

/** All that there is to read. Readers keep what they find out in it, and change nothing else. */
export interface State {
  readonly named: Map<string, Named>;
  /** What could not be taken in, by layer, lowest first. */
  readonly problems: (readonly Problem[])[];
  sorted: readonly string[] | undefined;
}

/** Reads from a state, which may be another one each time. */
export function readerOf(stateNow: () => State, joins: readonly Joining[]): Reader<PlainObject> {
  const canFail = joins.some(({ rule }) => typeof rule === "object");

  function get(name: string): PlainObject | undefined {
    const named = stateNow().named.get(name);
    return named === undefined ? undefined : mergedOf(named, joins).value;
  }

  function names(): readonly string[] {
    const state = stateNow();
    return (state.sorted ??= Object.freeze(sortNames(definedNames(state.named))));
  }

  return {
    get,
    has: (name) => {
      const named = stateNow().named.get(name);
      return named !== undefined && isDefined(named);
    },
    names,
    entries: () => {
      const listed: (readonly [string, PlainObject])[] = [];
      for (const name of names()) {
        const entry = get(name);
        if (entry !== undefined) listed.push([name, entry]);
      }
      return listed.values();
    },
    origin: (name) => {
      const named = stateNow().named.get(name);
      return named === undefined ? undefined : originOf(definingLayers(named));
    },
    explain: (name) => {
      const named = stateNow().named.get(name);
      return named === undefined ? undefined : explain(name, named, mergedOf(named, joins), joins);
    },
    problems: () => {
      const { named, problems } = stateNow();
      const unjoined = canFail ? [...named].flatMap(([name, one]) => joinProblems(name, mergedOf(one, joins))) : [];
      return [...problems.flat(), ...unjoined];
    },
  };
}

function definedNames(named: ReadonlyMap<string, Named>): string[] {
  const names: string[] = [];
  for (const [name, one] of named) if (isDefined(one)) names.push(name);
  return names;
}
