import type { Function as FunctionNode } from "unbash";

/** Where a shell stands: `undefined` is a folder that nobody knows. */
export interface Place {
  readonly cwd: string | undefined;
  /** What `cd -` goes back to. */
  readonly previous: string | undefined;
  /** What `popd` goes back to, the next one last. */
  readonly stack: readonly (string | undefined)[];
}

/** The bodies that a name may stand for when it is called as a function. */
export interface Definition {
  readonly bodies: readonly FunctionNode["body"][];
  /** Whether the name can be nothing else here, such as a program. */
  readonly isSure: boolean;
}

/** What is known of a shell between two commands. */
export interface State {
  /** All the places where it may stand; none where nothing runs any more. */
  readonly places: readonly Place[];
  readonly functions: ReadonlyMap<string, Definition>;
}

/** The state after a command that succeeded, and after one that failed. */
export interface Flow {
  readonly ok: State;
  readonly fail: State;
}

/** The flow of a command that leaves the shell as it was. */
export const unchanged = (state: State): Flow => ({ ok: state, fail: state });

/** The one state after a command, however it ended. */
export const settle = ({ ok, fail }: Flow): State => merge(ok, fail);

/** What is known where two ways meet. */
export function merge(a: State, b: State): State {
  if (a === b) return a;
  return { places: mergePlaces(a.places, b.places), functions: mergeFunctions(a, b) };
}

/** Both ends of two flows that meet. */
export const mergeFlows = (a: Flow, b: Flow): Flow => ({ ok: merge(a.ok, b.ok), fail: merge(a.fail, b.fail) });

/** The state in which the shell may stand in a folder that nobody knows, too. */
export function anywhere(state: State): State {
  return { ...state, places: mergePlaces(state.places, [NOWHERE]) };
}

/** The state behind a command after which nothing of this shell runs. */
export const ended = (state: State): State => ({ ...state, places: [] });

/** The state in which any function may have been taken away. */
export function unsure(state: State): State {
  if (state.functions.size === 0) return state;
  const functions = [...state.functions].map(([name, { bodies }]) => [name, { bodies, isSure: false }] as const);
  return { ...state, functions: new Map(functions) };
}

/** More places than this are as good as anywhere. */
const MOST_PLACES = 4;
/** The place of a shell that may stand in any folder. */
export const NOWHERE: Place = { cwd: undefined, previous: undefined, stack: [] };

function mergePlaces(a: readonly Place[], b: readonly Place[]): readonly Place[] {
  const added = b.filter((place) => !a.some((other) => isSamePlace(place, other)));
  if (added.length === 0) return a;
  const all = [...a, ...added];
  if (all.length <= MOST_PLACES) return all;
  // Those that are known stay, for a deny.
  const some = [...all.filter(({ cwd }) => cwd !== undefined).slice(0, MOST_PLACES - 1), NOWHERE];
  return some.every((place) => a.some((other) => isSamePlace(place, other))) ? a : some;
}

const isSamePlace = (a: Place, b: Place): boolean =>
  a.cwd === b.cwd &&
  a.previous === b.previous &&
  a.stack.length === b.stack.length &&
  a.stack.every((folder, index) => folder === b.stack[index]);

function mergeFunctions(a: State, b: State): ReadonlyMap<string, Definition> {
  // A way that has ended brings nothing along.
  if (a.functions === b.functions || b.places.length === 0) return a.functions;
  if (a.places.length === 0) return b.functions;
  const merged = new Map<string, Definition>();
  for (const name of new Set([...a.functions.keys(), ...b.functions.keys()])) {
    const [one, other] = [a.functions.get(name), b.functions.get(name)];
    const bodies = [...new Set([...(one?.bodies ?? []), ...(other?.bodies ?? [])])];
    merged.set(name, { bodies, isSure: one?.isSure === true && other?.isSure === true });
  }
  return merged;
}
