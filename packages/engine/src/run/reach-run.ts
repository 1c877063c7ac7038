import { createJournal } from "../log/journal.ts";
import { asError } from "../message-of.ts";
import { readEntries } from "../log/read-entries.ts";
import type { Letter, RunStore, StoredLog } from "../store/run-store.ts";
import { type Granted, grantWish, type OfflineDeps } from "./grant-wish.ts";
import { type Wish, readWish } from "./letter.ts";
import { type OpenedRun, openRun } from "./open-run.ts";

/** How long somebody may hold a run that only does the same as we, or is about to let go of it, in milliseconds. */
const SHORT_MS = 500;
const TRY_MS = 50;

/**
 * Does what somebody wants of a run: in its log where no process works on it, or by a letter to the one that does. Letters
 * that nobody has read yet are done first, in their order. What is told is safe. Throws what the store throws.
 */
export async function reachRun(
  run: string,
  wish: Wish,
  deps: OfflineDeps & { readonly store: RunStore },
): Promise<Granted | "posted"> {
  const { store, clock } = deps;
  const opened = await tryOpen(store, run);
  if (opened !== undefined) return inTurn(opened, wish, undefined, deps);
  const letter: Letter = { id: crypto.randomUUID(), says: wish };
  await store.post(run, letter);
  // Who holds it may be somebody who answers, too, or may park right now: neither reads letters any more.
  for (let waited = 0; waited < SHORT_MS; waited += TRY_MS) {
    await clock.sleep(TRY_MS, new AbortController().signal);
    const free = await tryOpen(store, run);
    if (free === undefined) continue;
    const end = await inTurn(free, wish, letter.id, deps);
    if (end !== "posted") return end;
    break;
  }
  const stored = await store.read(run, { from: "start" });
  return wish.do === "answer" ? becameOf(wish, stored) : "posted";
}

/** What became of an answer that was posted, as far as the log says: it was taken, or another one was quicker. */
function becameOf(
  { ask, answer }: Extract<Wish, { readonly do: "answer" }>,
  stored: StoredLog | undefined,
): Granted | "posted" {
  const entries = stored === undefined ? [] : readEntries(stored.entries).entries;
  for (const entry of entries) {
    if (entry.kind === "ask.answered" && entry.ask === ask)
      return answer.say === "text" && entry.text === answer.text ? "resolved" : "unknown";
    if (entry.kind !== "gate.recorded" || entry.record.do !== "close" || entry.record.ask !== ask) continue;
    const { end } = entry.record;
    return end.how === "answered" && end.answer.say === answer.say ? "resolved" : "unknown";
  }
  return "posted";
}

/** Reads the letters that wait, and then does what is wanted; as a letter it may be among them, or have been read. */
async function inTurn(
  { log, state }: OpenedRun,
  wish: Wish,
  id: string | undefined,
  deps: OfflineDeps,
): Promise<Granted | "posted"> {
  try {
    let fault: unknown;
    const journal = createJournal({
      ...{ log, clock: deps.clock, state },
      publish: () => undefined,
      onLogFault: (cause) => {
        fault = cause;
      },
    });
    const letters: Letter[] = [];
    log.letters((letter) => letters.push(letter));
    let own: Granted | "posted" = "posted";
    const done: Letter[] = [];
    const readAll = async (): Promise<void> => {
      for (let letter = letters.shift(); letter !== undefined; letter = letters.shift()) {
        done.push(letter);
        if (state.letters.has(letter.id)) continue;
        const read = readWish(letter.says);
        const granted = read === undefined ? "unknown" : await grantWish(read, journal, deps);
        if (letter.id === id) own = granted;
        journal.record({ run: state.run }, { kind: "letter.taken", letter: letter.id });
      }
    };
    await readAll();
    if (id === undefined) own = await grantWish(wish, journal, deps);
    // Those that came meanwhile.
    await readAll();
    if (fault !== undefined) throw asError(fault);
    await log.commit();
    for (const letter of done) log.discard(letter.id);
    return own;
  } finally {
    await log.close();
  }
}

async function tryOpen(store: RunStore, run: string): Promise<OpenedRun | undefined> {
  try {
    return await openRun(store, run);
  } catch (cause) {
    if (isHeld(cause)) return undefined;
    throw cause;
  }
}

const isHeld = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "POLYGLAV_RUN_HELD";
