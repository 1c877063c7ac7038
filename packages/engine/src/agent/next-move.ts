import type { LimitName } from "../log/log-entry.ts";
import type { AgentState } from "../log/run-state.ts";
import type { Outcome } from "../run/outcome.ts";
import { readAnswer } from "./answer-schema.ts";
import { EQUAL_FAILURES, EQUAL_HINDRANCES } from "./hindrance-guard.ts";
import type { Hindrance } from "./hindrance.ts";

/** What an agent does next. */
export type NextMove =
  /** Calls of its last step have no answer yet. */
  | { readonly move: "answer" }
  | { readonly move: "request" }
  /** It is through but for children in the background. */
  | { readonly move: "wait" }
  /** Its answer does not fit. */
  | { readonly move: "repair"; readonly problem: string }
  | { readonly move: "end"; readonly outcome: Outcome };

/** How often an answer that does not fit its schema is sent back. */
const MOST_REPAIRS = 1;

/** Decides from the state alone what an agent does next, so that it is the same after a restart. */
export function nextMove(state: AgentState, limits: Readonly<Partial<Record<LimitName, number>>>): NextMove {
  const { calls, finish, hindered, closing, closed, said } = state;
  if (calls.length > 0) return { move: "answer" };
  if (hindered !== undefined && hindered.steps >= EQUAL_HINDRANCES) return end(stuck(said, hindered.hindrance));
  if ((state.failing?.steps ?? 0) >= EQUAL_FAILURES) return end(failedAgain(said));
  if (closed && closing !== undefined) return end(limitReached(said, closing, limits[closing]));
  if (finish === undefined || finish === "calls") return { move: "request" };
  if (finish === "length") return end(cut(said));
  if (finish === "filter") return end(filtered(said));
  if (state.untold.size > 0) return { move: "request" };
  if (state.running.size > 0) return { move: "wait" };
  const { schema } = state.started;
  if (schema !== undefined) return fitting(state, schema);
  return end(said === "" ? empty() : { status: "done", content: said });
}

const end = (outcome: Outcome): NextMove => ({ move: "end", outcome });

function fitting({ said, repairs }: AgentState, schema: unknown): NextMove {
  const read = readAnswer(said, schema);
  if (read.ok) return end({ status: "done", content: read.text, value: read.value });
  if (repairs < MOST_REPAIRS) return { move: "repair", problem: read.problem };
  const message = `Cannot use the answer: ${read.problem}`;
  return end({ status: "no_output", content: said, error: { code: "POLYGLAV_NO_OUTPUT", message } });
}

function empty(): Outcome {
  const message = "Cannot report a result: the model ended without a word";
  return { status: "empty", content: "", error: { code: "POLYGLAV_EMPTY", message } };
}

function cut(content: string): Outcome {
  const message = "Cannot use the answer whole: it was cut at the output limit of the model";
  return { status: "limit", content, error: { code: "POLYGLAV_TRUNCATED", message } };
}

function filtered(content: string): Outcome {
  const message = "Cannot get an answer from the model: its provider withheld it";
  return { status: "error", content, error: { code: "POLYGLAV_FILTERED", message } };
}

/** The end of an agent that has used up what it had; what it said is kept. */
export function limitReached(content: string, limit: LimitName, most: number | undefined): Outcome {
  const { code, one, many } = LIMIT_WORDS[limit];
  const figure = limit === "cost" ? `$${most ?? 0}` : `${most ?? 0} ${most === 1 ? one : many}`;
  const hint = "Raise the limit, or make the task smaller";
  return { status: "limit", content, error: { code, message: `Cannot go on: the limit is ${figure}`, hint } };
}

const LIMIT_WORDS: Readonly<Record<LimitName, { readonly code: string; readonly one: string; readonly many: string }>> =
  {
    steps: { code: "POLYGLAV_STEPS", one: "step", many: "steps" },
    tokens: { code: "POLYGLAV_TOKENS", one: "token", many: "tokens" },
    cost: { code: "POLYGLAV_COST", one: "US dollar", many: "US dollars" },
    calls: { code: "POLYGLAV_CALLS", one: "model call", many: "model calls" },
    ms: { code: "POLYGLAV_TIMEOUT", one: "ms", many: "ms" },
    agents: { code: "POLYGLAV_AGENTS", one: "agent", many: "agents" },
    depth: { code: "POLYGLAV_DEPTH", one: "delegation", many: "delegations" },
  };

function failedAgain(content: string): Outcome {
  const message = `Cannot go on: the same calls failed in the same way in the last ${EQUAL_FAILURES} steps`;
  return { status: "error", content, error: { code: "POLYGLAV_STUCK", message } };
}

function stuck(content: string, { of, key }: Hindrance): Outcome {
  const message = `Cannot go on: the last ${EQUAL_HINDRANCES} steps were hindered by the same thing (${key})`;
  const error = { code: "POLYGLAV_STUCK", message };
  switch (of) {
    case "denial":
      return { status: "denied", content, error };
    case "limit":
      return { status: "limit", content, error };
    case "name":
      return { status: "error", content, error };
  }
}
