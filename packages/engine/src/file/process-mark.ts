import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "./disk-error.ts";

/** What tells one process from all others. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Where the number of a process means something: containers share a disk, and even a host name, but not this. */
  readonly place: string;
  /** When it was started, as its system counts; absent where the system does not tell. A number is used again, this is not. */
  readonly start?: string;
}

let own: ProcessMark | undefined;

/** Marks this process. */
export function ownMark(): ProcessMark {
  own ??= {
    pid: process.pid,
    host: hostname(),
    place: [hostname(), bootOf(), numberSpace()].join(" "),
    ...startOf(process.pid),
  };
  return own;
}

/** Milliseconds after which a lease that nobody renews is taken for forgotten, where its process cannot be looked at. */
export const STALE_MS = 30_000;

/** Tells whether the process of a lease still has it. */
export function isAlive({ pid, place, start }: ProcessMark, msSinceRenewal: () => number): boolean {
  // A process of another machine cannot be looked at.
  if (place !== ownMark().place) return isFresh(msSinceRenewal());
  if (!isThere(pid)) return false;
  // Without its start it may be another process that was given the same number.
  return start === undefined ? isFresh(msSinceRenewal()) : startOf(pid).start === start;
}

export function isFresh(msSinceRenewal: number): boolean {
  // A clock that was set back makes renewals that come from the future.
  return Math.abs(msSinceRenewal) < STALE_MS;
}

/** Reads a mark out of JSON; `undefined` when it is none. */
export function readMark(written: Readonly<Record<string, unknown>>): ProcessMark | undefined {
  const { pid, host, place, start } = written;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof host !== "string" || typeof place !== "string") return undefined;
  return { pid, host, place, ...(typeof start === "string" ? { start } : {}) };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    // EPERM: it lives, and belongs to somebody else.
    return errorCode(cause) !== "ESRCH";
  }
}

function startOf(pid: number): { readonly start?: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program is in parentheses and may have anything in it; the start is the 20th word after it.
    const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return start === undefined ? {} : { start };
  } catch {
    // ENOENT: only Linux has it, or the process is gone.
    return {};
  }
}

/** Two machines may have one name, and numbers of processes begin anew with each start of the system. */
function bootOf(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    // ENOENT: only Linux has it.
    return "";
  }
}

function numberSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // ENOENT: only Linux has it.
    return "";
  }
}
