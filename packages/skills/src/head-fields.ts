import type { Problem } from "@polyglav/registry";
import { type HeadMap, type HeadValue } from "./head/head-value.ts";
import { type Frontmatter } from "./head/read-frontmatter.ts";
import { SALVAGED } from "./head/salvage.ts";
import { type Skill } from "./skill.ts";

/** What a skill takes from its head. */
export type HeadFields = Partial<
  Pick<Skill, "description" | "tags" | "license" | "compatibility" | "metadata" | "allowedTools">
>;
type Warning = Pick<Problem, "code" | "message" | "line" | "column" | "field">;

/** Reads the fields of a skill out of a head. What cannot be one is left out, with a warning. */
export function readHeadFields(
  head: Frontmatter,
  name: string,
): { readonly fields: HeadFields; readonly problems: readonly Warning[] } {
  const problems: Warning[] = [];
  const warn = (code: string, field: string, message: string): void => {
    problems.push({ code, message, field, ...head.where(field) });
  };
  const text = (field: string): string | undefined => {
    const value = head.fields[field];
    const written = head.textOf(field)?.trim();
    if (value === undefined || written === undefined || written === "") return undefined;
    if (typeof value !== "string") {
      warn(
        SALVAGED,
        field,
        `Cannot take field "${field}" of skill "${name}" for anything but text: it is read as text`,
      );
    }
    return written;
  };
  const given = text("name");
  if (given !== undefined && given !== name) {
    warn("skill/other-name", "name", `Cannot call skill "${name}" as its head does, "${given}": its file names it`);
  }
  const take = <T>(field: string, what: string, read: (value: HeadValue) => T | undefined): T | undefined => {
    const value = head.fields[field];
    if (value === undefined) return undefined;
    const taken = read(value);
    if (taken === undefined) {
      warn("skill/wrong-field", field, `Cannot take field "${field}" of skill "${name}": it is no ${what}`);
    }
    return taken;
  };
  const description = text("description");
  const tags = take("tags", "list of text", (value) => textsOf(value, ","));
  const license = text("license");
  const compatibility = text("compatibility");
  const metadata = take("metadata", "map", mapOf);
  const allowedTools = take("allowed-tools", "list of text", toolsOf);
  const fields: HeadFields = {
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags }),
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    ...(metadata !== undefined && { metadata }),
    ...(allowedTools !== undefined && { allowedTools }),
  };
  return { fields, problems };
}

/** A list of text, also where it is written as one text. */
function textsOf(value: HeadValue, separator: string): readonly string[] | undefined {
  const items: readonly HeadValue[] | undefined =
    typeof value === "string" ? value.split(separator) : isList(value) ? value : undefined;
  if (items?.every((item) => typeof item === "string") !== true) return undefined;
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

const toolsOf = (value: HeadValue): string | readonly string[] | undefined =>
  typeof value === "string" ? value.trim() : textsOf(value, " ");

const isList = (value: HeadValue): value is readonly HeadValue[] => Array.isArray(value);

const mapOf = (value: HeadValue): HeadMap | undefined =>
  typeof value === "string" || isList(value) ? undefined : value;
