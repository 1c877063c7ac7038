import type { Viewpoint } from "./place.ts";

/** What the view remembers between two events. Never changed in place. */
export interface ViewState {
  readonly viewpoint: Viewpoint;
  /** `verbose` also shows what models say and what tools give back. */
  readonly detail: "normal" | "verbose";
  /** Columns that a line may take; longer ones end in `…`, except what somebody is asked to allow. */
  readonly columns: number;
  readonly speakers: ReadonlyMap<string, SpeakerView>;
  /** What is asked, by the id of the ask. */
  readonly asks: ReadonlyMap<string, string>;
  /** Calls whose end was shown with the end of a child. */
  readonly shownCalls: ReadonlySet<string>;
}

/** A run as the tree shows it. */
export interface SpeakerView {
  /** Its role, with a number when another run of that role was seen before: `tester`, `tester 2`. */
  readonly label: string;
  readonly depth: number;
  readonly startedMs: number;
  /** What its model said since it was last shown. */
  readonly said: string;
}

export interface ViewOptions {
  readonly viewpoint: Viewpoint;
  readonly detail?: ViewState["detail"];
  readonly columns?: number;
}

/** The state before the first event. */
export function startView({ viewpoint, detail = "normal", columns = 100 }: ViewOptions): ViewState {
  return {
    viewpoint,
    detail,
    columns: Math.max(40, columns),
    speakers: new Map(),
    asks: new Map(),
    shownCalls: new Set(),
  };
}

/** Adds a run to the tree, under the one that delegated to it. */
export function addSpeaker(
  state: ViewState,
  run: string,
  role: string,
  parent: string | undefined,
  startedMs: number,
): ViewState {
  const above = parent === undefined ? undefined : state.speakers.get(parent);
  // One that goes on is the one that it was.
  const label = state.speakers.get(run)?.label ?? newLabel(role, [...state.speakers.values()]);
  return withSpeaker(state, run, { label, depth: above === undefined ? 0 : above.depth + 1, startedMs, said: "" });
}

/** Names a run by its role, with a number from the second one on. */
export function newLabel(role: string, others: readonly Pick<SpeakerView, "label">[]): string {
  const same = others.filter(({ label }) => label === role || label.startsWith(`${role} `)).length;
  return same === 0 ? role : `${role} ${same + 1}`;
}

/** Replaces what is known of a run. */
export function withSpeaker(state: ViewState, run: string, speaker: SpeakerView): ViewState {
  return { ...state, speakers: new Map([...state.speakers, [run, speaker]]) };
}

/** A run that was never announced, as in a stream that was opened late. */
export function speakerOf(state: ViewState, run: string): SpeakerView {
  return state.speakers.get(run) ?? { label: run, depth: 0, startedMs: Number.NaN, said: "" };
}

/** The name of a call in the whole tree: models number their calls per run. */
export const callKey = (run: string, call: string): string => `${run} ${call}`;
