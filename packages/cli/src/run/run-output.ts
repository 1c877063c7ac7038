import type { RunEnd, RunEvent } from "@polyglav/engine";
import type { Fault, Output } from "../command.ts";
import { exitName } from "../exit-codes.ts";
import type { Line } from "../line.ts";
import { visible } from "../visible.ts";

/** Turns the end of a run into what the command gives back: the answer for people, everything for programs. */
export function runOutput(end: Extract<RunEvent, { readonly type: "run-end" }>, toTerminal: boolean): Output {
  const { run, status, exitCode, outcome, content, value, denials, usage, bill, error, waiting } = end;
  const data = {
    ...{ run, status, exitCode, outcome, content, denials, usage },
    ...(value === undefined ? {} : { value }),
    ...(bill === undefined ? {} : { bill }),
    ...(error === undefined ? {} : { error }),
    ...(waiting === undefined ? {} : { waiting }),
  };
  return { data, lines: answerLines(content, toTerminal), exit: exitName(exitCode), fault: faultOf(end) };
}

/** A pipe gets the answer as it is; in a terminal nothing in it may steer the terminal. */
function answerLines(content: string, toTerminal: boolean): readonly Line[] {
  if (content === "") return [];
  const text = content.replace(/\n$/, "");
  return (toTerminal ? visible(text) : text).split("\n").map((line): Line => [line]);
}

function faultOf({ status, error, denials, outcome, waiting }: RunEnd): Fault | undefined {
  if (error !== undefined) return error;
  const calls = `${denials.length} ${denials.length === 1 ? "call was" : "calls were"} denied`;
  switch (status) {
    case "ok":
      return undefined;
    case "denied":
      return { code: "POLYGLAV_DENIED", message: calls, hint: "With --denials ok that is no failure" };
    case "limit":
      return { code: "POLYGLAV_LIMIT", message: outcome === "timeout" ? "the time ran out" : "a limit was reached" };
    case "waiting":
      return waitingFault(waiting?.asks.length ?? 1);
    case "cancelled":
      return { code: "POLYGLAV_STOPPED", message: "the run was stopped" };
    case "error":
      return {
        code: "POLYGLAV_FAILED",
        message: outcome === "empty" ? "the model ended without a word" : "the run failed",
      };
  }
}

/** Says that a run waits. */
export function waitingFault(asks: number): Fault {
  const what = asks === 1 ? "an answer" : `${asks} answers`;
  return { code: "POLYGLAV_WAITING", message: `the run waits for ${what}`, hint: "See them with: polyglav asks list" };
}
