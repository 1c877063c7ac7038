import type { RunEvent } from "@polyglav/engine";
import { EXIT_CODES, EXIT_NAMES } from "../exit-codes.ts";
import type { Line } from "../line.ts";
import { columns } from "./columns.ts";
import { joinParts, titled } from "./command-help.ts";

/** A page of the help that belongs to no command. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly lines: () => readonly Line[];
  readonly data: () => object;
}

export const TOPICS: readonly Topic[] = [
  {
    name: "exit-codes",
    summary: "What each exit code means",
    lines: () =>
      joinParts([
        columns(EXIT_NAMES.map((name) => [String(EXIT_CODES[name].code), `${name}: ${EXIT_CODES[name].when}`])),
        [["When several apply to a run: 130/143, then 1, 3, 4, 6, 7, 5, 0."]],
      ]),
    data: () => ({ exitCodes: EXIT_NAMES.map((name) => ({ name, ...EXIT_CODES[name] })) }),
  },
  {
    name: "events",
    summary: "What --output ndjson writes",
    lines: () =>
      joinParts([
        [["One JSON object on each line of stdout, beginning with v, seq, t, run, parent and type."]],
        titled("Types", columns(eventPairs())),
        [
          ["seq counts from 1 without gaps. The events of a child lie between delegate-start and delegate-end."],
          ["run-end comes once, last, on every path, usage errors included. Only run-end means failure."],
          ["Unknown types are to be ignored."],
        ],
      ]),
    data: () => ({ events: eventPairs().map(([type, says]) => ({ type, says })) }),
  },
];

/** `result` is what a command gives that is no run. */
type EventType = RunEvent["type"] | "result";

const EVENTS: Readonly<Record<EventType, string>> = {
  "run-start": "the run begins, or goes on (resumed): role, model, task, what it may use (carve), its limits",
  text: "a piece of what the model says; a later retry voids what its run said since its last model call",
  thinking: "a piece of what the model thinks",
  "tool-start": "a tool is called: tool, input, one line about it (summary)",
  permission: "whether the call may go ahead: decision, granted, and why (because)",
  "tool-end": "what the tool gave back: status, output, ms, artifact",
  "ask-open": "a question: ask (its id), kind permission or direction, summary, because, the answers allowed",
  "ask-close":
    "its end: once, run, session, project, deny, answered, no-approver, cancelled, expired or lost; by whom (by)",
  "delegate-start": "a role gets a task: child, role, model, task, carve, background, resumes",
  "delegate-end": "the child has ended: outcome, content, usage",
  warning: "something that does not stop the run: code, message, hint",
  retry: "a model request failed and is tried again: attempt, waitMs, reason",
  waiting: "nothing has come for so long; the run goes on: on, ms",
  usage: "tokens and cost so far: of the run itself (self) and with everything under it (subtree)",
  result: "the data of a command that is no run",
  "run-end": "the end: status, exitCode, outcome, content, denials, usage, error, waiting (commands that go on)",
};

function eventPairs(): readonly (readonly [string, string])[] {
  return Object.entries(EVENTS);
}
