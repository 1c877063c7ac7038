import type { RunEvent } from "../log/run-event.ts";

/**
 * Writes down what happened, one line per event: its type, then the rest as JSON. Meant for inline snapshots, so what
 * differs from run to run is left out (`v`, `seq`, `t`, and the `ms` that a call took) or made short and stable:
 * runs are `r1`, `r2`, … and asks `a1`, `a2`, … in the order in which they appear. A run that others name, such as
 * the `who` of a reason, gets the same short name.
 *
 * Reads the events to their end, and throws what they throw.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { transcript } from "@polyglav/engine/testing";
 *
 * const events = (async function* () {
 *   yield { v: 1, seq: 2, t: "2026-01-01T00:00:00.000Z", run: "6f1c2a", type: "text", text: "Done." } as const;
 * })();
 * assert.equal(await transcript(events), 'text {"run":"r1","text":"Done."}');
 * ```
 */
export async function transcript(events: AsyncIterable<RunEvent>): Promise<string> {
  const names = new Map<string, string>();
  const lines: string[] = [];
  for await (const event of events) lines.push(toLine(event, names));
  return lines.join("\n");
}

function toLine(event: RunEvent, names: Map<string, string>): string {
  for (const run of [event.run, event.parent, "child" in event ? event.child : undefined]) learn(names, run, "r");
  if ("ask" in event) learn(names, event.ask, "a");
  const shown = Object.entries(event).filter(([key]) => !LEFT_OUT.has(key));
  return `${event.type} ${JSON.stringify(shorten(Object.fromEntries(shown), names))}`;
}

const LEFT_OUT: ReadonlySet<string> = new Set(["type", "v", "seq", "t", "ms"]);

/** What people and models say is left as it is, even where it looks like an id. */
const WORDS: ReadonlySet<string> = new Set(["text", "task", "input", "output", "content", "question", "summary"]);

function shorten(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => shorten(item, names));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, WORDS.has(key) ? inner : shorten(inner, names)] as const,
  );
  return Object.fromEntries(entries);
}

/** Invariant: `names` only grows, so that a name means the same on every line. */
function learn(names: Map<string, string>, id: string | undefined, kind: "r" | "a"): void {
  if (id === undefined || names.has(id)) return;
  const known = [...names.values()].filter((name) => name.startsWith(kind)).length;
  names.set(id, `${kind}${known + 1}`);
}
