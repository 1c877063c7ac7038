import { join } from "node:path";

/** A folder that skills may lie in. */
export interface SkillPlace {
  readonly dir: string;
  readonly layer: "global" | "local";
  /** Whether each `<name>.md` in it is a skill, besides each `<name>/SKILL.md`. */
  readonly flat: boolean;
  /** The folder that no link may lead out of; `dir` itself when absent. */
  readonly within?: string | undefined;
}

/**
 * Lists the folders that skills are read from, lowest first: those of the home folder, which are the layer `global`,
 * then those of the worktree, which are `local`. In a layer the later replaces a skill of the same name in an earlier
 * one, so polyglav's own come last. Files directly in a folder are skills where its owner says so: in polyglav's and
 * in opencode's. A folder that is both, for whoever works at home, is `global`. Links may lead anywhere in the home folder and in the worktree, respectively, and no further. An
 * undefined `home` or `configHome` has no places. Looks at no disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { join } from "node:path";
 * import { skillPlaces } from "@polyglav/skills/file";
 *
 * const places = skillPlaces({ worktree: "/work", home: "/home/me", configHome: "/home/me/.config" });
 * assert.equal(places.at(-1)?.dir, join("/work", ".polyglav", "skills"));
 * assert.deepEqual([...new Set(places.map(({ layer }) => layer))], ["global", "local"]);
 * ```
 */
export function skillPlaces(roots: {
  readonly worktree: string;
  readonly home: string | undefined;
  /** Where programs keep what they are told, such as `~/.config`. */
  readonly configHome: string | undefined;
}): readonly SkillPlace[] {
  const { worktree, home, configHome } = roots;
  const inHome = (parts: readonly string[], flat: boolean): readonly SkillPlace[] =>
    home === undefined ? [] : [{ dir: join(home, ...parts, "skills"), layer: "global", flat, within: home }];
  const inConfig = (app: string): readonly SkillPlace[] =>
    configHome === undefined
      ? []
      : [{ dir: join(configHome, app, "skills"), layer: "global", flat: true, within: boundary(configHome, home) }];
  const inWorktree = (folder: string, flat: boolean): SkillPlace => ({
    dir: join(worktree, folder, "skills"),
    layer: "local",
    flat,
    within: worktree,
  });
  const all = [
    ...inHome([".claude"], false),
    ...inHome([".agents"], false),
    ...inHome([".config", "opencode"], true),
    ...inConfig("polyglav"),
    inWorktree(".claude", false),
    inWorktree(".agents", false),
    inWorktree(".opencode", true),
    inWorktree(".polyglav", true),
  ];
  return all.filter(({ dir }, index) => all.findIndex((place) => place.dir === dir) === index);
}

/** A configuration that lies elsewhere than at home is its own boundary. */
const boundary = (configHome: string, home: string | undefined): string =>
  home !== undefined && join(configHome, "x").startsWith(join(home, "x").slice(0, -1)) ? home : configHome;
