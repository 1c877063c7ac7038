import { join } from "node:path";
import type { ApprovedModel, Catalog } from "@polyglav/catalog";
import { type ModelPort, run, type RunEvent, type RunRequest } from "@polyglav/engine";
import { fileStore } from "@polyglav/engine/file";
import { findUsableRole } from "../catalog-lookup.ts";
import type { Output } from "../command.ts";
import { agentTools } from "../agent-tools.ts";
import { CommandError } from "../command-error.ts";
import type { Session } from "../session.ts";
import { askForTrust } from "../trust/ask-for-trust.ts";
import { type Approvals, openApprovals } from "./approvals/approvals.ts";
import { namedModel } from "./approvals/named-model.ts";
import { gateFiles } from "./gate-files.ts";
import { chooseModels } from "./models.ts";
import { chooseOperator } from "./operator.ts";
import type { RunOrder } from "./order.ts";
import { runOutput } from "./run-output.ts";
import { readTask } from "./task-text.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Carries a run out: everything that can be refused is refused first, then events are shown as they come. */
export async function execute(order: RunOrder, session: Session): Promise<Output> {
  const { viewpoint, world } = session;
  const signal = session.stopping();
  try {
    const task = await readTask(order.task, { cwd: viewpoint.cwd, stdin: world.stdin, signal });
    const catalog = await askForTrust(session);
    const role = order.role ?? catalog.config.root_role;
    findUsableRole(role, { catalog, viewpoint, verb: "run" });
    const end = await drive(requestOf(order, task, role, signal), order, catalog, session);
    const output = runOutput(end, world.stdout.isTTY);
    // Who left before the end wants to hear no more.
    return world.stdout.broken.aborted ? { ...output, fault: undefined } : output;
  } catch (thrown) {
    throw signal.aborted ? stoppedEarly(signal) : thrown;
  }
}

function requestOf(order: RunOrder, task: string, role: string, signal: AbortSignal): RunRequest {
  const { model, timeoutMs, skills, denials } = order;
  return {
    task,
    role,
    skills,
    denials,
    signal,
    ...(model === undefined ? {} : { model }),
    ...(timeoutMs === undefined ? {} : { limits: { ms: timeoutMs } }),
  };
}

type EndEvent = Extract<RunEvent, { readonly type: "run-end" }>;

async function drive(request: RunRequest, order: RunOrder, catalog: Catalog, session: Session): Promise<EndEvent> {
  const { viewpoint, world, interactive } = session;
  // One for all questions: they wait for each other.
  const terminal = openTerminal(world.stdin);
  const models = await chooseModels(order.fakeModel, catalog.config, session);
  const live = await session.liveCatalog();
  const approvals = await approvalsOf(order, catalog, models, interactive ? terminal : undefined, session);
  const events = run(request, {
    catalog: () => {
      live.refresh();
      return live.current();
    },
    models,
    approveModel: approvals?.approve,
    tools: await agentTools(catalog, session),
    operator: chooseOperator({
      consent: order.consent,
      interactive,
      terminal,
      viewpoint,
      prompt: session.prompt,
    }),
    store: fileStore(join(viewpoint.cwd, ".polyglav", "runs")),
    ...gateFiles(session),
    retries: order.retries ?? catalog.config.retries,
    idleTimeoutMs: order.idleTimeoutMs ?? catalog.config.idle_timeout_ms,
  });
  let end: EndEvent | undefined;
  for await (const event of events) {
    if (event.type === "run-end") end = event;
    if (event.type === "run-start" || event.type === "delegate-start") await approvals?.used(event.model);
    await session.emit(event);
  }
  if (end !== undefined) return end;
  throw new CommandError("Cannot tell how the run ended: it gave no end", { code: "POLYGLAV_NO_END", exit: "failed" });
}

/** A script is no model: nobody has to approve it. */
async function approvalsOf(
  { fakeModel, approveModels, consent }: RunOrder,
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

/** A signal before the run began. */
function stoppedEarly(signal: AbortSignal): CommandError {
  const terminated = signal.reason === "SIGTERM";
  return new CommandError("stopped before the run began", {
    code: "POLYGLAV_STOPPED",
    exit: terminated ? "terminated" : "interrupted",
  });
}
