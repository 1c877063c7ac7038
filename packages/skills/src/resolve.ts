import { describeContent, type Skill } from "./skill.ts";

/** Which skills a prompt gets, and what became of every other name. */
export interface Resolved {
  /** In the order of first mention. */
  readonly skills: readonly Skill[];
  /** Names that no skill has. */
  readonly missing: readonly string[];
  /** Names that were mentioned more than once; they count where they came first. */
  readonly repeated: readonly string[];
  /** Skills that exist and are left out all the same. */
  readonly withheld: readonly Withheld[];
}

export interface Withheld {
  readonly name: string;
  readonly why: "empty";
}

/** What a lookup has to know of a skill. A merged entry of a registry fits, in which any field may be absent. */
export type KnownSkill = { readonly [K in keyof Skill]?: Skill[K] };

/**
 * Resolves lists of names, in their order: a role's standing skills, then those of the task, then those of the
 * stage. The first mention of a name wins. `null`, `undefined` and `""` are no names. Unknown names never throw; they
 * are reported in `missing`, because a skill that goes missing without a word is a prompt that lost its rules.
 *
 * `get` is called once for each different name; names are looked up exactly as they are written.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSkill, resolveSkills } from "@polyglav/skills";
 *
 * const known = new Map([["base", parseSkill("Be brief.", "base").skill]]);
 * const resolved = resolveSkills((name) => known.get(name), [["base"], ["base", "djagno", "", null]]);
 *
 * assert.deepEqual(resolved.skills.map((skill) => skill.name), ["base"]);
 * assert.deepEqual(resolved.missing, ["djagno"]);
 * assert.deepEqual(resolved.repeated, ["base"]);
 * ```
 */
export function resolveSkills(
  get: (name: string) => KnownSkill | undefined,
  lists: readonly (readonly (string | null | undefined)[])[],
): Resolved {
  const skills: Skill[] = [];
  const missing: string[] = [];
  const withheld: Withheld[] = [];
  const seen = new Set<string>();
  const repeated = new Set<string>();

  for (const name of lists.flat()) {
    if (name === null || name === undefined || name === "") continue;
    if (seen.has(name)) {
      repeated.add(name);
      continue;
    }
    seen.add(name);
    const known = get(name);
    const content = known?.content ?? "";
    if (known === undefined) missing.push(name);
    else if (content.trim() === "") withheld.push({ name, why: "empty" });
    else skills.push({ ...known, name, content, description: known.description ?? describeContent(content) });
  }
  return { skills, missing, repeated: [...repeated], withheld };
}
