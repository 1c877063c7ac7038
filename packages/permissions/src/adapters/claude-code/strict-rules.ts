import type { ResourceKind } from "../../category.ts";
import { type Decision, meet } from "../../decision.ts";
import { type Places, readPattern } from "../../pattern/read.ts";
import type { Patterns } from "../imports/patterns-of.ts";

/** A word for what some patterns match. */
export interface StrictRule extends Patterns {
  readonly word: Decision;
}

/**
 * Writes rules of which the strictest that matches decides, whatever is more specific. What cannot be said exactly is
 * closed with all that its patterns say, and opened with no more than is certain; what cannot be written at all closes
 * the category.
 */
export function strictRules(
  otherwise: Decision,
  rules: readonly StrictRule[],
  kind: ResourceKind,
  places: Places,
): unknown {
  const written = new Map<string, Decision>();
  for (const { word, exact, over } of rules) {
    for (const pattern of word === "allow" ? exact : [...exact, ...over]) {
      if (readPattern(kind, pattern, places).ok) written.set(pattern, meet(word, written.get(pattern) ?? "allow"));
      else if (word !== "allow") return "deny";
    }
  }
  const isPlain = [...written.values()].every((word) => word === otherwise);
  return isPlain ? otherwise : { strict: true, default: otherwise, rules: Object.fromEntries(written) };
}
