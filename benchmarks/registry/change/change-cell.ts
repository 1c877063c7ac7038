/**
 * How a change of one entry is measured where what was merged before is kept.
 *
 * @module
 */
import { cell, Disagreement, type Job, type Measured, numberGiven } from "../../runner/cell.ts";
import { perCpuSecond } from "../../runner/measure.ts";
import { asText, type Entry, type Layers, layersOf, nameOf } from "../workload.ts";

/** Makes an entry of the highest layer another one, and gives the merged entry. */
export type Change = (name: string, entry: Entry) => unknown;

/** Measures how often one entry changes. `prepare` gets the layers and makes what changes them. */
export const changeCell = (prepare: (layers: Layers, job: Job) => Change): Promise<void> =>
  cell(async (job): Promise<Measured> => {
    const layers = layersOf(job.given);
    const change = prepare(layers, job);
    const name = nameOf(numberGiven(job.given, "entries") >> 1);
    // Eight others in turn, so that no change is none.
    const entries = Array.from({ length: 8 }, (_, i): Entry => ({ ...layers[3][name], model: `model-${i}` }));
    for (const entry of entries) {
      const merged = asText(change(name, entry));
      const right = asText(Object.assign({}, ...layers.map((layer) => layer[name]), entry));
      if (merged !== right) throw new Disagreement(`it merges ${merged}, and ${right} is right`);
    }
    let turn = 0;
    const value = await perCpuSecond((times) => {
      for (let done = 0; done < times; done += 1) {
        turn = (turn + 1) & 7;
        change(name, entries[turn] ?? {});
      }
    }, job.effort);
    return { value, note: `${(1e6 / value).toFixed(2)} µs each` };
  });
