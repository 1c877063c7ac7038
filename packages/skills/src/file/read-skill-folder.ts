import { type LayerData, type Position, type Problem } from "@polyglav/registry";
import { parseSkill } from "../parse-skill.ts";
import { type Skill } from "../skill.ts";
import { listSkills } from "./list-skills.ts";
import { readSkillText } from "./read-skill-text.ts";

/** A folder of skills as a layer. */
export interface SkillFolder extends LayerData<Skill> {
  readonly dir: string;
  readonly entries: ReadonlyMap<string, Skill>;
  readonly problems: readonly Problem[];
  /** Gives the file of a skill. */
  readonly where: (name: string) => Position | undefined;
}

/**
 * Reads the skills of one folder: each `<name>.md` directly in it. Dot-files and a README are no skills. Never throws
 * for what is on disk; a missing folder is an empty one, and one bad file never hides another, nor does it vanish
 * without a problem.
 *
 * Left out, with an error: what is no regular file, is not UTF-8, is larger than 1 MB, may not be read, links out of
 * the folder, or has control characters in its name; and of names that differ only in case all but the last,
 * for on many systems they are one file. Names come in code-point order.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { readSkillFolder } from "@polyglav/skills/file";
 *
 * const dir = mkdtempSync(join(tmpdir(), "example-"));
 * writeFileSync(join(dir, "finders.md"), "# Finders\n\nLook before you write.\n");
 *
 * const folder = readSkillFolder(dir, { layer: "local" });
 * assert.equal(folder.entries.get("finders")?.description, "# Finders");
 * assert.deepEqual(folder.where("finders"), { file: join(dir, "finders.md") });
 * ```
 */
export function readSkillFolder(dir: string, options: { readonly layer: string }): SkillFolder {
  const { layer } = options;
  const { realDir, files, problems: listed } = listSkills(dir);
  const entries = new Map<string, Skill>();
  const problems = [...listed];
  for (const [name, file] of files) {
    const read = readSkillText(file, realDir);
    if (read.ok) {
      const parsed = parseSkill(read.text, name);
      entries.set(name, parsed.skill);
      problems.push(...parsed.problems.map((problem) => ({ ...problem, file })));
    } else {
      const message = `Cannot read skill "${name}": ${read.state}`;
      problems.push({ code: read.code, severity: "error", message, file, name });
    }
  }
  const where: SkillFolder["where"] = (name) => {
    const file = files.get(name);
    return file === undefined ? undefined : { file };
  };
  return { dir, entries, problems: problems.map((problem) => ({ ...problem, layer })), where };
}
