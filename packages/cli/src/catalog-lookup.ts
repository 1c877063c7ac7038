import { type Catalog, type CheckedRole, checkRole, type RoleRefusalCode, type RoleView } from "@polyglav/catalog";
import { CommandError } from "./command-error.ts";
import type { ExitName } from "./exit-codes.ts";
import { didYouMean } from "./not-found.ts";
import { displayWhere, type Viewpoint } from "./view/place.ts";

/** Where roles are looked up, and what for. */
export interface Lookup {
  readonly catalog: Catalog;
  readonly viewpoint: Viewpoint;
  /** What is to be done with the role, as a refusal says it: `Cannot run role "x"`. */
  readonly verb: "run" | "show" | "explain" | "delegate to";
}

/**
 * Looks a role up for reading. What is wrong with a role is there to be read, so it stops nobody. Throws with the nearest
 * name, or saying that the role is withheld, or that it may stand in a file that cannot be read.
 */
export function findRole(name: string, lookup: Lookup): RoleView {
  const checked = check(name, lookup);
  if (checked.ok) return checked.view;
  const view = lookup.catalog.role(name);
  if (view !== undefined) return view;
  throw refusal(checked, name, lookup);
}

/**
 * Looks a role up for a decision about what it may do. While a file that could hold a permission cannot be read, no
 * role passes: nobody knows what that file denies.
 */
export function findUsableRole(name: string, lookup: Lookup): RoleView {
  const checked = check(name, lookup);
  if (checked.ok) return checked.view;
  throw refusal(checked, name, lookup);
}

function check(name: string, { catalog, verb, viewpoint }: Lookup): CheckedRole {
  return checkRole(catalog, name, { verb, place: (where) => displayWhere(where, viewpoint) });
}

type Refused = Extract<CheckedRole, { readonly ok: false }>;

function refusal({ error }: Refused, name: string, { catalog }: Lookup): CommandError {
  const isUnknown = error.code === "POLYGLAV_UNKNOWN_ROLE";
  // A list of all roles is for programs; people are shown the command that lists them.
  const hint = isUnknown
    ? didYouMean({ one: "role", list: "polyglav roles list" }, name, catalog.roles.names())
    : error.hint;
  return new CommandError(error.message, { code: error.code, exit: EXITS[error.code], hint });
}

const EXITS: Readonly<Record<RoleRefusalCode, ExitName>> = {
  POLYGLAV_UNKNOWN_ROLE: "usage",
  POLYGLAV_ROLE_FAULTY: "config",
  POLYGLAV_ROLE_WITHHELD: "not-ready",
};
