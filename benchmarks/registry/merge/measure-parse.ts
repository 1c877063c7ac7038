import { cell, type Measured } from "../../runner/cell.ts";
import { perCpuSecond } from "../../runner/measure.ts";
import { layersOf, textsOf } from "../workload.ts";

// The bound: reading the text of the four layers, which comes before any merging.
await cell(async ({ given, effort }): Promise<Measured> => {
  const texts = textsOf(layersOf(given));
  let read = 0;
  const value = await perCpuSecond((times) => {
    for (let done = 0; done < times; done += 1)
      for (const text of texts) read += typeof JSON.parse(text) === "object" ? 1 : 0;
  }, effort);
  return { value, note: `${read} texts of ${(texts.join("").length / 4_096).toFixed(1)} KiB on average` };
});
