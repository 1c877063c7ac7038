import type { Authority } from "./authority.ts";
import { isCategory } from "./category.ts";
import { capOf, use } from "./chain.ts";
import { type Decision, join, leq, meet } from "./decision.ts";
import { covers, type Grant, heldBy, type Lift, lifted, type Plain } from "./grant.ts";
import { readRequest, type Request } from "./request.ts";
import { adviceOf, type Found, nameOf, wordsFor } from "./steps.ts";
import type { Reason, Verdict } from "./verdict.ts";

/**
 * Decides a request: every action of it must be permitted, by the words of the chain or by grants of this holder.
 *
 * Pure and total: it never throws, and what it cannot read fails closed. A request without actions and one with an
 * unknown category are `"deny"` and no grant helps. Advice only lowers, and an ask that comes from advice or from the
 * hard cap yields only to a yes to this very call, never to one for any call of the category
 * (`laws/grants.laws.test.ts`). Grants are not consumed here: claim `verdict.grants` before the call runs (the gate
 * does).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, decide, delegate, root, total } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask") });
 * const coder = delegate(me, { id: "r1", role: "programmer", use: carve({ bash: "allow" }) });
 * const npmTest = { tool: "bash", actions: [{ category: "bash", resource: ["npm", "test"] }] };
 *
 * const verdict = decide(coder, npmTest);
 * assert.equal(verdict.decision, "ask");
 * assert.equal(verdict.because[0]?.text, "config.tool_permission.bash");
 * assert.equal(verdict.liftable, "confirm");
 * ```
 */
export function decide(a: Authority, request: Request, grants: readonly Grant[] = []): Verdict {
  return judge(a, readRequest(request), grants).verdict;
}

/** What a category came to, and through which grant. */
export interface Judged extends Plain {
  readonly value: Decision;
  readonly by: Grant | undefined;
}

/** A verdict and how it came about, for those who explain it. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly categories: readonly Judged[];
  /** The grants that this holder could have used for some part of the request. */
  readonly offered: readonly Grant[];
}

/** Decides a request that was read by `readRequest`. */
export function judge(a: Authority, request: Request, grants: readonly Grant[]): Judgement {
  const plain = plainOf(a, request);
  const held = heldBy(a, grants).filter((grant) => plain.some(({ category }) => covers(grant, request, category)));
  if (plain.length === 0) {
    const verdict: Verdict = { decision: "deny", because: [nothingAsked(a)], grants: [], liftable: "no" };
    return { verdict, categories: [], offered: [] };
  }
  const worth = (grant: Grant, part: Plain): Decision =>
    covers(grant, request, part.category) ? lifted(a, request, part, grant) : part.words;
  const best = plain.map((part) => join(part.words, ...held.map((grant) => worth(grant, part))));
  const decision = meet(...best);

  const needy = plain.filter((part) => !leq(decision, part.words));
  const chosen = chooseGrants(needy, held, (grant, part) => leq(decision, worth(grant, part)));
  const categories = plain.map((part): Judged => {
    const by = chosen.get(part);
    return { ...part, by, value: by === undefined ? part.words : worth(by, part) };
  });
  const stuck = plain.filter((_, i) => best[i] !== "allow");
  const verdict: Verdict = {
    decision,
    because: [witness(a, request, categories, decision)],
    grants: [...new Set([...chosen.values()].map((grant) => grant.id))],
    liftable: decision === "allow" ? "no" : leastLift(stuck),
  };
  return { verdict, categories, offered: held };
}

/** The used reasons that hold a category where it is, in the order in which they are worth naming. */
export function deciding(steps: readonly Found[], decision: Decision): readonly Found[] {
  const at = steps.filter((step) => step.unused !== true && step.decision === decision);
  const final = at.filter(({ kind }) => kind === "cap" || kind === "target" || kind === "advice");
  return [...final, ...at.filter((step) => !final.includes(step))];
}

/** The cap and the advice that keep a category short of allow although a grant lifted its words. */
export function limiting(steps: readonly Found[], advice: readonly Found[], decision: Decision): readonly Found[] {
  const limits = [...steps.filter(({ kind }) => kind === "cap"), ...advice];
  return decision === "allow" ? [] : limits.filter((limit) => limit.decision === decision);
}

/** Shows a reason without its place in the chain. */
function asReason({ kind, who, category, decision, source, text }: Found): Reason {
  return { kind, who, decision, text, ...(category !== undefined && { category }), ...(source && { source }) };
}

/** The reason for what a grant turned a category into. */
export function grantReason(grant: Grant, category: string, decision: Decision): Reason {
  const who = grant.approver === "operator" ? "operator" : grant.approver.id;
  const times = grant.uses === "once" ? "once" : "for this run";
  const verb = grant.lift === "confirm" ? "confirmed" : "elevated";
  return { kind: "grant", who, category, decision, text: `${verb} by ${who}, ${times} (${grant.id})` };
}

/** Nothing is permitted to those who do not say what they are about to do. */
export function nothingAsked(a: Authority): Reason {
  return { kind: "nothing-asked", who: nameOf(a), decision: "deny", text: "the request names no action" };
}

function plainOf(a: Authority, request: Request): readonly Plain[] {
  const limit = meet(...(request.advice ?? []).map((advice) => advice.atMost));
  return [...new Set(request.actions.map((action) => action.category))].map((category) => ({
    category,
    cap: isCategory(category) ? meet(capOf(a, category), limit) : "deny",
    words: meet(use(a, category), limit),
  }));
}

/**
 * One grant for everything where there is one, else the first that is enough for each. What serves the fewest other
 * calls is spent first: standing ones are not spent at all, and one for any call of a category is kept to the last.
 */
function chooseGrants(
  needy: readonly Plain[],
  held: readonly Grant[],
  isEnough: (grant: Grant, part: Plain) => boolean,
): ReadonlyMap<Plain, Grant> {
  const once = held.filter(({ uses }) => uses === "once");
  const inOrder = [
    ...held.filter(({ uses }) => uses === "run"),
    ...once.filter(({ covers: { kind } }) => kind === "request"),
    ...once.filter(({ covers: { kind } }) => kind === "category"),
  ];
  const one = inOrder.find((grant) => needy.every((part) => isEnough(grant, part)));
  return new Map(
    needy.flatMap((part) => {
      const grant = one ?? inOrder.find((candidate) => isEnough(candidate, part));
      return grant === undefined ? [] : [[part, grant] as const];
    }),
  );
}

function leastLift(stuck: readonly Plain[]): Lift | "no" {
  if (stuck.some(({ cap }) => cap === "deny")) return "no";
  return stuck.some(({ words }) => words === "deny") ? "elevate" : "confirm";
}

function witness(a: Authority, request: Request, categories: readonly Judged[], decision: Decision): Reason {
  const at = categories.filter(({ value }) => value === decision);
  const { category, by } = at.find((part) => (part.by !== undefined) === (decision === "allow")) ??
    at[0] ?? { category: "", by: undefined };
  const [words, advice] = [wordsFor(a, category), adviceOf(a, request)];
  if (by !== undefined) {
    const [limit] = limiting(words, advice, decision);
    return limit === undefined ? grantReason(by, category, decision) : asReason(limit);
  }
  const [first] = deciding([...words, ...advice], decision);
  return first === undefined ? nothingAsked(a) : asReason(first);
}
