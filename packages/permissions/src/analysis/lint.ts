import { isRules, type PartialCarve, mustBePartial } from "../carve.ts";
import { type Categories, KNOWN } from "../category.ts";
import { bashFindings } from "./bash-findings.ts";
import { caseFindings } from "./case-trap.ts";
import type { RulesAt } from "./entry.ts";
import type { Finding } from "./finding.ts";
import { notationFindings } from "./notation.ts";
import { ruleFindings } from "./rule-findings.ts";
import { toolNameFindings } from "./tool-names.ts";

/** What {@link lint} needs to know besides the carve. */
export interface LintOptions {
  /** What `withCategories` made, where there are more than the known ones. */
  readonly categories?: Categories | undefined;
}

/**
 * Looks for what a carve says and its author probably does not mean: rules that never decide, rules that cross, lists
 * of what is denied that are taken for a boundary, programs that run any other, patterns that mean less than they seem
 * to. Nothing is decided by it. It reads what was understood; what was not is a problem of `parseCarve`.
 *
 * Permitting more never removes a finding about what is permitted (`laws/lint.laws.test.ts`), so the widest carves are
 * not the quiet ones.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve } from "@polyglav/permissions";
 * import { lint } from "@polyglav/permissions/analysis";
 *
 * const says = carve({
 *   bash: { default: "ask", rules: { "find **": "allow", "rm *": "deny" } },
 *   edit: { rules: { "src/**": "allow", "**\/.env": "deny" } },
 * });
 * assert.deepEqual(
 *   lint(says).map(({ code, within }) => [code, within.at(-1)]),
 *   [
 *     ["lint/denylist-only", "default"],
 *     ["lint/shell-escape", "find **"],
 *     ["lint/one-word-star", "rm *"],
 *     ["lint/crossing-rules", "src/**"],
 *   ],
 * );
 * ```
 */
export function lint(says: PartialCarve, options: LintOptions = {}): readonly Finding[] {
  const { categories = KNOWN } = options;
  const { named, bashAllow } = mustBePartial(says, "lint");
  const all = Object.entries(named).flatMap(([category, rules]): readonly RulesAt[] => {
    const kind = categories.get(category);
    return kind === undefined || !isRules(rules) ? [] : [{ key: category, category, kind, rules, categories }];
  });
  const prefixes: readonly RulesAt[] =
    bashAllow === undefined
      ? []
      : [{ key: "bash_allow", category: "bash", kind: "command", rules: bashAllow, categories }];
  return [
    ...toolNameFindings(says, categories),
    ...bashFindings(says, categories),
    ...[...all, ...prefixes].flatMap((at) => [...notationFindings(at), ...caseFindings(at), ...ruleFindings(at)]),
  ];
}
