import { listRuns, type OpenAsk, type RunStore, type RunView } from "@polyglav/engine";
import type { Line } from "../line.ts";
import { didYouMean } from "../not-found.ts";
import { CommandError, usageError } from "../command-error.ts";
import { runOf } from "../runs/find-run.ts";
import { withStore } from "../runs/store.ts";
import { askedFor, openAskLines } from "../view/open-ask.ts";
import { visibleLine } from "../visible.ts";

/** An open ask with the run that it belongs to. */
export interface FoundAsk {
  readonly ask: OpenAsk;
  readonly view: RunView;
}

/** The open asks of all runs of a folder, the oldest run first; runs that cannot be read have none. */
export async function allAsks(store: RunStore): Promise<readonly FoundAsk[]> {
  const views = await withStore(() => listRuns(store));
  return views.flatMap((view) => view.asks.filter(isSound).map((ask) => ({ ask, view })));
}

/** Whoever made the folder may have written its logs by hand: what nobody can be asked is not asked. */
function isSound(ask: OpenAsk): boolean {
  try {
    openAskLines(ask, "", { cwd: "/", home: "/" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds the ask that a person means: by its id, by `run/ask` where several runs have it, or the only one that is open
 * where nothing is said. Throws a usage error that lists what is open.
 */
export function findAsk(
  written: string | undefined,
  open: readonly FoundAsk[],
  verb: "answer" | "show" = "answer",
): FoundAsk {
  if (written === undefined) {
    const [only, ...others] = open;
    if (only === undefined)
      throw usageError(`Cannot ${verb} an ask: nothing is asked`, "See what ran with: polyglav runs list");
    if (others.length === 0) return only;
    throw ambiguous(`Cannot tell which ask is meant: ${open.length} are open`, open, verb);
  }
  const slash = written.lastIndexOf("/");
  const id = written.slice(slash + 1);
  const ofRun = slash < 0 ? open : within(written.slice(0, slash), open);
  const [found, ...others] = ofRun.filter(({ ask }) => ask.ask === id);
  if (found === undefined) throw unknown(written, open);
  if (others.length === 0) return found;
  throw ambiguous(`Cannot tell which ask "${written}" is: ${others.length + 1} runs have it`, [found, ...others], verb);
}

function within(run: string, open: readonly FoundAsk[]): readonly FoundAsk[] {
  const wanted = runOf(run, [...new Set(open.map(({ view }) => view.run))]);
  return open.filter(({ view }) => view.run === wanted);
}

/** The shortest name of an ask that no other one has. */
export function nameOf({ ask }: FoundAsk, open: readonly FoundAsk[]): string {
  const same = open.filter((other) => other.ask.ask === ask.ask).length;
  return same > 1 ? `${ask.run}/${ask.ask}` : ask.ask;
}

function unknown(written: string, open: readonly FoundAsk[]): CommandError {
  const names = open.map((one) => nameOf(one, open));
  return new CommandError(`no open ask "${written}"`, {
    code: "POLYGLAV_UNKNOWN_NAME",
    exit: "usage",
    hint: didYouMean({ one: "open ask", list: "polyglav asks list" }, written, names),
  });
}

function ambiguous(message: string, open: readonly FoundAsk[], verb: "answer" | "show"): CommandError {
  const details = open.map((one): Line => [
    `  ${visibleLine(nameOf(one, open))}  `,
    ["name", visibleLine(one.ask.role)],
    `  ${askedFor(one.ask)}`,
  ]);
  const [first] = open;
  const hint =
    first === undefined
      ? undefined
      : `Say which, such as: polyglav asks ${verb} ${nameOf(first, open)}${verb === "answer" ? " …" : ""}`;
  return new CommandError(message, { code: "POLYGLAV_USAGE", exit: "usage", details, hint });
}
