import type { LayerData, Position, Problem } from "@polyglav/registry";
import { parseSkill } from "../parse-skill.ts";
import { type CountedSkill } from "../skill.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { type SkillPlace } from "./places.ts";
import { readSkillText } from "./read-skill-text.ts";
import { scanPlace } from "./scan-place.ts";

/** Folders of skills as a layer, all of it read. */
export interface SkillFolder extends LayerData<CountedSkill> {
  readonly dir: string;
  readonly entries: ReadonlyMap<string, CountedSkill>;
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
  const read = readPlaces([{ dir, layer: "local", flat: true }], { folders: false });
  return { ...read, dir, problems: read.problems.map((problem) => ({ ...problem, layer: options.layer })) };
}

/**
 * Reads all skills of several places into one layer: each `<name>/SKILL.md`, and each `<name>.md` where the place is
 * flat. A later place replaces a whole skill of an earlier one, with a problem that names the file that lost. For the
 * rest it is as {@link readSkillFolder}; but links may lead as far as the place says.
 */
export function readSkillPlaces(places: readonly SkillPlace[]): SkillFolder {
  return { ...readPlaces(places, { folders: true }), dir: places.at(-1)?.dir ?? "" };
}

function readPlaces(
  places: readonly SkillPlace[],
  look: { readonly folders: boolean },
): Pick<SkillFolder, "entries" | "problems" | "where"> {
  const entries = new Map<string, CountedSkill>();
  const files = new Map<string, string>();
  const problems: Problem[] = [];
  for (const place of places) {
    const { candidates, problems: found } = scanPlace(place, { ...look, stamps: false });
    problems.push(...found);
    for (const { name, file, realFile } of candidates.values()) {
      const read = readSkillText(realFile);
      const { layer } = place;
      if (!read.ok) {
        const message = `Cannot read skill "${name}": ${read.state}`;
        problems.push({ code: read.code, severity: "error", message, layer, file, name });
        continue;
      }
      const parsed = parseSkill(read.text, name, { yaml: readYaml });
      problems.push(...parsed.problems.map((problem) => ({ ...problem, layer, file })));
      const lost = files.get(name);
      if (lost !== undefined) problems.push(shadowed(name, lost, file, layer));
      entries.set(name, look.folders ? { ...parsed.skill, path: realFile } : parsed.skill);
      files.set(name, file);
    }
  }
  const where: SkillFolder["where"] = (name) => {
    const file = files.get(name);
    return file === undefined ? undefined : { file };
  };
  return { entries, problems, where };
}

/** Tells which file lost its name to one of a place that comes later in the same layer. */
export function shadowed(name: string, lost: string, file: string, layer: string): Problem {
  const message = `Cannot use this skill "${name}": ${file} has the name, and comes after it`;
  return { code: "skill/shadowed", severity: "warning", message, layer, file: lost, name };
}
