import { createGate } from "@polyglav/permissions/gate";
import type { Catalog } from "@polyglav/catalog";
import { type Agent, type Tree, fresh } from "./agent.ts";
import { askTool } from "./ask-tool.ts";
import { abortAfter, systemClock } from "./clock.ts";
import { delegateTool } from "./delegate-tool.ts";
import { createFeed } from "./feed.ts";
import { recordGateEvents } from "./gate-events.ts";
import { type Journal, createJournal } from "./journal.ts";
import { LOG_FORMAT } from "./log-entry.ts";
import { runLoop, stopped } from "./loop.ts";
import { memoryStore } from "./memory-store.ts";
import { messageOf } from "./message-of.ts";
import type { Outcome, RunError } from "./outcome.ts";
import { type AgentPlan, type Planned, carveOf, planAgent } from "./plan.ts";
import type { Clock, EngineTool, ModelPort, Operator, RunLog, RunStore } from "./ports.ts";
import { runEnd } from "./run-end.ts";
import type { RunEvent } from "./run-event.ts";
import { newRunId } from "./run-id.ts";
import { stop, stopOf } from "./stop.ts";
import type { AgentTool } from "./tool-list.ts";
import { NO_USAGE } from "./usage.ts";

/** What is to be done. */
export interface RunRequest {
  readonly task: string;
  /** The role to run as; the root role of the config when absent. */
  readonly role?: string;
  /** Skills for this run, after the standing ones of the role. */
  readonly skills?: readonly string[];
  /** A model for the whole tree, before those of roles and config. */
  readonly model?: string;
  /** Ends the run, in milliseconds from its start. */
  readonly timeoutMs?: number;
  /** Whether a denied call makes the whole run `denied` (the default) or is fine. */
  readonly denials?: "fail" | "ok";
  /** Stops the run and everything under it. The reason `"SIGTERM"` gives exit code 143, any other 130. */
  readonly signal?: AbortSignal;
}

/** The world as a run needs it. */
export interface EngineDeps {
  readonly catalog: Catalog;
  readonly models: ModelPort;
  readonly tools: Readonly<Record<string, EngineTool>>;
  /** Who may answer asks; `undefined` means nobody is there, and what must be asked is refused at once. */
  readonly operator: Operator | undefined;
  /** Where the log goes; in memory when absent. */
  readonly store?: RunStore;
  readonly clock?: Clock;
  /** Names a new run. */
  readonly newRunId?: () => string;
  /** How often a failed model request is tried again; default 2. */
  readonly retries?: number;
  /** How long a model may say nothing, in milliseconds; default 60,000. */
  readonly idleTimeoutMs?: number;
}

const DEFAULT_RETRIES = 2;
const DEFAULT_IDLE_TIMEOUT_MS = 60_000;

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
export async function* run(request: RunRequest, deps: EngineDeps): AsyncGenerator<RunEvent, void> {
  const clock = deps.clock ?? systemClock;
  const feed = createFeed<RunEvent>();
  const stopper = new AbortController();
  const running = drive(request, deps, clock, feed.push, stopper).finally(feed.end);
  try {
    yield* feed.items();
    await running;
  } finally {
    // Reached early when the reader leaves: nobody listens any more, so nothing may go on.
    stopper.abort(stop({ kind: "left" }));
    await running;
  }
}

/** Carries a run out. Never rejects. */
async function drive(
  request: RunRequest,
  deps: EngineDeps,
  clock: Clock,
  publish: (event: RunEvent) => void,
  stopper: AbortController,
): Promise<void> {
  const id = (deps.newRunId ?? (() => newRunId(clock.now())))();
  const role = request.role ?? deps.catalog.config.root_role;
  const silent: RunLog = { append: () => undefined, close: () => undefined };
  const refuse = (error: RunError): void => {
    const journal = createJournal(silent, clock, publish, () => undefined);
    end(journal, id, { status: "refused", content: "", error }, [], request, NO_USAGE, undefined);
  };
  if (request.task.trim() === "") {
    refuse({ code: "POLYGLAV_NO_TASK", message: "Cannot run: there is no task", hint: "Say what is to be done" });
    return;
  }
  const planned = planRoot(id, role, request, deps);
  if (!planned.ok) {
    refuse(planned.error);
    return;
  }
  const opened = openLog(deps.store ?? memoryStore(), id);
  if (!opened.ok) {
    refuse(opened.error);
    return;
  }
  await runTree(id, planned.plan, request, deps, clock, publish, stopper, opened.log);
}

