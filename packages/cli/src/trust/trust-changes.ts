import type { Catalog } from "@polyglav/catalog";
import { diffEntry } from "@polyglav/catalog/analysis";
import { patternOf } from "@polyglav/permissions";
import { compareAuthorities } from "@polyglav/permissions/analysis";
import type { Explanation, FieldExplanation, Where } from "@polyglav/registry";
import type { Line } from "../line.ts";
import { findOfProject } from "../run/instructions.ts";
import { displayPath, displayWhere, type Viewpoint } from "../view/place.ts";
import { displayValue } from "../view/role.ts";
import { visibleLine } from "../visible.ts";

/**
 * Shows what trust in a folder would change: every field that it would say, with its place and never cut, for a person is
 * about to permit it; what it would take away; and which roles would be permitted more.
 */
export function trustChanges(before: Catalog, after: Catalog, viewpoint: Viewpoint): readonly Line[] {
  const lineOf = (field: string, value: unknown, where: Where | undefined): Line => [
    `      ${visibleLine(field)} = ${value === undefined ? "(removed)" : shown(value)}`,
    ["dim", where === undefined ? "" : `   ${visibleLine(displayWhere(where, viewpoint))}`],
  ];
  return [
    ...(["roles", "teams", "skills"] as const).flatMap((group) =>
      entryLines(before[group], after[group], group, lineOf),
    ),
    ...configLines(after, lineOf),
    ...instructionLines(viewpoint),
    ...widened(before, after),
  ];
}

type LineOf = (field: string, value: unknown, where: Where | undefined) => Line;

interface Entries {
  readonly names: () => readonly string[];
  readonly has: (name: string) => boolean;
  readonly explain: (name: string) => Explanation<object> | undefined;
}

function entryLines(before: Entries, after: Entries, group: string, lineOf: LineOf): readonly Line[] {
  const one = group.slice(0, -1);
  const said = after.names().flatMap((name): readonly Line[] => {
    const explained = after.explain(name);
    if (explained?.layers.includes("local") !== true) return [];
    const differences = diffEntry(explained, "global").filter(({ field }) => !FOUND.has(field));
    return [
      [`  ${before.has(name) ? "" : "new "}${one} `, ["name", visibleLine(name)]],
      ...differences.map(({ field, key, is, from }) => lineOf(key === undefined ? field : `${field}.${key}`, is, from)),
    ];
  });
  const gone = before.names().filter((name) => !after.has(name));
  const removed = gone.map((name): Line => [
    ["warn", `  removes ${one} `],
    ["name", visibleLine(name)],
  ]);
  return [...said, ...removed];
}

/** What a reader found out about a skill, and nobody wrote. */
const FOUND: ReadonlySet<string> = new Set(["path", "stamp", "tokens"]);

/** What every agent would be told. */
function instructionLines(viewpoint: Viewpoint): readonly Line[] {
  const file = findOfProject(viewpoint.cwd);
  return file === undefined
    ? []
    : [[`  instructions of every role   `, ["dim", visibleLine(displayPath(file, viewpoint))]]];
}

/** Every key of the config that the folder says, whatever it hides. */
function configLines({ settings, providers }: Catalog, lineOf: LineOf): readonly Line[] {
  const lines = [
    ...localFields(settings.explain("config"), "", lineOf),
    ...providers.names().flatMap((id) => localFields(providers.explain(id), `providers.${id}.`, lineOf)),
  ];
  return lines.length === 0 ? [] : [["  config"], ...lines];
}

function localFields(explained: Explanation<object> | undefined, start: string, lineOf: LineOf): readonly Line[] {
  const fields: readonly (readonly [string, FieldExplanation])[] = Object.entries(explained?.fields ?? {});
  return fields.flatMap(([field, { value, from, keys }]): readonly Line[] => {
    if (keys === undefined) {
      const where = from.find(({ layer }) => layer === "local");
      return where === undefined ? [] : [lineOf(`${start}${field}`, value, where)];
    }
    return Object.entries(keys)
      .filter(([, each]) => each.from.layer === "local")
      .map(([key, each]) => lineOf(`${start}${field}.${key}`, each.value, each.from));
  });
}

/** The roles that would be permitted more than now, each with one call that shows it. */
function widened(before: Catalog, after: Catalog): readonly Line[] {
  return after.roles.names().flatMap((name): readonly Line[] => {
    if (!before.roles.has(name) || before.faultsOf(name).length > 0 || after.faultsOf(name).length > 0) return [];
    const as = { role: name, id: "r1" };
    const { use, pass } = compareAuthorities(after.rootAuthority(as), before.rootAuthority(as));
    const action = use.more ?? pass.more;
    if (action === undefined) return [];
    const what = patternOf(action.category, action.resource) ?? action.resource.join(" ");
    const verb = use.more === undefined ? "hand down" : "do";
    return [
      [["warn", `  ${visibleLine(name)} may ${verb} more`], `, such as ${visibleLine(`${action.category} ${what}`)}`],
    ];
  });
}

const shown = (value: unknown): string => {
  const text = displayValue(value);
  return text === "" ? JSON.stringify(value) : text;
};
