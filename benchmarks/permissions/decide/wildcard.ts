/**
 * What agent harnesses commonly do, in our own rendering: a flat list of rules with wildcards, the last match wins.
 *
 * @module
 */
import type { Decide } from "./decide-cell.ts";
import { globOf, type Link, type Query, type Word } from "./workload.ts";

/** Every pattern becomes a regular expression again at each decision. */
export function rebuiltWildcards(chain: readonly Link[]): Decide {
  const links = chain.map((link) =>
    link.map((rule) => ({ category: rule.category, glob: globOf(rule), word: rule.word })),
  );
  const matches = (text: string, glob: string): boolean => expressionOf(glob).test(text);
  return strictestOf(
    links.map((link) => ({ category, text }) => {
      const rule = link.findLast((one) => matches(category, one.category) && matches(text, one.glob));
      return rule?.word ?? "deny";
    }),
  );
}

/** The same with regular expressions that are built once. */
export function keptWildcards(chain: readonly Link[]): Decide {
  return strictestOf(
    chain.map((link) => {
      const lastFirst = link
        .map((rule) => ({ category: rule.category, expression: expressionOf(globOf(rule)), word: rule.word }))
        .toReversed();
      return ({ category, text }) => {
        for (const rule of lastFirst) if (rule.category === category && rule.expression.test(text)) return rule.word;
        return "deny";
      };
    }),
  );
}

/** The strictest word of all links; a deny ends it. */
export function strictestOf(links: readonly ((query: Query) => Word)[]): Decide {
  return (query) => {
    let word: Word = "allow";
    for (const decide of links) {
      const said = decide(query);
      if (said === "deny") return said;
      if (said === "ask") word = said;
    }
    return word;
  };
}

/** A star stands for anything, a question mark for one character, everything else for itself. */
function expressionOf(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s");
}
