import type { Authority } from "../../authority.ts";
import { decide } from "../../decide.ts";
import { type Decision, leq } from "../../decision.ts";
import type { Request } from "../../request.ts";
import type { Difference, ForeignCall } from "./imported.ts";

/** A call to try on both sides. */
export interface Probe {
  readonly call: ForeignCall;
  readonly request: Request;
  /** What is odd about it, such as its spelling. */
  readonly note?: string | undefined;
}

/** What the other side decides, and by which rule. */
export interface Theirs {
  readonly decision: Decision;
  /** The rule as it was written, or the default in words. */
  readonly by: string;
}

/**
 * Tries calls on both sides and lists those about which they do not agree: one call, the first that was tried, for each
 * pair of rules that decide it. What the carve permits and the settings did not comes first.
 */
export function differences(
  probes: Iterable<Probe>,
  theirs: (call: ForeignCall) => Theirs,
  ours: Authority,
): readonly Difference[] {
  const found = new Map<string, Difference>();
  for (const probe of probes) {
    const there = theirs(probe.call);
    const here = decide(ours, probe.request);
    if (there.decision === here.decision) continue;
    const key = causeOf(probe, there, here.decision, ruleIn(here.because));
    if (!found.has(key)) found.set(key, difference(probe, there, here.decision, ruleIn(here.because)));
  }
  const all = [...found.values()];
  return [...all.filter(({ kind }) => kind === "wider"), ...all.filter(({ kind }) => kind === "stricter")];
}

/** What makes two differences the same one. */
export const causeOf = ({ request, note }: Probe, there: Theirs, ours: Decision, rule: string | undefined): string =>
  JSON.stringify([request.tool, there.decision, there.by, ours, rule, note]);

/** The rule of the carve that decided. */
export const ruleIn = (because: readonly { readonly pattern?: string | undefined }[]): string | undefined =>
  because[0]?.pattern;

function difference(probe: Probe, { decision, by }: Theirs, ours: Decision, rule: string | undefined): Difference {
  const here = rule === undefined ? "what no rule is about" : `the rule ${JSON.stringify(rule)}`;
  const note = probe.note === undefined ? "" : `; ${probe.note}`;
  return Object.freeze({
    call: probe.call,
    request: probe.request,
    theirs: decision,
    ours,
    kind: leq(ours, decision) ? "stricter" : "wider",
    why: `there ${by} says ${decision}, here ${here} says ${ours}${note}`,
  });
}
