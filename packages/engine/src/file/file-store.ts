import { lstatSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkRun, isRunId } from "../store/check-run.ts";
import { entriesOf, problemsOf } from "../store/log-line.ts";
import type {
  Holder,
  LogProblem,
  OpenedLog,
  ReadOptions,
  RunLog,
  RunStore,
  RunSummary,
  StoredLog,
} from "../store/run-store.ts";
import { runBroken, runExists, runHeld, unknownRun } from "../store/run-store-error.ts";
import { readArtifact } from "./artifact-file.ts";
import { diskError, errorCode } from "./disk-error.ts";
import { heldLog } from "./held-log.ts";
import { postLetter } from "./inbox.ts";
import { diskTime, findLease, type FoundLease, holderOf, type Lease, takeLease } from "./lease.ts";
import type { Durability, LogFile } from "./line-writer.ts";
import { makeLogFile, openLogFile, replaceLog } from "./log-file.ts";
import { syncFolder } from "./plain-file.ts";
import { unreadable } from "./read-log.ts";
import { type FileLines, readLines } from "./read-lines.ts";
import { findRunFolder, makeRunFolder, refuseLeadingOut } from "./runs-folder.ts";
import {
  type FoundSnapshot,
  misplaced,
  readFormerSnapshot,
  readSnapshot,
  removeSnapshotsBefore,
  type Snapshot,
  writeSnapshot,
} from "./snapshot-file.ts";

/** How a store of files works. */
export interface FileStoreOptions {
  /** When a line is how safe. Default: `write`. */
  readonly durability?: Durability;
}

/**
 * Keeps each run in a folder `<dir>/<run>`: its log in `log.ndjson`, one entry per line, and beside it its lease, its
 * snapshot, `inbox` and `artifacts`.
 *
 * `create` makes the folders that are missing, and always a new log: one that is there already is never replaced or
 * followed through a link. Logs contain what models read: all that is made is for the user alone (modes 0700 and 0600),
 * and so is `dir` when it was missing; it then also gets a `.gitignore`. A `dir` inside a `.polyglav` is refused when
 * links lead it out of the folder that holds that `.polyglav`.
 *
 * A lease is the holder's until it closes the log or its process is dead; where that cannot be looked at, as on another
 * machine, until it was not renewed for 30 seconds. Who takes it over from a dead holder goes on with a copy of the log, so
 * that a process that only slept writes where nobody reads, and is told so (`POLYGLAV_LEASE_LOST`).
 *
 * With the durability `write`, lines are in the file when `append` returns, so they survive a process that is killed;
 * with `exit` they come in larger pieces; with `sync` what was committed also survives a machine that loses power. A last
 * line that was never finished is dropped with a warning.
 *
 * All throw {@link RunStoreError}, with a hint; for what the disk refuses its code is `POLYGLAV_RUN_FOLDER`. An id of a
 * run is letters, digits, `.`, `_` and `-`, and begins with a letter or digit; anything else is a `RangeError`, because
 * it could leave the folder.
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
 * const store = fileStore(dir);
 * const log = await store.create("run-1");
 * log.append('{"n":1}');
 * await log.close();
 *
 * assert.equal(readFileSync(join(dir, "run-1", "log.ndjson"), "utf8"), '{"n":1}\n');
 * assert.equal(readFileSync(join(dir, ".gitignore"), "utf8"), "*\n");
 *
 * const again = await store.open("run-1");
 * assert.deepEqual(again.entries, [{ n: 1 }]);
 * await again.log.close();
 * ```
 */
