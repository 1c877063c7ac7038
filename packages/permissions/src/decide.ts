import type { Authority } from "./authority.ts";
import type { Picker } from "./carve.ts";
import { capOf, knows, pairOf, pickFor } from "./chain.ts";
import { type Decision, join, leq, meet } from "./decision.ts";
import { covers, type Grant, heldBy, type Lift, lifted, type Plain } from "./grant.ts";
import { type Machine, machineOf } from "./machine.ts";
import { type Action, actionKey, readRequest, type ReadRequest, type Request } from "./request.ts";
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
  return quick(a, request, grants) ?? judge(a, readRequest(request), grants).verdict;
}

/**
 * Decides what one action alone is about, where the chain has been met already: the verdict of the place where its
 * resource ends. Anything else, also what cannot be read, is `undefined`: then every part of the request is looked at.
 */
function quick(a: Authority, request: Request, grants: readonly Grant[]): Verdict | undefined {
  try {
    const { actions, advice, aliases } = request;
    if (grants.length !== 0 || !isNone(advice) || !isNone(aliases)) return undefined;
    const action = isList(actions) && actions.length === 1 ? actions[0] : undefined;
    if (action === undefined) return undefined;
    const { category, resource } = action;
    if (!isList(resource)) return undefined;
    const machine = machineOf(a, category);
    return machine && (machine.match(resource).memo ?? learn(a, machine, { category, resource: [...resource] }));
  } catch {
    return undefined; // not the shape of a request: `readRequest` says what becomes of it
  }
}

const isNone = (given: readonly unknown[] | undefined): boolean =>
  given === undefined || (Array.isArray(given) && given.length === 0);

/** No guard, for what a type promises is only what a caller says. */
const isList = (value: unknown): boolean => Array.isArray(value);

/** Decides for all resources that end in the same place. The action is a copy: it is read twice. */
function learn(a: Authority, machine: Machine, action: Action): Verdict {
  const state = machine.match(action.resource);
  return (state.memo ??= frozenVerdict(judge(a, readRequest({ actions: [action] }), []).verdict));
}

/** It is handed out to everybody whose resource ends in the same place, so nobody may change it. */
function frozenVerdict(verdict: Verdict): Verdict {
  for (const reason of verdict.because) Object.freeze(reason);
  Object.freeze(verdict.because);
  Object.freeze(verdict.grants);
  return Object.freeze(verdict);
}

/** What an action came to, and through which grant. */
export interface Judged extends Plain {
  readonly value: Decision;
  readonly by: Grant | undefined;
}

/** A verdict and how it came about, for those who explain it. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly parts: readonly Judged[];
  /** The grants that this holder has, whatever they are for. */
  readonly offered: readonly Grant[];
}

