import type { Catalog } from "@polyglav/catalog";
import { CommandError } from "../command-error.ts";
import { readFirst } from "../catalog-report.ts";
import { notFound } from "../not-found.ts";
import type { Viewpoint } from "../view/place.ts";

/** What the catalog has, by the word of its group of commands. */
export const GROUPS = { role: "roles", team: "teams", skill: "skills" } as const;
export type EntryKind = keyof typeof GROUPS;

/** Says that there is no such entry, or that there is one in a folder that is not trusted. */
export function missing(kind: EntryKind, name: string, catalog: Catalog, viewpoint: Viewpoint): CommandError {
  const withheld = catalog.withheld.find((one) => one.kind === kind && one.name === name);
  if (withheld === undefined)
    return notFound({ one: kind, list: `polyglav ${GROUPS[kind]} list` }, name, catalog[GROUPS[kind]].names());
  return new CommandError(`Cannot show ${kind} "${name}": it is only in a folder that is not trusted`, {
    code: "POLYGLAV_WITHHELD",
    exit: "not-ready",
    hint: readFirst(withheld, viewpoint),
  });
}
