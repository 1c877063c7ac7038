import type { RunEvent } from "@polyglav/engine";

/** What really happened in the demo, read from its events and its files. */
export interface Proof {
  readonly delegated: readonly string[];
  /** The exit codes of the test runs, in order, as the shell gave them. */
  readonly testRuns: readonly number[];
  readonly approved: readonly string[];
  readonly denied: readonly { readonly role: string; readonly summary: string; readonly why: string }[];
  readonly before: string;
  readonly after: string;
  readonly answer: string;
  /** What was promised and did not happen. */
  readonly missing: readonly string[];
  /** Set when somebody stopped it. */
  readonly stopped: "interrupted" | "terminated" | undefined;
}

/** Reads the proof out of the events of a run and the text of the source before and after it. */
export function findProof(events: readonly RunEvent[], before: string, after: string): Proof {
  const of = <T extends RunEvent["type"]>(type: T): Extract<RunEvent, { type: T }>[] =>
    events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
  const [end] = of("run-end");
  const asks = new Map(of("ask-open").map((event) => [event.ask, `${event.role}: ${event.summary}`]));
  const facts = {
    delegated: of("delegate-end").flatMap((event) => (event.outcome === "done" ? [event.role] : [])),
    testRuns: of("tool-end").flatMap((event) =>
      event.tool === "bash" && event.status === "ok" ? exitCodeOf(event.output) : [],
    ),
    approved: of("ask-close").flatMap((event) => (event.answer === "once" ? [asks.get(event.ask) ?? event.ask] : [])),
    denied: of("permission").flatMap((event) =>
      event.granted
        ? []
        : [
            {
              role: roleOf(events, event.run),
              summary: event.summary,
              why: event.because.map((reason) => reason.text).join("; "),
            },
          ],
    ),
    before,
    after,
    answer: end?.content ?? "",
  };
  return { ...facts, missing: missingFrom(facts, end), stopped: stoppedBy(end) };
}

type Facts = Omit<Proof, "missing" | "stopped">;
type End = Extract<RunEvent, { type: "run-end" }>;

function missingFrom(facts: Facts, end: End | undefined): readonly string[] {
  const missing: string[] = [];
  if (end?.status !== "ok")
    missing.push(
      `the run ended with ${end?.status ?? "nothing"}${end?.error === undefined ? "" : `: ${end.error.message}`}`,
    );
  for (const role of ["planner", "programmer", "code-reviewer"]) {
    if (!facts.delegated.includes(role)) missing.push(`${role} did not finish`);
  }
  if (facts.testRuns[0] === 0) missing.push("the tests did not fail at first");
  if (facts.testRuns.at(-1) !== 0) missing.push("the tests do not pass at the end");
  if (facts.approved.length === 0) missing.push("nothing was asked and approved");
  if (facts.denied.length === 0) missing.push("nothing was denied");
  if (facts.before === facts.after) missing.push("the source was not changed");
  return missing;
}

function exitCodeOf(output: string): readonly number[] {
  const code = /^exit code (\d+)/.exec(output)?.[1];
  return code === undefined ? [] : [Number(code)];
}

function roleOf(events: readonly RunEvent[], run: string): string {
  for (const event of events) {
    if (event.type === "run-start" && event.run === run) return event.role;
    if (event.type === "delegate-start" && event.child === run) return event.role;
  }
  return run;
}

function stoppedBy(end: End | undefined): Proof["stopped"] {
  if (end?.status !== "cancelled") return undefined;
  return end.exitCode === 143 ? "terminated" : "interrupted";
}