/** Decides a request that was read by `readRequest`. */
export function judge(a: Authority, request: ReadRequest, grants: readonly Grant[]): Judgement {
  const plain = plainOf(a, request);
  const held = heldBy(a, grants);
  if (plain.length === 0) {
    const verdict: Verdict = { decision: "deny", because: [nothingAsked(a)], grants: [], liftable: "no" };
    return { verdict, parts: [], offered: [] };
  }
  const worth = (grant: Grant, part: Plain): Decision =>
    covers(a, grant, request, part.action) ? lifted(a, request, part, grant) : part.words;
  const best = plain.map((part) => join(part.words, ...held.map((grant) => worth(grant, part))));
  const decision = meet(...best);

  const needy = plain.filter((part) => !leq(decision, part.words));
  const chosen = chooseGrants(needy, held, (grant, part) => leq(decision, worth(grant, part)));
  const parts = plain.map((part): Judged => {
    const by = chosen.get(part);
    return { ...part, by, value: by === undefined ? part.words : worth(by, part) };
  });
  const stuck = plain.filter((_, i) => best[i] !== "allow");
  const verdict: Verdict = {
    decision,
    because: [witness(a, request, parts, decision)],
    // In the order in which they were given, whatever the order of the actions.
    grants: held.filter((grant) => [...chosen.values()].includes(grant)).map(({ id }) => id),
    liftable: decision === "allow" ? "no" : leastLift(stuck),
  };
  return { verdict, parts, offered: held };
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
function asReason({ unused: _, note: __, ...reason }: Found): Reason {
  return reason;
}

/** The reason for what a grant turned an action into. */
export function grantReason(grant: Grant, part: Pick<Reason, "category" | "action">, decision: Decision): Reason {
  const who = grant.approver === "operator" ? "operator" : grant.approver.id;
  const times = grant.uses === "once" ? "once" : `for this ${grant.uses}`;
  const verb = grant.lift === "confirm" ? "confirmed" : "elevated";
  return { kind: "grant", who, ...part, decision, text: `${verb} by ${who}, ${times} (${grant.id})` };
}

/** Nothing is permitted to those who do not say what they are about to do. */
export function nothingAsked(a: Authority): Reason {
  return { kind: "nothing-asked", who: nameOf(a), decision: "deny", text: "the request names no action" };
}

function plainOf(a: Authority, request: ReadRequest): readonly Plain[] {
  const limit = meet(...request.advice.map((advice) => advice.atMost));
  const distinct = new Map(request.actions.map((action) => [actionKey(action), action]));
  for (const alias of request.aliases) if (isDeniedByName(a, alias)) distinct.set(actionKey(alias), alias);
  return [...distinct.values()].map((action) => {
    const picked: Picker = pickFor(action.resource);
    if (!knows(a, action.category)) return { action, cap: "deny", words: "deny" };
    const { category } = action;
    return {
      action,
      cap: meet(capOf(a, category, picked), limit),
      words: meet(pairOf(a, category, picked).use, limit),
    };
  });
}

/** Tells whether an action is denied, and a rule that says more than "everything" does it. */
function isDeniedByName(a: Authority, action: Action): boolean {
  const { category } = action;
  if (!knows(a, category)) return true;
  const denies = wordsFor(a, action, { category }).filter((step) => step.unused !== true && step.decision === "deny");
  return denies.some(({ pattern }) => pattern !== undefined && /[^*/\s]/.test(pattern));
}

/** How reasons name an action: where the request is only about one, its category is enough. */
export const nameAction = ({ actions, aliases = [] }: Request, action: Action): Pick<Reason, "category" | "action"> =>
  actions.length === 1 && aliases.length === 0 ? { category: action.category } : { category: action.category, action };

/**
 * One grant for everything where there is one, else the first that is enough for each. What serves the fewest other
 * calls is spent first: standing ones are not spent at all, and one for any call of a category is kept to the last.
 */
function chooseGrants(
  needy: readonly Plain[],
  held: readonly Grant[],
  isEnough: (grant: Grant, part: Plain) => boolean,
): ReadonlyMap<Plain, Grant> {
  const inOrder = held.toSorted((x, y) => widthOf(x) - widthOf(y));
  const one = inOrder.find((grant) => needy.every((part) => isEnough(grant, part)));
  return new Map(
    needy.flatMap((part) => {
      const grant = one ?? inOrder.find((candidate) => isEnough(candidate, part));
      return grant === undefined ? [] : [[part, grant] as const];
    }),
  );
}

/** How many other calls a grant would serve that one call spends. */
const widthOf = ({ uses, covers: { kind } }: Grant): number => (uses === "once" ? WIDTHS[kind] : 0);
const WIDTHS = { request: 1, pattern: 2, category: 3 } as const;

function leastLift(stuck: readonly Plain[]): Lift | "no" {
  if (stuck.some(({ cap }) => cap === "deny")) return "no";
  return stuck.some(({ words }) => words === "deny") ? "elevate" : "confirm";
}

function witness(a: Authority, request: Request, parts: readonly Judged[], decision: Decision): Reason {
  const at = parts.filter(({ value }) => value === decision);
  const part = at.find(({ by }) => (by !== undefined) === (decision === "allow")) ?? at[0];
  if (part === undefined) return nothingAsked(a);
  const named = nameAction(request, part.action);
  const [words, advice] = [wordsFor(a, part.action, named), adviceOf(a, request)];
  if (part.by !== undefined) {
    const [limit] = limiting(words, advice, decision);
    return limit === undefined ? grantReason(part.by, named, decision) : asReason(limit);
  }
  const [first] = deciding([...words, ...advice], decision);
  return first === undefined ? nothingAsked(a) : asReason(first);
}
