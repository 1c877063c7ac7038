import { nearest } from "@polyglav/catalog";

/** Finds a name, or says what may have been meant. */
export type FoundName = { readonly name: string } | { readonly name: undefined; readonly hint: string };

/**
 * Looks a name up leniently: models write `Code Reviewer` for `code-reviewer`, and coworkers that are not found by a
 * capital letter are the oldest complaint about delegation. Only one name may differ in nothing but case, `_` and spaces;
 * anything further away is a hint and not a hit.
 */
export function findName(wanted: string, known: readonly string[]): FoundName {
  if (known.includes(wanted)) return { name: wanted };
  const [same, another] = known.filter((name) => fold(name) === fold(wanted));
  if (same !== undefined && another === undefined) return { name: same };
  return { name: undefined, hint: nameHint(wanted, known) };
}

/** What to tell somebody who wrote a name that does not exist. */
export function nameHint(wanted: string, known: readonly string[]): string {
  const near = nearest(fold(wanted), known);
  return near === undefined ? `Known: ${known.join(", ")}` : `Did you mean "${near}"?`;
}

function fold(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
}
