import { isUtf8 } from "node:buffer";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import { faultState } from "./disk-fault.ts";

/** A text, or why there is none. */
export type SkillText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly code: string; readonly state: string };

/** The largest skill that is read, in bytes; a prompt could not hold a longer one. */
const MAX_BYTES = 1_000_000;

/** Reads a file of a folder. `realDir` is the real path of the folder, which no link may lead out of. */
export function readSkillText(file: string, realDir: string): SkillText {
  try {
    const realFile = realpathSync(file);
    if (!realFile.startsWith(realDir.endsWith(sep) ? realDir : realDir + sep)) {
      return fault("skill/outside-folder", "its symbolic link leads out of the folder");
    }
    const stats = statSync(realFile);
    if (!stats.isFile()) return fault("skill/cannot-read", "it is not a regular file");
    if (stats.size > MAX_BYTES) return fault("skill/too-large", `it is larger than ${MAX_BYTES / 1_000_000} MB`);
    const bytes = readFileSync(realFile);
    if (!isUtf8(bytes)) return fault("skill/not-utf-8", "it is not UTF-8");
    return { ok: true, text: bytes.toString("utf8") };
  } catch (error) {
    return fault("skill/cannot-read", faultState(error));
  }
}

const fault = (code: string, state: string): SkillText => ({ ok: false, code, state });
