import type { RunView } from "@polyglav/engine";
import type { Span, Tone } from "../line.ts";

/** What a run has come to, in a word or two. */
export function displayState({ state, end, asks }: Pick<RunView, "state" | "end" | "asks">): Exclude<Span, string> {
  if (state === "broken-off" && asks.length > 0)
    return [OPEN[state], `${state}, ${asks.length} ${asks.length === 1 ? "ask" : "asks"}`];
  if (state !== "ended" || end === undefined) return [OPEN[state], state];
  const { status, outcome, denials } = end;
  if (status === "ok") return ["good", "done"];
  if (status === "denied" && outcome === "done") return ["bad", `done, ${denials.length} denied`];
  return ["bad", outcome];
}

const OPEN: Readonly<Record<RunView["state"], Tone>> = {
  running: "name",
  waiting: "warn",
  ready: "good",
  "broken-off": "warn",
  ended: "dim",
};
