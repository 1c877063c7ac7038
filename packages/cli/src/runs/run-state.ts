import type { RunView } from "@polyglav/engine";
import type { Span, Tone } from "../line.ts";

/** What a run has come to, in a word or two. */
export function displayState({ state, end, asks }: Pick<RunView, "state" | "end" | "asks">): Exclude<Span, string> {
  // All it waited for is there: it can go on.
  if (state === "waiting" && asks.length === 0) return ["good", "answered"];
  if (state !== "ended" || end === undefined) return [OPEN[state], state];
  const { status, outcome, denials } = end;
  if (status === "ok") return ["good", "done"];
  if (status === "denied" && outcome === "done") return ["bad", `done, ${denials.length} denied`];
  return ["bad", outcome];
}

const OPEN: Readonly<Record<RunView["state"], Tone>> = {
  running: "name",
  waiting: "warn",
  "broken-off": "warn",
  ended: "dim",
};
