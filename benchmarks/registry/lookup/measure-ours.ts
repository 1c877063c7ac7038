import { createRegistry } from "@polyglav/registry";
import { cell, Disagreement, type Measured, numberGiven, wordGiven } from "../../runner/cell.ts";
import { perCpuSecond } from "../../runner/measure.ts";
import { asText, LAYERS, layersOf, nameOf, rightAnswer, RULES } from "../workload.ts";

await cell(async ({ given, effort }): Promise<Measured> => {
  const layers = layersOf(given);
  const registry = createRegistry<Record<string, unknown>>({ layers: LAYERS, rules: RULES });
  for (const [i, name] of LAYERS.entries()) registry.set(name, layers[i] ?? {});
  if (asText(Object.fromEntries(registry.entries())) !== rightAnswer(layers))
    throw new Disagreement("it merges otherwise");
  const names = Array.from({ length: numberGiven(given, "entries") }, (_, i) => nameOf(i));
  const read = wordGiven(given, "measure") === "explain" ? registry.explain : registry.get;
  let found = 0;
  let next = 0;
  const value = await perCpuSecond((times) => {
    for (let done = 0; done < times; done += 1) {
      next = next + 1 === names.length ? 0 : next + 1;
      if (read(names[next] ?? "") !== undefined) found += 1;
    }
  }, effort);
  return { value, note: `${(1e9 / value).toFixed(1)} ns each, ${found} found` };
});
