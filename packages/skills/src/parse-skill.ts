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
  const problems = CHECKS.flatMap((check) => check(text) ?? []).map(({ code, state, hint, line }): Problem => ({
    code,
    severity: "warning",
    message: `Cannot take skill "${name}" quite as it is: ${state}`,
    ...(hint === undefined ? {} : { hint }),
    ...(line === undefined ? {} : { line }),
    name,
  }));
  return { skill: { name, content: text, description: describeContent(text) }, problems };
}

interface Finding {
  readonly code: string;
  readonly state: string;
  readonly hint?: string;
  readonly line?: number;
}

const CHECKS: readonly ((text: string) => Finding | undefined)[] = [
  findEmpty,
  findFrontmatter,
  findOpenBlock,
  findHeading,
];

function findEmpty(text: string): Finding | undefined {
  return text.trim() === "" ? { code: "skill/empty", state: "it is empty, so no prompt gets it" } : undefined;
}

function findFrontmatter(text: string): Finding | undefined {
  if (!/^\uFEFF?---[ \t]*(?:\r\n|\r|\n)/.test(text)) return undefined;
  return { code: "skill/frontmatter", state: "its frontmatter goes into the prompt like the rest", line: 1 };
}

function findOpenBlock(text: string): Finding | undefined {
  const open = openBlock(text);
  if (open === undefined) return undefined;
  const hint = `Close it with ${open.fence}`;
  return {
    code: "skill/open-block",
    state: "a block of code is not closed, so prompts close it",
    hint,
    line: open.line,
  };
}

function findHeading(text: string): Finding | undefined {
  const index = text.split(/\r\n|\r|\n/).findIndex((line) => /^## Skills\s*$/.test(line));
  if (index === -1) return undefined;
  const state = 'its heading "## Skills" looks like the one that prompts put above all skills';
  return { code: "skill/section-heading", state, line: index + 1 };
}
