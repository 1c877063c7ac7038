import { type Problem } from "@polyglav/registry";
import { openBlock } from "./fence.ts";
import { describeContent, type Skill } from "./skill.ts";

/** A skill, and what its writer should look at. */
export interface ParsedSkill {
  readonly skill: Skill;
  /** Warnings only: whatever the text is, it is a skill. */
  readonly problems: readonly Problem[];
}

/**
 * Makes a skill of a Markdown text. The content is the text, byte for byte: nothing is stripped, run or expanded.
 * Never throws; what a writer should look at comes back as warnings, with a line where there is one.
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
  const warnings = [warnOfNothing, warnOfFrontmatter, warnOfOpenBlock, warnOfHeading].flatMap(
    (look) => look(skill) ?? [],
  );
  return { skill, problems: warnings.map((warning) => ({ severity: "warning", name, ...warning })) };
}

type Warning = Pick<Problem, "code" | "message" | "hint" | "line">;

function warnOfNothing({ name, content }: Skill): Warning | undefined {
  if (content.trim() !== "") return undefined;
  return { code: "skill/empty", message: `Cannot give skill "${name}" to a prompt: it is empty` };
}

function warnOfFrontmatter({ name, content }: Skill): Warning | undefined {
  if (!/^\uFEFF?---[ \t]*(?:\r\n|\r|\n)/.test(content)) return undefined;
  const message = `Cannot set the frontmatter of skill "${name}" apart: prompts get it like the rest`;
  return { code: "skill/frontmatter", message, line: 1 };
}

function warnOfOpenBlock({ name, content }: Skill): Warning | undefined {
  const open = openBlock(content);
  if (open === undefined) return undefined;
  const message = `Cannot leave a block of code open in skill "${name}": prompts close it at the end`;
  return { code: "skill/open-block", message, hint: `Close it with ${open.fence}`, line: open.line };
}

function warnOfHeading({ name, content }: Skill): Warning | undefined {
  const index = content.split(/\r\n|\r|\n/).findIndex((line) => /^## Skills\s*$/.test(line));
  if (index === -1) return undefined;
  const message = `Cannot keep "## Skills" in skill "${name}" apart from prompts: they put it above all skills`;
  return { code: "skill/section-heading", message, hint: "Give the heading another name", line: index + 1 };
}