export function fileStore(dir: string, options: FileStoreOptions = {}): RunStore {
  const { durability = "write" } = options;
  const isSynced = durability === "sync";

  const find = (run: string): string => {
    checkRun(run);
    const folder = onDisk(`Cannot use the folder of the runs "${dir}"`, () => findRunFolder(dir, run));
    if (folder === undefined || !isThere(logOf(folder))) throw unknownRun(run);
    return folder;
  };
  return {
    create(run): RunLog {
      checkRun(run);
      const folder = join(dir, run);
      const name = logOf(folder);
      return onDisk(`Cannot make the log "${name}"`, () => {
        makeRunFolder(dir, run);
        const file = makeFile(name);
        let lease: Lease | undefined;
        try {
          lease = takeLease(folder, 0, Date.now());
          if (isSynced) for (const made of [folder, dir, dirname(dir)]) syncFolder(made);
        } catch (cause) {
          file.close();
          rmSync(name, { force: true });
          lease?.giveBack(false);
          throw cause;
        }
        if (lease !== undefined) return heldLog(lease, { folder, run, durability, file, name, size: 0, count: 0 });
        // Somebody was quicker, and has it, with nothing in it.
        file.close();
        throw runExists(`Cannot make the log "${name}"`);
      });
    },
    open(run) {
      const folder = find(run);
      return onDisk(`Cannot open the log "${logOf(folder)}"`, () => openRun(folder, run, durability));
    },
    read(run, { from = "snapshot" } = {}) {
      checkRun(run);
      return onDisk(`Cannot read the log "${logOf(join(dir, run))}"`, () => {
        const folder = findRunFolder(dir, run);
        return folder === undefined || !isThere(logOf(folder)) ? undefined : readRun(folder, from);
      });
    },
    list: () =>
      onDisk(`Cannot list the runs of "${dir}"`, () => {
        refuseLeadingOut(dir);
        return foldersIn(dir)
          .flatMap((run) => summaryOf(dir, run))
          .toSorted(byAge);
      }),
    post(run, letter) {
      const folder = find(run);
      onDisk(`Cannot post a letter to the run "${run}"`, () => {
        postLetter(folder, letter, isSynced);
      });
    },
    artifact(run, name) {
      checkRun(run);
      return onDisk(`Cannot read the artifact "${name}"`, () => {
        const folder = findRunFolder(dir, run);
        return folder === undefined ? undefined : readArtifact(folder, run, name);
      });
    },
  };
}

const logOf = (folder: string): string => join(folder, "log.ndjson");

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Says what could not be done, for what the system raises. */
function onDisk<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof TypeError) throw cause;
    throw diskError(what, cause);
  }
}

function makeFile(name: string): LogFile {
  try {
    return makeLogFile(name);
  } catch (cause) {
    throw errorCode(cause) === "EEXIST" ? runExists(`Cannot make the log "${name}"`, cause) : cause;
  }
}

/** How often a lease is tried for, when others are quicker each time. */
const TRIES = 20;

function openRun(folder: string, run: string, durability: Durability): OpenedLog {
  const { lease, former } = obtain(folder, run);
  let isClean = former?.isClean === true;
  let file: LogFile | undefined;
  try {
    const name = logOf(folder);
    const snapshot = readFormerSnapshot(folder);
    const { kept, content, problems } = readParts(folder, snapshot);
    if (content === undefined || problems.some(({ severity }) => severity === "error")) throw runBroken(run, problems);
    const isSynced = durability === "sync";
    if (!isClean || content.tail !== "whole") {
      replaceLog(name, folder, lease.fence, content, isSynced);
      isClean = false;
    }
    // Also when there is none: what a former holder may still write is then not taken for one.
    writeSnapshot(folder, lease.fence, kept, isSynced);
    removeSnapshotsBefore(folder, lease.fence);
    file = openLogFile(name);
    const size = content.end + (content.tail === "unended" ? 1 : 0);
    const log = heldLog(lease, { folder, run, durability, file, name, size, count: content.count });
    return { ...storedLog(kept, content, problems, undefined), next: size, log };
  } catch (cause) {
    file?.close();
    lease.giveBack(isClean);
    throw cause;
  }
}

function obtain(folder: string, run: string): { readonly lease: Lease; readonly former: FoundLease | undefined } {
  for (let tries = 0; ; tries += 1) {
    const former = findLease(folder);
    const holder = holderOf(former, () => diskTime(folder));
    if (holder !== undefined) throw runHeld(run, holder);
    const lease = takeLease(folder, former?.fence ?? 0, former?.began ?? beganOf(folder));
    if (lease !== undefined) return { lease, former };
    if (tries === TRIES) throw runHeld(run, { fence: former?.fence ?? 0 });
  }
}

