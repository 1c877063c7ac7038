import { accessSync, constants, lstatSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "@polyglav/registry";
import { checkSkillName } from "../check-skill-name.ts";
import { faultCode, faultState } from "./disk-fault.ts";
import { draftOf, putNew, writeDraft } from "./draft-file.ts";
import { leadsOut, makeFolder } from "./make-folder.ts";
import { type SkillPlace } from "./places.ts";
import { type Candidate, scanPlace } from "./scan-place.ts";

/** A folder of skills that is written to, and perhaps the folder that no link may lead out of: a place fits. */
export type SkillDir = string | Pick<SkillPlace, "dir" | "within">;

/** The file that was written, or why none was. */
export type WriteResult =
  { readonly ok: true; readonly file: string } | { readonly ok: false; readonly problem: Problem };

/**
 * Creates a skill `<name>.md` in a folder, which is made when it is missing. Only names that `checkSkillName` takes;
 * a skill that is there, under this name or one that is the same on other systems, is never touched. The skill is there
 * whole or not at all, also after a crash. Without content the file has a heading. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createSkill, editSkill, removeSkill } from "@polyglav/skills/file";
 *
 * const dir = join(mkdtempSync(join(tmpdir(), "example-")), "skills");
 * assert.deepEqual(createSkill(dir, "finders", "Look.\n"), { ok: true, file: join(dir, "finders.md") });
 * assert.equal(createSkill(dir, "finders").ok, false);
 * assert.equal(editSkill(dir, "finders", "Look twice.\n").ok, true);
 * assert.equal(removeSkill(dir, "finders").outcome, "removed");
 * ```
 */
export function createSkill(where: SkillDir, name: string, content = `# ${name}\n`): WriteResult {
  const bad = checkSkillName(name);
  if (bad !== undefined) return { ok: false, problem: bad };
  const { dir } = writable(where);
  if (isOutside(where)) return refusal("skill/outside-folder", "create", name, OUTSIDE, dir);
  const file = join(dir, `${name}.md`);
  const { candidate: taken } = find(where, name);
  if (taken !== undefined) return refusal("skill/exists", "create", name, `${taken.file} is there`, taken.file);
  try {
    makeFolder(dir);
  } catch (error) {
    return refusal("skill/cannot-write", "create", name, faultState(error), dir);
  }
  try {
    putNew(file, content);
    return { ok: true, file };
  } catch (error) {
    if (faultCode(error) === "EEXIST") return refusal("skill/exists", "create", name, `${file} is there`, file);
    return refusal("skill/cannot-write", "create", name, faultState(error), file);
  }
}

/**
 * Replaces the whole text of a skill that is in a folder, `<name>.md` or `<name>/SKILL.md`: readers see the old text
 * or the new one, also after a crash. Mode and, as far as the system lets us, owner stay; a link stays, and is refused when it leads out of the folder.
 * Never throws for what is on disk.
 */
export function editSkill(where: SkillDir, name: string, content: string): WriteResult {
  const { candidate: there, problem } = find(where, name);
  if (there === undefined) {
    return problem === undefined
      ? refusal("skill/unknown", "edit", name, `there is none in ${writable(where).dir}`)
      : { ok: false, problem };
  }
  try {
    replaceFile(there.realFile, content);
    return { ok: true, file: there.file };
  } catch (error) {
    return refusal("skill/cannot-write", "edit", name, faultState(error), there.file);
  }
}

/** What became of a skill that was to be removed. */
export type RemoveResult =
  | { readonly outcome: "removed"; readonly file: string }
  /** Another layer has it, and this one does not. */
  | { readonly outcome: "not-local" }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "refused"; readonly problem: Problem };

export interface RemoveOptions {
  /** Says whether any layer has a skill of this name. */
  readonly isKnown?: ((name: string) => boolean) | undefined;
}

/**
 * Removes a skill from a folder: its file, or its folder with everything in it; of a link only the link. What is
 * elsewhere is never touched, and a skill of another layer shows again. Never throws for what is on disk.
 */
export function removeSkill(where: SkillDir, name: string, { isKnown }: RemoveOptions = {}): RemoveResult {
  const { candidate: there, problem } = find(where, name);
  if (there === undefined && problem?.code === "skill/outside-folder") return { outcome: "refused", problem };
  if (there === undefined) return { outcome: isKnown?.(name) === true ? "not-local" : "unknown" };
  const path = there.kind === "flat" ? there.file : dirname(there.file);
  try {
    rmSync(path, { recursive: there.kind === "folder" && !lstatSync(path).isSymbolicLink() });
    return { outcome: "removed", file: path };
  } catch (error) {
    const { problem: fault } = refusal("skill/cannot-write", "remove", name, faultState(error), path);
    return { outcome: "refused", problem: fault };
  }
}

/** Finds a skill among those that are listed in a folder, so that no name is ever made a path. */
function find(where: SkillDir, name: string): { readonly candidate?: Candidate; readonly problem?: Problem } {
  const { candidates, problems } = scanPlace(writable(where), { folders: true });
  const folded = name.toLowerCase();
  const candidate = candidates.get(name) ?? [...candidates.values()].find((one) => one.name.toLowerCase() === folded);
  const problem = problems.find(({ name: whose, severity, code }) =>
    whose === undefined ? code === "skill/outside-folder" : whose === name && severity === "error",
  );
  return { ...(candidate !== undefined && { candidate }), ...(problem !== undefined && { problem }) };
}

/** What is written, as a place. */
export const writable = (where: SkillDir): SkillPlace => ({
  ...(typeof where === "string" ? { dir: where } : where),
  layer: "local",
  flat: true,
});

/** Says whether a folder is a link to somewhere else: whoever made it must not choose where on the disk we write. */
export const isOutside = (where: SkillDir): boolean =>
  typeof where !== "string" && where.within !== undefined && leadsOut(where.dir, where.within);

export const OUTSIDE = "a symbolic link leads out of the folder";

function refusal(code: string, verb: string, name: string, state: string, file?: string) {
  const message = `Cannot ${verb} skill ${JSON.stringify(name)}: ${state}`;
  const problem: Problem = { code, severity: "error", message, name, ...(file !== undefined && { file }) };
  return { ok: false, problem } as const;
}

function replaceFile(realFile: string, text: string): void {
  // A rename asks for the folder's permission only, and would replace a file that its owner made read-only.
  accessSync(realFile, constants.W_OK);
  const draft = draftOf(realFile);
  rmSync(draft, { force: true });
  try {
    writeDraft(draft, text, statSync(realFile));
    renameSync(draft, realFile);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
