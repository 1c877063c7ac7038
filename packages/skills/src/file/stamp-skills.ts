import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { faultCode } from "./disk-fault.ts";
import { type SkillPlace } from "./places.ts";
import { stampOf } from "./scan-place.ts";

/**
 * Tells what the skills of all places look like to the system, as one string: while it stays the same, `refresh` finds
 * nothing. Asks about each file once, and opens none. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createSkill, stampSkills } from "@polyglav/skills/file";
 *
 * const dir = mkdtempSync(join(tmpdir(), "example-"));
 * const stamp = () => stampSkills([{ dir, layer: "local", flat: true }]);
 * const before = stamp();
 * assert.equal(stamp(), before);
 * createSkill(dir, "finders");
 * assert.notEqual(stamp(), before);
 * ```
 */
export function stampSkills(places: readonly SkillPlace[]): string {
  return places.map(stampPlace).join("\n");
}

function stampPlace({ dir, flat }: SkillPlace): string {
  const stamps = namesIn(dir).map((name) => {
    if (name.startsWith(".")) return "";
    const path = join(dir, name);
    const isFile = /\.md$/i.test(name);
    return JSON.stringify([name, isFile ? (flat ? stampAt(path) : "") : stampFolder(path)]);
  });
  return [JSON.stringify(dir), ...stamps.sort()].join(" ");
}

/** Most write it in capitals; where they do not, the folder says how. */
function stampFolder(folder: string): string {
  const stamp = stampAt(join(folder, "SKILL.md"));
  if (stamp !== "") return stamp;
  return namesIn(folder)
    .filter((name) => /^skill\.md$/i.test(name))
    .map((name) => stampAt(join(folder, name)))
    .join();
}

function stampAt(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? "" : stampOf(stats);
  } catch (error) {
    return faultCode(error) ?? String(error);
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    const code = faultCode(error) ?? String(error);
    return code === "ENOENT" || code === "ENOTDIR" ? [] : [code];
  }
}
