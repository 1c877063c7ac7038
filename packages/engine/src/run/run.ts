import type { Catalog } from "@polyglav/catalog";
import { type AgentPlan, type PlanInput, planAgent, saysOf } from "../agent/plan.ts";
import { planWithAnswers } from "../agent/plan-with-answers.ts";
import { schemaFault } from "../agent/answer-schema.ts";
import { OWN_TOOLS } from "../agent/tool-list.ts";
import { systemClock } from "../clock.ts";
import { changedSays } from "../delegate/start-child.ts";
import type { ProviderGates } from "../budget/provider-gates.ts";
import { emptyState } from "../log/fold.ts";
import { createJournal } from "../log/journal.ts";
import type { AgentLimits, OnAsk, RunOrder, Unfinished } from "../log/log-entry.ts";
import type { RunEvent } from "../log/run-event.ts";
import type { RunState } from "../log/run-state.ts";
import { messageOf } from "../message-of.ts";
import { NO_USAGE } from "../model/usage.ts";
import type { Clock } from "../ports.ts";
import { memoryStore } from "../store/memory-store.ts";
import { isRunId } from "../store/check-run.ts";
import type { RunLog, RunStore } from "../store/run-store.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { createFeed } from "./feed.ts";
import { openRun } from "./open-run.ts";
import type { RunError } from "./outcome.ts";
import { gatesOf } from "./provider-gates-of.ts";
import { runEnd } from "./run-end.ts";
import { newRunId } from "./run-id.ts";
import { type NewRun, type Resumption, catalogNow, runTree } from "./run-tree.ts";
import { stop } from "./stop.ts";

/** What is to be done. */
export interface RunRequest {
  readonly task: string;
  /** The role to run as; the root role of the config when absent. */
  readonly role?: string;
  /** Skills for this run, after the standing ones of the role. */
  readonly skills?: readonly string[];
  /** A model for the whole tree, before those of roles and config. */
  readonly model?: string;
  /** What the run may use at most, everything below it included. It only lowers what its role and the config say. */
  readonly limits?: Partial<AgentLimits>;
  /** A JSON Schema that the answer has to fit; then `run-end` has it as `value`, too. */
  readonly schema?: unknown;
  /** Whether a denied call makes the whole run `denied` (the default) or is fine. */
  readonly denials?: "fail" | "ok";
  /**
   * What happens to a question that nobody here can answer: it is refused and the run goes on (`deny`, the default); it
   * waits in the log, and when nothing else can go on, so does the run (`park`); or the run ends (`fail`).
   */
  readonly onAsk?: OnAsk;
  /** What becomes of children in the background when their caller is through: it waits (the default), or fails. */
  readonly unfinished?: Unfinished;
  /**
   * What whoever goes on with the run has to know of its start, such as the flags of a command: plain data that is kept
   * in the log and given back by `readRun`. It is as safe as the log, and the engine does nothing with it.
   */
  readonly recall?: unknown;
  /** Whether anybody listens to pieces of text; without, models are asked for whole answers, which is faster. Default true. */
  readonly stream?: boolean;
  /** Stops the run and everything under it. The reason `"SIGTERM"` gives exit code 143, any other 130. */
  readonly signal?: AbortSignal;
}

/** How to go on with a run. What it is to do is in its log. */
export interface ResumeRequest {
  /** The id of the run. */
  readonly run: string;
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
  /** As in a {@link RunRequest}, from now on; as before when absent. */
  readonly onAsk?: OnAsk;
}

/**
 * Runs a task as a role and yields what happens. Everything that can be refused is settled before the first model call,
 * and then the only event is a `run-end` that says why. After `run-start` nothing throws: the last event is always one
 * `run-end`. Leaving the loop early stops the run and everything under it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const models = scriptedModels({ roles: { planner: [{ text: "1. Read. 2. Fix. 3. Test." }] }, default: [] });
 * const types: string[] = [];
 * for await (const event of run(
 *   { role: "planner", task: "Plan the fix" },
 *   { catalog: createCatalog(), models, tools: {}, operator: undefined },
 * )) {
 *   types.push(event.type);
 * }
 * assert.equal(types[0], "run-start");
 * assert.equal(types.at(-1), "run-end");
 * ```
 */
