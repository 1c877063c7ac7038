/**
 * What of our figures is whose: the loop that nobody does without, the SDK, our kernel, our log.
 * `npm run --silent bench -- engine --case cpu --json | node benchmarks/engine/shares.ts`
 *
 * @module
 */
import { text } from "node:stream/consumers";
import type { Row } from "../runner/benchmark.ts";
import { shortNumber, table } from "../runner/report.ts";

/** Each is what it takes more than the one before. */
const PARTS = [
  { part: "loop", subject: "floor" },
  { part: "SDK", subject: "model-step" },
  { part: "kernel", subject: "polyglav-memory" },
  { part: "log", subject: "polyglav" },
] as const;

/** One case, in microseconds. A part can be less than nothing, where the figures differ by less than runs do. */
export interface Shares {
  readonly case: string;
  readonly parts: readonly { readonly part: string; readonly us: number }[];
  readonly us: number;
}

/** Takes apart what the CPU figures of ours are made of; cases where one of them is missing are left out. */
export function sharesOf(rows: readonly Row[]): readonly Shares[] {
  const names = [...new Set(rows.filter(({ case: name }) => name.startsWith("cpu ")).map((row) => row.case))];
  return names.flatMap((name) => {
    const values = PARTS.map(
      ({ subject }) => rows.find((row) => row.case === name && row.subject === subject)?.value ?? NaN,
    );
    const us = values.at(-1) ?? NaN;
    if (values.some(Number.isNaN)) return [];
    const parts = PARTS.map(({ part }, index) => ({ part, us: (values[index] ?? 0) - (values[index - 1] ?? 0) }));
    return [{ case: name.slice("cpu ".length), parts, us }];
  });
}

/** Lays them out, each part with its percentage. */
export function sharesText(shares: readonly Shares[]): string {
  const shown = (us: number, all: number): string =>
    `${us < 0 ? "-" : ""}${shortNumber(Math.abs(us))} (${Math.round((100 * us) / all)} %)`;
  return table(
    ["µs of CPU time", ...PARTS.map(({ part }) => part), "all"],
    shares.map(({ case: name, parts, us }) => [name, ...parts.map((one) => shown(one.us, us)), shortNumber(us)]),
  );
}

if (import.meta.main) {
  const printed: unknown = JSON.parse(await text(process.stdin));
  if (!hasRows(printed)) throw new TypeError("Cannot read the figures: pipe in what --json prints");
  process.stdout.write(`${sharesText(sharesOf(printed.rows))}\n`);
}

function hasRows(printed: unknown): printed is { readonly rows: readonly Row[] } {
  return typeof printed === "object" && printed !== null && "rows" in printed && Array.isArray(printed.rows);
}
