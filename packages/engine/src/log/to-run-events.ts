import type { AskEnd, StoreRecord } from "@polyglav/permissions/gate";
import { describeCall } from "../agent/call-summary.ts";
import type { LogBody } from "./log-entry.ts";
import type { AskClosed, RunEventBody } from "./run-event.ts";

/**
 * Derives what people watch from an entry of the log. Pure: the same entry always gives the same events.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toRunEvents } from "@polyglav/engine";
 *
 * const noted = { kind: "warning.noted", code: "c", message: "m" } as const;
 * assert.deepEqual(toRunEvents(noted), [{ type: "warning", code: "c", message: "m" }]);
 * ```
 */
export function toRunEvents(entry: LogBody): readonly RunEventBody[] {
  switch (entry.kind) {
    case "run.started": {
      const { role, model, task, carve, limits } = entry;
      return [{ type: "run-start", role, model, task, carve, limits }];
    }
    case "model.done":
    case "consult.done":
      return [
        {
          ...{ type: "usage", self: entry.self, subtree: entry.subtree },
          ...(entry.left !== undefined && { left: entry.left }),
        },
      ];
    case "model.failed": {
      const { attempt, waitMs, next, error } = entry;
      if (waitMs === undefined && next === undefined) return [];
      const model = next === undefined ? {} : { model: next };
      return [{ type: "retry", attempt, waitMs: waitMs ?? 0, reason: error.message, ...model }];
    }
    case "tool.called": {
      const { call, tool, input, summary } = entry;
      return [{ type: "tool-start", call, tool, input, summary }];
    }
    case "permission.decided": {
      const { call, tool, summary, decision, granted, because } = entry;
      return [{ type: "permission", call, tool, summary, decision, granted, because }];
    }
    case "tool.done": {
      const { call, tool, status, output, ms, artifact } = entry;
      return [{ type: "tool-end", call, tool, status, output, ms, ...(artifact !== undefined && { artifact }) }];
    }
    case "gate.recorded":
      return fromRecord(entry.record);
    case "ask.raised": {
      const { ask, role, question, context, options } = entry;
      const about = context === undefined ? {} : { context };
      const summary = describeCall("ask", question);
      return [{ type: "ask-open", ask, kind: "direction", role, summary, question, options, ...about }];
    }
    case "ask.answered":
      return [
        { type: "ask-close", ask: entry.ask, answer: entry.answer, ...(entry.by !== undefined && { by: entry.by }) },
      ];
    case "child.started": {
      const { call, child, role, model, task, carve, background, resumes } = entry;
      const more = {
        ...(background && { background }),
        ...(resumes !== undefined && { resumes: resumes.run }),
      };
      return [{ type: "delegate-start", call, child, role, model, task, carve, ...more }];
    }
    case "child.done": {
      const { call, child, role, outcome, usage } = entry;
      return [{ type: "delegate-end", call, child, role, outcome: outcome.status, content: outcome.content, usage }];
    }
    case "budget.reached": {
      const { limit, level, used, most } = entry;
      const state = `${words(limit, used)} of ${words(limit, most)} used`;
      return level === "full"
        ? [{ type: "warning", code: "budget-full", message: `${state}, and the next step needs more than is left` }]
        : [{ type: "warning", code: "budget-near", message: state }];
    }
    case "warning.noted": {
      const { kind, ...rest } = entry;
      return [{ type: "warning", ...rest }];
    }
    case "run.ended": {
      const { kind, ...rest } = entry;
      return [{ type: "run-end", ...rest }];
    }
    case "run.parked":
    case "run.resumed":
    case "run.cancelled":
    case "text.stored":
    case "letter.taken":
    case "model.requested":
    case "model.lost":
    case "message.added":
    case "tool.intended":
    case "tool.late":
    case "consult.requested":
      return [];
  }
}

/** A figure of a limit with its unit, as people read it. */
function words(limit: string, figure: number): string {
  switch (limit) {
    case "cost":
      return `$${figure > 0 && figure < 0.01 ? figure.toPrecision(2) : figure.toFixed(4).replace(/(\.\d\d)0+$/, "$1")}`;
    case "ms":
      return `${Math.round(figure)} ms`;
    default:
      return `${Math.round(figure)} ${limit}`;
  }
}

function fromRecord(record: StoreRecord): readonly RunEventBody[] {
  if (record.do === "ask") {
    const { id, holder, role, lift, request, verdict, question, allowed, deadline } = record.ask;
    return [
      {
        type: "ask-open",
        ask: id,
        kind: "permission",
        lift,
        role: role ?? holder,
        summary: request.summary ?? describeCall(request.tool ?? "call", undefined),
        because: verdict.because,
        allowed,
        digest: record.ask.digest,
        ...(question !== undefined && { question }),
        ...(deadline !== undefined && { deadline: new Date(deadline).toISOString() }),
      },
    ];
  }
  return record.do === "close" ? [{ type: "ask-close", ask: record.ask, ...closed(record.end) }] : [];
}

function closed(end: AskEnd): AskClosed {
  if (end.how !== "answered") return { answer: end.how === "failed" ? "deny" : end.how };
  const { answer, by } = end;
  return answer.say === "deny" && answer.because !== undefined
    ? { answer: "deny", because: answer.because, by }
    : { answer: answer.say, by };
}
