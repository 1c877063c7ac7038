/**
 * What a run prints: one object for machines, Markdown tables for people (a README takes them as they are).
 *
 * @module
 */
import type { Benchmark, Outcome, Result, Row, Suite } from "./benchmark.ts";
import { rowsOf } from "./figures.ts";

/** Prints `{ name, node, rows }` on one line. */
export function toJson(benchmark: Benchmark, node: string, results: readonly Result[]): string {
  return JSON.stringify({ name: benchmark.name, node, rows: rowsOf(results) });
}

/** Prints the tables of every suite, what ours aims at, and why a figure is missing. */
export function toText(heading: string, results: readonly Result[]): string {
  const suites = [...new Set(results.map(({ suite }) => suite))];
  return [heading, ...suites.flatMap((suite) => suiteText(suite, results)), ...missing(results)].join("\n\n");
}

/** Words a number so that three or four of its digits show: `24.31M`, `705.8k`, `59.3`, `0.35`; counts as they are. */
export function shortNumber(value: number): string {
  if (value >= 999_950) return `${(value / 1e6).toFixed(2)}M`;
  if (value >= 999.5) return `${(value / 1e3).toFixed(1)}k`;
  return value.toFixed(Number.isInteger(value) || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

/** Words a ratio. Cut off, never rounded up, so that `1.00` is no less than 1. */
export function shortRatio(ratio: number): string {
  return ratio >= 100 ? String(Math.floor(ratio)) : (Math.floor(ratio * 100 + 1e-9) / 100).toFixed(2);
}

/** Lays out a table in the form that prettier leaves alone: the first column to the left, the others to the right. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...body.map((cells) => (cells[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? "", width, column)).join(" | ")} |`;
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...body.map(line)].join("\n");
}

const pad = (text: string, width: number, column: number): string =>
  column === 0 ? text.padEnd(width) : text.padStart(width);

function suiteText(suite: Suite, results: readonly Result[]): readonly string[] {
  const mine = results.filter((result) => result.suite === suite);
  const cases = suite.cases.filter((work) => mine.some((result) => result.work === work));
  const subjects = suite.subjects.filter((subject) => mine.some((result) => result.subject === subject));
  const outcomeOf = (subject: string, work: string): Outcome | undefined =>
    mine.find((result) => result.subject.name === subject && result.work.name === work)?.outcome;
  const figures = subjects.map(({ name, kind }) => [
    kind === "reference" ? `${name} (reference)` : name,
    ...cases.map((work) => figureText(outcomeOf(name, work.name))),
  ]);
  const heads = cases.map(({ short }) => short);
  return [
    `${suite.name}: ${suite.unit}, ${suite.better} is better`,
    table(["subject", ...heads], figures),
    ...ratioText(suite, mine, heads),
    ...aimsText(suite, mine),
  ];
}

function figureText(outcome: Outcome | undefined): string {
  if (outcome === undefined) return "";
  return outcome.kind === "measured" ? shortNumber(outcome.value) : "n/a";
}

function ratioText(suite: Suite, results: readonly Result[], heads: readonly string[]): readonly string[] {
  const rows = rowsOf(results);
  const cases = suite.cases.filter((work) => results.some((result) => result.work === work));
  const find = (name: string, work: string): Row | undefined =>
    rows.find((row) => row.subject === name && row.case === work);
  const best = cases.map((work) => {
    const peers = suite.subjects.filter(({ kind }) => kind === "peer").map(({ name }) => find(name, work.name));
    return peers.find((row) => row?.ratioToBestPeer === 1)?.subject ?? "";
  });
  if (best.every((name) => name === "")) return [];
  const ours = suite.subjects.filter(({ kind }) => kind === "ours");
  const body = ours.map(({ name }) => [
    name,
    ...cases.map((work) => {
      const ratio = find(name, work.name)?.ratioToBestPeer ?? undefined;
      return ratio === undefined ? "" : shortRatio(ratio);
    }),
  ]);
  return [
    "Ratio to the best peer, 1 or more means at least as good:",
    table(["", ...heads], [...body, ["best peer", ...best]]),
  ];
}

function aimsText(suite: Suite, results: readonly Result[]): readonly string[] {
  const lines = (suite.aims ?? []).flatMap((aim) => {
    const found = results.find(({ work, subject }) => work.name === aim.case && subject.name === aim.subject);
    if (found?.outcome.kind !== "measured") return [];
    const { value } = found.outcome;
    const isReached = suite.better === "more" ? value >= aim.value : value <= aim.value;
    const bound = suite.better === "more" ? "at least" : "at most";
    const verdict = isReached ? "reached" : "not reached";
    return [
      `- aim of ${aim.subject}, ${aim.case}: ${bound} ${shortNumber(aim.value)}; ${shortNumber(value)}, ${verdict}`,
    ];
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** Says of each figure that is missing why it is, and what else is to be known about those that are there. */
function missing(results: readonly Result[]): readonly string[] {
  const lines = results.flatMap(({ work, subject, outcome }) => {
    const place = `- ${subject.name}, ${work.name}: `;
    switch (outcome.kind) {
      case "measured":
        return [];
      case "disagrees":
        return [`${place}no figure, because it disagrees: ${outcome.why}`];
      case "failed":
        return [`${place}failed: ${outcome.why}`];
      case "over-limit":
        return [`${place}no figure within ${outcome.limitMs / 1_000} s, building and checking included`];
    }
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}
