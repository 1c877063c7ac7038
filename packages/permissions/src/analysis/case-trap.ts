import { foldName } from "../path/fold-name.ts";
import { globOf, literal, type Pattern, type Segment } from "../pattern/segment.ts";
import type { Rule } from "../rules.ts";
import { placeOf, type RulesAt } from "./entry.ts";
import type { Finding } from "./finding.ts";

/**
 * Finds rules about paths that depend on capital letters. Where a volume takes names in any case, a file is asked about
 * in small letters as well, so that one rule in small letters is enough; one with capitals then misses every other case.
 */
export function caseFindings(at: RulesAt): readonly Finding[] {
  if (at.kind !== "path") return [];
  const folded = at.rules.rules.map((rule) => ({ rule, key: keyOf(rule.means.map(fold)) }));
  return folded.flatMap(({ rule, key }) => {
    if (key === keyOf(rule.means)) return [];
    const alike = folded.filter((other) => other.key === key && other.rule !== rule).map((other) => other.rule);
    const other = alike.find(({ decision }) => decision !== rule.decision);
    if (other !== undefined) return [twins(rule, other, at)];
    return alike.some(({ means }) => keyOf(means) === key) ? [] : [capitals(rule, at)];
  });
}

function twins(rule: Rule, other: Rule, at: RulesAt): Finding {
  return {
    code: "lint/case-trap",
    severity: "warning",
    message: `The rules ${JSON.stringify(rule.pattern)} (${rule.decision}) and ${JSON.stringify(other.pattern)} (${other.decision}) differ only in case: on many volumes they are about the same files`,
    hint: "the stricter decides there; say the same in both, or keep one of them",
    ...placeOf(rule, at),
    others: [other.pattern],
  };
}

function capitals(rule: Rule, at: RulesAt): Finding {
  const small = JSON.stringify(rule.pattern.toLowerCase());
  const isAllow = rule.decision === "allow";
  const missed = isAllow
    ? "where a volume takes names in any case, the same file in small letters has to be allowed, too"
    : "where a volume takes names in any case, the same file in other letters is not matched";
  return {
    code: "lint/case-trap",
    severity: isAllow ? "note" : "warning",
    message: `The rule ${JSON.stringify(rule.pattern)} (${rule.decision}) has capital letters: ${missed}`,
    hint: `add the rule ${small}, which is looked at for every case`,
    ...placeOf(rule, at),
  };
}

const keyOf = (means: readonly Pattern[]): string => JSON.stringify(means);

const fold = (pattern: Pattern): Pattern => pattern.map(foldSegment);

function foldSegment(segment: Segment): Segment {
  if (segment.kind === "literal") return literal(foldName(segment.text));
  return segment.kind === "glob" ? globOf(segment.parts.map((part) => (part === "" ? part : foldName(part)))) : segment;
}
