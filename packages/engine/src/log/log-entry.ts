import type { Decision, Reason } from "@polyglav/permissions";
import type { StoreRecord } from "@polyglav/permissions/gate";
import type { Hindrance } from "../agent/hindrance.ts";
import type { Message, Said } from "../model/message.ts";
import type { Usage } from "../model/usage.ts";
import type { Outcome, RunEnd, RunError } from "../run/outcome.ts";
import type { BudgetLeft, ToolStatus } from "./run-event.ts";

/** The version of the log. A reader refuses a newer one, and what it cannot go on with, in words. */
export const LOG_FORMAT = 2;

/**
 * The log of a run: the engine's own words for what happened, appended and never changed. It is the truth of the run:
 * its state is a fold of it, and so is what people watch (`toRunEvents`). Pieces of text are not in it, whole steps are;
 * a step holds what is new in it, never the conversation before, so a long run is no longer per step than a short one.
 */
export type LogEntry = LogHead & LogBody;

export interface LogHead {
  /** Counts the entries of the whole tree from 1 without gaps. */
  readonly n: number;
  readonly t: string;
  /** Who speaks: the root, or `<run>.<number of the child>` of the one above. */
  readonly run: string;
  readonly parent?: string;
}

/** What settles an agent: everything that its next step needs and that is not said later. */
export interface Started {
  readonly role: string;
  readonly model: string;
  readonly task: string;
  /** The name of the text of its instructions, see `text.stored`. */
  readonly prompt: string;
  /** What it may itself use, category by category, as people read it. */
  readonly carve: Readonly<Record<string, Decision>>;
  /** The name of the permissions it was started with, see `text.stored`: it never has more after a restart. */
  readonly says: string;
  readonly limits: AgentLimits;
  readonly skills?: readonly string[];
  /** The JSON Schema that its answer has to fit. */
  readonly schema?: unknown;
  /** A role that was made up for this task. */
  readonly temporary?: TemporaryRole;
}

/** What was said in a run that has ended, and the long results that it names. */
export interface EarlierConversation {
  readonly run: string;
  readonly messages: readonly Message[];
  readonly artifacts: readonly string[];
}

export interface TemporaryRole {
  readonly prompt: string;
  readonly tool_permission?: unknown;
}

/** Limits of one agent; what is missing has none. Money is in US dollars, time in milliseconds. */
export interface AgentLimits {
  readonly steps: number;
  readonly depth: number;
  readonly agents: number;
  readonly ms?: number;
  readonly tokens?: number;
  readonly cost?: number;
  readonly calls?: number;
}

export type LimitName = "steps" | "tokens" | "cost" | "calls" | "ms" | "agents" | "depth";

/** What a run as a whole was asked for, beside what its root was started with. */
export interface RunOrder {
  readonly model?: string;
  readonly denials: "fail" | "ok";
  readonly onAsk: OnAsk;
  readonly unfinished: Unfinished;
  /** What whoever started it wants to be told when it is gone on with; nothing of it means anything to the engine. */
  readonly recall?: unknown;
}

/** What becomes of children in the background when their caller is through: it waits for them, or fails. */
export type Unfinished = "wait" | "fail";

/** What happens to a question that nobody here can answer: it is refused, it waits in the log, or the run ends. */
export type OnAsk = "deny" | "park" | "fail";

