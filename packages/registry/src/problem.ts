/** A place in a file; lines and columns count from 1, columns in UTF-16 units as editors count them. */
export interface Position {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Where something was said: the layer and, when it came from a file, the place in it. */
export interface Where extends Position {
  readonly layer: string;
}

/**
 * Something wrong in what a person wrote, and what to do about it. Readers return problems and never throw for
 * them. An `error` means that something was left out; a `warning` means that everything was taken as written.
 */
export interface Problem extends Position {
  /** Stable identity such as `file/syntax`. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  readonly layer?: string;
  /** The entry it concerns. */
  readonly name?: string;
  /** The field of that entry. */
  readonly field?: string;
}
