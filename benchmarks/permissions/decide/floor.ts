/**
 * Not products but limits: an index that knows only whole names and beginnings.
 *
 * @module
 */
import type { Decide } from "./decide-cell.ts";
import { strictestOf } from "./wildcard.ts";
import type { Category, Link, Rule, Word } from "./workload.ts";

/** The least work there is: the chain is met beforehand, rule by rule, which only works where all links share them. */
export function metFloor(chain: readonly Link[]): Decide {
  const [first = []] = chain;
  const words = (rule: Rule): readonly Word[] => chain.map((link) => link[rule.number]?.word ?? "deny");
  return indexed(first.map((rule) => ({ ...rule, word: strictest(words(rule)) })));
}

/** The same index for each link, walked at each decision: the least that a chain costs which can change. */
export const walkedFloor = (chain: readonly Link[]): Decide => strictestOf(chain.map(indexed));

interface Index {
  readonly exact: Map<string, Word>;
  /** By their lengths. */
  readonly prefixes: Map<number, Map<string, Word>>;
}

const emptyIndex = (): Index => ({ exact: new Map(), prefixes: new Map() });

function indexed(link: Link): Decide {
  const indexes = new Map<Category, Index>();
  for (const { category, kind, text, word } of link) {
    const { exact, prefixes } = indexes.get(category) ?? emptyIndex();
    indexes.set(category, { exact, prefixes });
    if (kind === "exact") exact.set(text, word);
    else prefixes.set(text.length, (prefixes.get(text.length) ?? new Map<string, Word>()).set(text, word));
  }
  return ({ category, text }) => {
    const index = indexes.get(category);
    if (index === undefined) return "deny";
    const named = index.exact.get(text);
    if (named !== undefined) return named;
    for (const [length, words] of index.prefixes) {
      const found = words.get(text.slice(0, length));
      if (found !== undefined) return found;
    }
    return "deny";
  };
}

const strictest = (words: readonly Word[]): Word =>
  words.includes("deny") ? "deny" : words.includes("ask") ? "ask" : "allow";
