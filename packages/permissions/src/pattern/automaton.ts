import { matchesSegment, type Pattern, ROOT, type Segment } from "./segment.ts";

/** Where an automaton is after some segments: what it accepts there, and what its users worked out for it. */
export interface State<T, Memo> {
  /** The values of all patterns that match what was read so far. */
  readonly accepts: readonly T[];
  /** For the user of the automaton: worked out once for all resources that end here. */
  memo: Memo | undefined;
}

/**
 * Matches a resource against many patterns at once. The patterns share a tree of segments; a set of places in the tree
 * is a state, made when a resource first leads there and kept for the next one (a lazy deterministic automaton, as in
 * Cox, "Regular Expression Matching in the Wild"). Segments that no pattern mentions share one way, and of those that
 * only globs match a few are kept for each state, so resources cannot make it grow beyond what the patterns say.
 */
export class Automaton<T, Memo = never> {
  readonly #start: Place<T>;
  readonly #states = new Map<string, Inner<T, Memo>>();
  readonly #first: Inner<T, Memo>;

  constructor(patterns: Iterable<readonly [Pattern, T]>) {
    let count = 0;
    const place = (): Place<T> => ({ id: count++, literals: new Map(), globs: new Map(), starts: [], accepts: [] });
    this.#start = place();
    for (const [pattern, value] of patterns) {
      let at = this.#start;
      for (const segment of pattern) at = follow(at, segment, place);
      at.accepts.push(value);
    }
    this.#first = this.#stateOf([this.#start]);
  }

  /** The state after a resource. Segments that are no text, which only a caller without types can hand over, throw. */
  match(resource: readonly string[]): State<T, Memo> {
    let state = this.#first;
    // By index, which is faster here than the iterator of an array.
    for (let i = 0, { length } = resource; i < length; i += 1) {
      const text = resource[i];
      if (typeof text !== "string") throw new TypeError("Cannot match a resource: a segment is not a text");
      state = state.next.get(text) ?? this.#step(state, text);
    }
    return state;
  }

  /** The state before any segment. With {@link step} and {@link mentioned} one goes every way that patterns tell apart. */
  get first(): Inner<T, Memo> {
    return this.#first;
  }

  /** The state after one more segment. */
  step(state: Inner<T, Memo>, text: string): Inner<T, Memo> {
    return state.next.get(text) ?? this.#step(state, text);
  }

  /** The texts and globs that make a difference as the next segment; all others lead to one and the same state. */
  mentioned(state: Inner<T, Memo>): Mentioned {
    const literals = new Set(state.places.flatMap((place) => [...place.literals.keys()]));
    if (isNamed(state.places, ROOT)) literals.add(ROOT);
    const globs = state.places.flatMap((place) => [...place.globs.values()].flat());
    return { literals, globs: [...new Map(globs.map(({ key, segment }) => [key, segment])).values()] };
  }

  #step(state: Inner<T, Memo>, text: string): Inner<T, Memo> {
    if (state.isOpen && text !== ROOT) return (state.other ??= this.#reach(state, text, NONE));
    const globs = state.hasGlobs ? globsAmong(state.places, text) : NONE;
    if (isNamed(state.places, text)) {
      const reached = this.#reach(state, text, globs);
      state.next.set(text, reached);
      return reached;
    }
    if (globs.length === 0) return (state.other ??= this.#reach(state, text, globs));
    // Texts without end may match the same globs, and all of them lead to the same place.
    const [only] = globs;
    const key = globs.length === 1 && only !== undefined ? only.to.id : globs.map(({ to }) => to.id).join(",");
    const known = state.ways.get(key) ?? this.#reach(state, text, globs);
    state.ways.set(key, known);
    // Such as the `/` behind a host, which nearly all URLs have. Few and short ones, for whoever asks may make up more.
    if (state.learned < MOST_LEARNED && text.length <= LONGEST_START) {
      state.learned += 1;
      state.next.set(text, known);
    }
    return known;
  }

  #reach(state: Inner<T, Memo>, text: string, globs: readonly Glob<T>[]): Inner<T, Memo> {
    const next = globs.map(({ to }) => to);
    for (const place of state.places) {
      const literal = place.literals.get(text);
      if (place.loops !== undefined && matchesSegment(place.loops, text)) next.push(place);
      if (place.one !== undefined) next.push(place.one);
      if (place.name !== undefined && text !== ROOT) next.push(place.name);
      if (literal !== undefined) next.push(literal);
    }
    return this.#stateOf(next);
  }

