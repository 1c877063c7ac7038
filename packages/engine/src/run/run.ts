import type { Catalog } from "@polyglav/catalog";
import type { GateEvent, GrantStore } from "@polyglav/permissions/gate";
import { systemClock } from "../clock.ts";
import { createFeed } from "./feed.ts";
import { createJournal } from "../log/journal.ts";
import { memoryStore } from "../store/memory-store.ts";
import { messageOf } from "../message-of.ts";
import type { RunError } from "./outcome.ts";
import { type AgentPlan, planAgent } from "../agent/plan.ts";
import { planWithAnswers } from "../agent/plan-with-answers.ts";
import type { ApproveModel, Clock, EngineTool, ModelPort, Operator, RunLog, RunStore } from "../ports.ts";
import { runEnd } from "./run-end.ts";
import type { RunEvent } from "../log/run-event.ts";
import { newRunId } from "./run-id.ts";
import { catalogNow, runTree } from "./run-tree.ts";
import { stop } from "./stop.ts";
import { OWN_TOOLS } from "../agent/tool-list.ts";
import { NO_USAGE } from "../model/usage.ts";

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
  /**
   * The catalog; or what gives it, which is asked at the start and at the beginning of each step, so that a reload shows
   * at the next one: `() => { live.refresh(); return live.current(); }` with `liveCatalog` of `@polyglav/catalog`.
   * What an agent may do is settled when it starts, and stays.
   */
  readonly catalog: Catalog | (() => Catalog);
  readonly models: ModelPort;
  /**
   * Says yes or no to a model that a role of the local or plugin layer names and the user's own config and roles do not;
   * asked each time that such a role is to start, before its first request. A no refuses the run, or the delegation,
   * with `POLYGLAV_MODEL_NOT_APPROVED`, unless the role names another model that may be used. Absent, every model is
   * approved: whoever embeds the engine chose the catalog.
   */
  readonly approveModel?: ApproveModel | undefined;
  /** By name. `delegate` and `ask` are the engine's own: a set that has them is refused. */
  readonly tools: Readonly<Record<string, EngineTool>>;
  /** Who may answer asks; `undefined` means nobody is there, and what must be asked is refused at once. */
  readonly operator: Operator | undefined;
  /** Where yeses for the whole project are kept, such as `projectStore` of `@polyglav/permissions/gate/file`; without one, none is offered. */
  readonly project?: GrantStore | undefined;
  /** Told everything that happens at the gate, such as `fileAudit` of the same entry. */
  readonly audit?: ((event: GateEvent) => void) | undefined;
  /** Where the log goes; in memory when absent. */
  readonly store?: RunStore;
  readonly clock?: Clock;
  /** Names a new run. */
  readonly newRunId?: () => string;
  /** How often a failed model request is tried again; default 2. */
  readonly retries?: number;
  /** How long a model may say nothing, in milliseconds; default 60,000. */
  readonly idleTimeoutMs?: number;
  /** A number from 0 up to 1, for the jitter of waits. */
  readonly random?: () => number;
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
export async function* run(request: RunRequest, deps: EngineDeps): AsyncGenerator<RunEvent, void> {
  const feed = createFeed<RunEvent>();
  const stopper = new AbortController();
  const running = drive(request, deps, feed.push, stopper).finally(feed.end);
  try {
    yield* feed.items();
    await running;
  } finally {
    // Reached early when the reader leaves: nobody listens any more, so nothing may go on.
    stopper.abort(stop({ kind: "left" }));
    await running;
  }
}

/** Starts a run, or says why not. Rejects only for a clock that throws. */
async function drive(
  request: RunRequest,
  deps: EngineDeps,
  publish: (event: RunEvent) => void,
  stopper: AbortController,
): Promise<void> {
  const clock = deps.clock ?? systemClock;
  const started = await prepare(request, deps, clock, stopper.signal);
  if (started.ok) await runTree({ ...started, request, deps, clock, publish, stopper });
  else refuse(started.run, started.error, request, clock, publish);
}

type Prepared =
  | { readonly ok: true; readonly run: string; readonly plan: AgentPlan; readonly log: RunLog }
  | { readonly ok: false; readonly run: string; readonly error: RunError };

/** Settles all that can be refused. A port that throws where it should have answered is a fault, and said as one. */
async function prepare(request: RunRequest, deps: EngineDeps, clock: Clock, stopping: AbortSignal): Promise<Prepared> {
  let run = "unnamed";
  const no = (error: RunError): Prepared => ({ ok: false, run, error });
  try {
    run = deps.newRunId?.() ?? newRunId(clock.now());
    if (request.task.trim() === "") {
      return no({ code: "POLYGLAV_NO_TASK", message: "Cannot run: there is no task", hint: "Say what is to be done" });
    }
    const taken = OWN_TOOLS.find((name) => Object.hasOwn(deps.tools, name));
    if (taken !== undefined) {
      return no({
        code: "POLYGLAV_RESERVED_TOOL",
        message: `Cannot run: a tool "${taken}" is passed in, and that is the engine's own`,
      });
    }
    const { skills = [], model: treeModel, signal } = request;
    return await planWithAnswers(
      (answers) => {
        const catalog = catalogNow(deps);
        const role = request.role ?? catalog.config.root_role;
        const who = { run, role, skills, caller: undefined, treeModel, callerModel: undefined, answers };
        return planAgent(who, catalog, deps.models);
      },
      deps.approveModel,
      signal === undefined ? stopping : AbortSignal.any([stopping, signal]),
      (settled) => {
        if (!settled.ok) return no(settled.error);
        const opened = openLog(deps.store ?? memoryStore(), run);
        return opened.ok ? { ok: true, run, plan: settled.plan, log: opened.log } : no(opened.error);
      },
    );
  } catch (cause) {
    return no({ code: "POLYGLAV_FAULT", message: `Cannot plan the run: ${messageOf(cause)}` });
  }
}

function refuse(
  run: string,
  error: RunError,
  request: RunRequest,
  clock: Clock,
  publish: (event: RunEvent) => void,
): void {
  const silent: RunLog = { append: () => undefined, close: () => undefined };
  const outcome = { status: "refused", content: "", error } as const;
  const end = runEnd({ outcome, denials: [], onDenials: request.denials ?? "fail", usage: NO_USAGE });
  createJournal(silent, clock, publish, () => undefined).end({ run }, () => end);
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
