import { nearest } from "./nearest.ts";

/** Thrown for the name of a role that is in no layer, or only in one that is withheld. */
export class UnknownRoleError extends RangeError {
  override readonly name = "UnknownRoleError";
  readonly code = "POLYGLAV_UNKNOWN_ROLE";
  readonly role: string;
  readonly hint: string | undefined;

  constructor(role: string, known: readonly string[]) {
    super(`Cannot find role "${role}": the catalog has none with that name`);
    const near = nearest(role, known);
    this.role = role;
    this.hint = near === undefined ? undefined : `Did you mean "${near}"?`;
  }
}