export function run(request: RunRequest, deps: EngineDeps): AsyncGenerator<RunEvent, void> {
  return carryOut(deps, request, (clock, stopping) => prepareNew(request, deps, clock, stopping));
}

/**
 * Goes on with a run that was parked or broke off, and yields what happens from there, beginning with a `run-start` that
 * says `resumed`. It needs the log and the catalog and nothing else of the process that began it: calls and children
 * that ended are not made again, a call that had begun and may have done something is answered with "outcome unknown",
 * and open asks are open still. Nobody has more permissions than before: where those of a role were changed it is
 * refused (`POLYGLAV_ROLE_CHANGED`). A run that another process works on is refused, too (`POLYGLAV_RUN_HELD`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { answerAsk, memoryStore, resume, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const moves = [{ call: [{ tool: "ask", input: { question: "Red or blue?" } }] }, { text: "Painted." }];
 * const store = memoryStore();
 * const deps = { catalog: createCatalog(), models: scriptedModels({ default: moves }), tools: {}, operator: undefined, store };
 *
 * let end;
 * for await (const event of run({ role: "writer", task: "Paint it", onAsk: "park" }, deps)) end = event;
 * assert.ok(end?.type === "run-end" && end.status === "waiting");
 * const { run: id = "", asks: [ask = ""] = [] } = end.waiting ?? {};
 *
 * await answerAsk({ run: id, ask, answer: { say: "text", text: "Blue" } }, { store });
 * for await (const event of resume({ run: id }, deps)) end = event;
 * assert.ok(end?.type === "run-end" && end.content === "Painted.");
 * ```
 */
export function resume(request: ResumeRequest, deps: EngineDeps): AsyncGenerator<RunEvent, void> {
  return carryOut(deps, request, (clock, stopping) => prepareResumed(request, deps, clock, stopping));
}

type Prepared =
  | {
      readonly ok: true;
      readonly run: string;
      readonly plan: AgentPlan;
      readonly gates: ProviderGates;
      readonly log: RunLog;
      readonly store: RunStore;
      readonly state: RunState;
      readonly start: NewRun | Resumption;
    }
  | { readonly ok: false; readonly run: string; readonly error: RunError };

async function* carryOut(
  deps: EngineDeps,
  { signal, stream = true }: { readonly signal?: AbortSignal; readonly stream?: boolean },
  prepare: (clock: Clock, stopping: AbortSignal) => Promise<Prepared>,
): AsyncGenerator<RunEvent, void> {
  const feed = createFeed<RunEvent>();
  const stopper = new AbortController();
  const drive = async (): Promise<void> => {
    const clock = deps.clock ?? systemClock;
    const stopping = signal === undefined ? stopper.signal : AbortSignal.any([stopper.signal, signal]);
    const ready = await prepare(clock, stopping);
    if (ready.ok) await runTree({ ...ready, stream, deps, clock, publish: feed.push, stopper, signal });
    else refuse(ready.run, ready.error, clock, feed.push);
  };
  const running = drive().finally(feed.end);
  try {
    yield* feed.items();
    await running;
  } finally {
    // Reached early when the reader leaves: nobody listens any more, so nothing may go on.
    stopper.abort(stop({ kind: "left" }));
    await running;
  }
}

/** How many names are tried for a new run. */
const NAMES_TRIED = 5;

