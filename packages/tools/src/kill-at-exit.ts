import { sendToGroup } from "./process-group.ts";

const groups = new Set<number>();

/**
 * Ends a process group by force when this process exits while it still runs; nobody would be left to do it. Returns a
 * function that takes it back.
 */
export function killAtExit(group: number): () => void {
  if (groups.size === 0) process.on("exit", killRunningCommands);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) process.off("exit", killRunningCommands);
  };
}

/**
 * Ends by force, at once, every command that `bash` runs in this process, with all that it started. Returns before
 * they are gone; nothing to do is no error.
 *
 * When the process exits, that happens by itself; when a signal or a fault that nobody handles ends it, nothing would.
 * So this is for the last moments of a process: its listeners of signals such as SIGHUP, its handler of crashes.
 *
 * @example
 * ```ts
 * import { killRunningCommands } from "@polyglav/tools";
 *
 * process.once("SIGHUP", () => {
 *   killRunningCommands();
 *   process.kill(process.pid, "SIGHUP"); // now with its usual effect
 * });
 * killRunningCommands(); // nothing runs, nothing happens
 * ```
 */
export function killRunningCommands(): void {
  for (const group of groups) sendToGroup(group, "SIGKILL");
}
