import { leq } from "../decision.ts";
import { Automaton } from "../pattern/automaton.ts";
import { explore } from "../pattern/explore.ts";
import { includes } from "../pattern/pattern.ts";
import type { Pattern } from "../pattern/segment.ts";
import { type Match, matchesOf, type Rule } from "../rules.ts";
import { placeOf, type RulesAt, written } from "./entry.ts";
import type { Finding } from "./finding.ts";

/**
 * Finds the rules that decide nothing, those without which the same would be decided, and those that cross a stricter
 * one, by looking at every set of rules that can match together.
 */
export function ruleFindings(at: RulesAt): readonly Finding[] {
  const known = new Map(at.rules.rules.map((rule): [Rule, Known] => [rule, { crossed: new Map() }]));
  const inclusion = rememberInclusion();
  const isComplete = explore(new Automaton<Match>(matchesOf(at.rules)), at.kind, (resource, { accepts }) => {
    if (accepts.length > 0) look(accepts, { resource, at, inclusion, known });
    return undefined;
  });
  const findings = [...known].flatMap(([rule, each]) => [
    ...(isComplete ? idle(rule, each, at) : []),
    ...crossing(rule, each, at),
  ]);
  return isComplete ? findings : [...findings, tooComplex(at)];
}

/** What was seen of one rule. */
interface Known {
  /** Something that it matches, and the rule that decides about that. */
  matched?: { readonly resource: readonly string[]; readonly by: Rule };
  /** Something that it decides, and what would decide without it: another rule, or nothing but the default. */
  decided?: { readonly resource: readonly string[]; readonly by: Rule | undefined };
  /** Without it, something is decided otherwise. */
  isNeeded?: true;
  /** The stricter rules that it crosses, each with something that both match. */
  readonly crossed: Map<Rule, readonly string[]>;
}

interface Look {
  readonly resource: readonly string[];
  readonly at: RulesAt;
  readonly inclusion: Inclusion;
  readonly known: ReadonlyMap<Rule, Known>;
}

function look(accepts: readonly Match[], { resource, at: { rules }, inclusion, known }: Look): void {
  const left = rules.strict ? accepts : exactest(accepts, inclusion);
  const winner = strictest(left);
  if (winner === undefined) return;
  for (const rule of new Set(accepts.map((each) => each.rule))) {
    const its = known.get(rule);
    if (its === undefined) continue;
    its.matched ??= { resource, by: winner.rule };
    const others = accepts.filter((each) => each.rule !== rule);
    const instead = strictest(rules.strict ? others : exactest(others, inclusion))?.rule;
    const isSame = (instead ?? rules.otherwise)?.decision === winner.rule.decision;
    if (!isSame) its.isNeeded = true;
    const mine = left.find((each) => each.rule === rule);
    if (mine === undefined) continue;
    if (rule.decision === winner.rule.decision) its.decided ??= { resource, by: instead };
    else if (!rules.strict && !inclusion(winner.pattern, mine.pattern)) {
      if (!its.crossed.has(winner.rule)) its.crossed.set(winner.rule, resource);
    }
  }
}

function idle(rule: Rule, { matched, decided, isNeeded }: Known, at: RulesAt): readonly Finding[] {
  if (isNeeded === true) return [];
  const name = JSON.stringify(rule.pattern);
  const about = (resource: readonly string[]) => ({ example: { category: at.category, resource } });
  if (matched === undefined) {
    const message = `The rule ${name} never decides: nothing that can be asked for matches it`;
    return [{ code: "lint/dead-rule", severity: "warning", message, ...placeOf(rule, at) }];
  }
  if (decided === undefined) {
    const others = [matched.by.pattern];
    const by = JSON.stringify(matched.by.pattern);
    const message = `The rule ${name} never decides: others do, such as ${by} about ${written(matched.resource, at)}`;
    const hint = at.rules.strict
      ? "with strict the strictest rule decides, so there are no exceptions"
      : "take it out, or make it more specific";
    return [
      {
        code: "lint/dead-rule",
        severity: "warning",
        message,
        hint,
        ...placeOf(rule, at),
        ...about(matched.resource),
        others,
      },
    ];
  }
  const [by, others] =
    decided.by === undefined ? ["the default", []] : [JSON.stringify(decided.by.pattern), [decided.by.pattern]];
  const message = `The rule ${name} changes nothing: without it, ${by} says ${rule.decision} as well`;
  return [
    {
      code: "lint/redundant-rule",
      severity: "note",
      message,
      ...placeOf(rule, at),
      ...about(decided.resource),
      others,
    },
  ];
}

function crossing(rule: Rule, { crossed }: Known, at: RulesAt): readonly Finding[] {
  const [first] = crossed;
  if (first === undefined) return [];
  const [winner, resource] = first;
  const more = crossed.size > 1 ? `, and ${crossed.size - 1} more` : "";
  const message = `The rules ${JSON.stringify(rule.pattern)} (${rule.decision}) and ${JSON.stringify(winner.pattern)} (${winner.decision}) cross${more}: about ${written(resource, at)} the stricter decides`;
  const hint = `write a rule for what both match, if it is to be ${rule.decision}`;
  const others = [...crossed.keys()].map(({ pattern }) => pattern);
  return [
    {
      code: "lint/crossing-rules",
      severity: "note",
      message,
      hint,
      ...placeOf(rule, at),
      example: { category: at.category, resource },
      others,
    },
  ];
}

function tooComplex(at: RulesAt): Finding {
  const message = `The rules of ${JSON.stringify(at.key)} cannot all be compared: they can match together in too many ways`;
  const hint = 'write fewer rules that begin with "**"';
  return { code: "lint/too-complex", severity: "warning", message, hint, category: at.key, within: [] };
}

/** Those that say no more than another one, as `pick` has it. */
const exactest = (matching: readonly Match[], isWithin: Inclusion): readonly Match[] =>
  matching.length < 2
    ? matching
    : matching.filter(
        (one) =>
          !matching.some((other) => isWithin(one.pattern, other.pattern) && !isWithin(other.pattern, one.pattern)),
      );

const strictest = (matching: readonly Match[]): Match | undefined =>
  matching.reduce<Match | undefined>(
    (a, b) => (a !== undefined && leq(a.rule.decision, b.rule.decision) ? a : b),
    undefined,
  );

/** `includes`, worked out once for each two patterns. */
type Inclusion = (wide: Pattern, narrow: Pattern) => boolean;

function rememberInclusion(): Inclusion {
  const known = new Map<Pattern, Map<Pattern, boolean>>();
  return (wide, narrow) => {
    const ofWide = known.get(wide) ?? new Map<Pattern, boolean>();
    const is = ofWide.get(narrow) ?? includes(wide, narrow);
    known.set(wide, ofWide.set(narrow, is));
    return is;
  };
}
