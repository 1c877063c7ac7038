import { type Dirent, existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import { compareCodePoints, type Problem } from "@polyglav/registry";
import { isDeviceName } from "../check-skill-name.ts";
import { faultCode, faultState } from "./disk-fault.ts";
import { type SkillPlace } from "./places.ts";

/** A file that is a skill by its name and place. It has not been opened. */
export interface Candidate {
  readonly name: string;
  /** The path as people know it. */
  readonly file: string;
  /** The path with all links followed. */
  readonly realFile: string;
  readonly kind: "flat" | "folder";
  /** What the system says of the file; another stamp means that it may have changed. */
  readonly stamp: string;
  readonly bytes: number;
}

/** The skills of a place by their names, in code-point order. */
export interface Scan {
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly problems: readonly Problem[];
}

/** The largest skill that is read, in bytes; a prompt could not hold a longer one. */
export const MAX_BYTES = 1_000_000;

export interface Look {
  /** Whether folders may be skills. */
  readonly folders: boolean;
  /** `false` leaves the stamps empty, for who reads each file anyway, and judges it then. */
  readonly stamps?: boolean;
}

/** Finds the skills of a place by their names. Opens no file, and never throws for what is on disk. */
export function scanPlace(place: SkillPlace, look: Look): Scan {
  const problems: Problem[] = [];
  const found = new Map<string, Candidate>();
  try {
    const realDir = realpathSync(place.dir);
    const within = realpathSync(place.within ?? realDir);
    if (!isInside(realDir, within)) throw new Outside();
    const listed = readdirSync(realDir, { withFileTypes: true }).sort((a, b) => compareCodePoints(a.name, b.name));
    for (const entry of listed) {
      const named = nameOf(entry, place, look);
      if (named === undefined) continue;
      const read = candidateOf({ ...named, entry, realDir, within, place, look });
      if (read.problem !== undefined) problems.push({ ...read.problem, layer: place.layer });
      if (read.candidate !== undefined) add(found, read.candidate, problems, place.layer);
    }
  } catch (error) {
    problems.push(...folderProblems(place, error));
  }
  const sorted = [...found.values()].sort((a, b) => compareCodePoints(a.name, b.name));
  return { candidates: new Map(sorted.map((candidate) => [candidate.name, candidate])), problems };
}

/** Says whether a real path is a folder or lies in it. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

class Outside extends Error {}

interface Named {
  readonly name: string;
  readonly kind: Candidate["kind"];
}

/** Dot-files and a README are no skills; of the rest each `<name>.md` may be one, and each folder. */
function nameOf(entry: Dirent, place: SkillPlace, { folders }: Look): Named | undefined {
  if (entry.name.startsWith(".")) return undefined;
  const name = /^(.+)\.md$/is.exec(entry.name)?.[1];
  if (name !== undefined && place.flat) return /^readme$/i.test(name) ? undefined : { name, kind: "flat" };
  const mayBeFolder = entry.isDirectory() || entry.isSymbolicLink();
  return folders && mayBeFolder && name === undefined ? { name: entry.name, kind: "folder" } : undefined;
}

interface Found extends Named {
  readonly entry: Dirent;
  readonly realDir: string;
  readonly within: string;
  readonly place: SkillPlace;
  readonly look: Look;
}
interface Read {
  readonly candidate?: Candidate;
  readonly problem?: Problem;
}

function candidateOf(found: Found): Read {
  const { name, kind, entry, realDir, within, place, look } = found;
  const path = join(place.dir, entry.name);
  const fail = (code: string, state: string, file = path): Read => ({
    problem: { code, severity: "error", message: `Cannot read skill "${name}": ${state}`, file, name },
  });
  if (/\p{Cc}/u.test(name)) {
    const message = `Cannot take ${JSON.stringify(entry.name)} for a skill: its name has control characters`;
    return { problem: { code: "skill/unsafe-name", severity: "error", message, file: path } };
  }
  if (kind === "flat" && /^skill$/i.test(name) && place.within !== undefined) {
    const message = `Cannot tell what "${entry.name}" is called: it lies in no folder of its own`;
    const hint = "Move it into a folder with the name of the skill";
    return { problem: { code: "skill/loose-file", severity: "warning", message, hint, file: path } };
  }
  try {
    let realFile = realOf(join(realDir, entry.name), entry);
    if (entry.isSymbolicLink() && !isInside(realFile, within))
      return fail("skill/outside-folder", "its symbolic link leads out of the folder");
    let file = path;
    let spellings: readonly string[] = [];
    if (kind === "folder") {
      const inside = skillFileIn(realFile);
      if (inside === undefined) return {};
      if (inside.entry === undefined) return { problem: noSkillFile(name, path) };
      file = join(path, inside.entry.name);
      spellings = inside.spellings;
      realFile = realOf(join(realFile, inside.entry.name), inside.entry);
      if (!isInside(realFile, within))
        return fail("skill/outside-folder", "its symbolic link leads out of the folder", file);
    }
    const device = isDeviceName(name) ? { problem: deviceName(name, file) } : undefined;
    if (look.stamps === false && kind === "flat" && entry.isFile()) {
      return { candidate: { name, file, realFile, kind, stamp: "", bytes: 0 }, ...device };
    }
    const stats = statSync(realFile);
    if (!stats.isFile()) return fail("skill/cannot-read", "it is not a regular file", file);
    if (stats.size > MAX_BYTES) {
      return fail("skill/too-large", `it is larger than ${MAX_BYTES / 1_000_000} MB`, file);
    }
    const candidate = { name, file, realFile, kind, stamp: stampOf(stats), bytes: stats.size };
    if (spellings.length > 1) return { candidate, problem: twoSpellings(name, file, spellings) };
    return { candidate, ...device };
  } catch (error) {
    return fail("skill/cannot-read", faultState(error));
  }
}

/** The folder that holds it has been followed already, so only a link leads anywhere else. */
const realOf = (path: string, entry: Dirent): string => (entry.isSymbolicLink() ? realpathSync(path) : path);

export const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** Finds `SKILL.md` in a folder, in whatever case it is written; `undefined` when that is no folder. */
function skillFileIn(
  realDir: string,
): { readonly entry: Dirent | undefined; readonly spellings: readonly string[] } | undefined {
  let listed: readonly Dirent[];
  try {
    listed = readdirSync(realDir, { withFileTypes: true });
  } catch (error) {
    if (faultCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
  const all = listed.filter(({ name }) => /^skill\.md$/i.test(name)).sort((a, b) => compareCodePoints(a.name, b.name));
  // In capitals it comes first, which is how the open format writes it.
  return { entry: all[0], spellings: all.map(({ name }) => name) };
}

/** Two names that are one on many systems are one skill: a file beats a folder, else the last in code-point order. */
function add(found: Map<string, Candidate>, next: Candidate, problems: Problem[], layer: string): void {
  // Kept by what folds together, so that no two of them are in there.
  const key = next.name.toLowerCase();
  const twin = found.get(key);
  const winner = twin?.kind === "flat" && next.kind === "folder" ? twin : next;
  found.set(key, winner);
  if (twin === undefined) return;
  const loser = winner === next ? twin : next;
  const why = winner.name === loser.name ? "a file beats a folder" : "on many systems they are one file";
  const message = `Cannot take "${shown(loser)}" for a skill beside "${shown(winner)}": ${why}`;
  const { file, name } = loser;
  problems.push({ code: "skill/same-name", severity: "error", message, hint: "Rename one", layer, file, name });
}

const shown = ({ file, kind }: Candidate): string =>
  file
    .split(sep)
    .slice(kind === "flat" ? -1 : -2)
    .join("/");

function noSkillFile(name: string, file: string): Problem {
  const message = `Cannot find a skill in folder "${name}": it has no SKILL.md`;
  return { code: "skill/no-skill-file", severity: "warning", message, file, name };
}

function twoSpellings(name: string, file: string, spellings: readonly string[]): Problem {
  const message = `Cannot tell which file skill "${name}" is: its folder has ${spellings.join(" and ")}; the first counts`;
  return { code: "skill/two-spellings", severity: "warning", message, hint: "Remove one", file, name };
}

function deviceName(name: string, file: string): Problem {
  const message = `Cannot carry skill "${name}" to every system: Windows cannot have a file of that name`;
  return { code: "skill/device-name", severity: "warning", message, file, name };
}

function folderProblems({ dir, layer }: SkillPlace, error: unknown): readonly Problem[] {
  const code = faultCode(error);
  // A path through something that is no folder, as in a home of `/dev/null`, holds no skill that could be missed.
  if (code === "ENOENT" || (code === "ENOTDIR" && !existsSync(dir))) return [];
  const isOutside = error instanceof Outside;
  const severity = code === "ENOTDIR" ? "warning" : "error";
  const state = isOutside ? "its symbolic link leads out of the folder" : faultState(error);
  const message = `Cannot read the folder of skills "${dir}": ${state}`;
  return [
    { code: isOutside ? "skill/outside-folder" : "skill/cannot-read-folder", severity, message, layer, file: dir },
  ];
}
