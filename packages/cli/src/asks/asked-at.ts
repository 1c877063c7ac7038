import { type LogEntry, readRunLog, type RunStore } from "@polyglav/engine";

/** When each ask of a run was raised, in milliseconds since 1970. */
export async function askedAt(run: string, store: RunStore): Promise<ReadonlyMap<string, number>> {
  const entries = (await readRunLog(store, run)) ?? [];
  return new Map(entries.flatMap((entry) => raised(entry)));
}

function raised(entry: LogEntry): readonly (readonly [string, number])[] {
  const at = Date.parse(entry.t);
  if (entry.kind === "ask.raised") return [[entry.ask, at]];
  if (entry.kind === "gate.recorded" && entry.record.do === "ask") return [[entry.record.ask.id, at]];
  return [];
}
