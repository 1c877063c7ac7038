import type { Problem } from "@polyglav/registry";

/** The longest name that a new skill may have, in characters. */
const MAX_LENGTH = 64;

/** Files that lie beside skills, or in one, and are none. */
const KEPT: ReadonlySet<string> = new Set(["readme", "skill"]);

/**
 * Judges the name of a new skill by the rule of the open skill format: 1 to 64 lower-case letters, digits and single
 * hyphens inside. Such a name is a file name on every system, and never a path. Names that are a device on Windows
 * are refused too, and those of files that are no skills. Gives the problem, with a better name where there is one, or
 * `undefined` for a good name. Skills that already exist may be called otherwise.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkSkillName } from "@polyglav/skills";
 *
 * assert.equal(checkSkillName("code-review"), undefined);
 * assert.equal(checkSkillName("Code Review")?.hint, 'Try "code-review"');
 * assert.equal(checkSkillName("../roles")?.code, "skill/bad-name");
 * ```
 */
export function checkSkillName(name: string): Problem | undefined {
  const state = faultOf(name);
  if (state === undefined) return undefined;
  const message = `Cannot name a new skill ${JSON.stringify(name)}: ${state}`;
  const problem = { code: "skill/bad-name", severity: "error", message, name } as const;
  const better = suggest(name);
  return faultOf(better) === undefined ? { ...problem, hint: `Try "${better}"` } : problem;
}

/** Says whether Windows keeps a name for a device, whatever follows its first dot, or cannot have it as it is. */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3]) *(?:\.|$)|[. ]$/i.test(
    name,
  );
}

function faultOf(name: string): string | undefined {
  if (name === "") return "it is empty";
  if (name.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  if (isDeviceName(name)) return "Windows cannot have a file of that name";
  if (KEPT.has(name)) return "a file of that name is no skill";
  if (/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)) return undefined;
  return "it has more than lower-case letters, digits and single hyphens between them";
}

function suggest(name: string): string {
  const words = name.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.join("-");
}
