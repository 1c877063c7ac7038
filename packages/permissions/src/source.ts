/**
 * Where a word was written. Positions count from 1. `path` names the field, such as `leader.grant_permission.bash`.
 * Nothing here is ever interpreted: it comes back in reasons and problems as it was given.
 */
export interface Source {
  readonly layer?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
}

/** What is wrong with a written carve. An error means that the carve does not say what its author meant. */
export interface CarveProblem {
  readonly code: CarveProblemCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  /** The key it is about; absent when the whole carve is. */
  readonly category?: string;
  /** The keys below it, such as `["rules", "npm test **"]`; absent when the whole entry is. */
  readonly within?: readonly string[];
  readonly source?: Source;
}

/** The stable identities of {@link CarveProblem}. */
export type CarveProblemCode =
  | "carve/not-an-object"
  | "carve/unknown-word"
  | "carve/unknown-category"
  | "carve/bad-rules"
  | "carve/bad-pattern"
  | "carve/example-fails";
