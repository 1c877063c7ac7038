import type { ResourceKind } from "../../category.ts";
import { type Decision, meet } from "../../decision.ts";
import { includes, strictlyIncludes } from "../../pattern/pattern.ts";
import { type Places, readPattern } from "../../pattern/read.ts";
import type { Pattern } from "../../pattern/segment.ts";
import type { Patterns } from "./patterns-of.ts";

/** A rule in a list of which the last that matches decides. */
export interface OrderedRule extends Patterns {
  readonly decision: Decision;
}

/**
 * Rules in order, and what holds where none of them matches. All lists that are about a resource must permit it.
 */
export interface OrderedList {
  readonly base: Decision;
  /** What the list is about: its rules and its base decide nothing else. */
  readonly about: Pattern;
  readonly rules: readonly OrderedRule[];
}

/** The rules of a carve that permit no more than some lists together. */
export interface OrderFree {
  readonly rules: ReadonlyMap<string, Decision>;
  /** The patterns that cannot be written here; what they close is closed by `isClosed`. */
  readonly unreadable: readonly string[];
  /** A rule that closes something could not be written: then all of the category has to be closed. */
  readonly isClosed: boolean;
}

/**
 * Turns lists in which the last match decides into rules whose order means nothing, so that they never permit more.
 *
 * A pattern that a later one of its list includes is dropped: it never decides. Then the last match of a list is never
 * included in another match of that list, so nothing of its own list can be an exception to it here; and what is an
 * exception to it from another list takes its word. So for each list that is about a resource the word of its last
 * match, or a stricter one, is among those that are left to decide, and the strictest decides. What only crosses an
 * earlier and stricter rule gets stricter.
 */
export function orderFree(lists: readonly OrderedList[], kind: ResourceKind, places: Places): OrderFree {
  const unreadable: string[] = [];
  let isClosed = false;
  const read = (pattern: string, decision: Decision): readonly Pattern[] => {
    const means = readPattern(kind, pattern, places);
    if (means.ok) return means.value;
    unreadable.push(pattern);
    isClosed ||= decision !== "allow";
    return [];
  };
  const items = lists.map((list) => withoutDead(itemsOf(list, read)));
  const rules = new Map<string, Decision>();
  for (const [i, own] of items.entries()) {
    for (const { pattern, means, decision } of own) {
      const around = lists.flatMap(({ base, about }, j) => {
        const here = means.filter((each) => includes(about, each));
        if (i === j) return [];
        const others = (items[j] ?? []).filter((other) => isWithin(here, other.means));
        // Here a base is no rule beside this one but a default below it, also for a rule about all of the list.
        return [...(here.length > 0 ? [base] : []), ...others.map((other) => other.decision)];
      });
      const word = meet(decision, ...around);
      rules.set(pattern, meet(word, rules.get(pattern) ?? "allow"));
    }
  }
  return { rules, unreadable, isClosed };
}

interface Item {
  readonly pattern: string;
  readonly means: readonly Pattern[];
  readonly decision: Decision;
}

type Reader = (pattern: string, decision: Decision) => readonly Pattern[];

/** A rule that is about less than its patterns say: it may close that, and must open nothing. */
function itemsOf({ base, rules }: OrderedList, read: Reader): readonly Item[] {
  const items: Item[] = [];
  let strictest = base;
  for (const { exact, over, decision } of rules) {
    const cautious = decision === "ask" && strictest === "deny" ? "deny" : decision;
    const add = (pattern: string, word: Decision): void => {
      const means = read(pattern, word);
      if (means.length > 0) items.push({ pattern, means, decision: word });
    };
    for (const pattern of exact) add(pattern, decision);
    if (decision !== "allow") for (const pattern of over) add(pattern, cautious);
    strictest = meet(strictest, decision);
  }
  return items;
}

/** Leaves out what a later one decides anyway. */
const withoutDead = (items: readonly Item[]): readonly Item[] =>
  items.filter(
    ({ means }, i) =>
      !items.slice(i + 1).some((later) => means.every((each) => later.means.some((wide) => includes(wide, each)))),
  );

const isWithin = (means: readonly Pattern[], around: readonly Pattern[]): boolean =>
  means.some((each) => around.some((wide) => strictlyIncludes(wide, each)));
