import picomatch from "picomatch";
import { decideCell } from "../decide/decide-cell.ts";
import { strictestOf } from "../decide/wildcard.ts";

// A list of compiled globs in which the last match wins. Two stars, because one does not cross a slash.
await decideCell((chain) =>
  strictestOf(
    chain.map((link) => {
      const lastFirst = link.toReversed().map(({ category, kind, text, word }) => {
        const glob = kind === "exact" ? text : `${text}${text.endsWith("/") ? "**" : "*"}`;
        return { category, matches: picomatch(glob, { bash: true, dot: true }), word };
      });
      return ({ category, text }) => {
        for (const rule of lastFirst) if (rule.category === category && rule.matches(text)) return rule.word;
        return "deny";
      };
    }),
  ),
);
