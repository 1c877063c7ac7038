import type { Layers } from "../workload.ts";
import { defuReplacing } from "./replace-lists.ts";

/** Everything merged, by another that means the same. */
export function mergedOf([bundled, plugin, global, local]: Layers): Record<string, Record<string, unknown>> {
  const merged = defuReplacing(local, global, plugin, bundled);
  return Object.fromEntries(Object.entries(merged).map(([name, entry]) => [name, { ...entry }]));
}
