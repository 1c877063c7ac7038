import type { Entry, Layers } from "../workload.ts";
import { RULES } from "../workload.ts";
import { mergeCell } from "./merge-cell.ts";

/** What one writes by hand for exactly these fields: no intake, no tombstones, no origins, parts of layers handed on. */
function spread(layers: Layers): Readonly<Record<string, Entry>> {
  const merged: Record<string, Entry> = {};
  for (const layer of layers) {
    for (const name of Object.keys(layer)) {
      const high = layer[name] ?? {};
      const low = merged[name];
      merged[name] = low === undefined ? high : join(low, high);
    }
  }
  return merged;
}

const MAPS = Object.keys(RULES);

function join(low: Entry, high: Entry): Entry {
  const joined: Record<string, unknown> = { ...low, ...high };
  for (const field of MAPS) {
    const [below, above] = [low[field], high[field]];
    if (typeof below === "object" && typeof above === "object") joined[field] = { ...below, ...above };
  }
  return joined;
}

await mergeCell(spread);
