import { readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { compareCodePoints, type Problem } from "@polyglav/registry";
import { isDeviceName } from "../skill-name.ts";
import { faultCode, faultState } from "./disk-fault.ts";

/** The files of a folder that are skills by their names; none of them has been opened. */
export interface Listing {
  /** Where the folder really is, links followed. */
  readonly realDir: string;
  /** The file of each name, in code-point order of the names. */
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** Lists the skills of a folder by their names. Never throws for what is on disk. */
export function listSkills(dir: string): Listing {
  let realDir: string;
  let fileNames: readonly string[];
  try {
    realDir = realpathSync(dir);
    fileNames = readdirSync(realDir);
  } catch (error) {
    return {
      realDir: dir,
      files: new Map(),
      problems: folderProblems(dir, error),
    };
  }

  const files = new Map<string, string>();
  const spellings = new Map<string, string>();
  const problems: Problem[] = [];
  for (const fileName of [...fileNames].sort(compareCodePoints)) {
    const name = nameOf(fileName);
    if (name === undefined) continue;
    const file = join(dir, fileName);
    if (/\p{Cc}/u.test(name)) {
      const message = `Cannot take ${JSON.stringify(fileName)} for a skill: its name has control characters`;
      problems.push({ code: "skill/unsafe-name", severity: "error", message, file });
      continue;
    }
    const twin = spellings.get(name.toLowerCase());
    const twinFile = twin === undefined ? undefined : files.get(twin);
    if (twin !== undefined && twinFile !== undefined) {
      const message = `Cannot take "${basename(twinFile)}" for a skill beside "${fileName}": on many systems they are one file`;
      problems.push({
        code: "skill/same-name",
        severity: "error",
        message,
        hint: "Rename one",
        file: twinFile,
        name: twin,
      });
      files.delete(twin);
    }
    files.set(name, file);
    spellings.set(name.toLowerCase(), name);
    if (isDeviceName(name)) {
      const message = `Cannot carry skill "${name}" to every system: Windows keeps the name for a device`;
      problems.push({ code: "skill/device-name", severity: "warning", message, file, name });
    }
  }
  return { realDir, files, problems };
}

/** Dot-files and a README are no skills; the rest of `<name>.md` is, whatever the case of the extension. */
function nameOf(fileName: string): string | undefined {
  const name = /^([^.].*)\.md$/is.exec(fileName)?.[1];
  return name === undefined || /^readme$/i.test(name) ? undefined : name;
}

function folderProblems(dir: string, error: unknown): readonly Problem[] {
  const code = faultCode(error);
  if (code === "ENOENT") return [];
  // A path through something that is no folder, as in a home of `/dev/null`, holds no skill that could be missed.
  const severity = code === "ENOTDIR" ? "warning" : "error";
  const message = `Cannot read the folder of skills "${dir}": ${faultState(error)}`;
  return [{ code: "skill/cannot-read-folder", severity, message, file: dir }];
}
