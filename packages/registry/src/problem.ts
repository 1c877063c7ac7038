/** A place in a file; lines and columns count from 1, columns in UTF-16 units as editors count them. */
export interface Position {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Where something was said: the layer and, when it came from a file, the place in it. */
export interface Where extends Position {
  readonly layer: string;
  /** Which part of the layer, such as a plugin's name, where the layer has parts. */
  readonly source?: string;
}

/**
 * Something wrong in what a person wrote, and what to do about it. Readers return problems and never throw for
 * them. An `error` means that something was left out because it is wrong; a `warning` means that everything was taken
 * as written.
 */
export interface Problem extends Position {
  /** Stable identity such as `file/syntax`. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  readonly layer?: string;
  readonly source?: string;
  /** The entry it concerns. */
  readonly name?: string;
  /** The field of that entry. */
  readonly field?: string;
}
