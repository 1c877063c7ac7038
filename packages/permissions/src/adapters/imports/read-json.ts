import { isRecord } from "../../request.ts";
import type { ImportProblem } from "./imported.ts";

/** An object of settings, or why there is none. */
export interface ReadSettings {
  readonly value: Readonly<Record<string, unknown>>;
  readonly problems: readonly ImportProblem[];
  readonly isReadable: boolean;
}

/** Reads settings from text, JSON with comments and trailing commas, or takes them as they are when they are parsed. */
export function readSettings(given: unknown): ReadSettings {
  let value = given;
  if (typeof given === "string") {
    try {
      value = JSON.parse(withoutComments(given));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return unreadable("import/not-json", `Cannot read the settings: ${why}`);
    }
  }
  if (isRecord(value) && !Array.isArray(value)) return { value, problems: [], isReadable: true };
  return unreadable("import/not-settings", "Cannot read the settings: they are not an object");
}

function unreadable(code: ImportProblem["code"], message: string): ReadSettings {
  return { value: {}, problems: [{ code, severity: "error", message }], isReadable: false };
}

/** A value's own properties, in order; nothing for what is no object. It never throws. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) && !Array.isArray(value) ? Object.entries(value) : [];
}

/** One own property. */
export function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Blanks out comments and commas before a closing bracket, outside strings; every other character stays in its place. */
function withoutComments(text: string): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, " ");
  return text
    .replace(/^\uFEFF/, "")
    .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (match) => (match.startsWith('"') ? match : blank(match)))
    .replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (match) => (match === "," ? " " : match));
}
