import type { ResourceKind } from "../category.ts";
import type { Automaton, Inner, Mentioned, State } from "./automaton.ts";
import { textsOf, unusedCharacter } from "./glob-texts.ts";
import { matchesSegment, ROOT } from "./segment.ts";

/** What to do after a visit: look no further at all, or not at what begins with this resource. */
export type Onward = "stop" | "skip" | undefined;

/**
 * Visits one resource for each set of patterns that can match together, short and likely ones first: every resource is
 * matched like one of those visited. Tells whether that is all there is, or it was told to stop; `false` when hostile
 * patterns would take too long, and then there may be more.
 *
 * A resource has at least one segment; one of kind `name` has exactly one, and in a path only the first can be the `/`
 * of what is outside the worktree. There are no others, so patterns that differ only there say the same.
 */
export function explore<T, Memo>(
  automaton: Automaton<T, Memo>,
  kind: ResourceKind,
  visit: (resource: readonly string[], state: State<T, Memo>) => Onward,
  mostWork: number = MOST_WORK,
): boolean {
  const seen = new Map<Inner<T, Memo>, Set<Place>>();
  const queue = new Queue<Stop<T, Memo>>();
  queue.add(0, { state: automaton.first, place: "start", resource: [], isLate: false });
  let isComplete = true;
  let work = 0;
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const { cost, item } = next;
    const { state, place, resource, isLate } = item;
    const places = seen.get(state) ?? new Set();
    if (!isLate && places.has(place)) continue;
    seen.set(state, places.add(place));
    if (isLate || isWhole(kind, place)) {
      // Which of those that match is an exception of which, whoever visits has to find out.
      const matching = state.places.filter(({ accepts }) => accepts.length > 0).length;
      work += PAIR * matching * (matching - 1);
      const onward = visit(resource, state);
      if (onward === "stop") return true;
      if (isLate || onward === "skip") continue;
    } else if (resource.length > 0) {
      queue.add(cost + ODD, { ...item, isLate: true });
    }
    const ways = waysOf(automaton.mentioned(state), kind, place);
    isComplete &&= ways.isComplete;
    for (const { text, to } of ways.texts) {
      work += state.places.length;
      if (work > mostWork) return false;
      const after = automaton.step(state, text);
      if (seen.get(after)?.has(to) === true) continue;
      const price = to === "odd" && place !== "odd" ? ODD : 1;
      queue.add(cost + price, { state: after, place: to, resource: [...resource, text], isLate: false });
    }
  }
  return isComplete;
}

/** How much work is too much, in steps of one pattern by one segment: a second or two. */
const MOST_WORK = 3_000_000;

/** What it is to compare two patterns. */
const PAIR = 20;

/** What it costs to be no URL, in segments. */
const ODD = 30;

interface Stop<T, Memo> {
  readonly state: Inner<T, Memo>;
  readonly place: Place;
  readonly resource: readonly string[];
  /** It was here before, and went on from here. */
  readonly isLate: boolean;
}

/** Where in a resource one is, as far as its kind cares. */
type Place = "start" | "more" | "end" | "host" | "label" | "path" | "name" | "odd";

/** Tells whether a resource of the kind can end here. For a URL, that is where it is whole; the others are always. */
const isWhole = (kind: ResourceKind, place: Place): boolean => (kind === "url" ? place === "name" : place !== "start");

interface Ways {
  readonly texts: readonly { readonly text: string; readonly to: Place }[];
  readonly isComplete: boolean;
}

/** One text for each way in which patterns take the next segment. */
function waysOf({ literals, globs }: Mentioned, kind: ResourceKind, place: Place): Ways {
  const dots = kind === "path" && globs.length > 0 ? DOTS : [];
  const { texts, isComplete } = textsOf(globs, dots.length > 0 ? new Set([...literals, ...dots]) : literals);
  const fresh = freshText({ literals, globs }, kind, place);
  const usual = kind === "url" && place === "label" ? SEPARATORS : dots.slice(0, 1);
  const ways = [fresh, ...literals, ...usual, ...texts].flatMap((text) => {
    const to = placeAfter(kind, place, text);
    return to === undefined ? [] : [{ text, to }];
  });
  return { texts: ways, isComplete };
}

/** The worktree, and what is no name at all. */
const DOTS = [".", ".."];

/** Where a segment leads, or `undefined` where there can be no such one. */
function placeAfter(kind: ResourceKind, place: Place, text: string): Place | undefined {
  switch (kind) {
    case "name":
      return place === "start" ? "end" : undefined;
    case "path":
      if (place === "end" || (place === "more" && (text === ROOT || text === "."))) return undefined;
      return text === "." ? "end" : "more";
    case "url":
      return placeInUrl(place, text);
    case "command":
    case "names":
      return "more";
  }
}

/** The segments of a URL: scheme, labels of the host, then the only one with a slash, then names. */
function placeInUrl(place: Place, text: string): Place {
  const isName = !text.includes("/");
  if (place === "start") return /^[a-z][a-z0-9+.-]*$/.test(text) ? "host" : "odd";
  if (place === "label" && SEPARATOR.test(text)) return "path";
  if (place === "host" || place === "label") return isName && text !== "" ? "label" : "odd";
  return (place === "path" || place === "name") && isName ? "name" : "odd";
}

const SEPARATOR = /^(?::[0-9]+)?\/(?:\?.*)?$/s;
const SEPARATORS = ["/", ":8080/", "/?q=1", ":8080/?q=1"];

/** A text that no pattern mentions here, one that people would write if there is one. */
function freshText({ literals, globs }: Mentioned, kind: ResourceKind, place: Place): string {
  const isFresh = (text: string): boolean =>
    !literals.has(text) && !globs.some((segment) => matchesSegment(segment, text));
  const parts = globs.flatMap((segment) => (segment.kind === "glob" ? segment.parts : []));
  return usualWords(kind, place).find(isFresh) ?? unusedCharacter([...literals, ...parts]);
}

function usualWords(kind: ResourceKind, place: Place): readonly string[] {
  if (kind === "path") return ["a.txt", "b.txt", "x", "y"];
  if (kind === "command" && place === "start") return ["ls", "date", "x"];
  if (kind !== "url") return ["a", "b", "x"];
  if (place === "start") return ["https", "http", "ftp"];
  if (place === "host") return ["example", "com", "test"];
  return place === "label" ? ["example", "other"] : ["a", "b", "x"];
}

/** Takes what costs least first, and of that what was added first. Costs are small whole numbers. */
class Queue<Item> {
  readonly #byCost: Item[][] = [];
  #cost = 0;
  #taken = 0;

  add(cost: number, item: Item): void {
    (this.#byCost[cost] ??= []).push(item);
  }

  take(): { readonly cost: number; readonly item: Item } | undefined {
    for (; this.#cost < this.#byCost.length; this.#cost += 1, this.#taken = 0) {
      const item = this.#byCost[this.#cost]?.[this.#taken];
      if (item === undefined) continue;
      this.#taken += 1;
      return { cost: this.#cost, item };
    }
    return undefined;
  }
}
