import type { GateEvent } from "@polyglav/permissions/gate";
import { describeCall } from "./call-summary.ts";
import type { Journal, Speaker } from "../log/journal.ts";
import type { LogBody } from "../log/log-entry.ts";

/** Writes what the gate does into the journal, under the run that it does it for. */
export function recordGateEvents(journal: Journal, speakers: ReadonlyMap<string, Speaker>): (event: GateEvent) => void {
  const speakerOf = (run: string): Speaker => speakers.get(run) ?? { run };
  return (event) => {
    switch (event.type) {
      case "asked": {
        const { id, holder, role, lift, request, verdict, question } = event.ask;
        const summary = request.summary ?? describeCall(request.tool ?? "call", undefined);
        journal.record(speakerOf(holder), {
          kind: "ask.raised",
          ask: id,
          about: "permission",
          lift,
          role: role ?? holder,
          summary,
          because: verdict.because,
          ...(question === undefined ? {} : { question }),
        });
        break;
      }
      case "answered": {
        const { id, holder } = event.ask;
        const answer = answerOf(event);
        journal.record(speakerOf(holder), { kind: "ask.answered", ask: id, ...answer });
        break;
      }
      case "granted":
        journal.record(speakerOf(event.holder), { kind: "grant.added", grant: event.grant });
        break;
      case "claimed":
      case "released":
        journal.record(speakerOf(event.holder), { kind: `grant.${event.type}`, grant: event.grant.id });
        break;
      case "started":
      case "refused":
      case "revoked":
      case "expired":
      case "fault":
        // Calls are in the journal already, by what became of them.
        break;
    }
  };
}

/** An operator that failed has said no. */
function answerOf(
  event: Extract<GateEvent, { type: "answered" }>,
): Pick<Extract<LogBody, { kind: "ask.answered" }>, "answer" | "because"> {
  if ("reason" in event) return { answer: event.reason === "cancelled" ? "cancelled" : "deny" };
  const { answer } = event;
  if (answer.say === "deny") {
    return { answer: "deny", ...(answer.because !== undefined && { because: answer.because }) };
  }
  // The log knows one word for a yes that stands.
  return { answer: answer.say === "once" ? "once" : "answered" };
}
