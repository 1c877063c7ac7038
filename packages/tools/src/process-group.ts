import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds between the request to end and the end by force. */
const PATIENCE_MS = 2000;
const POLL_MS = 20;

/**
 * Ends every process of a group: SIGTERM, and SIGKILL for what is left after two seconds. Resolves when none is left,
 * or when those that are cannot be ended by anyone (they hang inside the system).
 */
export async function endGroup(group: number): Promise<void> {
  sendToGroup(group, "SIGTERM");
  if (await isGone(group, PATIENCE_MS)) return;
  sendToGroup(group, "SIGKILL");
  await isGone(group, PATIENCE_MS);
}

/** Tells whether a process of the group still runs. One that ended and was not collected yet does not count. */
export function isGroupAlive(group: number): boolean {
  if (!sendToGroup(group, 0)) return false;
  return process.platform !== "linux" || groupStates(group).some((state) => state !== "Z" && state !== "X");
}

/** Sends a signal to all processes of a group; false when there is none left. */
export function sendToGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false; // ESRCH: nobody is left; EPERM: what is left belongs to someone else
  }
}

/** Waits until no process of the group runs any more; false when one still does after the given milliseconds. */
export async function isGone(group: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (isGroupAlive(group)) {
    if (performance.now() > until) return false;
    await delay(POLL_MS);
  }
  return true;
}

/**
 * Reads the states of a group's processes. Where the first process of a container collects no orphans, ended ones stay
 * listed for ever, and a signal to the group still finds them.
 */
function groupStates(group: number): readonly string[] {
  return readdirSync("/proc").flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "latin1");
      // The name in parentheses may hold anything; behind it come state, parent and group.
      const [state = "", , processGroup = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(processGroup) === group ? [state] : [];
    } catch {
      return []; // it ended between the listing and the reading
    }
  });
}
