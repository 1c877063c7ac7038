import type { Action } from "../request.ts";
import type { Source } from "../source.ts";

/** The stable identities of {@link Finding}. */
export type FindingCode =
  | "lint/dead-rule"
  | "lint/redundant-rule"
  | "lint/crossing-rules"
  | "lint/denylist-only"
  | "lint/shell-escape"
  | "lint/case-trap"
  | "lint/one-word-star"
  | "lint/foreign-notation"
  | "lint/tool-as-category"
  | "lint/role-without-permissions"
  | "lint/too-complex";

/**
 * Something in a carve that probably does not mean what its author thinks, or opens more than it seems to. The carve is
 * valid all the same.
 */
export interface Finding {
  readonly code: FindingCode;
  /** A `note` is worth knowing and often meant. */
  readonly severity: "warning" | "note";
  readonly message: string;
  readonly hint?: string;
  /** The key it is about. */
  readonly category: string;
  /** The keys below it, such as `["rules", "npm test **"]`; empty when the whole entry is meant. */
  readonly within: readonly string[];
  readonly source?: Source;
  /** An action that shows it. */
  readonly example?: Action;
  /** The patterns of other rules that have a part in it. */
  readonly others?: readonly string[];
  /** The programs that it is about. */
  readonly programs?: readonly string[];
  /** The role, where it is about more than one carve. */
  readonly role?: string;
}
