import type { RunEnd, RunEvent, Usage } from "@polyglav/engine";
import type { Line, Span, Tone } from "../line.ts";
import { shortened, visibleLine } from "../visible.ts";
import { displayTime, displayUsage } from "./amounts.ts";
import { addSpeaker, callKey, speakerOf, type ViewState, withSpeaker } from "./view-state.ts";
import { displayWhy } from "./why.ts";

/** What an event changes and shows. */
export interface Rendered {
  readonly state: ViewState;
  readonly lines: readonly Line[];
}

/**
 * Shows one event of a run as lines of a tree: who does what. Every line begins with the place in the tree and the name
 * of the role, because children that run side by side take turns. Lines are only ever added, so a pipe and a terminal
 * get the same. Event types that it does not know show nothing.
 */
export function renderEvent(state: ViewState, event: RunEvent): Rendered {
  if (event.type === "text") return hear(state, event.run, event.text);
  if (event.type === "thinking" || event.type === "usage") return { state, lines: [] };
  // What is said counts as said once something else happens; a retry takes it back, and the last words are the answer.
  const unsaid = event.type === "retry" || event.type === "run-end";
  const before = unsaid ? forget(state, event.run) : sayOut(state, event.run);
  const rendered = renderHappening(before.state, event);
  return { state: rendered.state, lines: [...before.lines, ...rendered.lines] };
}

type Happening = Exclude<RunEvent, { readonly type: "text" | "thinking" | "usage" }>;

function renderHappening(state: ViewState, event: Happening): Rendered {
  const show = (...spans: readonly Span[]): Rendered => ({ state, lines: [lineOf(state, event.run, spans)] });
  switch (event.type) {
    case "run-start": {
      const started = addSpeaker(state, event.run, event.role, event.parent, Date.parse(event.t));
      const task = cut(state, event.task, 24 + event.model.length);
      const begins = event.resumed === true ? "goes on with" : "starts on";
      return {
        state: started,
        lines: [lineOf(started, event.run, [`${begins} ${visibleLine(event.model)}: `, ["dim", task]])],
      };
    }
    case "delegate-start": {
      const started = addSpeaker(state, event.child, event.role, event.run, Date.parse(event.t));
      return {
        state: started,
        lines: [
          lineOf(
            started,
            event.child,
            [event.resumed === true ? "goes on: " : "starts: ", ["dim", cut(state, event.task, 30)]],
            "├",
          ),
        ],
      };
    }
    case "delegate-end":
      return {
        state: { ...state, shownCalls: new Set([...state.shownCalls, callKey(event.run, event.call)]) },
        lines: [lineOf(state, event.child, endOf(state, event))],
      };
    case "tool-start":
      // Delegations and questions have events of their own, which say more.
      return event.tool === "delegate" || event.tool === "ask"
        ? { state, lines: [] }
        : show(cut(state, event.summary, 24));
    case "permission":
      return event.granted ? { state, lines: [] } : show(...denialOf(state, event));
    case "tool-end":
      return renderToolEnd(state, event, show);
    case "ask-open":
      return renderAsk(state, event);
    case "ask-close":
      return renderAnswer(state, event, show);
    case "warning":
      return show(["warn", "! "], visibleLine(event.message), [
        "dim",
        event.hint === undefined ? "" : ` (${visibleLine(event.hint)})`,
      ]);
    case "waiting":
      return show(["dim", `… nothing from its model for ${displayTime(event.ms)}`]);
    case "retry":
      return show(
        ["warn", `↻ attempt ${event.attempt + 1} in ${displayTime(event.waitMs)}`],
        `: ${cut(state, event.reason, 40)}`,
      );
    case "run-end":
      return renderRunEnd(state, event);
  }
}

type EventOf<T extends RunEvent["type"]> = Extract<RunEvent, { readonly type: T }>;
type Show = (...spans: readonly Span[]) => Rendered;

function denialOf(state: ViewState, event: EventOf<"permission">): readonly Span[] {
  const why = displayWhy(event.because, state.viewpoint);
  const asked = event.decision === "ask" ? "no yes to what has to be asked for, " : "";
  return [["bad", "✗ denied"], ` ${visibleLine(event.summary)}`, ["dim", because(`${asked}${why}`)]];
}

function renderToolEnd(state: ViewState, event: EventOf<"tool-end">, show: Show): Rendered {
  if (state.shownCalls.has(callKey(event.run, event.call))) return { state, lines: [] };
  const own = event.tool !== "delegate" && event.tool !== "ask";
  const output = cut(state, firstLine(event.output), 40);
  if (event.status === "error") return show(["bad", `✗ ${visibleLine(event.tool)} failed`], `: ${output}`);
  if (event.status === "unknown")
    return show(["warn", `? ${visibleLine(event.tool)} had begun`], ": nobody knows what it did");
  if (event.status === "cancelled") return show(["warn", `✗ ${visibleLine(event.tool)} stopped`]);
  if (event.status === "denied" || !own || state.detail !== "verbose") return { state, lines: [] };
  // What is done before anybody could look up needs no time beside it.
  const took = event.ms < 100 ? "" : ` (${displayTime(event.ms)})`;
  return show(["dim", `↳ ${output}${took}`]);
}

