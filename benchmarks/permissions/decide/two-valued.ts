/**
 * How an engine that only knows yes and no is asked about three words.
 *
 * @module
 */
import type { Query, Rule, Word } from "./workload.ts";

/** May it be done at all (`gated`), and may it be done without asking (`auto`)? */
export type Right = "auto" | "gated";

/** The rights that a rule gives: none where it denies. */
export function rightsOf({ word }: Rule): readonly Right[] {
  return word === "allow" ? ["auto", "gated"] : word === "ask" ? ["gated"] : [];
}

/** One link of a chain that says yes or no. */
export type YesOrNo = (right: Right, query: Query) => boolean;

/** Decides by asking each link for `auto`, and only if it says no for `gated`; the first that says no to both ends it. */
export function strictestOf(links: readonly YesOrNo[]): (query: Query) => Word {
  return (query) => {
    let word: Word = "allow";
    for (const has of links) {
      if (has("auto", query)) continue;
      if (!has("gated", query)) return "deny";
      word = "ask";
    }
    return word;
  };
}
