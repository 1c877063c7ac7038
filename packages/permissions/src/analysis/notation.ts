import { includes } from "../pattern/pattern.ts";
import { ANY, canonical, type Pattern } from "../pattern/segment.ts";
import type { Rule } from "../rules.ts";
import { placeOf, type RulesAt } from "./entry.ts";
import type { Finding } from "./finding.ts";

/** Finds patterns that mean something else than they seem to: one star for one word, and what other harnesses write. */
export function notationFindings(at: RulesAt): readonly Finding[] {
  return at.rules.rules.flatMap((rule) => [...oneWordStar(rule, at), ...foreign(rule, at)]);
}

/** `git *` is `git` and exactly one word, which people take for any. */
function oneWordStar(rule: Rule, at: RulesAt): readonly Finding[] {
  const [means = []] = rule.means;
  if (at.kind !== "command" || at.key === "bash_allow") return [];
  if (means.at(-1)?.kind !== "one" || means.some(({ kind }) => kind === "any")) return [];
  const wide: Pattern = canonical([...means.slice(0, -1), ANY]);
  const isMeant = at.rules.rules.some((other) => other.means.some((pattern) => includes(pattern, wide)));
  // Somebody who wrote the wider rule, too, knows the difference.
  if (isMeant) return [];
  const name = JSON.stringify(rule.pattern);
  return [
    {
      code: "lint/one-word-star",
      severity: rule.decision === "allow" ? "note" : "warning",
      message: `The rule ${name} (${rule.decision}) is for exactly one more word: what has none or two is decided otherwise`,
      hint: `did you mean ${JSON.stringify(`${rule.pattern}*`)}?`,
      ...placeOf(rule, at),
    },
  ];
}

function foreign(rule: Rule, at: RulesAt): readonly Finding[] {
  const instead = FOREIGN.find(({ key, pattern }) => key(at) && pattern.test(rule.pattern));
  if (instead === undefined) return [];
  const meant = rule.pattern.replace(instead.pattern, instead.write);
  return [
    {
      code: "lint/foreign-notation",
      severity: "warning",
      message: `The rule ${JSON.stringify(rule.pattern)} looks like ${instead.of}: ${instead.here}`,
      hint: `did you mean ${JSON.stringify(meant)}?`,
      ...placeOf(rule, at),
    },
  ];
}

/** How others write it, and what that says here. */
interface Foreign {
  readonly key: (at: RulesAt) => boolean;
  readonly pattern: RegExp;
  readonly of: string;
  readonly here: string;
  readonly write: string;
}

const isCommand = ({ kind }: RulesAt): boolean => kind === "command";

const FOREIGN: readonly Foreign[] = [
  {
    key: isCommand,
    pattern: /:\*$/,
    of: "the prefix notation of another harness",
    here: "here it is one word that goes on after the colon",
    write: " **",
  },
  {
    key: isCommand,
    pattern: /^\^/,
    of: "a regular expression",
    here: 'here "^" is a character',
    write: "",
  },
  {
    key: isCommand,
    pattern: / \.\*\$?$/,
    of: "a regular expression",
    here: "here it is one word that begins with a dot",
    write: " **",
  },
  {
    key: ({ category }) => category === "mcp",
    pattern: /^mcp__(.+?)__(.+)$/,
    of: "the tool names of another harness",
    here: "here server and tool are two names",
    write: "$1/$2",
  },
  {
    key: ({ category }) => category === "mcp",
    pattern: /^mcp__([^/]+)$/,
    of: "the tool names of another harness",
    here: "here a server is one name, and its tools follow",
    write: "$1/**",
  },
];
