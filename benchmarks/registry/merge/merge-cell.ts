/**
 * How everything that merges layers is measured: on layers that nobody else holds, so that it may freeze them, write
 * into them, or hand parts of them on.
 *
 * @module
 */
import { cell, Disagreement, type Job, type Measured, numberGiven, wordGiven } from "../../runner/cell.ts";
import { perFreshCpuSecond } from "../fresh.ts";
import { asText, changed, copyOf, type Layers, layersOf, rightAnswer, textsOf } from "../workload.ts";

/** Merges four layers, the lowest first, into an object of entries, or gives the entries as pairs. */
export type MergeAll = (layers: Layers) => unknown;

/**
 * Measures how often all entries are merged: `work` is `merge`, or `change`, where one entry is another than in the
 * run before, which is all the same to whoever keeps nothing.
 */
export const mergeCell = (mergeAll: MergeAll): Promise<void> =>
  cell((job) => measureMerging((layers) => layers, mergeAll, job));

/** The same for layers in another form: that in which a reader of files hands them over, hence outside of the clock. */
export async function measureMerging<Form>(
  formOf: (layers: Layers) => Form,
  mergeAll: (layers: Form) => unknown,
  { given, effort }: Job,
): Promise<Measured> {
  const entries = numberGiven(given, "entries");
  const layers = layersOf(given);
  if (wordGiven(given, "work") === "change") changed(layers, entries >> 1);
  const texts = textsOf(layers);
  const expected = rightAnswer(layers);
  for (let round = 0; round < 2; round += 1) {
    const merged = await mergeAll(formOf(copyOf(texts)));
    const given = asText(Array.isArray(merged) ? Object.fromEntries(merged as [string, unknown][]) : merged);
    if (given !== expected) throw new Disagreement(`it merges otherwise: ${firstDifference(given, expected)}`);
  }
  const value = await perFreshCpuSecond(
    (pieces) => Array.from({ length: pieces }, () => formOf(copyOf(texts))),
    mergeAll,
    effort,
    Math.max(1, Math.floor(MOST_CHARACTERS / texts.join("").length)),
  );
  return { value, note: `${(1e6 / value).toFixed(1)} µs each` };
}

function firstDifference(a: string, b: string): string {
  let i = 0;
  while (i < b.length && a[i] === b[i]) i += 1;
  return `${a.slice(Math.max(0, i - 40), i + 40)} instead of ${b.slice(Math.max(0, i - 40), i + 40)}`;
}

/** So much text is held in memory, parsed, at a time. */
const MOST_CHARACTERS = 8_000_000;
