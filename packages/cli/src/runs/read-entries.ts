import type { LogEntry } from "@polyglav/engine";

/** The entries among what was parsed from a part of a log. Their heads decide; what else they hold is the engine's. */
export function readEntriesOf(parsed: readonly unknown[]): readonly LogEntry[] {
  return parsed.filter(isEntry);
}

function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== "object" || value === null) return false;
  const { n, t, run, kind }: { n?: unknown; t?: unknown; run?: unknown; kind?: unknown } = value;
  return typeof n === "number" && typeof t === "string" && typeof run === "string" && typeof kind === "string";
}
