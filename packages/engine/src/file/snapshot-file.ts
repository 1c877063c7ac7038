import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readEntry } from "../store/log-line.ts";
import type { LogProblem } from "../store/run-store.ts";
import { readPlain, writeWhole } from "./plain-file.ts";
import type { Mark } from "./read-lines.ts";

/** A state, and what of the log it holds. */
export interface Snapshot {
  readonly from: Mark;
  readonly state: string;
}

/** The largest file that is read as a snapshot, in bytes. */
const MOST = 512 * 2 ** 20;
const SNAPSHOT = /^snapshot\.([1-9]\d{0,14})$/;
const snapshotFile = (folder: string, fence: number): string => join(folder, `snapshot.${fence}`);

/** What is in the place of the snapshot of a lease: `none` says that its holder found none that holds. */
export type FoundSnapshot = Snapshot | "none" | LogProblem;

/**
 * Writes the snapshot of a lease, `undefined` for none yet. Each lease has its own, and only that of the present one is
 * read: a process that lost its lease and does not know may still write one, of a log that nobody has.
 */
export function writeSnapshot(folder: string, fence: number, snapshot: Snapshot | undefined, synced: boolean): void {
  const { from, state } = snapshot ?? {};
  const head = from === undefined ? {} : { ...from, hash: hashOf(from, state ?? "") };
  writeWhole(snapshotFile(folder, fence), `${JSON.stringify(head)}\n${state ?? ""}`, synced);
}

/** Reads the snapshot of a lease; `undefined` where there is none. */
export function readSnapshot(folder: string, fence: number): FoundSnapshot | undefined {
  if (!fencesIn(folder).includes(fence)) return undefined;
  const file = snapshotFile(folder, fence);
  const text = readPlain(file, MOST)?.toString() ?? "";
  const end = text.indexOf("\n");
  const head = readEntry(text.slice(0, Math.max(end, 0)));
  if (head === undefined) return broken(file, "it is no snapshot");
  const { at, lines, hash } = head;
  const state = text.slice(end + 1);
  if (at === undefined && state === "") return "none";
  if (!isCount(at) || !isCount(lines)) return broken(file, "it does not say where it belongs");
  const from = { at, lines };
  return hash === hashOf(from, state) ? { from, state } : broken(file, "its text was changed");
}

/** Reads what the former holder left, whichever it was. */
export function readFormerSnapshot(folder: string): FoundSnapshot | undefined {
  const last = Math.max(0, ...fencesIn(folder));
  return last === 0 ? undefined : readSnapshot(folder, last);
}

/** Removes the snapshots of former leases. */
export function removeSnapshotsBefore(folder: string, fence: number): void {
  for (const former of fencesIn(folder)) {
    if (former < fence) rmSync(snapshotFile(folder, former), { recursive: true, force: true });
  }
}

/** Says that a snapshot does not fit to its log. */
export function misplaced(folder: string): LogProblem {
  return broken(folder, "it does not fit to the log");
}

function broken(file: string, because: string): LogProblem {
  const message = `Cannot use the snapshot: ${because}; the whole log is read instead`;
  return { code: "log/broken-snapshot", severity: "warning", message, file };
}

function fencesIn(folder: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => {
    const [, fence] = SNAPSHOT.exec(name) ?? [];
    return fence === undefined ? [] : [Number(fence)];
  });
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

const hashOf = ({ at, lines }: Mark, state: string): string =>
  createHash("sha256").update(`${at} ${lines} `).update(state).digest("hex");
