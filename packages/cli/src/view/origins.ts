import type { Explanation, FieldExplanation, Shadowed, Where } from "@polyglav/registry";
import type { Line } from "../line.ts";
import { shortened, visibleLine } from "../visible.ts";
import { displayWhere, type Viewpoint } from "./place.ts";
import { displayValue } from "./role.ts";

/** Shows where every field of an entry was written, key by key where its layers are merged by key. */
export function originLines(explained: Explanation<object>, viewpoint: Viewpoint): readonly Line[] {
  const fields: readonly (readonly [string, FieldExplanation])[] = Object.entries(explained.fields);
  return [
    [
      ["name", visibleLine(explained.name)],
      ["dim", ` (${explained.origin ?? "hidden"})`],
    ],
    ...fields.flatMap(([field, found]) => fieldLines(field, found, viewpoint)),
  ];
}

function fieldLines(field: string, found: FieldExplanation, viewpoint: Viewpoint): readonly Line[] {
  if (found.keys === undefined) return [lineOf(field, found.value, found.from, found.shadowed, viewpoint)];
  return Object.entries(found.keys).map(([key, { value, from, shadowed }]) =>
    lineOf(`${field}.${key}`, value, [from], shadowed, viewpoint),
  );
}

function lineOf(
  field: string,
  value: unknown,
  from: readonly Where[],
  shadowed: readonly Shadowed[],
  viewpoint: Viewpoint,
): Line {
  const where = from.map((one) => visibleLine(displayWhere(one, viewpoint))).join(", ");
  const hides = shadowed.map((one) => `${short(one.value)} of ${visibleLine(displayWhere(one, viewpoint))}`).join(", ");
  return [
    `  ${visibleLine(field).padEnd(26)} `,
    `${short(value).padEnd(32)} `,
    ["dim", hides === "" ? where : `${where} (over ${hides})`],
  ];
}

const short = (value: unknown): string => {
  if (value === undefined || value === null) return "(removed)";
  const shown = displayValue(value);
  return shown === "" ? JSON.stringify(value) : shortened(shown, 32);
};