export type LogBody =
  // the run as a whole
  | ({ readonly kind: "run.started"; readonly format: typeof LOG_FORMAT; readonly order: RunOrder } & Started)
  /** `offline`: nobody had parked it; its process had died, and somebody else writes into its log now. */
  | { readonly kind: "run.parked"; readonly asks: readonly string[]; readonly offline?: true }
  | { readonly kind: "run.resumed"; readonly fence: number; readonly onAsk?: OnAsk }
  /** From here on `run` and everything below it is to stop. */
  | { readonly kind: "run.cancelled"; readonly why: string }
  | ({ readonly kind: "run.ended" } & RunEnd)
  /** A long text that others name by `name`: prompts are written once, however many agents have them. */
  | { readonly kind: "text.stored"; readonly name: string; readonly text: string }
  /** A letter of somebody without the lease was read: it is not read again. */
  | { readonly kind: "letter.taken"; readonly letter: string }
  // the model
  | {
      readonly kind: "model.requested";
      readonly step: number;
      readonly attempt: number;
      readonly model: string;
      /** Set for the one step that is left when a limit is reached. */
      readonly closing?: LimitName;
    }
  | {
      readonly kind: "model.done";
      readonly step: number;
      readonly model: string;
      readonly said: Said;
      readonly finish: Finish;
      /** Of this call. */
      readonly usage: Usage;
      /** Of this agent until now, and of everything below it, too. */
      readonly self: Usage;
      readonly subtree: Usage;
      /** Of the limits of this agent. */
      readonly left?: BudgetLeft;
    }
  | {
      readonly kind: "model.failed";
      readonly step: number;
      readonly attempt: number;
      readonly model: string;
      readonly error: RunError;
      /** Of this call, where the answer had begun: it cost something. */
      readonly usage?: Usage;
      /** Set when the request is made again, in so many milliseconds. */
      readonly waitMs?: number;
      /** Set when the next request goes to another model. */
      readonly next?: string;
    }
  /** A request that was under way when its process died: it cost something, and nobody knows what. */
  | { readonly kind: "model.lost"; readonly model: string; readonly usage: Usage }
  /** A user message that nobody wrote: what a budget, a finished child in the background or the operator has to say. */
  | { readonly kind: "message.added"; readonly text: string; readonly about: Notice }
  // calls of tools
  | {
      readonly kind: "tool.called";
      readonly call: string;
      readonly tool: string;
      readonly input: unknown;
      readonly summary: string;
    }
  | {
      readonly kind: "permission.decided";
      readonly call: string;
      readonly tool: string;
      readonly summary: string;
      readonly decision: Decision;
      readonly granted: boolean;
      readonly because: readonly Reason[];
    }
  /** Written before the effect leaves us: without its `tool.done`, nobody knows whether it happened. */
  | { readonly kind: "tool.intended"; readonly call: string; readonly tool: string; readonly replay: "safe" | "never" }
  | {
      readonly kind: "tool.done";
      readonly call: string;
      readonly tool: string;
      readonly status: ToolStatus;
      /** What the model reads. */
      readonly output: string;
      readonly ms: number;
      /** The name of the whole output, where only a part of it is above. */
      readonly artifact?: string;
      readonly hindrance?: Hindrance;
    }
  /** A result that came after its call was given up: it is kept for people, and nobody else reads it. */
  | { readonly kind: "tool.late"; readonly call: string; readonly tool: string; readonly output: string }
  // asks and grants: the gate's own books
  | { readonly kind: "gate.recorded"; readonly record: StoreRecord }
  // questions of direction
  | {
      readonly kind: "ask.raised";
      readonly ask: string;
      readonly call: string;
      readonly role: string;
      readonly to: "operator" | { readonly id: string };
      readonly question: string;
      readonly context?: string;
      readonly options: readonly string[];
    }
  | {
      readonly kind: "ask.answered";
      readonly ask: string;
      readonly answer: "answered" | "no-approver" | "cancelled";
      readonly text?: string;
      readonly by?: "operator" | { readonly id: string };
    }
  /** One separate call of the model of a waiting agent, which answers a question of somebody below it. */
  | { readonly kind: "consult.requested"; readonly ask: string; readonly model: string }
  | {
      readonly kind: "consult.done";
      readonly ask: string;
      readonly model: string;
      readonly text: string;
      /** It did not know, and the question goes to the operator. */
      readonly passedOn: boolean;
      /** Whether it is an answer; one that was cut or failed is none. */
      readonly counts: boolean;
      readonly usage: Usage;
      readonly self: Usage;
      readonly subtree: Usage;
      /** Of the limits of this agent. */
      readonly left?: BudgetLeft;
    }
  // delegation; the one who speaks is the caller
  | ({
      readonly kind: "child.started";
      readonly call: string;
      readonly child: string;
      /** Whether the caller went on meanwhile. */
      readonly background: boolean;
      /** The run whose conversation the child goes on with, and that conversation: an ended run is not kept in the state. */
      readonly resumes?: EarlierConversation;
    } & Started)
  | {
      readonly kind: "child.done";
      readonly call: string;
      readonly child: string;
      readonly role: string;
      readonly outcome: Outcome;
      readonly usage: Usage;
    }
  // the rest
  | {
      readonly kind: "budget.reached";
      readonly limit: LimitName;
      readonly level: "warning" | "full";
      readonly used: number;
      readonly most: number;
    }
  | { readonly kind: "warning.noted"; readonly code: string; readonly message: string; readonly hint?: string };

export type Finish = "stop" | "calls" | "length" | "filter";

/** What a message that nobody wrote is about. */
export type Notice =
  | { readonly kind: "budget"; readonly limit: LimitName; readonly level: "warning" | "full" }
  /** A child in the background has ended: written once for each. */
  | { readonly kind: "child"; readonly child: string; readonly artifact?: string }
  /** The answer did not fit the schema. */
  | { readonly kind: "repair" };
