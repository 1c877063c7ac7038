import { DECISIONS, type Decision, isDecision } from "@polyglav/permissions";
import { readJsonDocument } from "@polyglav/registry/file";
import { CommandError } from "../command-error.ts";
import { displayWhere, type Viewpoint } from "../view/place.ts";

/** One line of a table of expectations. */
export interface Expectation {
  /** Roles from the root, as `--as` takes them. */
  readonly as: string | undefined;
  /** A category or a tool, and what it would be done to. */
  readonly what: string;
  readonly args: readonly string[];
  readonly is: Decision;
  /** Where it was written. */
  readonly place: string;
}

/**
 * Reads a table of expectations: `[{ "as": "leader/programmer", "call": ["bash", "npm test"], "is": "ask" }]`. Throws
 * with file, line and column for the first thing in it that cannot be read.
 */
export function readExpectations(file: string, viewpoint: Viewpoint): readonly Expectation[] {
  const { value, exists, readable, problems, where } = readJsonDocument(file, { layer: "expectations" });
  if (!exists) {
    throw fault(
      `Cannot test: there is no "${displayWhere({ file }, viewpoint)}"`,
      'Such as: [{ "call": ["bash", "npm test"], "is": "ask" }]',
    );
  }
  const [problem] = problems;
  if (!readable || problem !== undefined) throw fault(problem?.message ?? `Cannot read "${file}"`, problem?.hint);
  const at = (path: readonly (string | number)[]): string => displayWhere({ ...where(path), file }, viewpoint);
  if (!Array.isArray(value)) throw fault(`Cannot read ${at([])}: expected a list of expectations`, undefined);
  const written: readonly unknown[] = value;
  return written.map((each, index) => readOne(each, (path) => at([index, ...path])));
}

function readOne(written: unknown, at: (path: readonly (string | number)[]) => string): Expectation {
  if (!isRecord(written)) throw fault(`Cannot read ${at([])}: expected an object`, undefined);
  for (const key of Object.keys(written)) {
    if (!KEYS.includes(key))
      throw fault(`Cannot read ${at([key])}: there is no key "${key}"`, `The keys are ${KEYS.join(", ")}`);
  }
  const { as, call, is } = written;
  if (as !== undefined && typeof as !== "string")
    throw fault(`Cannot read ${at(["as"])}: expected roles such as "leader/programmer"`, undefined);
  const words: readonly unknown[] = Array.isArray(call) ? call : [];
  const [what, ...args] = words.filter((word) => typeof word === "string");
  if (what === undefined || args.length + 1 !== words.length) {
    throw fault(`Cannot read ${at(["call"])}: expected a list of texts`, 'Such as: "call": ["bash", "npm test"]');
  }
  if (!isDecision(is)) throw fault(`Cannot read ${at(["is"])}: expected one of ${DECISIONS.join(", ")}`, undefined);
  return { as, what, args, is, place: at([]) };
}

const KEYS: readonly string[] = ["as", "call", "is"];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fault = (message: string, hint: string | undefined): CommandError =>
  new CommandError(message, { code: "POLYGLAV_EXPECTATIONS", exit: "config", hint });
