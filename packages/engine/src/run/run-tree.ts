import type { Catalog } from "@polyglav/catalog";
import { createGate } from "@polyglav/permissions/gate";
import { type Agent, type Tree, fresh } from "../agent/agent.ts";
import { askTool } from "../ask/ask-tool.ts";
import { abortAfter } from "../clock.ts";
import { delegateTool } from "../delegate/delegate-tool.ts";
import { recordGateEvents } from "../agent/gate-events.ts";
import { type Speaker, createJournal } from "../log/journal.ts";
import { LOG_FORMAT } from "../log/log-entry.ts";
import { logFaultOutcome, runLoop, stopped } from "../agent/loop.ts";
import { messageOf } from "../message-of.ts";
import type { Outcome } from "./outcome.ts";
import { type AgentPlan, carveOf } from "../agent/plan.ts";
import type { Clock, RunLog } from "../ports.ts";
import { runEnd } from "./run-end.ts";
import type { EngineDeps, RunRequest } from "./run.ts";
import type { RunEvent } from "../log/run-event.ts";
import { stop, stopOf } from "./stop.ts";
import type { AgentTool, AgentTools } from "../agent/tool-list.ts";

const DEFAULT_RETRIES = 2;
const DEFAULT_IDLE_TIMEOUT_MS = 60_000;

/** A run whose start is settled. */
export interface Started {
  readonly run: string;
  readonly plan: AgentPlan;
  readonly log: RunLog;
  readonly request: RunRequest;
  readonly deps: EngineDeps;
  readonly clock: Clock;
  readonly publish: (event: RunEvent) => void;
  /** Stops the whole tree. */
  readonly stopper: AbortController;
}

/** Carries out a planned run and everything that it delegates, from `run-start` to `run-end`. */
export async function runTree(started: Started): Promise<void> {
  const { run, plan, log, request, clock, stopper } = started;
  const ended = new AbortController();
  const signal = request.signal === undefined ? stopper.signal : AbortSignal.any([stopper.signal, request.signal]);
  const limit = Math.min(request.timeoutMs ?? Infinity, plan.limits.ms);
  if (limit !== Infinity) abortAfter(limit, stop({ kind: "timeout", ms: limit }), stopper, clock, ended.signal);

  const speaker = { run };
  const tree = plantTree(started, speaker);
  const agent: Agent = { ...plan, speaker, task: request.task, parent: undefined, signal, ...fresh() };
  const { role, modelRef: model, instructions, authority } = plan;
  const { task } = request;
  const carve = carveOf(authority);
  tree.journal.record(speaker, { kind: "run.started", format: LOG_FORMAT, role, model, task, instructions, carve });
  for (const warning of plan.warnings) tree.journal.record(speaker, { kind: "warning.noted", ...warning });

  const outcome = await runAgent(agent, tree);
  ended.abort();
  tree.journal.end(speaker, (logFault) =>
    runEnd({
      outcome: logFault === undefined ? outcome : logFaultOutcome(logFault, outcome.content),
      denials: tree.denials,
      onDenials: request.denials ?? "fail",
      usage: agent.usage.subtree,
      ...signalOf(signal),
    }),
  );
  closeQuietly(log);
}

/** The catalog as it is now. */
export const catalogNow = ({ catalog }: EngineDeps): Catalog => (typeof catalog === "function" ? catalog() : catalog);

function plantTree({ deps, log, clock, publish, stopper, request }: Started, root: Speaker): Tree {
  const speakers = new Map([[root.run, root]]);
  const journal = createJournal(log, clock, publish, (cause) => {
    stopper.abort(stop({ kind: "log", message: messageOf(cause) }));
  });
  const record = recordGateEvents(journal, speakers);
  return {
    catalog: catalogNow(deps),
    catalogNow: () => catalogNow(deps),
    models: deps.models,
    approveModel: deps.approveModel,
    tools: new Map(Object.entries(deps.tools)),
    operator: deps.operator,
    gate: createGate({
      operator: deps.operator,
      project: deps.project,
      onEvent: (event) => {
        record(event);
        deps.audit?.(event);
      },
    }),
    journal,
    clock,
    retries: deps.retries ?? DEFAULT_RETRIES,
    idleTimeoutMs: deps.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS,
    model: request.model,
    random: deps.random ?? Math.random,
    denials: [],
    speakers,
    questions: 0,
  };
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

function toolsOf(agent: Agent, tree: Tree): AgentTools {
  const tools = new Map([...tree.tools].map(([name, tool]): [string, AgentTool] => [name, { tool, kind: "world" }]));
  tools.set("delegate", delegateTool(agent, tree, runAgent));
  tools.set("ask", askTool(agent, tree, tools));
  return tools;
}

/** The signal that stopped a tree, for the exit code. */
function signalOf(signal: AbortSignal): { readonly signal?: "SIGINT" | "SIGTERM" } {
  const why = signal.aborted ? stopOf(signal) : undefined;
  return why?.kind === "cancelled" ? { signal: why.signal } : {};
}

function closeQuietly(log: RunLog): void {
  try {
    log.close();
  } catch {
    // The run has ended and said so: a descriptor that cannot be closed changes nothing about it.
  }
}
