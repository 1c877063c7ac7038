import type { Problem } from "@polyglav/registry";
import { openBlock } from "./fence.ts";
import { linesOf } from "./head/find-head.ts";
import { type Frontmatter, type FrontmatterOptions, readFrontmatter } from "./head/read-frontmatter.ts";
import { readHeadFields } from "./head-fields.ts";
import { type CountedSkill, type CountTokens, describeContent, estimateTokens } from "./skill.ts";

export interface ParseOptions extends FrontmatterOptions {
  /** `keep` leaves a head in the content as well. */
  readonly frontmatter?: "strip" | "keep" | undefined;
  readonly count?: CountTokens | undefined;
}

/** A skill, and what its writer should look at. */
export interface ParsedSkill {
  readonly skill: CountedSkill;
  /** The text taken apart, with the fields that skills do not have. */
  readonly frontmatter: Frontmatter;
  /** Warnings only: whatever the text is, it is a skill. */
  readonly problems: readonly Problem[];
}

/**
 * Makes a skill of a Markdown text. A head that names a `name` or a `description` is taken off and read; the rest is
 * the content, byte for byte, and nothing of it is run or expanded. A text without such a head is all content. The
 * skill is called as it is given, whatever its head says: lookups never depend on what is in a file.
 *
 * Without a description in the head the first line of the content describes it. Never throws; what a writer should
 * look at comes back as warnings, with the line.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSkill } from "@polyglav/skills";
 *
 * const text = "---\nname: finders\ndescription: Finds things\n---\nLook before you write.\n";
 * const { skill, problems } = parseSkill(text, "finders");
 * assert.equal(skill.description, "Finds things");
 * assert.equal(skill.content, "Look before you write.\n");
 * assert.deepEqual(problems, []);
 * ```
 */
export function parseSkill(text: string, name: string, options: ParseOptions = {}): ParsedSkill {
  const { frontmatter: mode = "strip", count = estimateTokens } = options;
  const frontmatter = readFrontmatter(text, options);
  const isHead = isSkillHead(frontmatter);
  const content = isHead && mode === "strip" ? frontmatter.body : text;
  const head = isHead ? readHeadFields(frontmatter, name) : NO_FIELDS;
  const skill = {
    name,
    content,
    description: head.fields.description ?? describeContent(frontmatter.body),
    tokens: count(content),
    ...head.fields,
  };
  const isOther = frontmatter.how !== "none" && !isHead;
  const warnings = [
    ...(isOther ? [warnOfOtherHead(name)] : frontmatter.problems),
    ...head.problems,
    ...contentProblems(name, content, () => (content === text ? 0 : frontmatter.linesBeforeBody())),
  ];
  return { skill, frontmatter, problems: warnings.map((warning) => ({ severity: "warning", name, ...warning })) };
}

const NO_FIELDS: ReturnType<typeof readHeadFields> = { fields: {}, problems: [] };

/** Says whether a head is that of a skill: a rule and some prose at the start of a text could look like one, too. */
export const isSkillHead = ({ fields }: Frontmatter): boolean => "name" in fields || "description" in fields;

type Warning = Pick<Problem, "code" | "message" | "hint" | "line" | "column">;

function warnOfOtherHead(name: string): Warning {
  const message = `Cannot take the head of skill "${name}" off: it names neither a name nor a description, so it is content`;
  return { code: "skill/frontmatter", message, line: 1 };
}

/** Looks at what prompts get. `offset` counts the lines before it in the file. */
function contentProblems(name: string, content: string, offset: () => number): readonly Warning[] {
  const problems: Warning[] = [];
  if (!/\S/.test(content)) {
    problems.push({ code: "skill/empty", message: `Cannot give skill "${name}" to a prompt: it is empty` });
  }
  const open = openBlock(content);
  if (open !== undefined) {
    const message = `Cannot leave a block of code open in skill "${name}": prompts close it at the end`;
    const hint = `Close it with ${open.fence}`;
    problems.push({ code: "skill/open-fence", message, hint, line: offset() + open.line });
  }
  if (content.includes("## Skills")) {
    const index = linesOf(content).findIndex((line) => /^## Skills\s*$/.test(line));
    const message = `Cannot keep "## Skills" in skill "${name}" apart from prompts: they put it above all skills`;
    const hint = "Give the heading another name";
    if (index !== -1) problems.push({ code: "skill/section-heading", message, hint, line: offset() + index + 1 });
  }
  return problems;
}
