import type { Authority } from "./authority.ts";
import type { Decision } from "./decision.ts";
import {
  deciding,
  grantReason,
  type Judged,
  judge,
  type Judgement,
  limiting,
  nameAction,
  nothingAsked,
} from "./decide.ts";
import { covers, type Grant, lifted } from "./grant.ts";
import { remediesFor } from "./remedy.ts";
import { readRequest, type Request } from "./request.ts";
import { adviceOf, type Found, wordsFor } from "./steps.ts";
import type { Reason, Verdict } from "./verdict.ts";

/** A reason in its place in the chain. */
export interface Step extends Reason {
  /** Alone it holds the verdict where it is. */
  readonly decides: boolean;
  /** It was written, and this decision did not read it. */
  readonly unused?: true;
  /** Why it is read here, or why not. */
  readonly note?: string;
}

/** A verdict with everything that led to it. */
export interface Explanation {
  readonly verdict: Verdict;
  /** For each action the holder's words first, then up to the root and its cap; then advice, then grants. */
  readonly steps: readonly Step[];
  /** What happens where a person can be asked, and where nobody can. */
  readonly would: { readonly tty: Decision; readonly ci: "allow" | "deny" };
  /** What would make it `"allow"`, each alone enough; empty when it is allowed. */
  readonly remedies: readonly string[];
}

/**
 * Explains a request: the verdict of `decide`, every written word of the chain that took part and those that did not,
 * and what would have to change.
 *
 * The steps alone give the verdict again: for each action the meet of its used words (and of the steps without a
 * category), lifted by its used grants, and the meet of that over the actions (`laws/explain.laws.test.ts`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, delegate, explain, root, total } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ "*": "allow" }), "ask") });
 * const lead = delegate(me, { id: "r1", role: "leader", use: carve({ bash: "deny" }), pass: carve({ bash: "ask" }) });
 * const coder = delegate(lead, { id: "r2", role: "programmer", use: carve({ bash: "allow" }) });
 *
 * const { verdict, steps, remedies } = explain(coder, { actions: [{ category: "bash", resource: ["npm", "test"] }] });
 * assert.equal(verdict.decision, "ask");
 * assert.deepEqual(
 *   steps.map((step) => [step.text, step.decision, step.decides ? "decides" : step.unused ? "not used" : ""]),
 *   [
 *     ["programmer.tool_permission.bash", "allow", ""],
 *     ["leader.grant_permission.bash", "ask", "decides"],
 *     ["leader.tool_permission.bash", "deny", "not used"],
 *     ["config.tool_permission.*", "allow", ""],
 *   ],
 * );
 * assert.equal(remedies[0], 'set leader.grant_permission.bash to "allow"');
 * ```
 */
export function explain(a: Authority, request: Request, grants: readonly Grant[] = []): Explanation {
  const asked = readRequest(request);
  const judgement = judge(a, asked, grants);
  const { verdict } = judgement;
  return {
    verdict,
    steps: judgement.parts.length === 0 ? [{ ...nothingAsked(a), decides: true }] : stepsOf(a, asked, judgement),
    would: { tty: verdict.decision, ci: verdict.decision === "allow" ? "allow" : "deny" },
    remedies: remediesFor(a, asked, judgement),
  };
}

function stepsOf(a: Authority, request: Request, { verdict, parts, offered }: Judgement): readonly Step[] {
  const advice = adviceOf(a, request);
  const words = parts.map((part) => ({ part, steps: wordsFor(a, part.action, nameAction(request, part.action)) }));
  const decides = decidersOf(verdict, words, advice);
  const mark = (step: Found): Step => ({ ...step, decides: decides.has(step) });
  return [
    ...words.flatMap(({ steps }) => steps.map(mark)),
    ...advice.map(mark),
    ...parts.flatMap((part) => grantSteps(a, request, part, offered, verdict.decision)),
  ];
}

function decidersOf(
  { decision, because }: Verdict,
  words: readonly { readonly part: Judged; readonly steps: readonly Found[] }[],
  advice: readonly Found[],
): ReadonlySet<Found> {
  const at = words.filter(({ part }) => part.value === decision);
  const deciders = at.flatMap(({ part, steps }) =>
    part.by === undefined ? deciding([...steps, ...advice], decision) : limiting(steps, advice, decision),
  );
  if (decision !== "allow") return new Set(deciders);
  // Everything allows; the one that the verdict names is enough to mark.
  const [named] = because;
  return new Set(
    deciders
      .filter(
        ({ text, category, action }) => text === named?.text && category === named.category && action === named.action,
      )
      .slice(0, 1),
  );
}

function grantSteps(
  a: Authority,
  request: Request,
  part: Judged,
  offered: readonly Grant[],
  decision: Decision,
): Step[] {
  return offered
    .filter((grant) => covers(a, grant, request, part.action))
    .map((grant): Step => {
      const value = lifted(a, request, part, grant);
      const reason = grantReason(grant, nameAction(request, part.action), value);
      const isHeld = value === "ask" && part.cap === "ask";
      const short = isHeld && grant.approver === "operator" && grant.uses === "once" ? shortOf(grant) : undefined;
      if (grant === part.by)
        return { ...reason, decides: value === decision && !isHeld, ...(short !== undefined && { note: short }) };
      const note = value === part.words ? (short ?? "lifts nothing here") : "not needed";
      return { ...reason, decides: false, unused: true, note };
    });
}

/** Why a fresh yes of the operator does not get past what asks about this call. */
function shortOf({ covers: covered }: Grant): string {
  if (covered.kind === "request") return "given before this advice, which needs a yes of its own";
  const calls = covered.kind === "pattern" ? `calls like ${covered.pattern}` : `any one ${covered.category} call`;
  return `for ${calls}: what asks about this one needs a yes of its own`;
}
