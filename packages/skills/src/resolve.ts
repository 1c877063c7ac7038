import { skillPart } from "./section.ts";
import { type CountedSkill, type CountTokens, describeContent, estimateTokens, type Skill } from "./skill.ts";

/** Which skills a prompt gets, and what became of every other name. */
export interface Resolved {
  /** In the order of first mention. The tokens of each are those that it takes in a prompt, with its heading. */
  readonly skills: readonly CountedSkill[];
  /** Names that no skill has. */
  readonly missing: readonly string[];
  /** Names that were mentioned more than once; they count where they came first. */
  readonly repeated: readonly string[];
  /** Skills that exist and are left out all the same. */
  readonly withheld: readonly Withheld[];
  /** The tokens of all `skills` together. */
  readonly tokens: number;
}

/** A skill that is left out, and why. */
export type Withheld =
  | { readonly name: string; readonly why: "empty" | "untrusted" | "unreadable" }
  /** It would take so many tokens more than are left. */
  | { readonly name: string; readonly why: "budget"; readonly tokens: number }
  /** It is the same file as another skill, which the prompt has already. */
  | { readonly name: string; readonly why: "same-file"; readonly as: string };

/** What a lookup has to know of a skill. A merged entry of a registry fits, in which any field may be absent. */
export type KnownSkill = { readonly [K in keyof Skill]?: Skill[K] | undefined };

export interface ResolveOptions {
  /** The tokens that all skills may take together; no limit when absent. A `RangeError` if it is not 0 or more. */
  readonly budget?: number | undefined;
  /** Counts tokens; `estimateTokens` when absent. */
  readonly count?: CountTokens | undefined;
  /** Says why a skill that `get` does not give exists all the same. Asked once for each such name; must not throw. */
  readonly withheld?: ((name: string) => "untrusted" | "unreadable" | undefined) | undefined;
}

/**
 * Resolves lists of names, in their order: a role's standing skills, then those of the task, then those of the
 * stage. The first mention of a name wins. `null`, `undefined` and `""` are no names. Unknown names never throw; they
 * are reported in `missing`, because a skill that goes missing without a word is a prompt that lost its rules.
 *
 * With a budget a skill is taken whole or not at all, in that order, so standing skills come first: one that does not
 * fit into what is left is withheld by name with the tokens it would take, and smaller ones after it may still fit.
 * Two names of one file put it into the prompt once.
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
  { budget = Infinity, count = estimateTokens, withheld: reason }: ResolveOptions = {},
): Resolved {
  if (!(budget >= 0)) throw new RangeError(`Cannot keep to a budget of ${budget} tokens: it is not 0 or more`);
  const skills: CountedSkill[] = [];
  const missing: string[] = [];
  const withheld: Withheld[] = [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const byPath = new Map<string, string>();
  let used = 0;

  for (const name of lists.flat()) {
    if (name === null || name === undefined || name === "") continue;
    if (seen.has(name)) {
      repeated.add(name);
      continue;
    }
    seen.add(name);
    const known = get(name);
    if (known === undefined) {
      const why = reason?.(name);
      if (why === undefined) missing.push(name);
      else withheld.push({ name, why });
      continue;
    }
    const as = known.path === undefined ? undefined : byPath.get(known.path);
    const skill = { ...withoutUndefined(known), name, content: known.content ?? "" };
    if (skill.content.trim() === "") {
      withheld.push({ name, why: "empty" });
    } else if (as !== undefined) {
      withheld.push({ name, why: "same-file", as });
    } else {
      const description = known.description ?? describeContent(skill.content);
      const tokens = count(skillPart(skill));
      // Written so that a count which is no number does not fit.
      if (used + tokens <= budget) {
        used += tokens;
        skills.push({ ...skill, description, tokens });
        if (known.path !== undefined) byPath.set(known.path, name);
      } else {
        withheld.push({ name, why: "budget", tokens });
      }
    }
  }
  return { skills, missing, repeated: [...repeated], withheld, tokens: used };
}

/** Without the fields that a lookup names and does not know. */
function withoutUndefined(known: KnownSkill): Partial<Skill> {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
