import { CommandError } from "../command-error.ts";
import { didYouMean } from "../not-found.ts";
import { visibleLine } from "../visible.ts";
import { type EntryKind, GROUPS } from "./kinds.ts";

/** Keeps the entries with a tag, and says how many there are. Throws with the tags that there are for one that nobody has. */
export function tagged<T>(
  kind: EntryKind,
  all: readonly T[],
  tagsOf: (entry: T) => readonly string[],
  tag: string | undefined,
): { readonly listed: readonly T[]; readonly title: string } {
  const listed = tag === undefined ? all : all.filter((entry) => tagsOf(entry).includes(tag));
  if (tag !== undefined && listed.length === 0) throw unknownTag(kind, tag, [...new Set(all.flatMap(tagsOf))].sort());
  const of = tag === undefined ? "" : ` tagged "${visibleLine(tag)}"`;
  return { listed, title: `${listed.length} ${listed.length === 1 ? kind : GROUPS[kind]}${of}:` };
}

function unknownTag(kind: EntryKind, tag: string, known: readonly string[]): Error {
  const list = known.length === 0 ? "(none)" : known.map(visibleLine).join(", ");
  return new CommandError(`no ${GROUPS[kind]} tagged "${tag}"`, {
    code: "POLYGLAV_UNKNOWN_NAME",
    exit: "usage",
    hint: didYouMean({ one: "tag" }, tag, known),
    details: [[`known tags: ${list}`]],
  });
}
