/**
 * What is run, the same for every subject: models that say what a script says, at once, and what has to come of it.
 *
 * @module
 */
import { inspect } from "node:util";

/** What the one tool answers, what a child says, and what a run says at its end. */
export const ECHO = "echo-heard";
export const LEAF = "leaf-done";
export const FINAL = "all-done";

/** One call of a tool, or of a child. Each peer has its own name for the argument. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly task: string;
}

/** What a model says to one request. */
export type Move =
  | { readonly text: string; readonly calls?: undefined }
  | { readonly calls: readonly Call[]; readonly text?: undefined };

/** What a model says to one request after the other; after the last move it begins anew. */
export interface Script {
  /** Counts the request, and says what is to be said to it. */
  next(prompt: unknown): Move;
}

/** A child: it says one thing and is done. */
export const leafScript = (): Script => scriptOf([() => ({ text: LEAF })]);

/**
 * Whoever calls: `times` steps with `atOnce` calls each, and a last one with the final text. The tasks of a run all
 * differ, because doing the same thing over and over is what guards end.
 */
export function callerScript(tool: string | ((call: number) => string), times = 1, atOnce = 1): Script {
  const nameOf = typeof tool === "string" ? () => tool : tool;
  const step = (first: number) => (): Move => ({
    calls: Array.from({ length: atOnce }, (_, call) => ({
      id: `call-${(ids += 1).toString(36)}`,
      tool: nameOf(call),
      task: `task ${first + call}`,
    })),
  });
  return scriptOf([...Array.from({ length: times }, (_, index) => step(index * atOnce)), () => ({ text: FINAL })]);
}

let ids = 0;
let requests = 0;
let last: unknown;

function scriptOf(moves: readonly (() => Move)[]): Script {
  let next = 0;
  return {
    next(prompt) {
      requests += 1;
      last = prompt;
      const move = moves[next];
      if (move === undefined) throw new RangeError("Cannot answer: the script is empty");
      next = (next + 1) % moves.length;
      return move();
    },
  };
}

/** How many requests models have had in this process. */
export const requestsSoFar = (): number => requests;

/** How often a text is in what the last request showed to its model, in whatever form that was. */
export function timesInLastPrompt(text: string): number {
  const shown = typeof last === "string" ? last : inspect(last, EVERYTHING);
  return shown.split(text).length - 1;
}

const EVERYTHING = { depth: 20, maxArrayLength: null, maxStringLength: null, breakLength: Infinity } as const;
