import {
  createRegistry,
  type LayerPart,
  type Merged,
  type Patch,
  type Problem,
  type Reader,
  type Registry,
} from "@polyglav/registry";
import { parseSkill } from "../parse-skill.ts";
import { type Resolved, type ResolveOptions, resolveSkills } from "../resolve.ts";
import { skillsSection } from "../section.ts";
import { type CountedSkill, describeContent, estimateTokens, type ListedSkill, type Skill } from "../skill.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { type Disk, NOTHING, readDisk, type UntrustedSkill, type Winner } from "./disk.ts";
import { type SkillPlace } from "./places.ts";
import { readSkillText } from "./read-skill-text.ts";

/** The skills of one plugin. */
export interface PluginSkills {
  /** The name of the plugin. */
  readonly source: string;
  readonly skills: readonly {
    readonly name: string;
    readonly content: string;
    readonly description?: string | undefined;
    readonly tags?: readonly string[] | undefined;
  }[];
}

export interface OpenSkillsOptions {
  /** Where skills lie, lowest first; `skillPlaces` lists them. */
  readonly places: readonly SkillPlace[];
  readonly plugins?: readonly PluginSkills[] | undefined;
  /** Whether the local places count. Of those that do not nothing is opened: their skills are only listed as withheld. */
  readonly trusted: boolean;
}

/** The skills of all layers: listed by their heads, read when somebody uses them. */
export interface Skills extends Omit<Reader<ListedSkill>, "problems"> {
  /** What is wrong in all layers, and with the skills that were loaded since they last changed. */
  readonly problems: () => readonly Problem[];
  /** The skills of local places that do not count. They are in no listing and in no prompt. */
  readonly withheld: () => readonly UntrustedSkill[];
  /** Replaces what plugins bring; the later of two wins a name. Returns what is wrong with it. */
  readonly setPlugins: (plugins: readonly PluginSkills[]) => readonly Problem[];
  /**
   * Looks at the disk again and returns the names of the skills that changed, came or went. It asks the system about
   * each file and opens those that may have changed; of the others the entries stay the same objects.
   */
  readonly refresh: () => ReadonlySet<string>;
  /**
   * Reads a skill with its content, once until a `refresh` finds it changed; `undefined` when there is none or it
   * cannot be read.
   */
  readonly load: (name: string) => CountedSkill | undefined;
  /** Resolves names as `resolveSkills` does, and loads those alone. */
  readonly resolve: (
    lists: readonly (readonly (string | null | undefined)[])[],
    options?: Omit<ResolveOptions, "withheld">,
  ) => Resolved;
  /** Writes the section of a prompt with these skills. */
  readonly section: (names: readonly string[]) => string;
}

/**
 * Opens the skills of plugins, of the home folder and of a worktree, as the layers `plugin`, `global` and `local` of
 * a registry. Listing reads heads only. Makes no file, holds none open, watches nothing: call `refresh`. Never throws
 * for what is on disk; one bad file never hides another.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { openSkills, skillPlaces } from "@polyglav/skills/file";
 *
 * const worktree = mkdtempSync(join(tmpdir(), "example-"));
 * mkdirSync(join(worktree, ".claude/skills/finders"), { recursive: true });
 * writeFileSync(
 *   join(worktree, ".claude/skills/finders/SKILL.md"),
 *   "---\nname: finders\ndescription: Finds things\n---\nLook before you write.\n",
 * );
 *
 * const places = skillPlaces({ worktree, home: undefined, configHome: undefined });
 * const skills = openSkills({ places, trusted: true });
 * assert.equal(skills.get("finders")?.description, "Finds things");
 * assert.equal(skills.section(["finders"]), "## Skills\n\n### finders\n\nLook before you write.");
 * assert.deepEqual(openSkills({ places, trusted: false }).resolve([["finders"]]).withheld, [
 *   { name: "finders", why: "untrusted" },
 * ]);
 * ```
 */
