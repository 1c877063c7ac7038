import { resolve } from "node:path";
import { isTrusted } from "@polyglav/catalog/file";
import type { OpenAsk, RunView } from "@polyglav/engine";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { answerCommand, openAskLines, shellWord } from "../view/open-ask.ts";
import { visibleLine } from "../visible.ts";
import { notedRun } from "./noted-runs.ts";
import { readRecall, type Recall, scriptThere } from "./recall.ts";

/** What the commands that go on with a run are made from. */
export type Continued = Pick<RunView, "run" | "model" | "recall">;

/**
 * What the commands that go on with a run of this folder have to say besides its id: they can be copied as they are. What
 * the run recalls by itself is left out, and so is trust where it began without.
 */
export function tailOf(session: Session, run: Continued, fakeModel?: string): string {
  const { viewpoint, world } = session;
  const { cwd, home } = viewpoint;
  const { trusted, ...recall } = recalled(run, session);
  const { mode, caps, config, noLocal } = session.flags();
  const folder = startedIn(world.cwd) === cwd ? [] : ["-C", shellWord(cwd)];
  const flags = [
    ...(trusted !== false && !isTrusted({ cwd, home, env: world.env }) ? ["--trust"] : []),
    ...(mode === undefined || mode === recall.mode ? [] : ["--mode", shellWord(mode)]),
    ...caps.filter((cap) => recall.caps?.includes(cap) !== true).flatMap((cap) => ["--cap", shellWord(cap)]),
    ...(config === undefined || config === recall.config ? [] : ["--config", shellWord(config)]),
    ...(noLocal && recall.noLocal !== true ? ["--no-local"] : []),
  ];
  return [...folder, ...flags, ...scriptWords(run, recall, session, fakeModel)].map((word) => ` ${word}`).join("");
}

/** What a run was begun with: as the user's own note says, else as its log does. */
export const recalled = (run: Continued, session: Pick<Session, "places" | "viewpoint">): Recall =>
  notedRun(run.run, session) ?? readRecall(run.recall) ?? {};

/** A scripted run goes on with its script: the one that is named now, or that it recalls, or one to be named. */
function scriptWords(run: Continued, recall: Recall, { viewpoint }: Session, fakeModel?: string): readonly string[] {
  if (fakeModel !== undefined && resolve(viewpoint.cwd, fakeModel) !== recall.fakeModel)
    return ["--fake-model", shellWord(fakeModel)];
  return run.model !== "fake/script" || scriptThere(recall) !== undefined ? [] : ["--fake-model", "FILE"];
}

function startedIn(cwd: () => string): string | undefined {
  try {
    return cwd();
  } catch {
    return undefined; // the folder is gone; then -C named another one
  }
}

/** What a run waits for, for programs: each ask with the command that answers it, and the one that goes on. */
export function waitingData(run: string, asks: readonly OpenAsk[], tail: string): WaitingData {
  return {
    run,
    asks: asks.map(({ ask }) => ask),
    answer: asks.map((ask) => answerCommand(ask, tail)),
    resume: resumeCommand(run, tail),
  };
}

export interface WaitingData {
  readonly run: string;
  readonly asks: readonly string[];
  readonly answer: readonly string[];
  readonly resume: string;
}

/** The same for people. */
export function waitingLines(
  run: string,
  asks: readonly OpenAsk[],
  tail: string,
  { viewpoint }: Pick<Session, "viewpoint">,
): readonly Line[] {
  return [
    [["strong", `Waiting for ${asks.length === 1 ? "an answer" : `${asks.length} answers`}:`]],
    ...asks.flatMap((ask) => openAskLines(ask, tail, viewpoint)),
    [["dim", `  The answer goes on with the run; without one: ${visibleLine(resumeCommand(run, tail))}`]],
  ];
}

export const resumeCommand = (run: string, tail: string): string => `polyglav runs resume ${run}${tail}`;
