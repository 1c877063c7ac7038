import { foldName } from "../path/fold-name.ts";
import { globOf, literal, type Pattern, type Segment } from "../pattern/segment.ts";
import type { Rule } from "../rules.ts";
import { placeOf, type RulesAt } from "./entry.ts";
import type { Finding } from "./finding.ts";

/**
 * Finds rules about paths that stand and fall with capital letters. Where a volume takes names in any case, a file is
 * asked about in small letters as well; a rule with capitals hears of that only if it was read for such a volume, or if
 * there is one in small letters beside it.
 */
export function caseFindings(at: RulesAt): readonly Finding[] {
  if (at.kind !== "path") return [];
  const read = at.rules.rules.map((rule) => ({
    rule,
    means: keysOf(rule.means),
    folded: keysOf(rule.means.map(fold)),
  }));
  return read.flatMap(({ rule, means, folded }): readonly Finding[] => {
    if (isSame(means, folded)) return [];
    const alike = read.filter((other) => other.rule !== rule && isSame(other.folded, folded));
    const other = alike.find((each) => each.rule.decision !== rule.decision)?.rule;
    if (other !== undefined) return [twins(rule, other, at)];
    const known = new Set([...means, ...alike.flatMap((each) => [...each.means])]);
    // An allow that misses other spellings only permits less.
    return rule.decision === "allow" || isWithin(folded, known) ? [] : [capitals(rule, at)];
  });
}

function twins(rule: Rule, other: Rule, at: RulesAt): Finding {
  const said = (each: Rule): string => `${JSON.stringify(each.pattern)} (${each.decision})`;
  return {
    code: "lint/case-trap",
    severity: "warning",
    message: `The rules ${said(rule)} and ${said(other)} differ only in case: on many volumes they are about the same files`,
    hint: "the stricter decides there; say the same in both, or keep one of them",
    ...placeOf(rule, at),
    others: [other.pattern],
  };
}

function capitals(rule: Rule, at: RulesAt): Finding {
  return {
    code: "lint/case-trap",
    severity: "note",
    message: `The rule ${JSON.stringify(rule.pattern)} (${rule.decision}) has capital letters: on a volume that takes names in any case it misses the others`,
    hint: `add the rule ${JSON.stringify(rule.pattern.toLowerCase())}, which is asked there for every case`,
    ...placeOf(rule, at),
  };
}

const keysOf = (means: readonly Pattern[]): ReadonlySet<string> =>
  new Set(means.map((pattern) => JSON.stringify(pattern)));

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && isWithin(a, b);

const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((each) => b.has(each));

const fold = (pattern: Pattern): Pattern => pattern.map(foldSegment);

function foldSegment(segment: Segment): Segment {
  if (segment.kind === "literal") return literal(foldName(segment.text));
  return segment.kind === "glob" ? globOf(segment.parts.map((part) => (part === "" ? part : foldName(part)))) : segment;
}
