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
 * Cox, "Regular Expression Matching in the Wild"). Segments that no pattern mentions share one way, so resources
 * cannot make it grow beyond what the patterns say.
 */
export class Automaton<T, Memo = never> {
  readonly #start: Place<T>;
  readonly #states = new Map<string, Inner<T, Memo>>();
  readonly #first: Inner<T, Memo>;

  constructor(patterns: Iterable<readonly [Pattern, T]>) {
    let count = 0;
    const place = (): Place<T> => ({ id: count++, literals: new Map(), globs: [], accepts: [] });
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
    for (const text of resource) {
      if (typeof text !== "string") throw new TypeError("Cannot match a resource: a segment is not a text");
      state = state.next.get(text) ?? this.#step(state, text);
    }
    return state;
  }

  #step(state: Inner<T, Memo>, text: string): Inner<T, Memo> {
    if (state.isPlain && state.other !== undefined && !state.mentions(text)) return state.other;
    const next: Place<T>[] = [];
    let isMentioned = false;
    for (const place of state.places) {
      if (place.loops !== undefined && matchesSegment(place.loops, text)) next.push(place);
      if (place.one !== undefined) next.push(place.one);
      if (place.name !== undefined && text !== ROOT) next.push(place.name);
      const literal = place.literals.get(text);
      const globs = place.globs.filter(({ segment }) => matchesSegment(segment, text)).map(({ to }) => to);
      if (literal !== undefined) next.push(literal);
      next.push(...globs);
      isMentioned ||= globs.length > 0 || mentions(place, text);
    }
    if (!isMentioned) return (state.other ??= this.#stateOf(next));
    const reached = this.#stateOf(next);
    if (state.next.size < MOST_WAYS || state.isPlain) state.next.set(text, reached);
    return reached;
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
      other: undefined,
      isPlain: sorted.every((place) => place.globs.length === 0),
      mentions: (text) => sorted.some((place) => mentions(place, text)),
      memo: undefined,
    };
    // What is not kept is made again when it is needed; a set of patterns that leads to so many is not a usual one.
    if (this.#states.size < MOST_STATES) this.#states.set(key, state);
    return state;
  }
}

/** Ways that are kept for one state beyond those that literals name. */
const MOST_WAYS = 1_024;
const MOST_STATES = 50_000;

/** A place in the tree of all patterns. */
interface Place<T> {
  readonly id: number;
  readonly literals: Map<string, Place<T>>;
  readonly globs: { readonly key: string; readonly segment: Segment; readonly to: Place<T> }[];
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
const mentions = <T>(place: Place<T>, text: string): boolean =>
  place.literals.has(text) || (text === ROOT && (place.name !== undefined || place.loops?.kind === "any"));

interface Inner<T, Memo> extends State<T, Memo> {
  readonly places: readonly Place<T>[];
  readonly next: Map<string, Inner<T, Memo>>;
  /** Where a segment leads that no pattern mentions here. */
  other: Inner<T, Memo> | undefined;
  /** Only literals and stars: what is not in a literal is not mentioned. */
  readonly isPlain: boolean;
  readonly mentions: (text: string) => boolean;
}

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
      const known = at.globs.find((glob) => glob.key === key);
      if (known !== undefined) return known.to;
      const to = place();
      at.globs.push({ key, segment, to });
      return to;
    }
  }
}
