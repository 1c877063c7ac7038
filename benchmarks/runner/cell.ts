/**
 * The side of a cell that measures: a process of its own, started by `run-cell.ts`, for one subject on one case.
 *
 * @module
 */
import type { Effort, Given } from "./benchmark.ts";

/** What a cell is told. */
export interface Job {
  readonly given: Given;
  readonly effort: Pick<Effort, "warmMs" | "measureMs">;
}

/** What a cell says when it has measured. */
export interface Measured {
  readonly value: number;
  /** Shown while the run goes on, such as how long the building took. */
  readonly note?: string;
}

/** Thrown by a cell whose subject answers differently from what is right: then there is no figure. */
export class Disagreement extends Error {
  override readonly name = "Disagreement";
  readonly code = "POLYGLAV_BENCHMARK_DISAGREEMENT";
}

/** What goes from the cell to the runner. */
export type Answer =
  ({ readonly kind: "measured" } & Measured) | { readonly kind: "disagrees" | "failed"; readonly why: string };

/**
 * Runs a cell and ends the process, because peers leave timers and workers behind. By hand it prints its answer:
 * `node --import ./benchmarks/runner/use-builds.ts <program> '{ "given": { … } }'`.
 */
export async function cell(measure: (job: Job) => Promise<Measured> | Measured): Promise<void> {
  const answer = await answerOf(measure);
  if (process.send === undefined) {
    process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
  } else {
    process.send(answer, () => process.exit(0));
  }
}

/** A number that the case or the subject gives. */
export function numberGiven(given: Given, key: string): number {
  const value = given[key];
  if (typeof value === "number") return value;
  throw new TypeError(`Cannot measure: "${key}" is not given as a number`);
}

/** A word that the case or the subject gives. */
export function wordGiven(given: Given, key: string): string {
  const value = given[key];
  if (typeof value === "string") return value;
  throw new TypeError(`Cannot measure: "${key}" is not given as a text`);
}

async function answerOf(measure: (job: Job) => Promise<Measured> | Measured): Promise<Answer> {
  try {
    return { kind: "measured", ...(await measure(readJob(process.argv[2] ?? "{}"))) };
  } catch (error) {
    if (error instanceof Disagreement) return { kind: "disagrees", why: error.message };
    return { kind: "failed", why: error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error) };
  }
}

/** Reads what the runner, or a person, hands over. What is missing is as for a single look. */
export function readJob(text: string): Job {
  const written: unknown = JSON.parse(text);
  const { given, effort } = recordOf(written);
  const { warmMs, measureMs } = recordOf(effort);
  return {
    given: Object.fromEntries(
      Object.entries(recordOf(given)).filter((entry): entry is [string, string | number] =>
        ["string", "number"].includes(typeof entry[1]),
      ),
    ),
    effort: {
      warmMs: typeof warmMs === "number" ? warmMs : 200,
      measureMs: typeof measureMs === "number" ? measureMs : 600,
    },
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
