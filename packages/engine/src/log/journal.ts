import { type LogBody, type LogEntry, toRunEvents } from "./log-entry.ts";
import type { RunEnd } from "../run/outcome.ts";
import type { Clock, RunLog } from "../ports.ts";
import type { RunEvent, RunEventBody } from "./run-event.ts";

/** Who speaks: a run and the one that delegated to it. */
export interface Speaker {
  readonly run: string;
  readonly parent?: string;
}

/** One place that writes the log of a tree and tells the watchers. */
export interface Journal {
  /** Appends to the log, then publishes what follows from it. */
  readonly record: (speaker: Speaker, body: LogBody) => void;
  /** Publishes without a trace in the log: pieces of text. */
  readonly broadcast: (speaker: Speaker, body: RunEventBody) => void;
  /**
   * Records the end. After it nothing is written or published: what a tool reports after it was given up has nowhere to
   * go. A log that cannot take the end is told by the end itself.
   */
  readonly end: (speaker: Speaker, endOf: (logFault: unknown) => RunEnd) => void;
}

/**
 * Opens a journal over a log. The log comes first: what is published has been written.
 *
 * @param onLogFault called once with the first failure of the log. From then on nothing more is written, and the
 *   watchers still get their events, because a full disk must not cost them the end of the story.
 */
export function createJournal(
  log: RunLog,
  clock: Clock,
  publish: (event: RunEvent) => void,
  onLogFault: (cause: unknown) => void,
): Journal {
  let n = 0;
  let seq = 0;
  let fault: unknown;
  let ended = false;

  const time = (): string => new Date(clock.now()).toISOString();
  const broadcast = (speaker: Speaker, body: RunEventBody): void => {
    if (ended) return;
    seq += 1;
    publish({ v: 1, seq, t: time(), ...speaker, ...body });
  };
  const append = (entry: LogEntry): void => {
    if (fault !== undefined) return;
    try {
      log.append(JSON.stringify(entry));
    } catch (cause) {
      fault = cause ?? new Error("the log failed");
      onLogFault(fault);
    }
  };
  const record = (speaker: Speaker, body: LogBody): void => {
    if (ended) return;
    n += 1;
    append({ n, t: time(), ...speaker, ...body });
    for (const event of toRunEvents(body)) broadcast(speaker, event);
  };
  return {
    record,
    broadcast,
    end(speaker, endOf) {
      if (ended) return;
      n += 1;
      append({ n, t: time(), ...speaker, kind: "run.ended", ...endOf(undefined) });
      for (const event of toRunEvents({ kind: "run.ended", ...endOf(fault) })) broadcast(speaker, event);
      ended = true;
    },
  };
}
