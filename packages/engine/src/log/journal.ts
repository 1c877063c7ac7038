import { askId } from "../ask/ask-id.ts";
import type { RunEnd } from "../run/outcome.ts";
import type { Clock } from "../ports.ts";
import type { RunLog } from "../store/run-store.ts";
import { apply } from "./fold.ts";
import type { LogBody, LogEntry } from "./log-entry.ts";
import type { RunEvent, RunEventBody } from "./run-event.ts";
import { type AgentState, type RunState, speakerOf } from "./run-state.ts";
import { toSnapshot } from "./snapshot.ts";
import { toRunEvents } from "./to-run-events.ts";

/** Who speaks: a run and the one that delegated to it. */
export interface Speaker {
  readonly run: string;
  readonly parent?: string;
}

/** One place that writes the log of a tree, keeps its state, and tells the watchers. */
export interface Journal {
  /** What the log has come to. */
  readonly state: RunState;
  /** Appends to the log, then takes it into the state, then publishes what follows from it. */
  readonly record: (speaker: Speaker, body: LogBody) => void;
  /** Publishes without a trace in the log: pieces of text. */
  readonly broadcast: (speaker: Speaker, body: RunEventBody) => void;
  /** Publishes that an ask is open, if it was opened by another process. */
  readonly announce: (speaker: Speaker, ask: string) => void;
  /** Names a long text, which is written the first time only. */
  readonly store: (speaker: Speaker, text: string) => string;
  /** Whether what is recorded is still written. */
  readonly isOpen: () => boolean;
  /** Gives a name for an ask or a grant, never the same twice. */
  readonly newAskId: () => string;
  /** Resolves when what was recorded is safe; a failure ends the run as one of `record` does. */
  readonly commit: () => Promise<void> | undefined;
  /**
   * Records the end, and tells it when it is as safe as the log promises. After it nothing is written or published: what a
   * tool reports after it was given up has nowhere to go. A log that cannot take the end is told by the end itself.
   */
  readonly end: (speaker: Speaker, endOf: (logFault: unknown) => RunEnd) => Promise<void> | undefined;
  /** Records that everybody waits, and publishes that as the end of this process's part. Then it is closed as by `end`. */
  readonly park: (speaker: Speaker, asks: readonly string[], end: RunEnd) => Promise<void> | undefined;
}

/** What a journal is opened over. */
export interface JournalOptions {
  readonly log: RunLog;
  readonly clock: Clock;
  readonly publish: (event: RunEvent) => void;
  /**
   * Called once with the first failure of the log. From then on nothing more is written, and the watchers still get
   * their events, because a full disk must not cost them the end of the story.
   */
  readonly onLogFault: (cause: unknown) => void;
  /** What the log holds already. */
  readonly state: RunState;
}

/** So many entries after the last one a state is kept, at the earliest. */
const SNAPSHOT_AFTER = 1_000;

