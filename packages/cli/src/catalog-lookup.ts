import type { Catalog, RoleView, Withheld } from "@polyglav/catalog";
import type { Problem } from "@polyglav/registry";
import { CommandError } from "./command-error.ts";
import { notFound } from "./nearest.ts";
import { displayWhere, type Viewpoint } from "./view/place.ts";

/** Looks a role up for reading. Throws with the nearest name, or saying that it is withheld. */
export function findRole(catalog: Catalog, name: string, viewpoint: Viewpoint): RoleView {
  const view = catalog.role(name);
  if (view !== undefined) return view;
  const withheld = catalog.withheld.find((one) => one.kind === "role" && one.name === name);
  if (withheld !== undefined) {
    throw new CommandError(`Cannot use role "${name}": it is defined only in a folder that is not trusted`, {
      code: "POLYGLAV_ROLE_WITHHELD",
      exit: "not-ready",
      hint: readFirst(withheld, viewpoint),
    });
  }
  throw notFound({ one: "role", list: "polyglav roles list" }, name, catalog.roles.names());
}

/** What to do about something that is withheld. */
export function readFirst(withheld: Withheld, viewpoint: Viewpoint): string {
  const where = displayWhere(withheld, viewpoint);
  return where === "" ? "Pass --trust to use it" : `Read ${where}, then pass --trust`;
}

/**
 * Looks a role up for a decision about what it may do. While a file that could hold a permission cannot be read, no
 * role passes: nobody knows what that file denies.
 */
export function findUsableRole(catalog: Catalog, name: string, viewpoint: Viewpoint): RoleView {
  refuseFaults(catalog.faults, "Cannot decide what is permitted", viewpoint);
  const view = findRole(catalog, name, viewpoint);
  refuseFaults(view.faults, `Cannot use role "${name}"`, viewpoint);
  return view;
}

function refuseFaults(faults: readonly Problem[], what: string, viewpoint: Viewpoint): void {
  const [first] = faults;
  if (first === undefined) return;
  const where = displayWhere(first, viewpoint);
  const more = faults.length === 1 ? "" : ` (and ${faults.length - 1} more)`;
  throw new CommandError(`${what}: ${where === "" ? "" : `${where}: `}${first.message}${more}`, {
    code: "POLYGLAV_CONFIG",
    exit: "config",
    hint: first.hint,
  });
}
