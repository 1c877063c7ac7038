/**
 * How every reader of shell commands is measured: what it sees first, then how fast it is.
 *
 * @module
 */
import { cell, Disagreement, type Job, type Measured, numberGiven, wordGiven } from "../../runner/cell.ts";
import { type Batch, perCpuSecond } from "../../runner/measure.ts";
import { EVERYDAY, HIDDEN, type HiddenCase, REDIRECTS } from "./corpus.ts";

/** What a reader finds in a line. */
export interface Reading {
  /** The names of the programs that run, quotes removed. */
  readonly names: string[];
  /** The files that are redirected from or to. */
  readonly targets: string[];
  /** It says that the name of some program cannot be known. */
  isOpen: boolean;
}

/** Reads a line and walks all of it. It may throw. */
export type ReadLine = (line: string) => Reading | Promise<Reading>;

/** A reading to be filled in. */
export const nothingRead = (): Reading => ({ names: [], targets: [], isOpen: false });

/**
 * Measures one reader. `sees` and `seesTargets` are how many cases it gets right as far as is known: all of them for
 * ours. A reader that gets another number right has changed, and has no figure until somebody has looked.
 */
export const shellCell = (read: ReadLine): Promise<void> =>
  cell(async (job): Promise<Measured> => {
    const hidden = await rightOnes(HIDDEN, read, isRight);
    const targets = await rightOnes(REDIRECTS, read, (one, { targets: found }) => found.includes(one.target));
    expect("hidden commands", hidden, numberGiven(job.given, "sees"));
    expect("redirects", targets, numberGiven(job.given, "seesTargets"));
    switch (wordGiven(job.given, "measure")) {
      case "hidden":
        return { value: hidden.right, note: `wrong: ${listed(hidden.wrong)}` };
      case "redirects":
        return { value: targets.right, note: `wrong: ${listed(targets.wrong)}` };
      default:
        return speedOf(read, job);
    }
  });

function isRight({ runs, runsNot = [], isOpen }: HiddenCase, reading: Reading): boolean {
  const { names } = reading;
  return (
    runs.every((name) => names.includes(name)) &&
    !runsNot.some((name) => names.includes(name)) &&
    (reading.isOpen || isOpen === undefined)
  );
}

interface Score {
  readonly right: number;
  readonly wrong: readonly string[];
}

async function rightOnes<C extends { readonly line: string }>(
  cases: readonly C[],
  read: ReadLine,
  isRightFor: (one: C, reading: Reading) => boolean,
): Promise<Score> {
  const wrong: string[] = [];
  for (const one of cases) {
    const reading = await tried(read, one.line);
    if (reading === undefined || !isRightFor(one, reading)) wrong.push(one.line);
  }
  return { right: cases.length - wrong.length, wrong };
}

function expect(what: string, { right, wrong }: Score, known: number): void {
  if (right === known) return;
  throw new Disagreement(`it gets ${right} of the ${what} right, and ${known} were expected; wrong: ${listed(wrong)}`);
}

/** Lines that it cannot read at all are left out, which is in its favour. */
async function speedOf(read: ReadLine, { effort }: Job): Promise<Measured> {
  const readings = await Promise.all(EVERYDAY.map((line) => tried(read, line)));
  const lines = EVERYDAY.filter((_, index) => readings[index] !== undefined);
  const [first = ""] = lines;
  const batch = read(first) instanceof Promise ? oneAfterAnother(read, lines) : inTurn(read, lines);
  return { value: await perCpuSecond(batch, effort), note: `${lines.length} of ${EVERYDAY.length} lines` };
}

function inTurn(read: ReadLine, lines: readonly string[]): Batch {
  let next = 0;
  let used = 0;
  return (times) => {
    for (let done = 0; done < times; done += 1) {
      const reading = read(lines[next] ?? "");
      next = (next + 1) % lines.length;
      if (!(reading instanceof Promise)) used += reading.names.length;
    }
    return used;
  };
}

const oneAfterAnother =
  (read: ReadLine, lines: readonly string[]): Batch =>
  async (times) => {
    for (let done = 0; done < times; done += 1) await read(lines[done % lines.length] ?? "");
  };

async function tried(read: ReadLine, line: string): Promise<Reading | undefined> {
  try {
    return await read(line);
  } catch {
    return undefined; // it cannot read the line, which is an answer, too
  }
}

const listed = (lines: readonly string[]): string =>
  lines.length === 0
    ? "none"
    : lines
        .slice(0, 6)
        .map((line) => JSON.stringify(line))
        .join(", ") + (lines.length > 6 ? ` and ${lines.length - 6} more` : "");
