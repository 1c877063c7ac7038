import { type PartialCarve, partial } from "./carve.ts";
import type { CarveProblem, Source } from "./source.ts";
/** A carve as it stands in JSON: words by category, and `"*"` for every category that is not named. */
export interface WrittenCarve {
  readonly [category: string]: unknown;
}
export interface ParsedCarve { readonly value: PartialCarve; readonly problems: readonly CarveProblem[] }
export interface ParseOptions { readonly source?: Source | undefined; readonly sourceOf?: ((category: string) => Source | undefined) | undefined }
export class CarveError extends TypeError {
  readonly code = "POLYGLAV_CARVE";
  readonly problems: readonly CarveProblem[];
  readonly hint: string | undefined;
  constructor(problems: readonly CarveProblem[]) { super("x"); this.problems = problems; this.hint = undefined; }
}
export function parseCarve(written: unknown, options: ParseOptions = {}): ParsedCarve { void written; void options; return { value: partial([], undefined), problems: [] }; }
export function carve(written: WrittenCarve, source?: Source): PartialCarve { return parseCarve(written, { source }).value; }
