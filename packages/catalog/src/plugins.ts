import { type LayerContent, type LayerData, type LayerPart, type Patch, type Problem } from "@polyglav/registry";
import { parseSkill, type Skill } from "@polyglav/skills";
import { describe, type EntryOptions, isObject, type Parsed } from "./subject.ts";

/** What one plugin brings, in memory: nothing of it is ever written anywhere. */
export interface PluginEntries {
  /** What people call it, and what stands where its entries come from. */
  readonly name: string;
  readonly roles?: PluginLayer | undefined;
  readonly teams?: PluginLayer | undefined;
  /** Each its text, or an object with `content` and perhaps `description` and `tags`. */
  readonly skills?: PluginLayer | undefined;
}

/** Entries by name, or a list of entries with a `name`. Nothing is expected of them: they are checked. */
export type PluginLayer = Readonly<Record<string, unknown>> | readonly unknown[];

/** The kinds of entries that a plugin can bring. */
export type PluginKind = "roles" | "teams" | "skills";

/** What all plugins say in one layer, in their order, and what is wrong with it. */
export interface PluginParts<T> {
  readonly parts: readonly LayerPart<T>[];
  readonly problems: readonly Problem[];
}

/** Reads an entry of a plugin; `undefined` for what says nothing. */
export type ReadPluginEntry<T> = (entry: unknown, options: EntryOptions) => Parsed<Patch<T> | undefined>;

/**
 * Reads what the plugins bring of one kind, each entry by itself. An entry without a name, and one that is nothing of
 * its kind, is left out, with an `error` problem; so is all of a plugin without a name. Of two entries of one name in
 * one plugin the later counts, with a warning. Never throws.
 */
export function readPlugins<T>(
  plugins: readonly PluginEntries[],
  kind: PluginKind,
  read: ReadPluginEntry<T>,
): PluginParts<T> {
  const parts: LayerPart<T>[] = [];
  const problems: Problem[] = [];
  for (const [index, plugin] of plugins.entries()) {
    const written: unknown = isObject(plugin) ? plugin[kind] : undefined;
    const source: unknown = isObject(plugin) ? plugin.name : undefined;
    if (typeof source !== "string" || source === "") {
      // Each kind is read by itself, and one of them has to say it.
      if (kind === "roles") problems.push(fault("no-name", `Cannot use plugin ${index}: it has no name`, ""));
      continue;
    }
    const found = readPart(written, kind, source, read);
    problems.push(...found.problems);
    if (found.entries.size > 0) parts.push({ source, entries: found.entries });
  }
  return { parts, problems };
}

/** Puts the plugins into their layer, above what was given for it otherwise. */
export const withPlugins = <T>(given: LayerData<T> | undefined, parts: readonly LayerPart<T>[]): LayerContent<T> =>
  parts.length === 0
    ? (given ?? { entries: new Map() })
    : [...(given === undefined ? [] : [{ ...given, source: "" }]), ...parts];

/** Reads a skill of a plugin: its text, or an object that says more. */
export function readPluginSkill(entry: unknown, { name, layer }: EntryOptions): Parsed<Skill | undefined> {
  const { content, description, tags } = isObject(entry) ? entry : { content: entry };
  if (typeof content !== "string") {
    const message = `Cannot read skill ${describe(name)}: expected its text as "content", found ${describe(content)}`;
    return { value: undefined, problems: [{ code: "plugin/wrong-type", severity: "error", message, name }] };
  }
  const { skill, problems } = parseSkill(content, name);
  const isTags = Array.isArray(tags) && tags.every((tag): tag is string => typeof tag === "string");
  return {
    value: {
      ...skill,
      ...(typeof description === "string" && { description }),
      ...(isTags && { tags }),
    },
    problems: problems.map((problem) => ({ ...problem, name, ...(layer !== undefined && { layer }) })),
  };
}

function readPart<T>(written: unknown, kind: PluginKind, source: string, read: ReadPluginEntry<T>) {
  const entries = new Map<string, Patch<T>>();
  const problems: Problem[] = [];
  const whose = `of the ${kind} of plugin ${describe(source)}`;
  for (const { name, entry, title } of listed(written)) {
    // A skill may be its text alone.
    if (!isObject(entry) && !(kind === "skills" && typeof entry === "string")) {
      const message = `Cannot use ${title} ${whose}: expected an object, found ${describe(entry)}`;
      problems.push(fault("not-an-entry", message, source));
    } else if (typeof name !== "string" || name === "") {
      problems.push(fault("no-name", `Cannot use ${title} ${whose}: it has no name`, source));
    } else {
      const { value, problems: found } = read(entry, { name, layer: "plugin" });
      problems.push(...found.map((problem) => ({ ...problem, source })));
      if (value === undefined) continue;
      if (entries.has(name)) {
        const message = `Cannot use the first of two entries ${describe(name)} ${whose}: the later one counts`;
        problems.push({ ...fault("same-name", message, source), severity: "warning", name });
      }
      entries.set(name, value);
    }
  }
  if (written !== undefined && written !== null && !isObject(written) && !Array.isArray(written)) {
    const message = `Cannot use the ${kind} of plugin ${describe(source)}: expected entries by name, found ${describe(written)}`;
    problems.push(fault("wrong-type", message, source));
  }
  return { entries, problems };
}

interface Listed {
  readonly name: unknown;
  readonly entry: unknown;
  /** What to call it where it has no name. */
  readonly title: string;
}

function listed(written: unknown): readonly Listed[] {
  if (Array.isArray(written)) {
    return written.map((entry: unknown, index) => ({
      name: isObject(entry) ? entry.name : undefined,
      entry,
      title: `entry ${index}`,
    }));
  }
  if (!isObject(written)) return [];
  return Object.entries(written).map(([name, entry]) => ({ name, entry, title: `entry ${describe(name)}` }));
}

const fault = (kind: string, message: string, source: string): Problem => ({
  code: `plugin/${kind}`,
  severity: "error",
  message,
  layer: "plugin",
  ...(source !== "" && { source }),
});
