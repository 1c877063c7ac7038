import type { Catalog } from "@polyglav/catalog";
import { isTrusted } from "@polyglav/catalog/file";
import {
  type ModelPort,
  readRun,
  readRunLog,
  resume as goOn,
  type ResumeRequest,
  type RunStore,
  type RunView,
} from "@polyglav/engine";
import { findUsableRole } from "../catalog-lookup.ts";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import { notFound } from "../not-found.ts";
import { logEvents } from "../runs/log-events.ts";
import { findRun } from "../runs/find-run.ts";
import { fromLog, removeHint, runStore, withRun } from "../runs/store.ts";
import type { Session } from "../session.ts";
import { askForTrust } from "../trust/ask-for-trust.ts";
import { carryOut } from "./carry-out.ts";
import { recalled } from "./commands-to.ts";
import { chooseModels } from "./models.ts";
import { notedRun } from "./noted-runs.ts";
import type { Conduct } from "./order.ts";
import { readRecall, type Recall, scriptThere } from "./recall.ts";

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
  const view = await withRun(run, () => readRun(store, run));
  if (view === undefined) throw notFound({ one: "run", list: "polyglav runs list" }, run, []);
  const ready = await prepareToGoOn(view, conduct, `Cannot resume "${run}"`, session);
  return goOnWith(ready, store);
}

/** A run that can be gone on with, as far as that can be told before anything is done. */
export interface Ready {
  readonly run: string;
  readonly conduct: Conduct;
  readonly catalog: Catalog;
  readonly models: ModelPort;
  /** With the flags that the run was begun with. */
  readonly session: Session;
}

/**
 * Looks whether a run can be gone on with here: nobody else works on it, its log is trusted, and its config, role and
 * model are there.
 */
export async function prepareToGoOn(view: RunView, conduct: Conduct, what: string, session: Session): Promise<Ready> {
  refuseEnded(view);
  refuseHeld(view);
  const going = await sessionOf(view, what, session);
  const catalog = going.pinned ? await going.catalog() : await askForTrust(going);
  await refuseUntrusted(view, what, going);
  const recall = recalled(view, session);
  const fakeModel = conduct.fakeModel ?? scriptThere(recall);
  if (fakeModel === undefined && view.model === "fake/script") throw noScript(what, recall);
  const models = await chooseModels(fakeModel, catalog.config, going);
  await fromLog(view.run, () => {
    findUsableRole(view.role, { catalog, viewpoint: session.viewpoint, verb: "run" });
    refuseNoModel(view, models, what);
  });
  return { run: view.run, conduct: { ...conduct, fakeModel }, catalog, models, session: going };
}

/** The session that a run goes on in: with what it was begun with. */
export async function sessionOf(view: RunView, what: string, session: Session): Promise<Session> {
  if (readRecall(view.recall) === undefined) {
    throw new CommandError(`${what}: its log recalls what no run writes`, {
      code: "POLYGLAV_LOG_BROKEN",
      exit: "config",
      hint: removeHint(view.run),
    });
  }
  const going = session.goingOn(recalled(view, session));
  if (going.pinned && (await session.trusted()) && session.detail !== "quiet")
    await session.say([[["warn", "note: "], "the run was begun without trust in this folder, and goes on without it"]]);
  return going;
}

/** Goes on with a run that was looked at. */
export async function goOnWith({ run, conduct, catalog, models, session }: Ready, store: RunStore): Promise<Output> {
  const entries = (await withRun(run, () => readRunLog(store, run))) ?? [];
  const past = (await fromLog(run, () => logEvents(entries))).filter(({ type }) => type !== "run-end");
  await fromLog(run, () => {
    past.forEach(session.recall);
  });
  const request: ResumeRequest = { run, signal: session.stopping(), ...onAskOf(conduct) };
  const output = await carryOut({ conduct, catalog, models, start: (deps) => goOn(request, deps), past }, session);
  const { fault } = output;
  // Neither this command nor asks answer takes one.
  return fault?.hint?.includes("--model") === true ? { ...output, fault: { ...fault, hint: MODEL_HINT } } : output;
}

const MODEL_HINT = 'Name one as "model" in the role, or in config.json';

function noScript(what: string, { fakeModel }: Recall): CommandError {
  const state = fakeModel === undefined ? "it was begun with a script" : `its script "${fakeModel}" is not there`;
  return new CommandError(`${what}: ${state}`, {
    code: "POLYGLAV_SCRIPT",
    exit: "config",
    hint: "Name it with --fake-model FILE",
  });
}

/** The model of a run is that of its log: no flag gives it another one. */
function refuseNoModel({ role, model, run }: RunView, models: ModelPort, what: string): void {
  const found = models.resolve(model, { role, run, requests: 0 });
  if (found.ok) return;
  const { code, message } = found.error;
  throw new CommandError(`${what}: ${message}`, {
    code,
    exit: "not-ready",
    hint: `It was begun on ${model}: see its provider with polyglav config get providers`,
  });
}

/** A no to everything is one also to what the run was told to let wait. */
function onAskOf({ onAsk, consent }: Conduct): Pick<ResumeRequest, "onAsk"> {
  if (onAsk !== undefined) return { onAsk };
  return consent === "no" ? { onAsk: "deny" } : {};
}

function refuseEnded(view: RunView): void {
  if (view.end === undefined) return;
  throw new CommandError(`Cannot resume "${view.run}": it has ended (${view.end.outcome})`, {
    code: "POLYGLAV_RUN_ENDED",
    exit: "usage",
    hint: "Start the task anew",
  });
}

/** A run that another process works on is that process's. */
function refuseHeld(view: RunView): void {
  if (view.holder === undefined) return;
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
 * on with it would be to do what they said; a run that this user began there, as the user's own files say, is not.
 */
export async function refuseUntrusted(view: RunView, what: string, going: Session): Promise<void> {
  const { trusted } = recalled(view, going);
  if (await going.trusted()) return;
  const isNoted = notedRun(view.run, going) !== undefined;
  if (isNoted && trusted !== true) return;
  // The person vouches for the log; what the folder says does not count for all that.
  const { cwd, home } = going.viewpoint;
  if (going.pinned && (going.flags().trust || isTrusted({ cwd, home, env: going.world.env }))) return;
  const why = isNoted
    ? "it was begun with trust in this folder, which is not trusted now"
    : "this folder is not trusted, and its log could hold a yes that nobody here said";
  throw new CommandError(`${what}: ${why}`, {
    code: "POLYGLAV_NOT_TRUSTED",
    exit: "not-ready",
    hint: "Look at it with polyglav runs show, then pass --trust, or: polyglav trust",
  });
}
