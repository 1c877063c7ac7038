import { nearest } from "./nearest.ts";
import { describe, entrySubject, type EntryOptions, type Parsed, problemAt, titleOf } from "./subject.ts";
import { type Team } from "./team.ts";

/** The part of a team that is repeated until its last stage passes the work. */
export interface Loop {
  /** The stages that are repeated, by index; the first may be the last. */
  readonly first: number;
  readonly last: number;
  /** How often they run at most; 1 or more. */
  readonly max_iterations: number;
  /** What the answer of the last one says before its verdict. */
  readonly verdict: string;
}

/** What counts where a loop says nothing, or nothing of use. */
export const LOOP_DEFAULTS = { max_iterations: 3, verdict: "VERDICT:" } as const;

/**
 * Finds which stages of a team are repeated. `from` and `until` name a role, and mean the first stage that has it, or
 * are the index of a stage, counted from 0. `max_iterations` is 3 where it is not written or 0, and 1 at least.
 *
 * A loop with an end that is missing, names no stage, or comes before its beginning is none: a warning
 * `team/no-loop` says why, and the stages run one after the other, once. Total; `options` say whose and where it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog, loopOf } from "@polyglav/catalog";
 *
 * const pair = { stages: ["planner", "programmer", "tester"], loop: { from: "programmer", until: 2 } };
 * const odd = { ...pair, loop: { from: "programer", until: 2 } };
 * const catalog = createCatalog({ trusted: true, teams: { local: { pair, odd } } });
 *
 * assert.deepEqual(catalog.team("pair")?.loop, { first: 1, last: 2, max_iterations: 3, verdict: "VERDICT:" });
 * assert.equal(catalog.team("odd")?.loop, undefined);
 * assert.equal(
 *   catalog.problems[0]?.message,
 *   'Cannot repeat stages of team "odd": its "from" is "programer", which is no role of the team',
 * );
 * assert.deepEqual(loopOf({ name: "plain", stages: [] }), { value: undefined, problems: [] });
 * ```
 */
export function loopOf(
  team: Pick<Team, "name" | "stages" | "loop">,
  options: Omit<EntryOptions, "name"> = {},
): Parsed<Loop | undefined> {
  const { name, stages, loop } = team;
  if (loop === undefined || Object.keys(loop).length === 0) return { value: undefined, problems: [] };
  const subject = entrySubject("team", { ...options, name });
  const none = ({ end, state, hint }: Fault): Parsed<undefined> => {
    const message = `Cannot repeat stages of ${titleOf(subject, [])}: ${state}`;
    const details = { severity: "warning", ...(hint !== undefined && { hint }) } as const;
    const path = end === undefined ? ["loop"] : ["loop", end];
    return { value: undefined, problems: [problemAt(subject, "team/no-loop", path, message, details)] };
  };

  const roles = stages.map(({ role }) => role);
  const first = indexOf(loop.from, roles);
  if (first === undefined) return none(faultOf("from", loop.from, roles));
  const last = indexOf(loop.until, roles);
  if (last === undefined) return none(faultOf("until", loop.until, roles));
  if (first > last) return none({ end: "until", state: `its "from" comes after its "until"`, hint: "Exchange them" });
  const max_iterations = Math.max(1, isUnset(loop.max_iterations) ? LOOP_DEFAULTS.max_iterations : loop.max_iterations);
  const verdict = isUnset(loop.verdict) ? LOOP_DEFAULTS.verdict : loop.verdict;
  return { value: { first, last, max_iterations, verdict }, problems: [] };
}

type End = string | number | null | undefined;

function indexOf(end: End, roles: readonly string[]): number | undefined {
  const index = typeof end === "number" ? end : roles.indexOf(end ?? "");
  return Number.isInteger(index) && index >= 0 && index < roles.length ? index : undefined;
}

interface Fault {
  readonly end?: "from" | "until";
  readonly state: string;
  readonly hint?: string;
}

/** Why an end is no stage. */
function faultOf(end: "from" | "until", written: End, roles: readonly string[]): Fault {
  if (written === undefined || written === null || written === "") return { state: `it has no "${end}"` };
  if (typeof written === "number") {
    const state = `its "${end}" is ${written}, and ${countOf(roles.length)}`;
    return { end, state, hint: "Stages are counted from 0" };
  }
  const near = nearest(written, roles);
  const state = `its "${end}" is ${describe(written)}, which is no role of the team`;
  return { end, state, ...(near !== undefined && { hint: `Did you mean "${near}"?` }) };
}

const countOf = (stages: number): string =>
  stages === 0 ? "there is no stage" : stages === 1 ? "there is one stage" : `there are ${stages} stages`;

/** What the original took for not written: files of it say `0` and `""` where they mean nothing. */
const isUnset = (written: string | number | null | undefined): written is "" | 0 | null | undefined =>
  written === undefined || written === null || written === "" || written === 0;
