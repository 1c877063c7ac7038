import { createRegistry } from "@polyglav/registry";
import { cell, type Measured, numberGiven } from "../../runner/cell.ts";
import { perFreshCpuSecond } from "../fresh.ts";
import { copyOf, LAYERS, layersOf, nameOf, RULES, textsOf } from "../workload.ts";

// Every entry of a registry is looked up once: each lookup merges one.
await cell(async ({ given, effort }): Promise<Measured> => {
  const texts = textsOf(layersOf(given));
  const names = Array.from({ length: numberGiven(given, "entries") }, (_, i) => nameOf(i));
  const prepare = (pieces: number) =>
    Array.from({ length: pieces }, () => {
      const layers = copyOf(texts);
      const registry = createRegistry<Record<string, unknown>>({ layers: LAYERS, rules: RULES });
      for (const [i, name] of LAYERS.entries()) registry.set(name, layers[i] ?? {});
      return registry;
    });
  let found = 0;
  const work = (registry: ReturnType<typeof prepare>[number]): void => {
    for (const name of names) if (registry.get(name) !== undefined) found += 1;
  };
  const passes = await perFreshCpuSecond(prepare, work, effort, Math.max(1, Math.floor(4_000 / names.length)));
  const value = passes * names.length;
  return { value, note: `${(1e6 / value).toFixed(2)} µs each, ${found} found` };
});