/** Plans the root. A port that throws where it should have answered is a fault of the set-up, and said as one. */
function planRoot(run: string, role: string, request: RunRequest, { catalog, models }: EngineDeps): Planned {
  const root = { caller: undefined, treeModel: request.model, callerModel: undefined };
  try {
    return planAgent({ run, role, skills: request.skills ?? [], ...root }, catalog, models);
  } catch (cause) {
    return { ok: false, error: { code: "POLYGLAV_FAULT", message: `Cannot plan the run: ${messageOf(cause)}` } };
  }
}

async function runTree(
  id: string,
  plan: AgentPlan,
  request: RunRequest,
  deps: EngineDeps,
  clock: Clock,
  publish: (event: RunEvent) => void,
  stopper: AbortController,
  log: RunLog,
): Promise<void> {
  const ended = new AbortController();
  const signal = request.signal === undefined ? stopper.signal : AbortSignal.any([stopper.signal, request.signal]);
  const journal = createJournal(log, clock, publish, (cause) => {
    stopper.abort(stop({ kind: "log", message: messageOf(cause) }));
  });
  const limit = Math.min(request.timeoutMs ?? Infinity, plan.timeoutMs);
  if (limit !== Infinity) abortAfter(limit, stop({ kind: "timeout", ms: limit }), stopper, clock, ended.signal);

  const agent: Agent = {
    ...plan,
    speaker: { run: id },
    task: request.task,
    parent: undefined,
    signal,
    ...fresh(),
  };
  const tree: Tree = {
    catalog: deps.catalog,
    models: deps.models,
    tools: new Map(Object.entries(deps.tools)),
    operator: deps.operator,
    gate: createGate({ operator: deps.operator, onEvent: recordGateEvents(journal) }),
    journal,
    clock,
    retries: deps.retries ?? DEFAULT_RETRIES,
    idleTimeoutMs: deps.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS,
    model: request.model,
    denials: [],
    asks: 0,
  };
  const { role, modelRef: model, instructions } = plan;
  journal.record(agent.speaker, {
    kind: "run.started",
    format: LOG_FORMAT,
    role,
    model,
    task: request.task,
    instructions,
    carve: carveOf(plan.authority),
  });
  for (const warning of plan.warnings) journal.record(agent.speaker, { kind: "warning.noted", ...warning });

  const outcome = await runAgent(agent, tree);
  ended.abort();
  const why = signal.aborted ? stopOf(signal) : undefined;
  end(
    journal,
    id,
    outcome,
    tree.denials,
    request,
    agent.usage.subtree,
    why?.kind === "cancelled" ? why.signal : undefined,
  );
  closeQuietly(log);
}

/** Runs an agent of the tree with the tools that it has. Never throws: a fault of ours is an outcome, too. */
async function runAgent(agent: Agent, tree: Tree): Promise<Outcome> {
  try {
    if (agent.signal.aborted) return stopped(agent, "");
    return await runLoop(agent, tree, toolsOf(agent, tree));
  } catch (cause) {
    const message = messageOf(cause);
    return { status: "error", content: "", error: { code: "POLYGLAV_FAULT", message: `Cannot go on: ${message}` } };
  } finally {
    // A yes that nobody used ends with the run that it was for.
    tree.gate.forget(agent.authority.id);
  }
}

function toolsOf(agent: Agent, tree: Tree): ReadonlyMap<string, AgentTool> {
  const tools = new Map<string, AgentTool>(tree.tools);
  tools.set("delegate", delegateTool(agent, tree, runAgent));
  tools.set("ask", askTool(agent, tree, tools));
  return tools;
}

function end(
  journal: Journal,
  id: string,
  outcome: Outcome,
  denials: Tree["denials"],
  request: RunRequest,
  usage: Agent["usage"]["subtree"],
  signal: "SIGINT" | "SIGTERM" | undefined,
): void {
  const onDenials = request.denials ?? "fail";
  journal.record(
    { run: id },
    {
      kind: "run.ended",
      ...runEnd({ outcome, denials, onDenials, usage, ...(signal === undefined ? {} : { signal }) }),
    },
  );
}

function openLog(
  store: RunStore,
  id: string,
): { readonly ok: true; readonly log: RunLog } | { readonly ok: false; readonly error: RunError } {
  try {
    return { ok: true, log: store.open(id) };
  } catch (cause) {
    const hint =
      cause instanceof Error && "hint" in cause && typeof cause.hint === "string" ? { hint: cause.hint } : {};
    return { ok: false, error: { code: "POLYGLAV_RUN_FOLDER", message: messageOf(cause), ...hint } };
  }
}

function closeQuietly(log: RunLog): void {
  try {
    log.close();
  } catch {
    // The run has ended and said so: a descriptor that cannot be closed changes nothing about it.
  }
}
