import type { Decision, Reason } from "@polyglav/permissions";
import type { Say } from "@polyglav/permissions/gate";
import type { OutcomeStatus, RunEnd } from "../run/outcome.ts";
import type { AgentLimits } from "./log-entry.ts";
import type { Usage } from "../model/usage.ts";

/** How a call ended: `unknown` where it had begun and its process died, so that nobody knows what it did. */
export type ToolStatus = "ok" | "error" | "denied" | "cancelled" | "unknown";

/**
 * What everybody may watch: one vocabulary for `--output ndjson`, for server-sent events and for code.
 *
 * `seq` counts from 1 without gaps. `run` is the run that speaks, `parent` the one that delegated to it. The events of
 * a child lie between `delegate-start` and `delegate-end` of its parent. `run-end` comes once, last, on every path,
 * and nothing but `run-end` means failure. Readers ignore types that they do not know.
 */
export type RunEvent = RunEventHead & RunEventBody;

export interface RunEventHead {
  /** The version of this vocabulary. */
  readonly v: 1;
  readonly seq: number;
  /** When, as ISO 8601 in UTC. */
  readonly t: string;
  readonly run: string;
  readonly parent?: string;
}

export type RunEventBody =
  // the run as a whole
  | {
      readonly type: "run-start";
      readonly role: string;
      readonly model: string;
      readonly task: string;
      /** What the run itself may use, category by category. */
      readonly carve: Readonly<Record<string, Decision>>;
      readonly limits: AgentLimits;
      /** Set where a run goes on that was parked or broke off. */
      readonly resumed?: true;
    }
  | ({ readonly type: "run-end" } & RunEnd)
  // what the model says; a `retry` voids what its run said since its last model call began
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  // calls of tools
  | {
      readonly type: "tool-start";
      readonly call: string;
      readonly tool: string;
      readonly input: unknown;
      readonly summary: string;
    }
  | {
      readonly type: "permission";
      readonly call: string;
      readonly tool: string;
      readonly summary: string;
      /** What the carve says. */
      readonly decision: Decision;
      /** Whether the call goes ahead, after asks and grants. */
      readonly granted: boolean;
      readonly because: readonly Reason[];
    }
  | {
      readonly type: "tool-end";
      readonly call: string;
      readonly tool: string;
      readonly status: ToolStatus;
      readonly output: string;
      readonly ms: number;
      /** The name of the whole output, where only a part of it is in `output`. */
      readonly artifact?: string;
    }
  // questions
  | {
      readonly type: "ask-open";
      readonly ask: string;
      readonly kind: "permission" | "direction";
      readonly lift?: "confirm" | "elevate";
      readonly role: string;
      readonly summary: string;
      readonly question?: string;
      readonly context?: string;
      readonly options?: readonly string[];
      readonly because?: readonly Reason[];
      /** The answers that are offered, for a permission. */
      readonly allowed?: readonly Say[];
      /** What an answer to a permission is bound to: who asks, and for exactly what. */
      readonly digest?: string;
      /** When it is refused, as ISO 8601 in UTC. */
      readonly deadline?: string;
    }
  | ({ readonly type: "ask-close"; readonly ask: string } & AskClosed)
  // delegation
  | {
      readonly type: "delegate-start";
      readonly call: string;
      readonly child: string;
      readonly role: string;
      readonly model: string;
      readonly task: string;
      readonly carve: Readonly<Record<string, Decision>>;
      /** Set where the caller goes on meanwhile: its events may lie after the end of the call. */
      readonly background?: true;
      /** Set where the child goes on that another process had begun. */
      readonly resumed?: true;
      /** The run whose conversation it goes on with. */
      readonly resumes?: string;
    }
  | {
      readonly type: "delegate-end";
      readonly call: string;
      readonly child: string;
      readonly role: string;
      readonly outcome: OutcomeStatus;
      readonly content: string;
      readonly usage: Usage;
    }
  // the rest
  | { readonly type: "warning"; readonly code: string; readonly message: string; readonly hint?: string }
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
      readonly model?: string;
    }
  /** Nothing has come for so long; it goes on. */
  | { readonly type: "waiting"; readonly on: "model"; readonly ms: number }
  | {
      readonly type: "usage";
      readonly self: Usage;
      readonly subtree: Usage;
      /** What is left of the limits of this run, by their names; of those that it has. */
      readonly left?: BudgetLeft;
    };

/** What is left of limits. Money is in US dollars. */
export type BudgetLeft = Readonly<Partial<Record<"steps" | "tokens" | "cost" | "calls", number>>>;

/** How a question ended. */
export interface AskClosed {
  readonly answer: Say | "answered" | "no-approver" | "cancelled" | "expired" | "lost";
  readonly because?: string;
  /** Who answered: the operator, or the agent with this run. */
  readonly by?: "operator" | { readonly id: string };
}
