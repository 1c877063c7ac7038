import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readEntry } from "../store/log-line.ts";

let dead: number | undefined;

/** Gives the number of a process that has ended. */
export function deadPid(): number {
  dead ??= spawnSync(process.execPath, ["-e", ""]).pid;
  return dead;
}

/** Makes the lease of a run one of a process that is dead. */
export function abandonIn(folder: string): void {
  for (const name of readdirSync(folder).filter((found) => found.startsWith("lease."))) {
    const lease = join(folder, name);
    writeFileSync(lease, JSON.stringify({ ...readEntry(readFileSync(lease, "utf8")), pid: deadPid() }));
  }
}