interface Parts {
  readonly kept: Snapshot | undefined;
  /** Absent when the log cannot be read at all. */
  readonly content: FileLines | undefined;
  readonly problems: readonly LogProblem[];
}

/** Reads a log behind its snapshot, or whole where that does not fit to it. */
function readParts(folder: string, snapshot: FoundSnapshot | undefined, isLive = false): Parts {
  const name = logOf(folder);
  const [kept, warning] = isSnapshot(snapshot) ? [snapshot, misplaced(folder)] : [undefined, undefined];
  const warnings = snapshot === undefined || snapshot === "none" || isSnapshot(snapshot) ? [] : [snapshot];
  try {
    const after = kept === undefined ? undefined : readLines(name, name, kept.from, isLive);
    if (after !== undefined) return { kept, content: after, problems: problemsOf(after.lines) };
    const content = readLines(name, name, undefined, isLive);
    const problems = [...warnings, ...(warning === undefined ? [] : [warning]), ...problemsOf(content?.lines ?? [])];
    return { kept: undefined, content, problems };
  } catch (cause) {
    return { kept: undefined, content: undefined, problems: [...warnings, unreadable(name, cause)] };
  }
}

function isSnapshot(found: FoundSnapshot | undefined): found is Snapshot {
  return typeof found === "object" && "state" in found;
}

function readRun(folder: string, from: ReadOptions["from"]): StoredLog {
  const lease = findLease(folder);
  const holder = holderOf(lease, Date.now);
  const isLive = holder !== undefined;
  if (typeof from === "number") {
    const name = logOf(folder);
    try {
      const content = readLines(name, name, { at: from, lines: 0 }, isLive);
      if (content === undefined) return readRun(folder, "start");
      // How many lines there were before is not known.
      const problems = problemsOf(content.lines).map(({ line, ...problem }) => problem);
      return storedLog(undefined, content, problems, holder);
    } catch (cause) {
      return storedLog(undefined, undefined, [unreadable(name, cause)], holder);
    }
  }
  const snapshot = from === "start" || lease === undefined ? undefined : readSnapshot(folder, lease.fence);
  const { kept, content, problems } = readParts(folder, snapshot, isLive);
  return storedLog(kept, content, problems, holder);
}

function storedLog(
  kept: Snapshot | undefined,
  content: FileLines | undefined,
  problems: readonly LogProblem[],
  holder: Holder | undefined,
): StoredLog {
  return {
    ...(kept === undefined ? {} : { snapshot: kept.state }),
    entries: entriesOf(content?.lines ?? []),
    problems,
    next: content?.end ?? 0,
    ...(holder === undefined ? {} : { holder }),
  };
}

function foldersIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isRunId(entry.name))
      .map(({ name }) => name);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return [];
    throw cause;
  }
}

function summaryOf(dir: string, run: string): readonly RunSummary[] {
  const folder = join(dir, run);
  try {
    const log = lstatSync(logOf(folder), { throwIfNoEntry: false });
    // What is in the place of a log is listed, so that somebody is told that it cannot be read.
    if (log === undefined) return [];
    const lease = findLease(folder);
    const holder = holderOf(lease, Date.now);
    const began = lease?.began ?? beganOf(folder);
    return [{ run, began, changed: log.mtimeMs, ...(holder === undefined ? {} : { holder }) }];
  } catch {
    // EACCES, ENOENT: somebody else's, or removed just now.
    return [];
  }
}

/** For a run without a lease that says it. */
function beganOf(folder: string): number {
  const { birthtimeMs, mtimeMs } = lstatSync(folder);
  return birthtimeMs > 0 ? birthtimeMs : mtimeMs;
}

const byAge = (a: RunSummary, b: RunSummary): number => a.began - b.began || (a.run < b.run ? -1 : 1);
