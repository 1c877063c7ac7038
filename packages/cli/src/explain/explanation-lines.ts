import type { Decision, Explanation, Reason, ReasonKind, Request, Step } from "@polyglav/permissions";
import type { Line, Span, Tone } from "../line.ts";
import { displayWhere, type Viewpoint } from "../view/place.ts";
import { displayWhy } from "../view/why.ts";
import { visibleLine } from "../visible.ts";
import type { Delegation, RoleChain } from "./role-chain.ts";

const TONES: Readonly<Record<Decision, Tone>> = { allow: "good", ask: "warn", deny: "bad" };

const KINDS: Readonly<Record<ReasonKind, string>> = {
  wants: "wants",
  keeps: "keeps",
  "may-receive": "may receive",
  config: "config",
  cap: "hard cap",
  bound: "at most",
  advice: "this call",
  target: "target",
  grant: "grant",
  floor: "nobody said",
  "unknown-category": "unknown",
  "nothing-asked": "nothing",
};

/** Shows an explanation: the verdict, every word of the chain with its place, what would happen, what would help. */
export function explanationLines(
  request: Request,
  chain: RoleChain,
  { verdict, steps, would, remedies }: Explanation,
  viewpoint: Viewpoint,
): readonly Line[] {
  const [remedy, ...others] = remedies;
  return [
    headline(verdict.decision, request, chain),
    ["because the smallest of:"],
    ...stepLines(steps, viewpoint),
    ...chain.asked.map((delegation) => delegationLine(delegation, viewpoint)),
    ...(verdict.decision === "ask" ? [channelLine(would)] : []),
    ...(remedy === undefined ? [] : [[`To allow it: ${visibleLine(remedy)}`]]),
    ...others.map((other): Line => [`         or: ${visibleLine(other)}`]),
  ];
}

/** Shows that a chain would not come about, and why. */
export function refusalLines(
  request: Request,
  chain: RoleChain,
  refused: Delegation,
  viewpoint: Viewpoint,
): readonly Line[] {
  return [
    headline("deny", request, chain),
    [`because ${visibleLine(refused.from)} may not delegate to ${visibleLine(refused.to)}:`],
    ...stepLines(
      refused.verdict.because.map((reason) => ({ ...reason, decides: true })),
      viewpoint,
    ),
  ];
}

function headline(decision: Decision, request: Request, { roles }: RoleChain): Line {
  const what = visibleLine(request.summary ?? request.tool ?? "");
  const as = ["root", ...roles].map(visibleLine).join(" › ");
  return [[TONES[decision], decision.toUpperCase().padEnd(5)], ` ${what}   as ${as}`];
}

function stepLines(steps: readonly Step[], viewpoint: Viewpoint): readonly Line[] {
  const rows = steps.map((step) => ({
    kind: step.unused === true ? "(not used)" : KINDS[step.kind],
    who: visibleLine(step.who),
    value: valueOf(step),
    where: visibleLine(whereOf(step, viewpoint)),
    end: endOf(step),
    tone: step.unused === true ? ("dim" as const) : TONES[step.decision],
  }));
  const widest = (pick: (row: (typeof rows)[number]) => string): number =>
    Math.max(0, ...rows.map((row) => pick(row).length));
  const [kinds, whos, values] = [widest((row) => row.kind), widest((row) => row.who), widest((row) => row.value)];
  return rows.map(({ kind, who, value, where, end, tone }): Line => [
    `  ${kind.padEnd(kinds)}  ${who.padEnd(whos)}  `,
    [tone, value.padEnd(values)],
    `  ${where}`,
    ...end,
  ]);
}

const valueOf = ({ category, decision }: Reason): string =>
  category === undefined ? decision : `${visibleLine(category)}=${decision}`;

/** Where the word stands and which one it is: `.polyglav/roles.json:14:27 › leader.grant_permission.bash`. */
function whereOf({ source, text }: Reason, viewpoint: Viewpoint): string {
  const where = source === undefined ? "" : displayWhere(source, viewpoint);
  const field = source?.path ?? text;
  return where === "" ? field : `${where} › ${field}`;
}

function endOf({ decides, note }: Step): readonly Span[] {
  return [decides ? ["strong", "   ← decides"] : "", ["dim", note === undefined ? "" : `   ${visibleLine(note)}`]];
}

/** What becomes of an ask. */
function channelLine({ tty, ci }: Explanation["would"]): Line {
  return [["dim", `  in a terminal: ${tty}; where nobody can answer: ${ci}, and allow with --yes`]];
}

function delegationLine({ from, to, verdict }: Delegation, viewpoint: Viewpoint): Line {
  const why = displayWhy(verdict.because, viewpoint);
  return [["warn", "note: "], `${visibleLine(from)} has to ask before it delegates to ${visibleLine(to)} (${why})`];
}
