import { type AnswerResult, type GateEvent, type GrantStore, createGate } from "@polyglav/permissions/gate";
import { gateBooks, holderOfAsk } from "../ask/gate-books.ts";
import { systemClock } from "../clock.ts";
import { createJournal } from "../log/journal.ts";
import { speakerOf } from "../log/run-state.ts";
import { asError } from "../message-of.ts";
import type { Clock } from "../ports.ts";
import type { RunStore } from "../store/run-store.ts";
import type { AskAnswer } from "./letter.ts";
import { openRun } from "./open-run.ts";

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
  const { store, project, audit, clock = systemClock } = deps;
  const opened = await openOrPost(store, run, { do: "answer", ask, answer });
  if (opened === undefined) return "posted";
  const { log, state } = opened;
  try {
    let fault: unknown;
    const journal = createJournal({
      ...{ log, clock, state },
      publish: () => undefined,
      onLogFault: (cause) => {
        fault = cause;
      },
    });
    // What has ended is not answered any more.
    if (state.end !== undefined) return "unknown";
    // A process that died said nothing: from here on nobody works on the run.
    if (!state.parked) journal.record({ run }, { kind: "run.parked", asks: [] });
    const end = await settle();
    if (fault !== undefined) throw asError(fault);
    await log.commit();
    return end;

    async function settle(): Promise<AnswerEnd> {
      const question = state.questions.get(ask);
      if (answer.say !== "text") {
        if (question !== undefined) return "not-offered";
        const holder = holderOfAsk(ask, state.gate);
        // Nobody is left to use the answer of one whose agent has ended.
        if (holder === undefined || !state.agents.has(holder)) return "unknown";
        const books = gateBooks(journal, (holder) => speakerOf(holder, state));
        return createGate({ operator: undefined, store: books, project, clock, onEvent: audit }).answer(
          ask,
          answer,
          "operator",
        );
      }
      if (question === undefined)
        return state.gate.some((one) => one.do === "ask" && one.ask.id === ask) ? "not-offered" : "unknown";
      journal.record(speakerOf(question.run, state), {
        ...{ kind: "ask.answered", ask, answer: "answered", text: answer.text, by: "operator" },
      });
      return "resolved";
    }
  } finally {
    await log.close();
  }
}

/** Opens a run, or leaves a letter for the process that works on it. */
async function openOrPost(
  store: RunStore,
  run: string,
  says: unknown,
): Promise<Awaited<ReturnType<typeof openRun>> | undefined> {
  try {
    return await openRun(store, run);
  } catch (cause) {
    if (!isHeld(cause)) throw cause;
    await store.post(run, { id: crypto.randomUUID(), says });
    return undefined;
  }
}

export const isHeld = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "POLYGLAV_RUN_HELD";
