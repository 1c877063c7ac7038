import { isTrusted } from "@polyglav/catalog/file";
import type { OpenAsk, RunView } from "@polyglav/engine";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { answerCommand, openAskLines, shellWord } from "../view/open-ask.ts";
import { visibleLine } from "../visible.ts";

/** What the commands that go on with a run of this folder have to say besides its id: they can be copied as they are. */
export function tailOf(session: Pick<Session, "viewpoint" | "world">, fakeModel?: string): string {
  const { viewpoint, world } = session;
  const { cwd, home } = viewpoint;
  const folder = startedIn(world.cwd) === cwd ? [] : ["-C", shellWord(cwd)];
  const trust = isTrusted({ cwd, home, env: world.env }) ? [] : ["--trust"];
  const script = fakeModel === undefined ? [] : ["--fake-model", shellWord(fakeModel)];
  return [...folder, ...trust, ...script].map((word) => ` ${word}`).join("");
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

/** A scripted run goes on with its script, whose file is not in the log. */
export const scriptOf = ({ model }: Pick<RunView, "model">): string | undefined =>
  model === "fake/script" ? "FILE" : undefined;
