import type { StoreRecord } from "@polyglav/permissions/gate";
import type { Hindered } from "../agent/hindrance-guard.ts";
import type { Hindrance } from "../agent/hindrance.ts";
import type { Message, ToolCall } from "../model/message.ts";
import type { Usage } from "../model/usage.ts";
import type { Denial, Outcome, OutcomeStatus, RunEnd } from "../run/outcome.ts";
import type { Finish, LimitName, RunOrder, Started } from "./log-entry.ts";
import type { ToolStatus } from "./run-event.ts";

/**
 * The state of a run: what its log comes to. It is all that is needed to go on, and no more: of an agent that has ended
 * only the end is kept. Plain data, so that it can be kept as a snapshot. Only the fold changes it.
 */
export interface RunState {
  /** The number of the last entry. */
  n: number;
  /** The id of the root; empty before `run.started`. */
  run: string;
  order: RunOrder;
  /** What the root was started with; kept when it has ended. */
  started: Started | undefined;
  /** Those that have not ended, the root first, by the id of their run. */
  readonly agents: Map<string, AgentState>;
  /** How those ended that did. */
  readonly ended: Map<string, Ended>;
  /** Long texts by name: instructions and permissions. */
  readonly texts: Map<string, string>;
  /** The books of the gate: asks, answers, grants. */
  readonly gate: StoreRecord[];
  /** When each ask was opened, in milliseconds since 1970. */
  readonly asked: Map<string, number>;
  /** What a caller has answered to an ask that is still open, by the ask. */
  readonly consulted: Map<string, string>;
  /** Questions of direction that are open, by id. */
  readonly questions: Map<string, OpenQuestion>;
  /** Answers to them that nobody has used yet, by the call that asked. */
  readonly answers: Map<string, string>;
  /** The highest number that an ask or a grant has. */
  ids: number;
  readonly denials: Denial[];
  /** What was used, by role and model. */
  readonly bill: BillLine[];
  readonly letters: Set<string>;
  /** Milliseconds that its processes have worked on it, up to the last entry. */
  activeMs: number;
  /** When the last entry was written, in milliseconds since 1970; undefined before the first and after a stop. */
  lastAt: number | undefined;
  parked: boolean;
  /** Its process died, and nobody has gone on with it since. */
  brokeOff: boolean;
  end: RunEnd | undefined;
}

/** What a role has used of a model. */
export interface BillLine {
  readonly role: string;
  readonly model: string;
  usage: Usage;
}

export interface Ended {
  readonly role: string;
  readonly parent: string;
  readonly status: OutcomeStatus;
  /** Whether its role was made up for it. */
  readonly temporary: boolean;
}

export interface OpenQuestion {
  readonly ask: string;
  readonly run: string;
  readonly call: string;
  readonly role: string;
  readonly to: "operator" | { readonly id: string };
  readonly question: string;
  readonly context?: string;
  readonly options: readonly string[];
}

/** An agent that has not ended. */
export interface AgentState {
  readonly run: string;
  readonly parent: string | undefined;
  readonly started: Started;
  /** The call of its caller; undefined for the root. */
  readonly call: string | undefined;
  readonly background: boolean;
  /** Everything that was said, in the order in which the model reads it. */
  readonly messages: Message[];
  /** The model that was asked and has not answered yet. */
  pending: string | undefined;
  /** Requests of its model that had an end, also those that failed and those beside its own work. */
  requests: number;
  /** The last step that was answered; 0 before the first. */
  step: number;
  /** How the last step ended, until what follows from it is done. */
  finish: Finish | undefined;
  /** The calls of the last step in their order, until all of them are answered. */
  calls: CallState[];
  /** The ids of all its calls: some servers count them anew in each answer. */
  readonly callIds: Set<string>;
  /** The last words. */
  said: string;
  self: Usage;
  subtree: Usage;
  /** Tokens that the last request and its answer had, as the provider said. */
  lastTokens: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  /** How many of the messages that request had. */
  lastMessages: number;
  /** Children started so far: they are numbered. */
  children: number;
  /** Runs started below it so far. */
  descendants: number;
  /** Calls that failed in the same way in the last steps, and in how many in a row. */
  failing: { readonly key: string; readonly steps: number } | undefined;
  /** What hindered the last steps, and how many in a row. */
  hindered: Hindered | undefined;
  /** The limit that was reached: the next step is the last one. */
  closing: LimitName | undefined;
  /** Whether the closing step was answered. */
  closed: boolean;
  /** How often its answer was sent back because it did not fit. */
  repairs: number;
  /** Children in the background that go on, and those that ended and were not told yet. */
  readonly running: Set<string>;
  readonly untold: Map<string, { readonly role: string; readonly outcome: Outcome }>;
  /** Limits that are nearly reached, and of which the model was not told yet; and those of which it was. */
  readonly near: Set<LimitName>;
  readonly told: Set<LimitName>;
  /** Names of texts that were too long for the conversation. */
  readonly artifacts: Set<string>;
  /** Milliseconds of the run's time at which it began. */
  readonly beganMs: number;
  cancelled: string | undefined;
}

/** A call of the last step of an agent. */
export interface CallState extends ToolCall {
  summary: string;
  /** `begun`: an effect may have left us. */
  phase: "said" | "begun" | "done";
  replay: "safe" | "never";
  /** The child that it started, and how that one ended. */
  child: string | undefined;
  ended: Outcome | undefined;
  status: ToolStatus | undefined;
  output: string;
  hindrance: Hindrance | undefined;
}

/** An agent as the one who speaks in its log. */
export function speakerOf(run: string, state: RunState): { readonly run: string; readonly parent?: string } {
  const parent = state.agents.get(run)?.parent;
  return parent === undefined ? { run } : { run, parent };
}
