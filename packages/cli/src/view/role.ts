import type { Role } from "@polyglav/catalog";
import type { Line } from "../line.ts";
import { visible, visibleLine } from "../visible.ts";

/** Fields that are shown even when nothing is set, with what that means. */
const ALWAYS: Readonly<Record<string, string>> = {
  tags: "(none)",
  model: "(that of its caller)",
  skills: "(none)",
  tool_permission: "(that of its caller)",
};

/** Shows a role: its name and origin, each field on a line, the prompt last. */
export function roleLines(role: Role, origin: string): readonly Line[] {
  const { name, system_prompt: prompt, ...fields } = role;
  return [
    [
      ["name", visibleLine(name)],
      ["dim", ` (${origin})`],
    ],
    ...Object.entries(fields).flatMap(([field, value]) => fieldLine(field, value)),
    ["  system_prompt", prompt === "" ? "     (empty)" : ""],
    ...textLines(prompt),
  ];
}

function fieldLine(field: string, value: unknown): readonly Line[] {
  const shown = displayValue(value);
  const text = shown === "" ? ALWAYS[field] : shown;
  return text === undefined ? [] : [[`  ${visibleLine(field).padEnd(18)}`, text]];
}

/** Shows a value on one line: words as `bash=deny edit=allow`, lists with commas, nothing as "". */
export function displayValue(value: unknown): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return visibleLine(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.map(visibleLine).join(", ");
  if (isFlat(value)) {
    return Object.entries(value)
      .map(([key, word]) => visibleLine(`${key}=${String(word)}`))
      .join(" ");
  }
  return visibleLine(JSON.stringify(value));
}

function isFlat(value: unknown): value is Readonly<Record<string, string | number | boolean>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((item) => ["string", "number", "boolean"].includes(typeof item));
}

/** Shows a text of several lines, indented. */
function textLines(text: string): readonly Line[] {
  return text === ""
    ? []
    : visible(text.replace(/\s+$/, ""))
        .split("\n")
        .map((line): Line => [line === "" ? "" : `    ${line}`]);
}
