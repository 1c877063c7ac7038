import { createRegistry } from "@polyglav/registry";
import { cell, wordGiven } from "../../runner/cell.ts";
import { type Layer, LAYERS, RULES } from "../workload.ts";
import { measureMerging } from "./merge-cell.ts";

type Fields = Record<string, unknown>;

await cell((job) => {
  const isOwned = wordGiven(job.given, "data") === "owned";
  const mapOf = (layer: Layer) => new Map(Object.keys(layer).map((name) => [name, layer[name] ?? {}]));
  return measureMerging(
    (layers) => layers.map((layer) => (isOwned ? { entries: mapOf(layer), owned: true } : layer)),
    (contents) => {
      const registry = createRegistry<Fields>({ layers: LAYERS, rules: RULES });
      for (const [i, name] of LAYERS.entries()) registry.set(name, contents[i] ?? {});
      return [...registry.entries()];
    },
    job,
  );
});
