import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { readEntry } from "../store/log-line.ts";
import type { Holder } from "../store/run-store.ts";
import { errorCode } from "./disk-error.ts";
import { OWN_FILE, readPlain } from "./plain-file.ts";
import { isAlive, isFresh, ownMark, type ProcessMark, readMark } from "./process-mark.ts";

/** What is found in a folder of a run about who may write its log. */
export interface FoundLease {
  readonly fence: number;
  /** When the run was begun, in milliseconds. */
  readonly began?: number;
  /** Absent when the lease was given back. */
  readonly process?: ProcessMark;
  /** Whether it was given back by somebody who will not write any more. */
  readonly isClean: boolean;
  /** Whether it says nothing that can be understood, as when it is just being made. */
  readonly isStrange: boolean;
  readonly renewedMs: number;
}

/** A lease that this process has. */
export interface Lease {
  readonly fence: number;
  /** False when somebody else took it over. */
  readonly isHeld: () => boolean;
  /** Shows that this process lives to those who cannot look at it. */
  readonly renew: () => void;
  /** Gives it back. With `isClean`, nothing will be written by it any more, nor is anything left to be put in order. */
  readonly giveBack: (isClean: boolean) => void;
}

/** Milliseconds between two renewals: a lease is forgotten when several of them are missing. */
export const RENEW_MS = 5000;

const LEASE = /^lease\.([1-9]\d{0,14})$/;
const leaseFile = (folder: string, fence: number): string => join(folder, `lease.${fence}`);

/**
 * Finds the lease of now. There is one file `lease.<fence>` for each, and the one with the highest number counts: it is
 * made only if it was not there, so of all who want to follow one lease a single one can.
 */
export function findLease(folder: string): FoundLease | undefined {
  const fence = Math.max(0, ...fencesIn(folder));
  if (fence === 0) return undefined;
  const path = leaseFile(folder, fence);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // It was followed by another one just now.
  if (stats === undefined) return findLease(folder);
  const written = readEntry(readPlain(path, 4096)?.toString() ?? "");
  const mark = written === undefined ? undefined : readMark(written);
  const { clean: isClean, began } = written ?? {};
  return {
    fence,
    ...(typeof began === "number" ? { began } : {}),
    ...(mark === undefined ? {} : { process: mark }),
    isClean: isClean === true && mark === undefined,
    isStrange: mark === undefined && typeof isClean !== "boolean",
    renewedMs: stats.mtimeMs,
  };
}

/** Gives who holds a lease; `undefined` when nobody does, or whoever did is dead. `now` gives the time of the disk. */
export function holderOf(found: FoundLease | undefined, now: () => number): Holder | undefined {
  if (found === undefined) return undefined;
  const { fence, process, renewedMs, isStrange } = found;
  if (process === undefined) return isStrange && isFresh(now() - renewedMs) ? { fence } : undefined;
  return isAlive(process, () => now() - renewedMs) ? { fence, pid: process.pid, host: process.host } : undefined;
}

/** Gives the time of the disk that a folder is on, which another machine may keep; in milliseconds. */
export function diskTime(folder: string): number {
  const probe = join(folder, `.${ownMark().pid}.clock`);
  try {
    writeFileSync(probe, "", { mode: OWN_FILE });
    return statSync(probe).mtimeMs;
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Takes the lease that follows `fence`; `undefined` when somebody else did. Throws what the system raises. */
export function takeLease(folder: string, fence: number, began: number): Lease | undefined {
  const next = fence + 1;
  const path = leaseFile(folder, next);
  const content = JSON.stringify({ ...ownMark(), began });
  let descriptor: number;
  try {
    descriptor = openSync(path, "wx", OWN_FILE);
  } catch (cause) {
    if (errorCode(cause) === "EEXIST") return undefined;
    throw cause;
  }
  try {
    writeSync(descriptor, content, 0);
    // It may have been followed and removed, which made it possible to make it again.
    const fences = fencesIn(folder);
    if (Math.max(next, ...fences) > next) {
      rmSync(path, { force: true });
      closeSync(descriptor);
      return undefined;
    }
    // Invariant: from here on the former holder can see that it is none any more.
    for (const former of fences) if (former < next) rmSync(leaseFile(folder, former), { recursive: true, force: true });
  } catch (cause) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw cause;
  }
  return heldLease(folder, next, descriptor, content, began);
}

function heldLease(folder: string, fence: number, descriptor: number, content: string, began: number): Lease {
  let isOpen = true;
  const isHeld = (): boolean => {
    if (!isOpen) return false;
    try {
      return fstatSync(descriptor).nlink > 0;
    } catch {
      // ESTALE: on a network drive a file that was removed is gone for those who have it open.
      return false;
    }
  };
  return {
    fence,
    isHeld,
    renew: () => {
      try {
        // The same bytes again: the clock of the disk counts, and it may not be ours.
        if (isHeld()) writeSync(descriptor, content, 0);
      } catch {
        // ENOSPC, ESTALE: writing the log will meet it, too, and say so.
      }
    },
    giveBack: (isClean) => {
      if (!isOpen) return;
      try {
        // In its own place, and not longer than before: that works on a full disk, and cannot bring a former lease back.
        const written = JSON.stringify({ began, clean: isClean });
        writeSync(descriptor, written.padEnd(Buffer.byteLength(content)), 0);
      } catch {
        // ESTALE, EIO: it stays the lease of a process that will be dead.
      }
      isOpen = false;
      closeSync(descriptor);
    },
  };
}

function fencesIn(folder: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => {
    const [, fence] = LEASE.exec(name) ?? [];
    return fence === undefined ? [] : [Number(fence)];
  });
}
