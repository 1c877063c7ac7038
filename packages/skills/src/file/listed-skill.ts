import type { Problem } from "@polyglav/registry";
import { findHead } from "../head/find-head.ts";
import { readFrontmatter } from "../head/read-frontmatter.ts";
import { readHeadFields } from "../head-fields.ts";
import { isSkillHead } from "../parse-skill.ts";
import { describeContent, type ListedSkill } from "../skill.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { readSkillText } from "./read-skill-text.ts";
import { type Candidate } from "./scan-place.ts";

/** A skill that was listed, or nothing, and what its writer should look at. */
export interface Listing {
  readonly skill: ListedSkill | undefined;
  readonly problems: readonly Problem[];
}

/** Holds the head of nearly every skill there is, and a page of the disk. */
const HEAD_BYTES = 4_096;
/** A head that is longer is no head that a person wrote: the file is then read as one without an end of its head. */
const MAX_HEAD_BYTES = 65_536;

/** Lists the skill of one file by reading its head. Never throws for what is on disk. */
export function listSkill({ name, file, realFile, stamp, bytes }: Candidate): Listing {
  let read = readSkillText(realFile, HEAD_BYTES);
  if (read.ok && !read.isWhole && (findHead(read.text) === "open" || !/\S/.test(read.text))) {
    read = readSkillText(realFile, MAX_HEAD_BYTES);
  }
  if (!read.ok) {
    const message = `Cannot read skill "${name}": ${read.state}`;
    return { skill: undefined, problems: [{ code: read.code, severity: "error", message, file, name }] };
  }
  const frontmatter = readFrontmatter(read.text, { yaml: readYaml });
  const isHead = isSkillHead(frontmatter);
  const { body } = isHead ? frontmatter : { body: read.text };
  const head = isHead ? readHeadFields(frontmatter, name) : undefined;
  const description = describeContent(body);
  const tokens = Math.ceil((read.isWhole ? body.length : bytes - Buffer.byteLength(read.text) + body.length) / 4);
  const skill = { name, description, tokens, ...head?.fields, path: realFile, stamp };
  // What is open in the part that was read may be closed in the rest; loading tells.
  const ofHead = frontmatter.problems.filter(({ code }) => read.isWhole || code !== "skill/open-head");
  const problems = (isHead ? [...ofHead, ...(head?.problems ?? [])] : frontmatter.how === "none" ? ofHead : []).map(
    (problem) => ({ severity: "warning", ...problem, file, name }) as const,
  );
  if (!read.isWhole || /\S/.test(body)) return { skill, problems };
  const message = `Cannot give skill "${name}" to a prompt: it is empty`;
  return { skill, problems: [...problems, { code: "skill/empty", severity: "warning", message, file, name }] };
}
