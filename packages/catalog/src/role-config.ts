import { type Problem } from "@polyglav/registry";
import { describe } from "./subject.ts";

/** An alias of `role_config.yaml`, and the line that it stands in. */
export interface YamlAlias {
  readonly value: string;
  readonly line: number;
}

/** What `role_config.yaml` says; problems have no file yet. */
export interface RoleConfig {
  readonly aliases: ReadonlyMap<string, YamlAlias>;
  readonly problems: readonly Problem[];
}

/**
 * Reads the aliases of a `role_config.yaml`: the map `model_aliases`, a line for each alias or in braces, with names
 * and models that are quoted or not. It is not all of YAML: a line of the map that is anything else is left out, with a
 * warning `config/unread-alias`, as is an alias without a model. Other keys are for other programs. Of two lines for one
 * alias the later counts. Never throws.
 */
export function parseRoleConfig(text: string): RoleConfig {
  const aliases = new Map<string, YamlAlias>();
  const problems: Problem[] = [];
  let isInside = false;
  for (const [index, written] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|[\r\n]/)
    .entries()) {
    const line = index + 1;
    if (/^\s*(#|$)/.test(written)) continue;
    const isIndented = /^\s/.test(written);
    const head = isIndented || written.length > LONGEST ? undefined : HEAD.exec(written);
    if (!isIndented) isInside = head !== undefined && head !== null;
    if (!isInside) continue;
    if (written.length > LONGEST) problems.push(unread(written, line));
    else
      for (const entry of isIndented ? [written.trim()] : entriesOf(head?.[1] ?? "")) {
        const [name, value] = readEntry(entry) ?? [];
        if (name === undefined || value === undefined) problems.push(unread(entry, line));
        else aliases.set(name, { value, line });
      }
  }
  return { aliases, problems };
}

/** Longer lines are no aliases, and looking at them would take its time. */
const LONGEST = 1000;

const HEAD = /^(?:model_aliases|"model_aliases"|'model_aliases')\s*:(?:\s+(.*))?$/;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'`;
/** What begins with another character than these is no plain text to YAML. */
const BEGIN = String.raw`[^\s"'#&*!|>%@{}[\],?:\x60-]`;
const ENTRY = new RegExp(String.raw`^(${QUOTED}|${BEGIN}[^:{}[\],#]*?)\s*:\s+(${QUOTED}|${BEGIN}.*?)(?:\s+#.*)?$`);

/** What stands behind `model_aliases:`: nothing, or a map in braces. */
function entriesOf(rest: string): readonly string[] {
  const inner = rest.replace(/(^|\s+)#.*$/, "").trim();
  if (inner === "" || inner === "null" || inner === "~") return [];
  const map = /^\{(.*)\}$/.exec(inner)?.[1];
  if (map === undefined) return [inner];
  return (map.match(new RegExp(`(?:${QUOTED}|[^,"'])+`, "g")) ?? [])
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function readEntry(entry: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = ENTRY.exec(entry) ?? [];
  const [plainName, plainValue] = [unquoted(name), unquoted(value)];
  return plainName === undefined || plainValue === undefined ? undefined : [plainName, plainValue];
}

/** `undefined` for what is empty, or what only YAML can read. */
function unquoted(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'") || undefined;
  if (!written.startsWith('"')) return written;
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "string" && value !== "" ? value : undefined;
  } catch {
    // SyntaxError: an escape that JSON does not have.
    return undefined;
  }
}

function unread(entry: string, line: number): Problem {
  const message = `Cannot read model alias ${describe(entry)}: it is not a name, a colon and a model on one line`;
  const hint = 'Write it under "model_aliases" in config.json';
  return { code: "config/unread-alias", severity: "warning", message, hint, line, column: 1, field: "model_aliases" };
}
