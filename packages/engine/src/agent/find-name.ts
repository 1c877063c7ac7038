import { nearest } from "@polyglav/catalog";

/**
 * Looks a name up leniently: models write `Code Reviewer` for `code-reviewer`, and coworkers that are not found by a
 * capital letter are the oldest complaint about delegation. Only one name may differ in nothing but case, `_` and spaces.
 */
export function findName(wanted: string, known: readonly string[]): string | undefined {
  if (known.includes(wanted)) return wanted;
  const [same, another] = known.filter((name) => fold(name) === fold(wanted));
  return another === undefined ? same : undefined;
}

/** What to tell somebody who wrote a name that does not exist. */
export function nameHint(wanted: string, known: readonly string[]): string {
  const near = nearest(wanted, known);
  return near === undefined ? `Known: ${known.join(", ")}` : `Did you mean "${near}"?`;
}

function fold(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
}
