import type { RunState } from "../log/run-state.ts";

/**
 * Names the next ask or grant of a run: the letters at the end of the run's id and a number, such as `k3x9-2`. People
 * type it, and among the runs of a folder it is hardly ever the same twice; with the run before it, never.
 */
export function newAskId(state: RunState): string {
  const tail = /[A-Za-z0-9]+$/.exec(state.run)?.[0] ?? state.run;
  return `${tail}-${state.ids + 1}`;
}
