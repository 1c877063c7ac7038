import type { Categories, ResourceKind } from "../category.ts";
import { patternOf } from "../resource.ts";
import type { Rule, Rules } from "../rules.ts";
import type { Source } from "../source.ts";

/** The rules of one key of a carve. */
export interface RulesAt {
  readonly key: string;
  /** What their resources belong to; `bash` for `bash_allow`. */
  readonly category: string;
  readonly kind: ResourceKind;
  readonly rules: Rules;
  readonly categories: Categories;
}

/** Where a rule stands, the way findings say it. */
export function placeOf(
  rule: Rule,
  { key, rules }: Pick<RulesAt, "key" | "rules">,
): { category: string; within: readonly string[]; source?: Source } {
  const within = key === "bash_allow" ? [String(rules.rules.indexOf(rule))] : ["rules", rule.pattern];
  return { category: key, within, ...(rule.source && { source: rule.source }) };
}

/** How people write a resource. */
export const written = (
  resource: readonly string[],
  { category, categories }: Pick<RulesAt, "category" | "categories">,
): string => patternOf(category, resource, categories) ?? JSON.stringify(resource);