function renderAsk(state: ViewState, event: EventOf<"ask-open">): Rendered {
  const asked = event.kind === "direction" ? (event.question ?? event.summary) : event.summary;
  const kept = { ...state, asks: new Map([...state.asks, [event.ask, asked]]) };
  const wants =
    event.kind === "direction"
      ? "asks: "
      : event.lift === "elevate"
        ? "asks for more than its role has: "
        : "asks for ";
  const why = event.because === undefined ? "" : because(displayWhy(event.because, state.viewpoint));
  return { state: kept, lines: [lineOf(state, event.run, [["warn", `? ${wants}`], visibleLine(asked), ["dim", why]])] };
}

function renderAnswer(state: ViewState, event: EventOf<"ask-close">, show: Show): Rendered {
  const asked = state.asks.get(event.ask);
  const about = asked === undefined ? "" : ` to ${visibleLine(asked)}`;
  const why = event.because === undefined ? "" : `: ${visibleLine(event.because)}`;
  const { by = "operator" } = event;
  const who = by === "operator" ? "the operator" : visibleLine(speakerOf(state, by.id).label);
  switch (event.answer) {
    case "once":
      return show(["good", `✓ ${who} says yes, once,`], about);
    case "run":
    case "session":
    case "project":
      return show(["good", `✓ ${who} says yes for this ${event.answer}`], about);
    case "answered":
      return show(["good", event.by === undefined ? "✓ answered" : `✓ ${who} answers`], cut(state, why, 24));
    case "deny":
      return show(["bad", `✗ ${who} says no`], about, why);
    case "no-approver":
      return show(["bad", "✗ no"], about, ": nobody is there to answer");
    case "cancelled":
      return show(["warn", "✗ no answer"], about, ": the run was stopped");
    case "expired":
      return show(["warn", "✗ no answer"], about, " in time");
    case "lost":
      return show(["warn", "✗ no answer"], about, ": it cannot be asked any more");
  }
}

function endOf(state: ViewState, event: EventOf<"delegate-end">): readonly Span[] {
  const tookMs = Date.parse(event.t) - speakerOf(state, event.child).startedMs;
  const first = firstLine(event.content);
  return [...verdictOf(event.outcome, tookMs, event.usage), ["dim", first === "" ? "" : `: ${cut(state, first, 50)}`]];
}

function renderRunEnd(state: ViewState, event: EventOf<"run-end">): Rendered {
  // A run that never started has nothing to show in a tree; why is said elsewhere.
  if (event.outcome === "refused" || !state.speakers.has(event.run)) return { state, lines: [] };
  const tookMs = Date.parse(event.t) - speakerOf(state, event.run).startedMs;
  const denied = event.denials.length;
  const calls = denied === 0 ? "" : `, ${denied} ${denied === 1 ? "call" : "calls"} denied`;
  return {
    state,
    lines: [lineOf(state, event.run, [...verdictOf(event.outcome, tookMs, event.usage), ["bad", calls]])],
  };
}

/** How an agent ended, as people read it. */
export const OUTCOMES: Readonly<Record<RunEnd["outcome"], readonly [Tone, string]>> = {
  done: ["good", "✓ done"],
  empty: ["bad", "✗ ended without a word"],
  no_output: ["bad", "✗ ended without its output"],
  limit: ["warn", "✗ came to a limit"],
  timeout: ["warn", "✗ ran out of time"],
  denied: ["bad", "✗ stopped after refusals"],
  refused: ["bad", "✗ was not started"],
  cancelled: ["warn", "✗ was stopped"],
  error: ["bad", "✗ failed"],
  waiting: ["warn", "… waits for an answer"],
};

function verdictOf(outcome: RunEnd["outcome"], tookMs: number, usage: Usage): readonly Span[] {
  const took = Number.isNaN(tookMs) ? "" : ` after ${displayTime(tookMs)}`;
  return [OUTCOMES[outcome], `${took}, ${displayUsage(usage)}`];
}

function hear(state: ViewState, run: string, text: string): Rendered {
  if (state.detail !== "verbose") return { state, lines: [] };
  const speaker = speakerOf(state, run);
  return { state: withSpeaker(state, run, { ...speaker, said: speaker.said + text }), lines: [] };
}

function sayOut(state: ViewState, run: string): Rendered {
  const speaker = state.speakers.get(run);
  if (speaker === undefined || speaker.said.trim() === "") return { state, lines: [] };
  const lines = speaker.said
    .trim()
    .split(/\r?\n/)
    .map((text) => lineOf(state, run, ["says: ", ["dim", cut(state, text, 24)]]));
  return { state: withSpeaker(state, run, { ...speaker, said: "" }), lines };
}

function forget(state: ViewState, run: string): Rendered {
  const speaker = state.speakers.get(run);
  return { state: speaker === undefined ? state : withSpeaker(state, run, { ...speaker, said: "" }), lines: [] };
}

/** Puts the rails of the tree and the name before a line. */
function lineOf(state: ViewState, run: string, spans: readonly Span[], joint = "│"): Line {
  const { depth, label } = speakerOf(state, run);
  const rails = depth === 0 ? "" : `${"│ ".repeat(depth - 1)}${joint} `;
  const name = visibleLine(label);
  const gap = " ".repeat(Math.max(1, 16 - rails.length - name.length));
  return [["dim", rails], ["name", name], gap, ...spans];
}

const cut = (state: ViewState, text: string, taken: number): string =>
  shortened(visibleLine(text), Math.max(20, state.columns - taken));
const firstLine = (text: string): string => text.trim().split("\n", 1).join("").trim();
const because = (why: string): string => (why === "" ? "" : ` — ${why}`);
