import { createRegistry, type Merged, type Problem, type Reader } from "@polyglav/registry";
import { parseSkill } from "../parse-skill.ts";
import { type Resolved, type ResolveOptions, resolveSkills } from "../resolve.ts";
import { skillsSection } from "../section.ts";
import { type CountedSkill, estimateTokens, type ListedSkill } from "../skill.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { type Disk, NOTHING, readDisk, type UntrustedSkill, type Winner } from "./disk.ts";
import { areSame, namesOf, type Part, partOfPlugin, type PluginSkills, setLayer } from "./layer-parts.ts";
import { type SkillPlace } from "./places.ts";
import { readSkillText } from "./read-skill-text.ts";

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
   * Opens the same places again as they are now; this one stays as it is. Of the files that are as they were nothing is
   * read again.
   */
  readonly reopen: () => Skills;
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
export function openSkills(options: OpenSkillsOptions): Skills {
  return open(options, NOTHING);
}

function open({ places, plugins = [], trusted }: OpenSkillsOptions, known: Disk): Skills {
  const registry = createRegistry<ListedSkill>({ layers: LAYERS });
  const loaded = new Map<string, Loaded>();
  let disk: Disk = { ...NOTHING, listings: known.listings };
  let brought = plugins;
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
    brought = next;
    ofPlugins = next.map(partOfPlugin);
    const problems = registry.set("plugin", ofPlugins);
    cover(undefined);
    return problems;
  }

  function load(name: string): CountedSkill | undefined {
    const read = loaded.get(name) ?? loadSkill(registry.get(name), name, disk.winners.get(name));
    if (read !== undefined) loaded.set(name, read);
    return read?.skill;
  }

  /** Why a skill that is not there, or cannot be loaded, is none all the same. */
  function reason(name: string): "untrusted" | "unreadable" | undefined {
    if (registry.has(name) || disk.unreadable.has(name)) return "unreadable";
    return disk.untrusted.has(name) ? "untrusted" : undefined;
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
    reopen: () => open({ places, plugins: brought, trusted }, disk),
    load,
    resolve: (lists, options = {}) => resolveSkills(load, lists, { ...options, withheld: reason }),
    section: (wanted) => skillsSection({ get: load }, wanted),
  };
}

const LAYERS = ["plugin", "global", "local"] as const;

interface Loaded {
  readonly skill: CountedSkill | undefined;
  readonly problems: readonly Problem[];
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
