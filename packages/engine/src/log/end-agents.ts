import { cancelled, outcomeUnknown } from "../agent/call-result.ts";
import type { Outcome } from "../run/outcome.ts";
import { pathUp } from "./fold.ts";
import type { Journal } from "./journal.ts";
import { type AgentState, type RunState, speakerOf } from "./run-state.ts";

/**
 * Ends what is open of an agent that nobody carries out any more: its children first, the deepest at the beginning, then
 * its calls and its asks. So every beginning in a log has an end, and a conversation that somebody goes on with later has
 * an answer to each of its calls. The end of the agent itself is for the caller to write.
 */
export function endOpen(agent: AgentState, journal: Journal): void {
  const { state } = journal;
  const below = [...state.agents.values()].filter((one) => one !== agent && isBelow(one, agent, state));
  for (const child of below.toReversed()) endChild(child, { status: "cancelled", content: child.said }, journal);
  endCalls(agent, journal);
  endAsks(agent, journal);
}

/** Ends an agent with all that is open of it, and writes its end under its caller. */
export function endChild(child: AgentState, outcome: Outcome, journal: Journal): void {
  const { state } = journal;
  endCalls(child, journal);
  endAsks(child, journal);
  if (child.parent === undefined) return;
  const { run, call = "", started, subtree: usage } = child;
  const speaker = speakerOf(child.parent, state);
  journal.record(speaker, { kind: "child.done", call, child: run, role: started.role, outcome, usage });
}

const isBelow = (one: AgentState, agent: AgentState, state: RunState): boolean =>
  [...pathUp(state, one)].includes(agent);

function endCalls({ run, calls }: AgentState, journal: Journal): void {
  const speaker = speakerOf(run, journal.state);
  // With the last answer, the list is done with.
  for (const { call, tool, input, summary, phase, replay } of [...calls].filter((one) => one.phase !== "done")) {
    const { status, output } = phase === "begun" && replay === "never" ? outcomeUnknown(tool) : cancelled();
    journal.record(speaker, { kind: "tool.called", call, tool, input, summary });
    journal.record(speaker, { kind: "tool.done", call, tool, status, output, ms: 0 });
  }
}

function endAsks({ run }: AgentState, journal: Journal): void {
  const { state } = journal;
  const speaker = speakerOf(run, state);
  for (const { ask, run: by } of [...state.questions.values()]) {
    if (by === run) journal.record(speaker, { kind: "ask.answered", ask, answer: "cancelled" });
  }
  for (const ask of openPermissions(state)) {
    if (ask.holder !== run) continue;
    const end = { how: "cancelled" } as const;
    journal.record(speaker, {
      kind: "gate.recorded",
      record: { do: "close", ask: ask.id, end, mark: `end ${ask.id}` },
    });
  }
}

/** The asks in the books of the gate that nobody has closed. */
export function openPermissions({ gate }: RunState): readonly OpenPermission[] {
  const open = new Map<string, OpenPermission>();
  for (const record of gate) {
    if (record.do === "ask") open.set(record.ask.id, record.ask);
    else if (record.do === "close") open.delete(record.ask);
    else if (record.do === "forget") {
      for (const [id, { holder }] of open) if (holder === record.holder) open.delete(id);
    }
  }
  return [...open.values()];
}

type OpenPermission = Extract<RunState["gate"][number], { readonly do: "ask" }>["ask"];
