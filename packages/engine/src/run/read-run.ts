import type { Ask, Say } from "@polyglav/permissions/gate";
import { describeCall } from "../agent/call-summary.ts";
import { openPermissions } from "../log/end-agents.ts";
import type { LogEntry } from "../log/log-entry.ts";
import { readEntries } from "../log/read-entries.ts";
import type { RunState } from "../log/run-state.ts";
import type { Usage } from "../model/usage.ts";
import { NO_USAGE } from "../model/usage.ts";
import type { Holder, RunStore } from "../store/run-store.ts";
import { brokenLog, RunLogError, stateOf } from "./open-run.ts";
import type { RunEnd } from "./outcome.ts";

/** What a run has come to, as people look at it. */
export interface RunView {
  readonly run: string;
  readonly role: string;
  readonly model: string;
  readonly task: string;
  /**
   * `running`: a process works on it; `waiting`: for answers; `ready`: they are there, and it can be resumed; `broken-off`:
   * its process ended without an end of the run, and it can be resumed; `ended`: see `end`.
   */
  readonly state: "running" | "waiting" | "ready" | "broken-off" | "ended";
  readonly end: RunEnd | undefined;
  readonly usage: Usage;
  readonly asks: readonly OpenAsk[];
  /** What whoever started it has left for those who go on with it, see `RunRequest.recall`. */
  readonly recall: unknown;
  readonly holder: Holder | undefined;
  /** When it began, and when its last entry was written, in milliseconds since 1970. */
  readonly began: number;
  readonly changed: number;
}

/** A question that waits for an answer. */
export interface OpenAsk {
  readonly ask: string;
  /** The id of the root: what to answer, and to resume. */
  readonly run: string;
  /** Who asks: the root or somebody below it. */
  readonly by: string;
  readonly kind: "permission" | "direction";
  readonly role: string;
  /** When it was asked, in milliseconds since 1970. */
  readonly at: number;
  readonly summary: string;
  readonly question?: string;
  readonly context?: string;
  readonly options?: readonly string[];
  /** The answers that are offered, for a permission. */
  readonly allowed?: readonly Say[];
  /** All of it, for a permission: what is decided on. */
  readonly details?: Ask;
}

/**
 * Reads what a run has come to; `undefined` where there is none. Throws {@link RunLogError} for a log that cannot be read.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { memoryStore, readRun, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const store = memoryStore();
 * const models = scriptedModels({ default: [{ text: "Hello." }] });
 * const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, store, newRunId: () => "r1" };
 * for await (const event of run({ role: "writer", task: "Say hello" }, deps)) void event;
 *
 * const view = await readRun(store, "r1");
 * assert.equal(view?.state, "ended");
 * assert.equal(view.end?.content, "Hello.");
 * ```
 */
export async function readRun(store: RunStore, run: string): Promise<RunView | undefined> {
  const stored = await store.read(run);
  if (stored === undefined) return undefined;
  const state = await stateOf(stored, () => store.read(run, { from: "start" }));
  const summary = (await store.list()).find((one) => one.run === run);
  return safeView(run, state, stored.holder, summary?.began ?? 0, summary?.changed ?? 0);
}

/**
 * Reads all entries of a run, for those who follow or export it; `undefined` where there is none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { memoryStore, readRunLog, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const store = memoryStore();
 * const models = scriptedModels({ default: [{ text: "Hello." }] });
 * const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, store, newRunId: () => "r1" };
 * for await (const event of run({ role: "writer", task: "Say hello" }, deps)) void event;
 *
 * const entries = await readRunLog(store, "r1");
 * assert.equal(entries?.at(-1)?.kind, "run.ended");
 * ```
 */
export async function readRunLog(store: RunStore, run: string): Promise<readonly LogEntry[] | undefined> {
  const stored = await store.read(run, { from: "start" });
  return stored === undefined ? undefined : readEntries(stored.entries).entries;
}

