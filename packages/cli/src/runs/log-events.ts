import { callsOf, type LogEntry, type RunEvent, type RunEventBody, textOf, toRunEvents } from "@polyglav/engine";

/** Turns the log of a run into what somebody saw who watched it. */
export function logEvents(entries: readonly LogEntry[]): readonly RunEvent[] {
  const reader = openLogReader();
  return entries.flatMap((entry) => reader(entry));
}

/**
 * Reads a log entry by entry. What was said is in it step by step and not in pieces, and one that went on has a `run-start`
 * that says `resumed`, as in the stream of the process that went on with it.
 */
export function openLogReader(): (entry: LogEntry) => readonly RunEvent[] {
  let seq = 0;
  let start: Extract<RunEventBody, { readonly type: "run-start" }> | undefined;
  return (entry) => {
    const { t, run, parent } = entry;
    return bodiesOf(entry, start).map((body): RunEvent => {
      if (body.type === "run-start") start ??= body;
      seq += 1;
      return { v: 1, seq, t, run, ...(parent !== undefined && { parent }), ...body };
    });
  };
}

function bodiesOf(
  entry: LogEntry,
  start: Extract<RunEventBody, { readonly type: "run-start" }> | undefined,
): readonly RunEventBody[] {
  switch (entry.kind) {
    case "model.done": {
      const text = textOf(entry.said);
      // The last words of an agent are its answer, which the end has.
      const isAside = text !== "" && callsOf(entry.said).length > 0;
      return [...(isAside ? [{ type: "text", text } as const] : []), ...toRunEvents(entry)];
    }
    case "run.resumed":
      return start === undefined ? [] : [{ ...start, resumed: true }];
    default:
      return toRunEvents(entry);
  }
}
