import type { Bound } from "../authority.ts";
import type { PartialCarve } from "../carve.ts";
import type { Decision } from "../decision.ts";

/** A role of a catalog, as far as authority goes. */
export interface CatalogRole {
  readonly name: string;
  /** Its `tool_permission`. */
  readonly use?: PartialCarve | undefined;
  /** Its `grant_permission`. */
  readonly pass?: PartialCarve | undefined;
  /** Its `accepts_delegation`. */
  readonly accepts?: Decision | undefined;
  readonly bound?: (Bound & { readonly accepts?: Decision | undefined }) | undefined;
  readonly temporary?: boolean | undefined;
}
