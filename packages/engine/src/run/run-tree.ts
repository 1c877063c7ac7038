import type { Catalog } from "@polyglav/catalog";
import { type GateEvent, type Route, caller, createGate, first, human } from "@polyglav/permissions/gate";
import type { Agent, Tree } from "../agent/agent.ts";
import { makeAgent } from "../agent/make-agent.ts";
import { type AgentPlan, carveOf } from "../agent/plan.ts";
import { runAgent } from "../agent/run-agent.ts";
import { createShelf } from "../agent/shelf.ts";
import { logFaultOutcome } from "../agent/stopped.ts";
import { inboxOf } from "../ask/consult.ts";
import { gateBooks } from "../ask/gate-books.ts";
import type { ProviderGates } from "../budget/provider-gates.ts";
import { createLedger } from "../budget/ledger.ts";
import { resumedAccount } from "../delegate/start-child.ts";
import { type Journal, createJournal } from "../log/journal.ts";
import { LOG_FORMAT, type OnAsk, type RunOrder } from "../log/log-entry.ts";
import type { RunEvent } from "../log/run-event.ts";
import { type RunState, speakerOf } from "../log/run-state.ts";
import { messageOf } from "../message-of.ts";
import { NO_USAGE } from "../model/usage.ts";
import type { Clock } from "../ports.ts";
import type { RunLog, RunStore } from "../store/run-store.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { readLetters } from "./read-letters.ts";
import type { Outcome } from "./outcome.ts";
import { runEnd, waitingEnd } from "./run-end.ts";
import { createScheduler } from "./scheduler.ts";
import { type Stop, stop, stopOf } from "./stop.ts";

const DEFAULT_RETRIES = 2;
const DEFAULT_IDLE_TIMEOUT_MS = 60_000;

/** A run whose start is settled: a new one, or one that goes on. */
export interface Settled {
  readonly run: string;
  readonly plan: AgentPlan;
  readonly gates: ProviderGates;
  readonly log: RunLog;
  readonly store: RunStore;
  /** Empty for a new run. */
  readonly state: RunState;
  readonly start: NewRun | Resumption;
  readonly stream: boolean;
  readonly deps: EngineDeps;
  readonly clock: Clock;
  readonly publish: (event: RunEvent) => void;
  /** Stops the whole tree. */
  readonly stopper: AbortController;
  /** The signal of whoever started it. */
  readonly signal: AbortSignal | undefined;
}

export interface NewRun {
  readonly task: string;
  readonly skills: readonly string[];
  readonly order: RunOrder;
}

/** What whoever goes on with a run says anew. */
export interface Resumption {
  readonly onAsk: OnAsk | undefined;
}

/** Carries out a settled run and everything that it delegates, from `run-start` to `run-end`. */
export async function runTree(settled: Settled): Promise<void> {
  const { run, plan, log, signal, stopper } = settled;
  const speaker = { run };
  const journal = openJournal(settled);
  begin(settled, journal);
  const tree = plantTree(settled, journal);
  const root = rootAgent(settled, tree);
  if (root !== undefined) {
    for (const warning of plan.warnings) journal.record(speaker, { kind: "warning.noted", ...warning });
    const outcome = await carryRoot(root, tree, signal);
    if (isParked(stopper.signal)) await tree.parked();
    else {
      const { state } = journal;
      const usage = state.agents.get(run)?.subtree ?? root.state.subtree;
      await journal.end(speaker, (logFault) =>
        runEnd({
          outcome: logFault === undefined ? outcome : logFaultOutcome(logFault, outcome.content),
          denials: state.denials,
          onDenials: state.order.denials,
          usage,
          bill: state.bill,
          ...signalOf(root.signal),
        }),
      );
    }
  }
  await closeQuietly(log);
}

/** Carries the root to its end, whatever the ports do. */
async function carryRoot(root: Agent, tree: Tree, signal: AbortSignal | undefined): Promise<Outcome> {
  let ignore = (): void => undefined;
  try {
    ignore = followSignal(signal, root, tree);
    readLetters(tree);
    tree.scheduler.begin();
    return await runAgent(root, tree);
  } catch (cause) {
    const message = `Cannot go on: ${messageOf(cause)}`;
    return { status: "error", content: root.state.said, error: { code: "POLYGLAV_FAULT", message } };
  } finally {
    ignore();
  }
}

function openJournal({ log, clock, publish, stopper, state }: Settled): Journal {
  const onLogFault = (cause: unknown): void => {
    stopper.abort(stop({ kind: "log", message: messageOf(cause) }));
  };
  return createJournal({ log, clock, publish, onLogFault, state });
}

/** Writes what begins: a run, or the next part of one. */
function begin({ run, plan, log, start }: Settled, journal: Journal): void {
  const speaker = { run };
  const { role, modelRef: model, instructions, authority, limits, schema, says } = plan;
  const carve = carveOf(authority);
  if (!("task" in start)) {
    const { onAsk } = start;
    journal.record(speaker, { kind: "run.resumed", fence: log.fence, ...(onAsk !== undefined && { onAsk }) });
    const task = journal.state.agents.get(run)?.started.task ?? "";
    journal.broadcast(speaker, { type: "run-start", role, model, task, carve, limits, resumed: true });
    for (const { run: of, pending } of [...journal.state.agents.values()]) {
      if (pending === undefined) continue;
      const usage = { ...NO_USAGE, unknown: 1, unpriced: 1 };
      journal.record(speakerOf(of, journal.state), { kind: "model.lost", model: pending, usage });
    }
    return;
  }
  const { task, skills, order } = start;
  // The texts come first: with the start in the log, everything is there that a restart needs.
  const prompt = journal.store(speaker, instructions);
  journal.record(speaker, {
    ...{ kind: "run.started", format: LOG_FORMAT, order, role, model, task, carve, limits },
    ...{ prompt, says: journal.store(speaker, says) },
    ...(skills.length > 0 && { skills }),
    ...(schema !== undefined && { schema }),
  });
}