export function openSkills({ places, plugins = [], trusted }: OpenSkillsOptions): Skills {
  const registry = createRegistry<ListedSkill>({ layers: LAYERS });
  const loaded = new Map<string, Loaded>();
  let disk: Disk = NOTHING;
  let ofPlugins: readonly Part[] = [];
  let changed = new Set<string>();
  registry.subscribe((names) => {
    for (const name of names) {
      changed.add(name);
      loaded.delete(name);
    }
  });

  function cover(before: Disk | undefined): void {
    setLayer(registry, "global", disk.parts.global, before?.parts.global, namesOf(ofPlugins));
    const below = namesOf([...ofPlugins, ...disk.parts.global]);
    // What covers what may be another thing now, so a change below is a change here.
    const isSame = before !== undefined && areSame(before.parts.global, disk.parts.global);
    setLayer(registry, "local", disk.parts.local, isSame ? before.parts.local : undefined, below);
  }

  function refresh(): ReadonlySet<string> {
    const before = disk;
    disk = readDisk(places, trusted, before);
    changed = new Set();
    cover(before);
    return changed;
  }

  function setPlugins(next: readonly PluginSkills[]): readonly Problem[] {
    ofPlugins = next.map(partOfPlugin);
    const problems = registry.set("plugin", ofPlugins);
    cover(undefined);
    return problems;
  }

  function load(name: string): CountedSkill | undefined {
    const known = loaded.get(name) ?? loadSkill(registry.get(name), name, disk.winners.get(name));
    if (known !== undefined) loaded.set(name, known);
    return known?.skill;
  }

  setPlugins(plugins);
  refresh();
  const { get, has, names, entries, origin, explain } = registry;
  return {
    get,
    has,
    names,
    entries,
    origin,
    explain,
    problems: () => [
      ...disk.problems,
      ...registry.problems(),
      ...[...loaded.values()].flatMap(({ problems }) => problems.filter((found) => !isAmong(found, disk.problems))),
    ],
    withheld: () => [...disk.untrusted.values()],
    setPlugins,
    refresh,
    load,
    resolve: (lists, options = {}) =>
      resolveSkills(load, lists, {
        ...options,
        withheld: (name) => (has(name) ? "unreadable" : disk.untrusted.has(name) ? "untrusted" : undefined),
      }),
    section: (wanted) => skillsSection({ get: load }, wanted),
  };
}

const LAYERS = ["plugin", "global", "local"] as const;

type Part = LayerPart<ListedSkill>;

interface Loaded {
  readonly skill: CountedSkill | undefined;
  readonly problems: readonly Problem[];
}

/** What a skill says of its content belongs to that content: none of it is taken from below when another one wins. */
const OF_CONTENT = { content: null, license: null, compatibility: null, metadata: null, allowedTools: null } as const;

/** Puts a layer in its place, unless it is as it was. */
function setLayer(
  registry: Registry<ListedSkill>,
  layer: SkillPlace["layer"],
  parts: readonly Part[],
  before: readonly Part[] | undefined,
  below: ReadonlySet<string>,
): void {
  if (before !== undefined && areSame(before, parts)) return;
  const covering = parts.map((part) => {
    const entries = [...part.entries].map(([name, patch]): [string, Patch<ListedSkill> | null] => [
      name,
      below.has(name) ? { ...OF_CONTENT, ...patch } : patch,
    ]);
    return { ...part, entries: new Map(entries) };
  });
  registry.set(layer, covering);
}

/** Says whether two lists of parts hold the same objects under the same names. */
function areSame(some: readonly Part[], others: readonly Part[]): boolean {
  return (
    some.length === others.length &&
    some.every((part, i) => {
      const other = others[i];
      if (other?.source !== part.source || other.entries.size !== part.entries.size) return false;
      for (const [name, entry] of part.entries) if (other.entries.get(name) !== entry) return false;
      return true;
    })
  );
}

const namesOf = (parts: readonly Part[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ entries }) => [...entries.keys()]));

function partOfPlugin({ source, skills }: PluginSkills): Part {
  const entries = skills.map(({ name, content, description, tags }): [string, ListedSkill] => {
    const tokens = estimateTokens(content);
    const about = description ?? describeContent(content);
    return [name, { name, content, description: about, tokens, ...(tags !== undefined && { tags }) }];
  });
  return { source, entries: new Map(entries) };
}

/** Reads the content that a listing left on disk. */
function loadSkill(
  listed: Merged<ListedSkill> | undefined,
  name: string,
  winner: Winner | undefined,
): Loaded | undefined {
  if (listed === undefined) return undefined;
  const { content, description = "", stamp: _, path, ...more } = listed;
  if (content !== undefined) {
    const tokens = listed.tokens ?? estimateTokens(content);
    return { skill: { ...more, name, content, description, tokens }, problems: [] };
  }
  if (winner === undefined || path === undefined) return undefined;
  const place = { layer: winner.layer, file: winner.file };
  const read = readSkillText(path);
  if (!read.ok) {
    const message = `Cannot read skill "${name}": ${read.state}`;
    return { skill: undefined, problems: [{ code: read.code, severity: "error", message, name, ...place }] };
  }
  const { skill, problems } = parseSkill(read.text, name, { yaml: readYaml });
  const tags = more.tags === undefined ? {} : { tags: more.tags };
  return { skill: { ...tags, ...skill, path }, problems: problems.map((problem) => ({ ...problem, ...place })) };
}

const isAmong = (problem: Problem, others: readonly Problem[]): boolean =>
  others.some(({ code, file, line }) => code === problem.code && file === problem.file && line === problem.line);