  #stateOf(reached: readonly Place<T>[]): Inner<T, Memo> {
    const places = new Map<number, Place<T>>();
    for (const place of reached) {
      for (const each of [place, place.any, place.names]) if (each !== undefined) places.set(each.id, each);
    }
    const sorted = [...places.values()].toSorted((a, b) => a.id - b.id);
    const key = sorted.map(({ id }) => id).join(",");
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state: Inner<T, Memo> = {
      places: sorted,
      accepts: sorted.flatMap((place) => place.accepts),
      next: new Map(),
      learned: 0,
      ways: new Map(),
      other: undefined,
      hasGlobs: sorted.some((place) => place.globs.size > 0),
      isOpen: sorted.every((place) => place.globs.size === 0 && place.literals.size === 0),
      memo: undefined,
    };
    // What is not kept is made again when it is needed; a set of patterns that leads to so many is not a usual one.
    if (this.#states.size < MOST_STATES) this.#states.set(key, state);
    return state;
  }
}

const MOST_STATES = 50_000;

interface Glob<T> {
  readonly key: string;
  readonly segment: Segment;
  readonly to: Place<T>;
}

/** What patterns mention somewhere. */
export interface Mentioned {
  readonly literals: ReadonlySet<string>;
  readonly globs: readonly Segment[];
}

/** A place in the tree of all patterns. */
interface Place<T> {
  readonly id: number;
  readonly literals: Map<string, Place<T>>;
  /** By what they begin with, so that most of a long list of them need not be tried. */
  readonly globs: Map<string, Glob<T>[]>;
  /** How long what they begin with is, each length once. */
  readonly starts: number[];
  one?: Place<T>;
  /** Behind a `*` of paths. */
  name?: Place<T>;
  /** Behind a `**`: that place loops on every segment. */
  any?: Place<T>;
  /** Behind a `**` of paths. */
  names?: Place<T>;
  loops?: Segment;
  readonly accepts: T[];
}

/** Tells whether a text leads elsewhere than one that nobody mentions, globs aside. */
function isNamed<T>(places: readonly Place<T>[], text: string): boolean {
  for (const place of places) {
    if (place.literals.has(text)) return true;
    if (text === ROOT && (place.name !== undefined || place.loops?.kind === "any")) return true;
  }
  return false;
}

/** A state as the automaton keeps it. Its fields are the automaton's own. */
export interface Inner<T, Memo> extends State<T, Memo> {
  readonly places: readonly Place<T>[];
  /** Where the texts lead that literals name, and the first few that only globs match. */
  readonly next: Map<string, Inner<T, Memo>>;
  learned: number;
  /** Where texts lead that only globs match, by those globs. */
  readonly ways: Map<string | number, Inner<T, Memo>>;
  /** Where a segment leads that no pattern mentions here. */
  other: Inner<T, Memo> | undefined;
  readonly hasGlobs: boolean;
  /** Whether nothing is mentioned from here on, such as behind the last `**`: all names lead the same way. */
  readonly isOpen: boolean;
}

/** The globs at some places that match a text. */
function globsAmong<T>(places: readonly Place<T>[], text: string): readonly Glob<T>[] {
  let found: Glob<T>[] | undefined;
  for (const { globs, starts } of places) {
    for (const length of starts) {
      for (const glob of globs.get(text.slice(0, length)) ?? NONE) {
        if (matchesSegment(glob.segment, text)) (found ??= []).push(glob);
      }
    }
  }
  return found ?? NONE;
}

const NONE: readonly never[] = [];
/** What globs begin with is looked at up to here; those that begin alike so far stand in one list. */
const LONGEST_START = 24;
const MOST_LEARNED = 16;

function follow<T>(at: Place<T>, segment: Segment, place: () => Place<T>): Place<T> {
  switch (segment.kind) {
    case "one":
      return segment.named === true ? (at.name ??= place()) : (at.one ??= place());
    case "any": {
      const to = (): Place<T> => ({ ...place(), loops: segment });
      return segment.named === true ? (at.names ??= to()) : (at.any ??= to());
    }
    case "literal": {
      const known = at.literals.get(segment.text) ?? place();
      at.literals.set(segment.text, known);
      return known;
    }
    case "glob": {
      const key = JSON.stringify(segment.parts);
      const start = (segment.parts[0] ?? "").slice(0, LONGEST_START);
      const globs = at.globs.get(start) ?? [];
      if (!at.starts.includes(start.length)) at.starts.push(start.length);
      at.globs.set(start, globs);
      const known = globs.find((glob) => glob.key === key);
      if (known !== undefined) return known.to;
      const to = place();
      globs.push({ key, segment, to });
      return to;
    }
  }
}
