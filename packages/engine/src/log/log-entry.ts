import type { Decision, Grant, Reason } from "@polyglav/permissions";
import type { Outcome, RunEnd, RunError } from "../run/outcome.ts";
import type { RunEventBody } from "./run-event.ts";
import type { Usage } from "../model/usage.ts";

/** The version of the log. A reader refuses a newer one in words. */
export const LOG_FORMAT = 1;

/**
 * The log of a run: the engine's own words for what happened, appended and never changed. It is the truth of the run;
 * what people watch ({@link toRunEvents}) is derived from it. Pieces of text are not in it, whole steps are.
 */
export type LogEntry = LogHead & LogBody;

export interface LogHead {
  /** Counts the entries of the whole tree from 1 without gaps. */
  readonly n: number;
  readonly t: string;
  readonly run: string;
  readonly parent?: string;
}

export type LogBody =
  | {
      readonly kind: "run.started";
      readonly format: typeof LOG_FORMAT;
      readonly role: string;
      readonly model: string;
      readonly task: string;
      readonly instructions: string;
      readonly carve: Readonly<Record<string, Decision>>;
    }
  | { readonly kind: "model.requested"; readonly step: number; readonly attempt: number }
  | {
      readonly kind: "model.done";
      readonly step: number;
      readonly text: string;
      readonly calls: readonly { readonly call: string; readonly tool: string; readonly input: unknown }[];
      readonly finish: string;
      readonly usage: Usage;
      readonly subtree: Usage;
    }
  | {
      readonly kind: "model.failed";
      readonly step: number;
      readonly attempt: number;
      readonly error: RunError;
      /** Set when the request is made again. */
      readonly waitMs?: number;
    }
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
  | { readonly kind: "tool.intended"; readonly call: string; readonly tool: string }
  | {
      readonly kind: "tool.done";
      readonly call: string;
      readonly tool: string;
      readonly status: "ok" | "error" | "denied" | "cancelled";
      readonly output: string;
      readonly ms: number;
    }
  | {
      readonly kind: "ask.raised";
      readonly ask: string;
      readonly about: "permission" | "direction";
      readonly lift?: "confirm" | "elevate";
      readonly role: string;
      readonly summary: string;
      readonly question?: string;
      readonly options?: readonly string[];
      readonly because?: readonly Reason[];
    }
  | {
      readonly kind: "ask.answered";
      readonly ask: string;
      readonly answer: "once" | "deny" | "answered" | "no-approver" | "cancelled";
      readonly because?: string;
    }
  | { readonly kind: "grant.added"; readonly grant: Grant }
  | { readonly kind: "grant.claimed" | "grant.released"; readonly grant: string }
  | {
      readonly kind: "child.started";
      readonly call: string;
      readonly child: string;
      readonly role: string;
      readonly model: string;
      readonly task: string;
      readonly instructions: string;
      readonly carve: Readonly<Record<string, Decision>>;
    }
  | {
      readonly kind: "child.done";
      readonly call: string;
      readonly child: string;
      readonly role: string;
      readonly outcome: Outcome;
      readonly usage: Usage;
    }
  | { readonly kind: "warning.noted"; readonly code: string; readonly message: string; readonly hint?: string }
  | ({ readonly kind: "run.ended" } & RunEnd);

/** Derives what people watch from an entry of the log. Pure: the same entry always gives the same events. */
export function toRunEvents(entry: LogBody): readonly RunEventBody[] {
  switch (entry.kind) {
    case "run.started": {
      const { role, model, task, carve } = entry;
      return [{ type: "run-start", role, model, task, carve }];
    }
    case "model.done":
      return [{ type: "usage", self: entry.usage, subtree: entry.subtree }];
    case "model.failed":
      return entry.waitMs === undefined
        ? []
        : [{ type: "retry", attempt: entry.attempt, waitMs: entry.waitMs, reason: entry.error.message }];
    case "tool.called": {
      const { call, tool, input, summary } = entry;
      return [{ type: "tool-start", call, tool, input, summary }];
    }
    case "permission.decided": {
      const { call, tool, summary, decision, granted, because } = entry;
      return [{ type: "permission", call, tool, summary, decision, granted, because }];
    }
    case "tool.done": {
      const { call, tool, status, output, ms } = entry;
      return [{ type: "tool-end", call, tool, status, output, ms }];
    }
    case "ask.raised": {
      const { kind, about, ...rest } = entry;
      return [{ type: "ask-open", kind: about, ...rest }];
    }
    case "ask.answered": {
      const { kind, ...rest } = entry;
      return [{ type: "ask-close", ...rest }];
    }
    case "child.started": {
      const { call, child, role, model, task, carve } = entry;
      return [{ type: "delegate-start", call, child, role, model, task, carve }];
    }
    case "child.done": {
      const { call, child, role, outcome, usage } = entry;
      return [{ type: "delegate-end", call, child, role, outcome: outcome.status, content: outcome.content, usage }];
    }
    case "warning.noted": {
      const { kind, ...rest } = entry;
      return [{ type: "warning", ...rest }];
    }
    case "run.ended": {
      const { kind, ...rest } = entry;
      return [{ type: "run-end", ...rest }];
    }
    case "model.requested":
    case "tool.intended":
    case "grant.added":
    case "grant.claimed":
    case "grant.released":
      return [];
  }
}