/**
 * Reads all runs of a store, the oldest first. One that cannot be read is left out, and told by `problem`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { listRuns, memoryStore, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const store = memoryStore();
 * const models = scriptedModels({ default: [{ text: "Hello." }] });
 * const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, store, newRunId: () => "r1" };
 * for await (const event of run({ role: "writer", task: "Say hello" }, deps)) void event;
 *
 * assert.deepEqual((await listRuns(store)).map(({ run: id, role }) => [id, role]), [["r1", "writer"]]);
 * ```
 */
export async function listRuns(
  store: RunStore,
  problem: (run: string, cause: unknown) => void = () => undefined,
): Promise<readonly RunView[]> {
  const views: RunView[] = [];
  for (const { run, began, changed } of await store.list()) {
    try {
      const stored = await store.read(run);
      if (stored === undefined) continue;
      const state = await stateOf(stored, () => store.read(run, { from: "start" }));
      views.push(safeView(run, state, stored.holder, began, changed));
    } catch (cause) {
      problem(run, cause);
    }
  }
  return views;
}

/**
 * Lists what waits for an answer in the runs of a store, whatever its depth, the oldest run first. Runs that cannot be read
 * are left out. See `answerAsk` for an example.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memoryStore, openAsks } from "@polyglav/engine";
 *
 * assert.deepEqual(await openAsks(memoryStore()), []);
 * ```
 */
export async function openAsks(store: RunStore): Promise<readonly OpenAsk[]> {
  const views = await listRuns(store);
  return views.flatMap(({ asks }) => asks);
}

/** What a log holds that no run writes is a broken log, and no fault of who looks at it. */
function safeView(...of: Parameters<typeof viewOf>): RunView {
  try {
    return viewOf(...of);
  } catch (cause) {
    throw cause instanceof RunLogError ? cause : brokenLog(cause);
  }
}

function viewOf(run: string, state: RunState, holder: Holder | undefined, began: number, changed: number): RunView {
  const root = state.agents.get(run);
  const { end } = state;
  const asks = end === undefined ? asksOf(run, state) : [];
  if (state.run === "") throw new RunLogError(NO_START);
  const isBroken = !state.parked || state.brokeOff;
  const open = isBroken ? "broken-off" : asks.length > 0 ? "waiting" : "ready";
  return {
    ...{ run, end, holder, began, changed },
    role: state.started?.role ?? "",
    model: state.started?.model ?? "",
    task: state.started?.task ?? "",
    state: end !== undefined ? "ended" : holder !== undefined ? "running" : open,
    usage: end?.usage ?? root?.subtree ?? NO_USAGE,
    asks,
    recall: state.order.recall,
  };
}

/** What a disk that was full, or a process that died in its first moment, leaves. */
const NO_START = {
  code: "POLYGLAV_LOG_BROKEN",
  message: "Cannot read the run: its log holds no start",
  hint: "Nothing was done for it: remove its folder, and start the task anew",
};

/** The open asks of a run: permissions in the books of its gate, and questions of direction. */
function asksOf(run: string, state: RunState): readonly OpenAsk[] {
  // Nobody is left to use the answer of one whose agent has ended.
  const usable = openPermissions(state).filter(({ holder }) => state.agents.has(holder));
  const permissions = usable.map((details): OpenAsk => {
    const { id: ask, holder: by, role = by, request, question, allowed } = details;
    const summary = request.summary ?? describeCall(request.tool ?? "call", undefined);
    return {
      ask,
      run,
      by,
      kind: "permission",
      at: state.asked.get(ask) ?? 0,
      role,
      summary,
      allowed,
      details,
      ...(question !== undefined && { question }),
    };
  });
  const questions = [...state.questions.values()].map(
    ({ ask, run: by, role, question, context, options }): OpenAsk => ({
      ...{ ask, run, by, kind: "direction", role, question, options },
      at: state.asked.get(ask) ?? 0,
      summary: describeCall("ask", question),
      ...(context !== undefined && { context }),
    }),
  );
  return [...permissions, ...questions];
}
