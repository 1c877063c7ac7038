import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import { notFound } from "../not-found.ts";
import type { Session } from "../session.ts";
import { visibleLine } from "../visible.ts";
import { GROUPS } from "./kinds.ts";
import { notWritten } from "./written.ts";

/** Removes a role or team from a layer. What comes from elsewhere is not ours to remove, and that is said. */
export async function removeEntry(
  { kind, name, layer }: { readonly kind: "role" | "team"; readonly name: string; readonly layer: "global" | "local" },
  session: Session,
): Promise<Output> {
  const { viewpoint, places } = session;
  const { loadCatalog, removeEntry: remove } = await import("@polyglav/catalog/file");
  const removed = remove(places(), { kind, name, layer });
  if (removed.ok) {
    const { file, uncovers } = removed;
    const shows = uncovers === undefined ? "" : `; ${visibleLine(name)} is ${uncovers} again`;
    return {
      data: { name, layer, file, ...(uncovers === undefined ? {} : { uncovers }) },
      lines: [[`Removed ${kind}: ${visibleLine(name)} (${layer})${shows}`]],
    };
  }
  if (removed.problem !== undefined) throw notWritten(removed.problem, viewpoint);
  if (removed.reason === "unknown") {
    const catalog = loadCatalog({ ...places(), trust: true, noLocal: false });
    throw notFound({ one: kind, list: `polyglav ${GROUPS[kind]} list` }, name, catalog[GROUPS[kind]].names());
  }
  throw notThere(kind, name, layer, removed.origin ?? "");
}

/** Says why what comes from another layer stays. */
export function notThere(kind: string, name: string, layer: string, origin: string): CommandError {
  const owners: Record<string, string> = {
    bundled: "it is bundled with polyglav",
    plugin: "it comes from a plugin",
  };
  // What our own file does not say, in a layer that says it, is in a folder of the older form.
  if (origin === layer) owners[origin] = `it is in no file of .polyglav, but in one of the older form: .replio`;
  const why = owners[origin] ?? `it is in no ${layer} file, but ${origin === "merged" ? "in others" : origin}`;
  const other = layer === "local" && (origin === "global" || origin === "merged");
  return new CommandError(`No ${layer} ${kind} to remove: ${name}: ${why}`, {
    code: "POLYGLAV_NOT_REMOVED",
    exit: "usage",
    hint: other
      ? "Pass --global to remove the user's own"
      : `To hide it here, write "${name}": null into .polyglav/${kind}s.json`,
  });
}
