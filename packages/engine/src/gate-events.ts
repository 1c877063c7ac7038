import type { GateEvent } from "@polyglav/permissions/gate";
import { describeCall } from "./call-summary.ts";
import type { Journal, Speaker } from "./journal.ts";

/** Writes what the gate does into the journal, under the run that it does it for. */
export function recordGateEvents(journal: Journal): (event: GateEvent) => void {
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
        const answer =
          "answer" in event ? event.answer : ({ say: event.reason === "cancelled" ? "cancelled" : "deny" } as const);
        const because = "because" in answer && answer.because !== undefined ? { because: answer.because } : {};
        journal.record(speakerOf(holder), { kind: "ask.answered", ask: id, answer: answer.say, ...because });
        break;
      }
      case "granted":
        journal.record(speakerOf(event.grant.holder), { kind: "grant.added", grant: event.grant });
        break;
      case "claimed":
      case "released":
        journal.record(speakerOf(event.grant.holder), { kind: `grant.${event.type}`, grant: event.grant.id });
        break;
    }
  };
}

/** A child's id is its parent's with a number behind the last dot. */
function speakerOf(run: string): Speaker {
  const dot = run.lastIndexOf(".");
  return dot < 0 ? { run } : { run, parent: run.slice(0, dot) };
}
