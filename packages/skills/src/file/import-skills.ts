import { copyFileSync, constants, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "@polyglav/registry";
import { faultCode, faultState } from "./disk-fault.ts";
import { draftOf, putNew, writeDraft } from "./draft-file.ts";
import { makeFolder } from "./make-folder.ts";
import { type Candidate, scanPlace } from "./scan-place.ts";
import { skillFiles } from "./skill-files.ts";
import { isOutside, OUTSIDE, type SkillDir, writable } from "./write-skill.ts";

/** What became of one skill that was to be copied. */
export interface ImportReceipt {
  readonly name: string;
  readonly outcome: "copied" | "exists" | "refused";
  readonly from: string;
  /** The file or the folder that it is now, or that was there before. */
  readonly to: string;
  /** Why it was refused; or what of a copied folder was left out. */
  readonly problems: readonly Problem[];
}

export interface Imported {
  /** In code-point order of the names. */
  readonly receipts: readonly ImportReceipt[];
  /** What was found where the skills came from and is none. */
  readonly problems: readonly Problem[];
}

/**
 * Copies the skills of one folder into another, which is made when it is missing: each `<name>.md`, and each folder
 * with a `SKILL.md` and the files that belong to it. Nothing is overwritten, nothing is run, no link is copied as one
 * or followed out of the folder. A skill is there whole or not at all, and each has a receipt. Never throws for what
 * is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { importSkills } from "@polyglav/skills/file";
 *
 * const from = mkdtempSync(join(tmpdir(), "example-"));
 * const to = mkdtempSync(join(tmpdir(), "example-"));
 * writeFileSync(join(from, "finders.md"), "Look.\n");
 * const outcomes = () => importSkills(from, to).receipts.map(({ outcome }) => outcome);
 * assert.deepEqual(outcomes(), ["copied"]);
 * assert.deepEqual(outcomes(), ["exists"]);
 * ```
 */
export function importSkills(from: string, into: SkillDir): Imported {
  const { dir: to } = writable(into);
  const leads = isOutside(into);
  const { candidates, problems } = scanPlace({ dir: from, layer: "local", flat: true }, { folders: true });
  const there = scanPlace(writable(into), { folders: true }).candidates;
  const taken = new Map([...there.values()].map((one) => [one.name.toLowerCase(), one.file]));
  const receipts = [...candidates.values()].map((candidate): ImportReceipt => {
    const { name, kind, file } = candidate;
    const source = kind === "flat" ? file : dirname(file);
    const target = join(to, kind === "flat" ? `${name}.md` : name);
    const receipt = { name, from: source, to: target, problems: [] };
    const occupied = taken.get(name.toLowerCase());
    if (occupied !== undefined) return { ...receipt, outcome: "exists", to: occupied };
    const refuseFor = (code: string, state: string): ImportReceipt => {
      const problem: Problem = {
        code,
        severity: "error",
        message: `Cannot copy skill "${name}": ${state}`,
        file: target,
        name,
      };
      return { ...receipt, outcome: "refused", problems: [problem] };
    };
    const refuse = (error: unknown): ImportReceipt => refuseFor("skill/cannot-write", faultState(error));
    if (leads) return refuseFor("skill/outside-folder", OUTSIDE);
    try {
      makeFolder(to);
    } catch (error) {
      return refuse(error);
    }
    try {
      const left = kind === "flat" ? copyFile(candidate, target) : copyFolder(candidate, source, target);
      return { ...receipt, outcome: "copied", problems: left };
    } catch (error) {
      return THERE.has(faultCode(error) ?? "") ? { ...receipt, outcome: "exists" } : refuse(error);
    }
  });
  return { receipts, problems };
}

/** What the system says when something has the name already. */
const THERE: ReadonlySet<string> = new Set(["EEXIST", "ENOTEMPTY", "ENOTDIR"]);

function copyFile({ realFile }: Candidate, target: string): readonly Problem[] {
  const { mode } = statSync(realFile);
  putNew(target, readFileSync(realFile), { mode });
  return [];
}

function copyFolder({ file, realFile }: Candidate, source: string, target: string): readonly Problem[] {
  const draft = draftOf(target);
  const { files, problems } = skillFiles(source);
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft);
    for (const { path } of files) {
      if (join(source, path) === file) continue;
      const copy = join(draft, path);
      makeFolder(dirname(copy));
      copyFileSync(join(source, path), copy, constants.COPYFILE_EXCL);
    }
    // However it was written there, here it is as the open format writes it.
    writeDraft(join(draft, "SKILL.md"), readFileSync(realFile), { mode: statSync(realFile).mode });
    // A rename refuses to replace a folder that has something in it; an empty one is no skill.
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return problems;
}
