import { randomInt, randomUUID } from "node:crypto";
import { closeSync, lstatSync, openSync, readFileSync, readlinkSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { faultCode } from "./disk-fault.ts";

/** Milliseconds after which a lock counts as forgotten, whoever made it: a write takes a few. */
const STALE_MS = 10_000;

/** Gives the path of the lock of a file. */
export function lockOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.lock`);
}

/** A lock that this process holds. */
export interface HeldLock {
  /** Where what will become the file is written. Whoever breaks the lock removes it first. */
  readonly draft: string;
  /** False when somebody broke it. */
  readonly isHeld: () => boolean;
  readonly release: () => void;
}

/**
 * Keeps other processes from writing a file: makes a lock file beside it; `undefined` when another process held the
 * lock for `patienceMs`. Blocks while it waits. Throws what the system raises when the lock cannot be made.
 *
 * A lock whose process is dead is broken, and so is one that is older than ten seconds. Its draft is removed before,
 * so that a process that was only stopped for that long finds nothing any more to put in the place of the file, and
 * what others wrote meanwhile stays.
 */
export function lockFile(file: string, patienceMs = 5000): HeldLock | undefined {
  const path = lockOf(file);
  const until = performance.now() + patienceMs;
  for (;;) {
    const id = take(path);
    if (id !== undefined) {
      return {
        draft: draftOf(path, id),
        isHeld: () => look(path)?.id === id,
        release: () => {
          remove(path, id);
        },
      };
    }
    if (performance.now() > until) return undefined;
    sleep(randomInt(2, 20));
  }
}

/** Tries once. Gives the id of the lock that was made, or `undefined`; a lock that is stale is gone after it. */
function take(path: string): string | undefined {
  const id = randomUUID();
  try {
    make(path, { id, pid: process.pid, place: placeOf(), time: Date.now() });
    return id;
  } catch (error) {
    if (faultCode(error) !== "EEXIST") throw error;
  }
  const found = look(path);
  if (found !== undefined && isStale(found)) breakLock(path, found.id);
  return undefined;
}

/**
 * Removes a stale lock. Of all who find it stale one alone may, for otherwise the second would remove the new lock
 * that somebody took after the first. The right to do it is a lock, too, that is named for the stale one.
 */
function breakLock(path: string, stale: string): void {
  const right = `${path}.${stale}`;
  const id = take(right);
  if (id === undefined) return;
  rmSync(draftOf(path, stale), { force: true });
  remove(path, stale);
  remove(right, id);
}

/** Every lock has a draft of its own: a second writer would otherwise move the first one's half-written text. */
const draftOf = (lock: string, id: string): string => `${lock}.${id}.draft`;

/** What a lock says. */
interface Owner {
  readonly id: string;
  readonly pid: number;
  readonly place: string;
  /** When it was made, in milliseconds. */
  readonly time: number;
}

type Lock = Pick<Owner, "id" | "time"> & Partial<Owner>;

function make(path: string, owner: Owner): void {
  const descriptor = openSync(path, "wx", 0o644);
  try {
    try {
      writeFileSync(descriptor, `${JSON.stringify(owner)}\n`);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
}

/** Removes a lock if it is the one that is meant. */
function remove(path: string, id: string): void {
  try {
    if (look(path)?.id === id) unlinkSync(path);
  } catch {
    // ENOENT: it was just broken; EACCES: the folder was closed meanwhile, and the lock gets old.
  }
}

/** Reads a lock; `undefined` when there is none. One that says nothing, or is no file, still has an age. */
function look(path: string): Lock | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const owner = stats.isFile() && stats.size < 1000 ? readOwner(path) : undefined;
  return owner ?? { id: `${stats.ino}-${stats.mtimeMs}`, time: stats.mtimeMs };
}

/** The lock may be anybody's, and its id becomes a part of a path. */
const ID = /^[0-9a-f-]{36}$/;

function readOwner(path: string): Owner | undefined {
  try {
    const said: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof said !== "object" || said === null) return undefined;
    const { id, pid, place, time }: { id?: unknown; pid?: unknown; place?: unknown; time?: unknown } = said;
    if (typeof id !== "string" || !ID.test(id) || typeof place !== "string") return undefined;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1) return undefined;
    return typeof time === "number" ? { id, pid, place, time } : undefined;
  } catch {
    // A SyntaxError while it is being written; ENOENT when it was just removed.
    return undefined;
  }
}

function isStale({ pid, place, time }: Lock): boolean {
  // A clock that was set back makes locks that come from the future.
  if (Math.abs(Date.now() - time) > STALE_MS) return true;
  return pid !== undefined && place === placeOf() && !isAlive(pid);
}

/** Where the number of a process means something: containers share a disk, and even a host name, but not those. */
function placeOf(): string {
  let space = "";
  try {
    space = readlinkSync("/proc/self/ns/pid");
  } catch {
    // ENOENT: only Linux has it.
  }
  return `${hostname()} ${space}`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return faultCode(error) !== "ESRCH";
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
