import { readRun, readRunLog, resume as goOn, type ResumeRequest, type RunStore, type RunView } from "@polyglav/engine";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import { logEvents } from "../runs/log-events.ts";
import { findRun } from "../runs/find-run.ts";
import { fromLog, runStore, withStore } from "../runs/store.ts";
import type { Session } from "../session.ts";
import { askForTrust } from "../trust/ask-for-trust.ts";
import { carryOut } from "./carry-out.ts";
import type { Conduct } from "./order.ts";

/** Goes on with the run that a person means. */
export async function resume(written: string, conduct: Conduct, session: Session): Promise<Output> {
  const store = runStore(session, conduct.durability);
  return resumeRun(await findRun(written, store), conduct, { store, session });
}

/** Goes on with a run of this folder. */
export async function resumeRun(
  run: string,
  conduct: Conduct,
  { store, session }: { readonly store: RunStore; readonly session: Session },
): Promise<Output> {
  const view = await withStore(() => readRun(store, run));
  refuseEnded(view);
  refuseHeld(view);
  const catalog = await askForTrust(session);
  await refuseUntrusted(`Cannot resume "${run}"`, session);
  const entries = (await withStore(() => readRunLog(store, run))) ?? [];
  const past = (await fromLog(run, () => logEvents(entries))).filter(({ type }) => type !== "run-end");
  await fromLog(run, () => {
    past.forEach(session.recall);
  });
  const request: ResumeRequest = { run, signal: session.stopping(), ...onAskOf(conduct) };
  return carryOut(
    {
      conduct,
      catalog,
      start: (deps) => goOn(request, deps),
      past,
    },
    session,
  );
}

/** A no to everything is one also to what the run was told to let wait. */
function onAskOf({ onAsk, consent }: Conduct): Pick<ResumeRequest, "onAsk"> {
  if (onAsk !== undefined) return { onAsk };
  return consent === "no" ? { onAsk: "deny" } : {};
}

function refuseEnded(view: RunView | undefined): void {
  if (view?.end === undefined) return;
  throw new CommandError(`Cannot resume "${view.run}": it has ended (${view.end.outcome})`, {
    code: "POLYGLAV_RUN_ENDED",
    exit: "usage",
    hint: "Start the task anew",
  });
}

/** A run that another process works on is that process's. */
function refuseHeld(view: RunView | undefined): void {
  if (view?.holder === undefined) return;
  const { pid, host } = view.holder;
  const who = pid === undefined ? "another process" : `process ${pid}`;
  const where = host === undefined ? "" : ` on ${host}`;
  throw new CommandError(`Cannot resume "${view.run}": ${who}${where} works on it`, {
    code: "POLYGLAV_RUN_HELD",
    exit: "not-ready",
    hint: `Watch it with: polyglav runs tail -f ${view.run}`,
  });
}

/**
 * A log says who was granted what, and what was answered. In a folder that came from somebody else it is theirs, and to go
 * on with it would be to do what they said.
 */
export async function refuseUntrusted(what: string, { trusted }: Pick<Session, "trusted">): Promise<void> {
  if (await trusted()) return;
  throw new CommandError(`${what}: this folder is not trusted, and its log could hold a yes that nobody here said`, {
    code: "POLYGLAV_NOT_TRUSTED",
    exit: "not-ready",
    hint: "Look at it with polyglav runs show, then pass --trust, or: polyglav trust",
  });
}
