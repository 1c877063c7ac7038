import type { AnswerResult, GateEvent, GrantStore } from "@polyglav/permissions/gate";
import { systemClock } from "../clock.ts";
import type { Clock } from "../ports.ts";
import type { RunStore } from "../store/run-store.ts";
import type { AskAnswer } from "./letter.ts";
import { reachRun } from "./reach-run.ts";

/** Which ask of which run, and what is said to it. */
export interface AnswerRequest {
  readonly run: string;
  readonly ask: string;
  /** A word for a permission, such as `{ say: "once" }`; `{ say: "text", text }` for a question of direction. */
  readonly answer: AskAnswer;
}

/** What is needed to answer an ask: no process that waits for it. */
export interface AnswerDeps {
  readonly store: RunStore;
  /** Where yeses for the project are kept. */
  readonly project?: GrantStore | undefined;
  readonly audit?: ((event: GateEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * What came of an answer. `posted`: a process works on the run and is told; `resolved`: it is in the log, and the run
 * can be resumed; anything else changed nothing.
 */
export type AnswerEnd = AnswerResult | "posted";

/**
 * Answers an open ask of a run, as the operator. No process has to wait for it: the answer goes into the log, and counts
 * when the run is resumed; where a process works on the run, it is told. Each ask is answered once, by its id, in any
 * order. Throws what the store throws, such as `POLYGLAV_UNKNOWN_RUN`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { answerAsk, memoryStore, openAsks, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const models = scriptedModels({ default: [{ call: [{ tool: "ask", input: { question: "Now?" } }] }, { text: "Ok" }] });
 * const store = memoryStore();
 * const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, store };
 * for await (const event of run({ role: "writer", task: "Go", onAsk: "park" }, deps)) void event;
 *
 * const [open] = await openAsks(store);
 * assert.ok(open !== undefined && open.summary === 'ask "Now?"');
 * const answer = { say: "text", text: "Yes" } as const;
 * assert.equal(await answerAsk({ run: open.run, ask: open.ask, answer }, { store }), "resolved");
 * assert.equal(await answerAsk({ run: open.run, ask: open.ask, answer }, { store }), "unknown");
 * ```
 */
export async function answerAsk({ run, ask, answer }: AnswerRequest, deps: AnswerDeps): Promise<AnswerEnd> {
  const end = await reachRun(run, { do: "answer", ask, answer }, { ...deps, clock: deps.clock ?? systemClock });
  return end === "cancelled" || end === "ended" ? "unknown" : end;
}
