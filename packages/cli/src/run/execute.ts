import { run, type RunRequest } from "@polyglav/engine";
import { findUsableRole } from "../catalog-lookup.ts";
import type { Output } from "../command.ts";
import type { Session } from "../session.ts";
import { askForTrust } from "../trust/ask-for-trust.ts";
import { carryOut, stoppedEarly } from "./carry-out.ts";
import type { RunOrder } from "./order.ts";
import { recallOf } from "./recall.ts";
import { readTask } from "./task-text.ts";

/** Carries a new run out: everything that can be refused is refused first, then events are shown as they come. */
export async function execute(order: RunOrder, session: Session): Promise<Output> {
  const { viewpoint, world } = session;
  const signal = session.stopping();
  try {
    const task = await readTask(order.task, { cwd: viewpoint.cwd, stdin: world.stdin, signal });
    const catalog = await askForTrust(session);
    const role = order.role ?? catalog.config.root_role;
    findUsableRole(role, { catalog, viewpoint, verb: "run" });
    const recall = await recallOf(session, order.fakeModel);
    const request = { ...requestOf(order, task, role, signal), recall };
    return await carryOut({ conduct: order, catalog, recall, start: (deps) => run(request, deps) }, session);
  } catch (thrown) {
    throw signal.aborted ? stoppedEarly(signal) : thrown;
  }
}

function requestOf(order: RunOrder, task: string, role: string, signal: AbortSignal): RunRequest {
  const { model, skills, denials, limits, onAsk, unfinished } = order;
  return {
    task,
    role,
    skills,
    denials,
    limits,
    signal,
    ...(model === undefined ? {} : { model }),
    ...(onAsk === undefined ? {} : { onAsk }),
    ...(unfinished === undefined ? {} : { unfinished }),
  };
}