/** The root as this process carries it out. */
function rootAgent({ run, plan }: Settled, tree: Tree): Agent | undefined {
  const state = tree.state.agents.get(run);
  if (state === undefined) return undefined;
  const account = tree.ledger.open(run, plan.limits, resumedAccount(state));
  return makeAgent({ state, plan, parent: undefined, account }, tree);
}

/** The catalog as it is now. */
export const catalogNow = ({ catalog }: EngineDeps): Catalog => (typeof catalog === "function" ? catalog() : catalog);

function plantTree(settled: Settled, journal: Journal): Tree {
  const { run, deps, log, store, clock, stopper, stream } = settled;
  const { state } = journal;
  const { onAsk } = state.order;
  const agents = new Map<string, Agent>();
  let parking: Promise<void> | undefined;
  const scheduler = createScheduler((asks) => {
    if (stopper.signal.aborted) return;
    parking = journal.park(
      { run },
      asks,
      waitingEnd(run, asks, {
        denials: state.denials,
        usage: state.agents.get(run)?.subtree ?? NO_USAGE,
        bill: state.bill,
      }),
    );
    stopper.abort(stop({ kind: "parked" }));
  });
  const toAgents = caller((id) => {
    const agent = agents.get(id);
    return agent === undefined || agent.signal.aborted ? undefined : inboxOf(agent, tree);
  });
  const toOperator: Route =
    deps.operator !== undefined
      ? human(deps.operator)
      : ({ to }) => (onAsk === "park" && to === "operator" ? { how: "park" } : "unreachable");
  const onEvent = (event: GateEvent): void => {
    if (event.type === "answered") scheduler.answered(event.ask.id);
    deps.audit?.(event);
  };
  const gate = createGate({
    operator: first(toAgents, toOperator),
    store: gateBooks(journal, (id) => agents.get(id)?.speaker ?? { run }),
    project: deps.project,
    clock,
    onEvent,
  });
  const tree: Tree = {
    catalog: settled.plan.catalog,
    catalogNow: () => catalogNow(deps),
    planWorld: { models: deps.models, instructions: deps.instructions },
    approveModel: deps.approveModel,
    tools: new Map(Object.entries(deps.tools)),
    operator: deps.operator,
    onAsk,
    gate,
    journal,
    state,
    scheduler,
    ledger: createLedger(deps.fallbackPrice === undefined ? {} : { fallbackPrice: deps.fallbackPrice }),
    // Who enters says for which run, so that the permits of a run are counted.
    gates: { ...settled.gates, enter: (account, signal) => settled.gates.enter(account, signal, run) },
    store,
    log,
    shelf: createShelf((text) => log.keep(text)),
    clock,
    retries: deps.retries ?? DEFAULT_RETRIES,
    idleTimeoutMs: deps.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS,
    totalTimeoutMs: deps.totalTimeoutMs,
    stream,
    model: state.order.model,
    random: deps.random ?? Math.random,
    run: (agent) => runAgent(agent, tree),
    parked: () => parking,
    replies: new Map(),
    agents,
    stopper,
  };
  return tree;
}

/** A stop from outside is one event for the whole tree. Gives what takes the listener away. */
function followSignal(signal: AbortSignal | undefined, root: Agent, tree: Tree): () => void {
  const { stopper, journal } = tree;
  const follow = (): void => {
    const why = stop(signal === undefined ? { kind: "left" } : stopOf(signal));
    journal.record(root.speaker, { kind: "run.cancelled", why: whyOf(why) });
    stopper.abort(why);
  };
  const left = (): void => {
    const why = stopOf(stopper.signal);
    if (why.kind === "left") journal.record(root.speaker, { kind: "run.cancelled", why: whyOf(why) });
  };
  if (stopper.signal.aborted) left();
  else stopper.signal.addEventListener("abort", left, { once: true });
  if (signal?.aborted === true) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  return () => {
    signal?.removeEventListener("abort", follow);
    stopper.signal.removeEventListener("abort", left);
  };
}

function whyOf(why: Stop): string {
  return why.kind === "cancelled" ? why.signal : why.kind === "left" ? "nobody listens any more" : why.kind;
}

const isParked = (signal: AbortSignal): boolean => signal.aborted && stopOf(signal).kind === "parked";

/** The signal that stopped a tree, for the exit code. */
function signalOf(signal: AbortSignal): { readonly signal?: "SIGINT" | "SIGTERM" } {
  const why = signal.aborted ? stopOf(signal) : undefined;
  return why?.kind === "cancelled" ? { signal: why.signal } : {};
}

/** What is in the log is safe when this resolves, as far as its store promises. */
async function closeQuietly(log: RunLog): Promise<void> {
  try {
    await log.commit();
  } catch {
    // The run has ended and said so; a failure to write it safely was told by an earlier entry, or comes too late.
  }
  try {
    await log.close();
  } catch {
    // A descriptor that cannot be closed changes nothing about it.
  }
}
