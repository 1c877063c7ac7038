import type { ApprovedModel, Catalog } from "@polyglav/catalog";
import { type EngineDeps, type ModelPort, readRun, type RunEvent, type RunStore } from "@polyglav/engine";
import { agentTools } from "../agent-tools.ts";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import { runStore } from "../runs/store.ts";
import type { Session } from "../session.ts";
import { type Approvals, openApprovals } from "./approvals/approvals.ts";
import { namedModel } from "./approvals/named-model.ts";
import { tailOf, waitingData, waitingLines } from "./commands-to.ts";
import { gateFiles } from "./gate-files.ts";
import { findInstructions } from "./instructions.ts";
import { chooseModels } from "./models.ts";
import { forgetRun, noteRun } from "./noted-runs.ts";
import { chooseOperator } from "./operator.ts";
import type { Conduct } from "./order.ts";
import type { Recall } from "./recall.ts";
import { openRoster } from "./roster.ts";
import { runOutput } from "./run-output.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Begins a run, or goes on with one. */
export type Start = (deps: EngineDeps) => AsyncIterable<RunEvent>;

export interface CarriedOut {
  readonly conduct: Conduct;
  readonly catalog: Catalog;
  readonly start: Start;
  /** What a new run was begun with. */
  readonly recall?: Recall;
  /** Where models come from, where that was looked up before. */
  readonly models?: ModelPort;
  /** What was shown of it before, by another process. */
  readonly past?: readonly RunEvent[];
}

type EndEvent = Extract<RunEvent, { readonly type: "run-end" }>;

/** Carries a run out: shows events as they come, has questions answered, and says how it ended or what it waits for. */
export async function carryOut(carried: CarriedOut, session: Session): Promise<Output> {
  const { conduct, catalog, start, recall, past = [] } = carried;
  const { viewpoint, world, interactive, emit } = session;
  const signal = session.stopping();
  try {
    // One for all questions: they wait for each other.
    const terminal = openTerminal(world.stdin);
    const models = carried.models ?? (await chooseModels(conduct.fakeModel, catalog.config, session));
    const live = await session.liveCatalog();
    const approvals = await approvalsOf(conduct, catalog, models, interactive ? terminal : undefined, session);
    const { text: instructions, notes } = await findInstructions(session);
    await session.say(notes);
    const store = runStore(session, conduct.durability);
    const roster = openRoster();
    past.forEach(roster.see);
    const { consent } = conduct;
    const events = start({
      catalog: () => {
        live.refresh();
        return live.current();
      },
      models,
      approveModel: approvals?.approve,
      tools: await agentTools(catalog, session),
      operator: chooseOperator({ consent, interactive, terminal, viewpoint, prompt: session.prompt, roster }),
      instructions,
      store,
      ...gateFiles(session),
      retries: conduct.retries ?? catalog.config.retries,
      idleTimeoutMs: conduct.idleTimeoutMs ?? catalog.config.idle_timeout_ms,
    });
    let end: EndEvent | undefined;
    for await (const event of events) {
      roster.see(event);
      if (event.type === "run-start" || event.type === "delegate-start") await approvals?.used(event.model);
      if (recall !== undefined && event.type === "run-start") noteRun(event.run, recall, session, world.now());
      if (event.type === "run-end") end = await emitEnd(event, store, conduct, session);
      else await emit(event);
    }
    if (end === undefined) throw noEnd();
    const output = runOutput(end, world.stdout.isTTY);
    // Who left before the end wants to hear no more.
    return world.stdout.broken.aborted ? { ...output, fault: undefined } : output;
  } catch (thrown) {
    throw signal.aborted ? stoppedEarly(signal) : thrown;
  }
}

/** Shows the end; to that of a run that waits it adds how it is answered and gone on with. */
async function emitEnd(event: EndEvent, store: RunStore, { fakeModel }: Conduct, session: Session): Promise<EndEvent> {
  if (event.waiting === undefined) {
    // A run that was refused has not ended by that.
    if (event.outcome !== "refused") forgetRun(event.run, session);
    await session.emit(event);
    return event;
  }
  const { run, asks } = event.waiting;
  const view = await readRun(store, run);
  const tail = view === undefined ? "" : tailOf(session, view, fakeModel);
  const open = view?.asks.filter(({ ask }) => asks.includes(ask)) ?? [];
  const end = { ...event, waiting: waitingData(run, open, tail) };
  await session.emit(end);
  if (session.format !== "ndjson") await session.say(waitingLines(run, open, tail, session));
  return end;
}

/** A script is no model: nobody has to approve it. */
async function approvalsOf(
  { fakeModel, approveModels, consent }: Conduct,
  catalog: Catalog,
  { providers }: ModelPort,
  terminal: Terminal | undefined,
  session: Session,
): Promise<Approvals | undefined> {
  if (fakeModel !== undefined) return undefined;
  const given: ApprovedModel[] = [];
  for (const written of approveModels) given.push(await namedModel(written, catalog, providers, session));
  return openApprovals({ given, terminal: consent === "no" ? undefined : terminal, session });
}

function noEnd(): CommandError {
  return new CommandError("Cannot tell how the run ended: it gave no end", { code: "POLYGLAV_NO_END", exit: "failed" });
}

/** A signal before the run began. */
export function stoppedEarly(signal: AbortSignal): CommandError {
  const terminated = signal.reason === "SIGTERM";
  return new CommandError("stopped before the run began", {
    code: "POLYGLAV_STOPPED",
    exit: terminated ? "terminated" : "interrupted",
  });
}
