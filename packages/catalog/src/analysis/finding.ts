import { type FieldExplanation, type Problem, type Where } from "@polyglav/registry";

/** What is looked for. */
export type LintCode =
  | "lint/empty-prompt"
  | "lint/loop"
  | "lint/lost-deny"
  | "lint/no-description"
  | "lint/unknown-role-in-team"
  | "lint/unknown-skill"
  | "lint/unknown-tag"
  | "lint/unreachable-role";

/** Something that loads and is probably not what was meant. */
export interface LintFinding extends Problem {
  readonly code: LintCode;
  /** What the name is the name of. */
  readonly kind: "role" | "team" | "skill" | "config";
  readonly name: string;
}

/** Where an entry, a field of it, or a key of a field was said last. */
export function placeOf(explanation: Explained | undefined, field?: string, key?: string): Partial<Where> {
  if (explanation === undefined) return {};
  const fields = new Map(Object.entries(explanation.fields));
  const explained = field === undefined ? fields.values().next().value : fields.get(field);
  const keys = new Map(Object.entries(explained?.keys ?? {}));
  const place = (key === undefined ? undefined : keys.get(key)?.from) ?? explained?.from.at(-1);
  if (place !== undefined) return place;
  const layer = explanation.layers.at(-1);
  return layer === undefined ? {} : { layer };
}

/** An explanation, whatever it explains. */
export interface Explained {
  readonly layers: readonly string[];
  readonly fields: Readonly<Record<string, FieldExplanation | undefined>>;
}
