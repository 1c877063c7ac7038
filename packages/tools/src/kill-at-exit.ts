import { sendToGroup } from "./process-group.ts";

const groups = new Set<number>();

/**
 * Ends a process group by force when this process exits while it still runs; nobody would be left to do it. Returns a
 * function that takes it back.
 */
export function killAtExit(group: number): () => void {
  if (groups.size === 0) process.on("exit", killAll);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) process.off("exit", killAll);
  };
}

function killAll(): void {
  for (const group of groups) sendToGroup(group, "SIGKILL");
}
