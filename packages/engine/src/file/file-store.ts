import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunStore } from "../ports.ts";
import { RunFolderError } from "./run-folder-error.ts";
import { type LogFile, fileLog } from "./run-log.ts";
import { makeRunFolder } from "./runs-folder.ts";

/**
 * Keeps the log of each run in `<dir>/<run>/log.ndjson`, one entry per line.
 *
 * `open` makes the folders that are missing, and always a new file: a log that is there already is never continued,
 * replaced or followed through a link. Logs contain what models read: the folder of a run and its log are for the user
 * alone (modes 0700 and 0600), and so is `dir` when it was missing; it then also gets a `.gitignore`. A `dir` inside a
 * `.polyglav` is refused when links lead it out of the folder that holds that `.polyglav`. Lines are in the file when `append` returns, so they survive a process that is killed.
 *
 * Both throw {@link RunFolderError} (`POLYGLAV_RUN_FOLDER`, with a hint) for what the disk refuses. An id of a run is
 * letters, digits, `.`, `_` and `-`, and begins with a letter or digit; anything else is a `RangeError`, because it
 * could leave the folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, readFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { fileStore } from "@polyglav/engine/file";
 *
 * const dir = join(mkdtempSync(join(tmpdir(), "runs-")), ".polyglav", "runs");
 * const log = fileStore(dir).open("run-1");
 * log.append('{"n":1}');
 * log.close();
 *
 * assert.equal(readFileSync(join(dir, "run-1", "log.ndjson"), "utf8"), '{"n":1}\n');
 * assert.equal(readFileSync(join(dir, ".gitignore"), "utf8"), "*\n");
 * ```
 */
export function fileStore(dir: string): RunStore {
  return {
    open(run) {
      if (!RUN_ID.test(run))
        throw new RangeError(`Cannot open the log of run ${JSON.stringify(run)}: it is no id of a run`);
      const file = join(dir, run, "log.ndjson");
      try {
        makeRunFolder(dir, run);
        return fileLog(file, makeFile(file));
      } catch (cause) {
        if (cause instanceof RunFolderError) throw cause;
        throw new RunFolderError(`Cannot make the log "${file}"`, cause);
      }
    },
  };
}

const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

function makeFile(file: string): LogFile {
  const descriptor = openSync(file, "wx", 0o600);
  return {
    write: (bytes, from) => writeSync(descriptor, bytes, from),
    close: () => {
      closeSync(descriptor);
    },
  };
}