/** Opens a journal over a log. The log comes first: what is published has been written. */
export function createJournal({ log, clock, publish, onLogFault, state }: JournalOptions): Journal {
  let seq = 0;
  let fault: unknown;
  let ended = false;
  let next = state.n + SNAPSHOT_AFTER;
  let ids = 0;
  const names = new Map([...state.texts].map(([name, text]) => [text, name]));

  let at = Number.NaN;
  let text = new Date(0).toISOString();
  /** The time as text; much happens in one millisecond. */
  const time = (): string => {
    const now = clock.now();
    if (now !== at) {
      at = now;
      const date = new Date(now);
      // A clock that gives no time must not end a run: it is as late as it was.
      if (!Number.isNaN(date.getTime())) text = date.toISOString();
    }
    return text;
  };
  /** What the watchers of this process have seen begin: children by their runs, and asks. */
  const begun = new Set<string>();
  const tell = (speaker: Speaker, body: RunEventBody): void => {
    if (body.type === "run-start") begun.add(speaker.run);
    if (body.type === "delegate-start") begun.add(body.child);
    if (body.type === "ask-open") begun.add(body.ask);
    seq += 1;
    publish({ v: 1, seq, t: time(), ...speaker, ...body });
  };
  /** What began in another process is told again, before anything about it is. */
  const tellBeginning = (run: string): void => {
    const agent = begun.has(run) ? undefined : state.agents.get(run);
    if (agent?.parent === undefined) return;
    tellBeginning(agent.parent);
    tell(speakerOf(agent.parent, state), startOf(agent));
  };
  const broadcast = (speaker: Speaker, body: RunEventBody): void => {
    if (ended) return;
    if (body.type !== "run-end") tellBeginning(speaker.run);
    if (body.type === "ask-close" && !begun.has(body.ask)) {
      const open = askOf(body.ask, state);
      if (open !== undefined) tell(speaker, open);
    }
    tell(speaker, body);
  };
  const failed = (cause: unknown): void => {
    if (fault !== undefined) return;
    fault = cause ?? new Error("the log failed");
    onLogFault(fault);
  };
  const write = (speaker: Speaker, body: LogBody): void => {
    const entry: LogEntry = { n: state.n + 1, t: time(), ...speaker, ...body };
    if (fault === undefined) {
      try {
        log.append(JSON.stringify(entry));
      } catch (cause) {
        failed(cause);
      }
    }
    apply(state, entry);
    if (state.n >= next && fault === undefined) {
      next = state.n + Math.max(SNAPSHOT_AFTER, Math.floor(state.n / 2));
      try {
        log.snapshot(toSnapshot(state));
      } catch {
        // It only makes the next start quicker: the log has it all.
      }
    }
  };
  const commit = (): Promise<void> | undefined => {
    if (fault !== undefined) return undefined;
    try {
      return log.commit()?.catch(failed);
    } catch (cause) {
      failed(cause);
      return undefined;
    }
  };
  /** An end is a promise: it is told when it is safe. */
  const whenSafe = (act: () => void): Promise<void> | undefined => {
    const pending = commit();
    if (pending !== undefined) return pending.then(act);
    act();
    return undefined;
  };
  const record = (speaker: Speaker, body: LogBody): void => {
    if (ended) return;
    // With its end, a child is not in the state any more.
    if (body.kind === "child.done") tellBeginning(body.child);
    write(speaker, body);
    for (const event of toRunEvents(body)) broadcast(speaker, event);
  };
  return {
    state,
    record,
    broadcast,
    announce(speaker, ask) {
      const open = ended || begun.has(ask) ? undefined : askOf(ask, state);
      if (open !== undefined) broadcast(speaker, open);
    },
    store(speaker, text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      const name = `t${names.size + 1}`;
      names.set(text, name);
      record(speaker, { kind: "text.stored", name, text });
      return name;
    },
    isOpen: () => !ended,
    newAskId() {
      ids = Math.max(ids, state.ids) + 1;
      return askId(state.run, ids);
    },
    commit,
    end(speaker, endOf) {
      if (ended) return undefined;
      write(speaker, { kind: "run.ended", ...endOf(undefined) });
      ended = true;
      return whenSafe(() => {
        for (const event of toRunEvents({ kind: "run.ended", ...endOf(fault) })) tell(speaker, event);
      });
    },
    park(speaker, asks, end) {
      if (ended) return undefined;
      write(speaker, { kind: "run.parked", asks });
      ended = true;
      return whenSafe(() => {
        tell(speaker, { type: "run-end", ...end });
      });
    },
  };
}

/** The beginning of a child, as it was told when it began. */
function startOf({ run: child, call = "", background, started }: AgentState): RunEventBody {
  const { role, model, task, carve } = started;
  return {
    type: "delegate-start",
    call,
    child,
    role,
    model,
    task,
    carve,
    resumed: true,
    ...(background && { background }),
  };
}

/** The beginning of an ask, as it was told when it began. */
function askOf(ask: string, { gate, questions }: RunState): RunEventBody | undefined {
  const asked = questions.get(ask);
  if (asked !== undefined) return toRunEvents({ kind: "ask.raised", ...asked })[0];
  const record = gate.find((one) => one.do === "ask" && one.ask.id === ask);
  return record === undefined ? undefined : toRunEvents({ kind: "gate.recorded", record })[0];
}