/** Settles all that can be refused. A port that throws where it should have answered is a fault, and said as one. */
async function prepareNew(
  request: RunRequest,
  deps: EngineDeps,
  clock: Clock,
  stopping: AbortSignal,
  tries = NAMES_TRIED,
): Promise<Prepared> {
  let id = "unnamed";
  try {
    id = deps.newRunId?.() ?? newRunId(clock.now());
    const fault = faultIn(request, deps);
    if (fault !== undefined) return { ok: false, run: id, error: fault };
    const { task, skills = [], model, limits, schema } = request;
    const settled = await settle(
      (answers) => {
        const catalog = catalogNow(deps);
        const role = request.role ?? catalog.config.root_role;
        const who = {
          run: id,
          role,
          skills,
          requests: 0,
          caller: undefined,
          treeModel: model,
          limits,
          schema,
          answers,
        };
        return planAgent(who, catalog, { models: deps.models, instructions: deps.instructions });
      },
      deps,
      stopping,
    );
    if (!settled.ok) return { ok: false, run: id, error: settled.error };
    const gates = gatesOf(deps, clock);
    const store = deps.store ?? memoryStore();
    const opened = await attempt(() => store.create(id));
    if (!opened.ok) {
      // Names that people can type are few: somebody else had this one in the same second.
      const isTaken = opened.error.code === "POLYGLAV_RUN_EXISTS" && deps.newRunId === undefined;
      if (isTaken && tries > 1) return await prepareNew(request, deps, clock, stopping, tries - 1);
      return { ok: false, run: id, error: opened.error };
    }
    const order: RunOrder = {
      ...(model !== undefined && { model }),
      denials: request.denials ?? "fail",
      onAsk: request.onAsk ?? "deny",
      unfinished: request.unfinished ?? "wait",
      ...(request.recall !== undefined && { recall: request.recall }),
    };
    return {
      ...{ ok: true, run: id, plan: settled.plan, gates, log: opened.value, store },
      state: emptyState(),
      start: { task, skills, order },
    };
  } catch (cause) {
    const message = `Cannot plan the run: ${messageOf(cause)}`;
    return { ok: false, run: id, error: { code: "POLYGLAV_FAULT", message } };
  }
}

async function prepareResumed(
  { run: id, onAsk }: ResumeRequest,
  deps: EngineDeps,
  clock: Clock,
  stopping: AbortSignal,
): Promise<Prepared> {
  let log: RunLog | undefined;
  const no = async (error: RunError): Promise<Prepared> => {
    await log?.close();
    return { ok: false, run: id, error };
  };
  try {
    const { store } = deps;
    if (store === undefined) {
      return await no({ code: "POLYGLAV_UNKNOWN_RUN", message: `Cannot resume "${id}": there is no store of runs` });
    }
    if (!isRunId(id)) {
      const message = `Cannot resume ${JSON.stringify(id)}: it is no id of a run`;
      return await no({ code: "POLYGLAV_UNKNOWN_RUN", message });
    }
    const opened = await attempt(() => openRun(store, id));
    if (!opened.ok) return await no(opened.error);
    const { state, problems } = opened.value;
    ({ log } = opened.value);
    const root = state.agents.get(id);
    if (root === undefined) return await no(notToBeResumed(id, state));
    const { role, skills = [], schema, limits, says } = root.started;
    const settled = await settle(
      (answers) =>
        planAgent(
          {
            ...{ run: id, role, skills, requests: root.requests, caller: undefined },
            ...{ treeModel: state.order.model, limits, schema, answers },
          },
          catalogNow(deps),
          { models: deps.models, instructions: deps.instructions },
        ),
      deps,
      stopping,
    );
    if (!settled.ok) return await no(settled.error);
    const changed = changedSays(settled.plan, state.texts.get(says)) ?? changedBelow(state, settled.plan.catalog);
    if (changed !== undefined) return await no(changed);
    const torn = problems.map(({ code, message }) => ({ code, message }));
    const plan = { ...settled.plan, warnings: [...torn, ...settled.plan.warnings] };
    return { ok: true, run: id, plan, gates: gatesOf(deps, clock), log, store, state, start: { onAsk } };
  } catch (cause) {
    return no({ code: "POLYGLAV_FAULT", message: `Cannot resume the run: ${messageOf(cause)}` });
  }
}

