import type { Change } from "../argv/edit-flags.ts";
import { type Output } from "../command.ts";
import { problemLines } from "../catalog-report.ts";
import { usageError } from "../command-error.ts";
import type { Session } from "../session.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";
import { editorOf, openEditor } from "./editor.ts";
import { notWritten } from "./written.ts";

/** An entry that is to be edited. */
export interface Edit {
  readonly kind: "role" | "team";
  readonly name: string;
  readonly layer: "global" | "local";
  readonly changes: readonly Change[];
}

/** Changes fields of a role or team; without changes a person edits the file that it is in. */
export async function editEntry({ kind, name, layer, changes }: Edit, session: Session): Promise<Output> {
  const { viewpoint, places } = session;
  const files = await import("@polyglav/catalog/file");
  const editor = changes.length === 0 ? editorOf(session) : undefined;
  if (changes.length === 0 && editor === undefined) {
    throw usageError(
      `Cannot edit ${kind} "${name}": there is nothing to change`,
      `Pass --set FIELD=VALUE or --unset FIELD; in a terminal, EDITOR opens the file`,
    );
  }
  const edited = files.editEntry(places(), { kind, name, layer }, changes);
  if (!edited.ok) throw notWritten(edited.problem, viewpoint);
  if (editor !== undefined) {
    await openEditor(editor, edited.file, session);
    const { problems } = files.loadCatalog({ ...places(), trust: true, noLocal: false });
    await session.say(
      problemLines(
        problems.filter(({ file }) => file === edited.file),
        viewpoint,
      ),
    );
  }
  const { file, was, restored } = edited;
  const changed = edited.changed || editor !== undefined;
  const verb =
    restored === true ? "Restored" : was === undefined ? "Created" : changed ? "Changed" : "Nothing to change in";
  return {
    data: { name, layer, file, changed, ...(was === undefined ? {} : { was }), ...(restored && { restored }) },
    lines: [
      [`${verb} ${kind}: ${visibleLine(name)} (${layer}) - ${visibleLine(displayPath(file, viewpoint))}`],
      ...(restored === true ? [["The file had taken it away; what lower layers say of it counts again"]] : []),
    ],
  };
}
