import type { Problem } from "@polyglav/registry";
import { checkSkillName } from "./check-skill-name.ts";
import { countLineBreaks, linesOf } from "./head/find-head.ts";
import { type Frontmatter } from "./head/read-frontmatter.ts";
import { isSkillHead, type ParseOptions, parseSkill } from "./parse-skill.ts";
import { type CountedSkill } from "./skill.ts";

export interface LintOptions extends Omit<ParseOptions, "frontmatter"> {
  /** The folder that the file lies in, for a skill that is a folder: its name has to be the name in the head. */
  readonly folder?: string | undefined;
}

/**
 * Looks at a skill as its writer would want it to be looked at: everything that `parseSkill` warns of, and what the
 * open skill format asks for. All findings are warnings, for such a skill is still one; they come in the order of the
 * file, as far as they have a line. Never throws.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { lintSkill } from "@polyglav/skills";
 *
 * const codes = lintSkill("---\nname: finders\ncolor: red\n---\nLook.\n", "finders").map(({ code }) => code);
 * assert.deepEqual(codes, ["skill/no-description", "skill/unknown-field"]);
 * ```
 */
export function lintSkill(text: string, name: string, options: LintOptions = {}): readonly Problem[] {
  const { skill, frontmatter, problems } = parseSkill(text, name, { ...options, frontmatter: "strip" });
  const findings = [
    ...lintName(name, options.folder),
    ...(isSkillHead(frontmatter) ? lintHead(skill, frontmatter) : [NO_HEAD]),
    ...lintBody(skill, frontmatter),
  ];
  const all = [...problems, ...findings.map((found) => ({ severity: "warning", name, ...found }) as const)];
  return all.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

type Finding = Pick<Problem, "code" | "message" | "hint" | "line" | "column" | "field">;

const NO_HEAD: Finding = {
  code: "skill/no-head",
  message: "Cannot tell other programs what the skill is for: it has no head with a name and a description",
  hint: "Begin with ---, name: and description:, and --- again",
};

/** The fields that the open format knows, and the one that is ours. */
const FIELDS: ReadonlySet<string> = new Set([
  ..."name description license compatibility metadata allowed-tools tags".split(" "),
]);
const MAX_DESCRIPTION = 1_024;
const MAX_COMPATIBILITY = 500;
const MAX_TOKENS = 5_000;
const MAX_LINES = 500;

function lintName(name: string, folder: string | undefined): readonly Finding[] {
  const bad = checkSkillName(name);
  const findings: Finding[] = bad === undefined ? [] : [{ code: bad.code, message: bad.message, ...hintOf(bad) }];
  if (folder !== undefined && folder !== name) {
    const message = `Cannot find skill "${name}" by its folder: that is called "${folder}"`;
    findings.push({ code: "skill/other-folder", message, hint: "Give both one name" });
  }
  return findings;
}

const hintOf = ({ hint }: Problem): Pick<Finding, "hint"> => (hint === undefined ? {} : { hint });

function lintHead(skill: CountedSkill, head: Frontmatter): readonly Finding[] {
  const { fields } = head;
  const findings: Finding[] = [];
  const find = (field: string, code: string, message: string, hint?: string): void => {
    findings.push({ code, message, field, ...(hint !== undefined && { hint }), ...head.where(field) });
  };
  const description = head.textOf("description")?.trim() ?? "";
  if (head.textOf("name")?.trim() === undefined) find("name", "skill/no-name", "Cannot find a name in the head");
  if (description === "") find("description", "skill/no-description", "Cannot find a description in the head");
  if (description.length > MAX_DESCRIPTION) {
    const message = `Cannot show the whole description everywhere: it has ${description.length} characters, of ${MAX_DESCRIPTION}`;
    find("description", "skill/long-description", message);
  }
  if (/[<>]/.test(description)) {
    find("description", "skill/markup", 'Cannot show the description everywhere: it has a "<" or a ">"');
  }
  if ((skill.compatibility?.length ?? 0) > MAX_COMPATIBILITY) {
    find(
      "compatibility",
      "skill/long-compatibility",
      `Cannot show it all: it has more than ${MAX_COMPATIBILITY} characters`,
    );
  }
  if (fields["allowed-tools"] !== undefined && typeof fields["allowed-tools"] !== "string") {
    const message = "Cannot read the allowed tools everywhere: they are a list";
    find("allowed-tools", "skill/tools-list", message, "Write them as one text with spaces between");
  }
  for (const field of Object.keys(fields)) {
    if (FIELDS.has(field)) continue;
    const message = `Cannot say what field "${field}" means: skills have none of that name`;
    find(field, "skill/unknown-field", message, "Put it below metadata:");
  }
  return findings;
}

function lintBody({ content, tokens }: CountedSkill, head: Frontmatter): readonly Finding[] {
  const findings: Finding[] = [];
  const lines = countLineBreaks(content.trimEnd()) + 1;
  if (tokens > MAX_TOKENS || lines > MAX_LINES) {
    const message = `Cannot call it short: it has ${lines} lines and about ${tokens} tokens, of ${MAX_LINES} and ${MAX_TOKENS}`;
    findings.push({ code: "skill/long", message, hint: "Move what is seldom needed into files beside it" });
  }
  for (const [code, found, message] of IN_LINES) {
    const index = linesOf(content).findIndex((line, i) => found(i === 0 ? line.replace(/^\uFEFF/, "") : line));
    if (index !== -1) findings.push({ code, message, line: head.linesBeforeBody() + index + 1 });
  }
  return findings;
}

/** Characters that a reader does not see and a model does: of no width, of direction, and tags. */
const UNSEEN = /[\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
/** Joins the parts of an emoji; elsewhere it is not seen. */
const LOOSE_JOINER = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D/u;
const PROMPT_TAG = /<\/?(?:skills?|available_skills|system|instructions?)(?![\w-])[^>]{0,200}>/i;

const IN_LINES: readonly (readonly [code: string, found: (line: string) => boolean, message: string])[] = [
  [
    "skill/unseen",
    (line) => UNSEEN.test(line) || LOOSE_JOINER.test(line),
    "Cannot see all that is written: there are characters without a width",
  ],
  ["skill/prompt-tag", (line) => PROMPT_TAG.test(line), "Cannot keep a tag apart from those of prompts"],
];