/**
 * Looks whether anybody below the root could not go on. Told before anything is done: the run stays as it is, and goes on
 * when the change is taken back.
 */
function changedBelow({ agents, texts }: RunState, catalog: Catalog): RunError | undefined {
  for (const { parent, started } of agents.values()) {
    if (parent === undefined || started.temporary !== undefined) continue;
    const view = catalog.role(started.role);
    const now = view === undefined ? undefined : saysOf(view);
    const changed = changedSays({ role: started.role, says: now ?? "" }, texts.get(started.says));
    if (changed !== undefined) return changed;
  }
  return undefined;
}

function notToBeResumed(id: string, { end }: RunState): RunError {
  const state = end === undefined ? "its log holds no start" : `it has ended (${end.outcome})`;
  return { code: "POLYGLAV_RUN_ENDED", message: `Cannot resume "${id}": ${state}`, hint: "Start the task anew" };
}

/** What is wrong with a request whatever the catalog says. */
function faultIn({ task, schema }: RunRequest, { tools }: EngineDeps): RunError | undefined {
  if (task.trim() === "") {
    return { code: "POLYGLAV_NO_TASK", message: "Cannot run: there is no task", hint: "Say what is to be done" };
  }
  const taken = OWN_TOOLS.find((name) => Object.hasOwn(tools, name));
  if (taken !== undefined) {
    const message = `Cannot run: a tool "${taken}" is passed in, and that is the engine's own`;
    return { code: "POLYGLAV_RESERVED_TOOL", message };
  }
  const fault = schema === undefined ? undefined : schemaFault(schema);
  return fault === undefined
    ? undefined
    : { code: "POLYGLAV_SCHEMA", message: `Cannot run: the schema of the answer cannot be used: ${fault}` };
}

function settle(
  plan: (answers: PlanInput["answers"]) => ReturnType<typeof planAgent>,
  { approveModel }: EngineDeps,
  stopping: AbortSignal,
): Promise<{ readonly ok: true; readonly plan: AgentPlan } | { readonly ok: false; readonly error: RunError }> {
  return planWithAnswers(plan, approveModel, stopping, (settled) => settled);
}

/** What a store refuses, as the error of a run. */
async function attempt<T>(
  act: () => T | PromiseLike<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RunError }> {
  try {
    return { ok: true, value: await act() };
  } catch (cause) {
    const { code = "POLYGLAV_RUN_FOLDER", hint } = textsIn(cause);
    return { ok: false, error: { code, message: messageOf(cause), ...(hint !== undefined && { hint }) } };
  }
}

function textsIn(cause: unknown): { readonly code?: string; readonly hint?: string } {
  if (typeof cause !== "object" || cause === null) return {};
  const { code, hint }: { code?: unknown; hint?: unknown } = cause;
  return {
    ...(typeof code === "string" && code.startsWith("POLYGLAV_") && { code }),
    ...(typeof hint === "string" && { hint }),
  };
}

function refuse(id: string, error: RunError, clock: Clock, publish: (event: RunEvent) => void): void {
  const outcome = { status: "refused", content: "", error } as const;
  const end = runEnd({ outcome, denials: [], bill: [], onDenials: "fail", usage: NO_USAGE });
  const journal = createJournal({ log: SILENT, clock, publish, onLogFault: () => undefined, state: emptyState() });
  void journal.end({ run: id }, () => end);
}

/** Where nothing began there is nothing to keep. */
const SILENT: RunLog = {
  fence: 0,
  append: () => undefined,
  commit: () => undefined,
  snapshot: () => undefined,
  keep: () => "",
  letters: () => undefined,
  discard: () => undefined,
  close: () => undefined,
};
