import type { Change } from "../argv/edit-flags.ts";
import type { Output } from "../command.ts";
import type { Session } from "../session.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";
import { notWritten } from "./written.ts";

/** An entry that is to be written, and how it is used then. */
export interface NewEntry {
  readonly kind: "role" | "team";
  readonly name: string;
  readonly layer: "global" | "local";
  readonly changes: readonly Change[];
}

/** Writes a role or team, and says what was there before and how to use it where its folder is not trusted. */
export async function newEntry({ kind, name, layer, changes }: NewEntry, session: Session): Promise<Output> {
  const { places, viewpoint } = session;
  const { editEntry, isTrusted } = await import("@polyglav/catalog/file");
  const made = editEntry(places(), { kind, name, layer }, changes);
  if (!made.ok) throw notWritten(made.problem, viewpoint);
  const { file, was, restored } = made;
  const verb = restored === true ? "Restored" : was === undefined ? "Created" : "Overrode";
  const once = kind === "role" ? `, or once: polyglav run --role ${visibleLine(name)} --trust -- "..."` : "";
  return {
    data: { name, layer, file, ...(was === undefined ? {} : { overrode: was }), ...(restored && { restored }) },
    lines: [
      [
        `${verb} ${kind}: ${visibleLine(name)} (${was === undefined ? layer : `was ${was}`})`,
        ` - edit ${visibleLine(displayPath(file, viewpoint))}`,
      ],
      ...(layer === "global" || isTrusted(places()) ? [] : [[`To use it, trust the folder: polyglav trust${once}`]]),
    ],
  };
}
