import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { compareCodePoints, type Problem } from "@polyglav/registry";
import { faultState } from "./disk-fault.ts";
import { readSkillText } from "./read-skill-text.ts";
import { isInside, MAX_BYTES } from "./scan-place.ts";

/** A file that belongs to a skill. */
export interface SkillFile {
  /** From the folder of the skill, with `/` on every system. */
  readonly path: string;
  readonly bytes: number;
}

export interface SkillFiles {
  /** In code-point order of their paths. */
  readonly files: readonly SkillFile[];
  readonly problems: readonly Problem[];
}

const MAX_FILES = 1_000;
const MAX_DEPTH = 8;

/**
 * Lists the files of a skill that is a folder, its `SKILL.md` among them; none is opened. Dot-files and
 * `node_modules` are left out. So is, with a problem, what links out of the folder, what is neither file nor folder,
 * and what lies deeper than 8 folders or behind 1,000 files. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { readSkillFile, skillFiles } from "@polyglav/skills/file";
 *
 * const dir = mkdtempSync(join(tmpdir(), "example-"));
 * mkdirSync(join(dir, "references"));
 * writeFileSync(join(dir, "references", "colors.md"), "Red.\n");
 *
 * assert.deepEqual(skillFiles(dir).files, [{ path: "references/colors.md", bytes: 5 }]);
 * assert.deepEqual(readSkillFile(dir, "references/colors.md"), { ok: true, text: "Red.\n" });
 * assert.equal(readSkillFile(dir, "../other").ok, false);
 * ```
 */
export function skillFiles(dir: string): SkillFiles {
  const files: SkillFile[] = [];
  const problems: Problem[] = [];
  const leaveOut = (code: string, file: string, state: string): void => {
    const message = `Cannot take "${slashed(relative(dir, file)) || dir}" for a file of the skill: ${state}`;
    problems.push({ code, severity: "warning", message, file });
  };
  let realDir: string;
  try {
    realDir = realpathSync(dir);
  } catch (error) {
    leaveOut("skill/cannot-read", dir, faultState(error));
    return { files, problems };
  }
  const queue: { readonly dir: string; readonly depth: number }[] = [{ dir, depth: 0 }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { depth } = next;
    for (const entry of listed(next.dir, leaveOut)) {
      const file = join(next.dir, entry.name);
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (files.length >= MAX_FILES) {
        leaveOut("skill/too-many-files", file, `there are ${MAX_FILES} files before it`);
        return { files: sorted(files), problems };
      }
      try {
        const isLink = entry.isSymbolicLink();
        if (isLink && !isInside(realpathSync(file), realDir)) {
          leaveOut("skill/outside-folder", file, "its symbolic link leads out of the folder");
          continue;
        }
        const stats = statSync(file);
        if (stats.isFile()) files.push({ path: slashed(relative(dir, file)), bytes: stats.size });
        else if (!stats.isDirectory()) leaveOut("skill/cannot-read", file, "it is not a regular file");
        // A linked folder is inside, so it is listed where it really is; following it could go round for ever.
        else if (!isLink && depth < MAX_DEPTH) queue.push({ dir: file, depth: depth + 1 });
        else if (!isLink) leaveOut("skill/too-deep", file, `it lies deeper than ${MAX_DEPTH} folders`);
      } catch (error) {
        leaveOut("skill/cannot-read", file, faultState(error));
      }
    }
  }
  return { files: sorted(files), problems };
}

/** The text of a file of a skill, or why there is none. */
export type SkillFileText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: Problem };

/**
 * Reads one file of a skill that is a folder, by its path in there. Refused are paths that lead out of the folder, as
 * they are written or by links; and what is no regular file, is not UTF-8 or is larger than `maxBytes`, which is 1 MB
 * at most and when absent. Never throws for what is on disk.
 */
export function readSkillFile(
  dir: string,
  path: string,
  { maxBytes = MAX_BYTES }: { readonly maxBytes?: number | undefined } = {},
): SkillFileText {
  const file = join(dir, path);
  const refuse = (code: string, state: string): SkillFileText => ({
    ok: false,
    problem: { code, severity: "error", message: `Cannot read "${path}" of the skill: ${state}`, file },
  });
  if (!isPathWithin(path)) return refuse("skill/outside-folder", "it is no path inside the folder");
  try {
    const realFile = realpathSync(file);
    if (!isInside(realFile, realpathSync(dir))) {
      return refuse("skill/outside-folder", "its symbolic link leads out of the folder");
    }
    const { size } = statSync(realFile);
    if (size > maxBytes) return refuse("skill/too-large", `it is larger than ${maxBytes} bytes`);
    const read = readSkillText(realFile);
    return read.ok ? { ok: true, text: read.text } : refuse(read.code, read.state);
  } catch (error) {
    return refuse("skill/cannot-read", faultState(error));
  }
}

/** A path of names alone, on every system: nothing absolute, no `..`, no drive, no stream. */
const isPathWithin = (path: string): boolean =>
  path !== "" && !/[\\:\0]/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

function listed(dir: string, leaveOut: (code: string, file: string, state: string) => void): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true }).sort((a, b) => compareCodePoints(a.name, b.name));
  } catch (error) {
    leaveOut("skill/cannot-read", dir, faultState(error));
    return [];
  }
}

const slashed = (path: string): string => path.split(sep).join("/");
const sorted = (files: readonly SkillFile[]): readonly SkillFile[] =>
  files.toSorted((a, b) => compareCodePoints(a.path, b.path));
