import { cell, type Measured, numberGiven } from "../../runner/cell.ts";
import { perCpuSecond } from "../../runner/measure.ts";
import { nameOf } from "../workload.ts";

// The bound: no lookup by name is faster than the one of a Map.
await cell(async ({ given, effort }): Promise<Measured> => {
  const names = Array.from({ length: numberGiven(given, "entries") }, (_, i) => nameOf(i));
  const map = new Map(names.map((name) => [name, { name }]));
  let found = 0;
  let next = 0;
  const value = await perCpuSecond((times) => {
    for (let done = 0; done < times; done += 1) {
      next = next + 1 === names.length ? 0 : next + 1;
      if (map.get(names[next] ?? "") !== undefined) found += 1;
    }
  }, effort);
  return { value, note: `${(1e9 / value).toFixed(1)} ns each, ${found} found` };
});
