import type { Layer } from "@polyglav/catalog";
import { diffEntry as diff, type Difference } from "@polyglav/catalog/analysis";
import type { Output } from "../command.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { displayWhere, type Viewpoint } from "../view/place.ts";
import { displayValue } from "../view/role.ts";
import { shortened, visibleLine } from "../visible.ts";
import { type EntryKind, GROUPS, missing } from "./kinds.ts";

/** Shows what the layers above one change in an entry. */
export async function diffEntry(
  { kind, name, against }: { readonly kind: EntryKind; readonly name: string; readonly against: Layer },
  session: Session,
): Promise<Output> {
  const catalog = await session.catalog();
  const explained = catalog[GROUPS[kind]].explain(name);
  if (explained === undefined) throw missing(kind, name, catalog, session.viewpoint);
  return differencesOutput({ name, against, differences: diff(explained, against) }, session.viewpoint);
}

/** Shows differences, and how many there are. */
export function differencesOutput(
  found: { readonly name: string; readonly against: Layer; readonly differences: readonly Difference[] },
  viewpoint: Viewpoint,
): Output {
  const { name, against, differences } = found;
  const count = `${differences.length} ${differences.length === 1 ? "difference" : "differences"}`;
  return {
    data: { name, against, differences },
    lines: [
      ...differences.flatMap((each) => linesOf(each, viewpoint)),
      [`${count} between ${visibleLine(name)} and what the layers up to ${against} make of it`],
    ],
    ...(differences.length > 0 && { exit: "differs" as const }),
  };
}

function linesOf({ field, key, was, is, from }: Difference, viewpoint: Viewpoint): readonly Line[] {
  const path = visibleLine(key === undefined ? field : `${field}.${key}`);
  const where = visibleLine(displayWhere(from, viewpoint));
  return [
    [
      ["strong", path],
      ["dim", `   ${where}`],
    ],
    ...(was === undefined ? [] : [[["bad", `  - ${short(was)}`]] satisfies Line]),
    ...(is === undefined ? [] : [[["good", `  + ${short(is)}`]] satisfies Line]),
  ];
}

const short = (value: unknown): string => {
  const shown = displayValue(value);
  return shown === "" ? JSON.stringify(value) : shortened(shown, 90);
};
