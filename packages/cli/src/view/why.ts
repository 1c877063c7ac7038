import type { Reason } from "@polyglav/permissions";
import { visibleLine } from "../visible.ts";
import { displayWhere, type Viewpoint } from "./place.ts";

/** Says why something was decided, on one line: each word that decided, and where it was written. */
export function displayWhy(because: readonly Reason[], viewpoint: Viewpoint): string {
  return because.map((reason) => displayReason(reason, viewpoint)).join("; ");
}

function displayReason({ kind, who, text, decision, source }: Reason, viewpoint: Viewpoint): string {
  const said = visibleLine(text);
  const where = source === undefined ? "" : displayWhere(source, viewpoint);
  const at = where === "" ? "" : ` (${visibleLine(where)})`;
  // Advice and grants speak in words of their own; everything else names a field, whose value must be shown.
  return kind === "advice" || kind === "grant"
    ? `${said}${at}`
    : `${said === "" ? visibleLine(who) : said} = ${decision}${at}`;
}
