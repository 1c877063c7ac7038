import type { RunView } from "@polyglav/engine";
import type { Span, Tone } from "../line.ts";

/** What a run has come to, in a word or two. */
export function displayState({ state, end }: Pick<RunView, "state" | "end">): Exclude<Span, string> {
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
