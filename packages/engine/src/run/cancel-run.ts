import type { RunStore } from "../store/run-store.ts";
import { createJournal } from "../log/journal.ts";
import { systemClock } from "../clock.ts";
import { pathUp } from "../log/fold.ts";
import { type AgentState, type RunState, speakerOf } from "../log/run-state.ts";
import { asError } from "../message-of.ts";
import type { Clock } from "../ports.ts";
import { isHeld } from "./answer-ask.ts";
import { openRun } from "./open-run.ts";
import { runEnd } from "./run-end.ts";

/** Those below an agent that somebody waits for. */
const waitedFor = (agent: AgentState, state: RunState): readonly AgentState[] =>
  [...state.agents.values()].filter(({ parent, background }) => parent === agent.run && !background);

/** Which run is to stop. */
export interface CancelRequest {
  /** The id of the root. */
  readonly run: string;
  /** One below it, which is to stop with everything below that; the whole run when absent. */
  readonly below?: string;
  /** `turn` stops those below it that somebody waits for, and leaves the rest alone. Default `all`. */
  readonly scope?: "all" | "turn";
  readonly why?: string;
}

/**
 * What came of it. `posted`: the process that works on the run is told; `cancelled`: nobody works on it, and it is ended
 * in its log; `ended`: it had ended before.
 */
export type CancelEnd = "posted" | "cancelled" | "ended";

/**
 * Stops a run, also one of another process. A run that nobody works on, such as one that waits for an answer, ends as
 * cancelled. Throws what the store throws, such as `POLYGLAV_UNKNOWN_RUN`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { cancelRun, memoryStore, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const store = memoryStore();
 * const models = scriptedModels({ default: [{ call: [{ tool: "ask", input: { question: "Now?" } }] }] });
 * const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, store, newRunId: () => "r1" };
 * for await (const event of run({ role: "writer", task: "Go", onAsk: "park" }, deps)) void event;
 *
 * assert.equal(await cancelRun({ run: "r1" }, { store }), "cancelled");
 * assert.equal(await cancelRun({ run: "r1" }, { store }), "ended");
 * ```
 */
export async function cancelRun(
  { run, below, scope = "all", why = "the operator cancelled it" }: CancelRequest,
  { store, clock = systemClock }: { readonly store: RunStore; readonly clock?: Clock },
): Promise<CancelEnd> {
  let opened: Awaited<ReturnType<typeof openRun>>;
  try {
    opened = await openRun(store, run);
  } catch (cause) {
    if (!isHeld(cause)) throw cause;
    const says = { do: "cancel", scope, why, ...(below !== undefined && { run: below }) };
    await store.post(run, { id: crypto.randomUUID(), says });
    return "posted";
  }
  const { log, state } = opened;
  try {
    const root = state.agents.get(run);
    if (root === undefined) return "ended";
    let fault: unknown;
    const journal = createJournal({
      ...{ log, clock, state },
      publish: () => undefined,
      onLogFault: (cause) => {
        fault = cause;
      },
    });
    const top = state.agents.get(below ?? run);
    if (top === undefined) return "ended";
    const meant = scope === "turn" ? waitedFor(top, state) : [top];
    if (!state.parked) journal.record({ run }, { kind: "run.parked", asks: [] });
    for (const agent of meant) journal.record(speakerOf(agent.run, state), { kind: "run.cancelled", why });
    // The deepest first: the end of each comes before that of its caller.
    const ends = [...state.agents.values()].filter((agent) =>
      [...pathUp(state, agent)].some((at) => meant.includes(at)),
    );
    for (const agent of ends.toReversed()) {
      if (agent.parent === undefined) continue;
      const outcome = { status: "cancelled", content: agent.said } as const;
      const { run: child, call = "", started, subtree: usage } = agent;
      const speaker = speakerOf(agent.parent, state);
      journal.record(speaker, { kind: "child.done", call, child, role: started.role, outcome, usage });
    }
    if (meant.includes(root)) {
      const outcome = { status: "cancelled", content: root.said } as const;
      const { denials, bill } = state;
      await journal.end({ run }, () =>
        runEnd({ outcome, denials, onDenials: state.order.denials, usage: root.subtree, bill }),
      );
    }
    if (fault !== undefined) throw asError(fault);
    await log.commit();
    return "cancelled";
  } finally {
    await log.close();
  }
}
