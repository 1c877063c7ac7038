import type { Decision, Reason } from "@polyglav/permissions";
import type { OutcomeStatus, RunEnd } from "../run/outcome.ts";
import type { Usage } from "../model/usage.ts";

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
      readonly status: "ok" | "error" | "denied" | "cancelled";
      readonly output: string;
      readonly ms: number;
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
      readonly options?: readonly string[];
      readonly because?: readonly Reason[];
    }
  | {
      readonly type: "ask-close";
      readonly ask: string;
      readonly answer: "once" | "deny" | "answered" | "no-approver" | "cancelled";
      readonly because?: string;
    }
  // delegation
  | {
      readonly type: "delegate-start";
      readonly call: string;
      readonly child: string;
      readonly role: string;
      readonly model: string;
      readonly task: string;
      readonly carve: Readonly<Record<string, Decision>>;
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
  | { readonly type: "retry"; readonly attempt: number; readonly waitMs: number; readonly reason: string }
  | { readonly type: "usage"; readonly self: Usage; readonly subtree: Usage };
