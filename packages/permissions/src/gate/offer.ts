import type { Authority } from "../authority.ts";
import { decide } from "../decide.ts";
import { chainOf, type Coverage, type Grant } from "../grant.ts";
import type { Request } from "../request.ts";
import type { Say, Yes } from "./answer.ts";
import type { Approver, Ask } from "./ask.ts";
import { LATEST_MS } from "./clock.ts";
import type { Scope } from "./ledger.ts";

/** Milliseconds for which a yes stands where its answer does not say otherwise: a working day, and a month. */
export const STANDS_MS = { session: 12 * 3_600_000, project: 30 * 24 * 3_600_000 } as const;

/** Who is asked first: the operator; the callers that may answer, from the nearest up, and then the operator; nobody. */
export type Addressee = "operator" | "caller" | "nobody";

/** What an ask is about, before anybody is chosen to answer it. */
export type Matter = Pick<Ask, "holder" | "chain" | "lift" | "scope" | "request">;

/**
 * Lists those who may answer, in the order in which they are asked. An agent may if its yes would be enough by what it
 * may hand down now; that is not configured anywhere. The operator ends the list.
 */
export function approversOf(
  a: Authority,
  matter: Matter,
  grants: readonly Grant[],
  to: Addressee,
): readonly Approver[] {
  if (to === "nobody") return [];
  const agents: Approver[] = [];
  for (let link = to === "caller" ? a.from : undefined; link !== undefined; link = link.from) {
    const approver = { id: link.id };
    if (isEnough(a, matter, { say: "once" }, approver, grants)) agents.push(approver);
  }
  return [...agents, "operator"];
}

/**
 * Lists the answers that would let the call through. Agents say yes once. Standing answers need an operator, a store,
 * and nothing that asks about each call by itself, such as advice or an ask in the cap; those that outlive the run only
 * confirm, and are not for temporary roles, whose names anybody may choose.
 */
export function allowedFor(
  a: Authority,
  matter: Matter,
  to: Approver,
  { grants, scopes }: { readonly grants: readonly Grant[]; readonly scopes: readonly Scope[] },
): readonly Say[] {
  if (to !== "operator" || matter.scope === "category") return ["once", "deny"];
  const standing = scopes.filter(
    (say) =>
      (say === "run" || (matter.lift === "confirm" && !isTemporary(a))) &&
      isEnough(a, matter, { say }, "operator", grants),
  );
  return ["once", ...standing, "deny"];
}

/** Whether a role in the chain was made up for one task. */
export function isTemporary(a: Authority): boolean {
  for (let link: Authority | undefined = a; link !== undefined; link = link.from) {
    if (link.kind === "role" && link.says.temporary) return true;
  }
  return false;
}

/** The yes to an ask: for exactly what was shown, its advice included, and no further than it had to lift. */
export function grantFor(matter: Matter, answer: Yes, by: Approver, id: string, now: number): Grant {
  const { holder, chain, lift } = matter;
  const base = { id, lift, approver: by, covers: Object.freeze(coverageOf(matter, answer)) };
  if (answer.say === "once") return Object.freeze({ ...base, holder, uses: "once" });
  const { say, until } = answer;
  if (say === "run") return Object.freeze({ ...base, holder, uses: say, ...(until !== undefined && { until }) });
  return Object.freeze({
    ...base,
    holder: { chain },
    uses: say,
    until: until ?? Math.min(now + STANDS_MS[say], LATEST_MS),
  });
}

function coverageOf({ scope, request }: Matter, answer: Yes): Coverage {
  const { tool, actions, advice } = request;
  const category = actions[0]?.category ?? "";
  if (scope === "category") return { kind: "category", category };
  if (answer.say === "once" || answer.pattern === undefined) return { kind: "request", tool, actions, advice };
  return { kind: "pattern", category, pattern: answer.pattern };
}

function isEnough(a: Authority, matter: Matter, answer: Yes, by: Approver, grants: readonly Grant[]): boolean {
  const trial = grantFor(matter, answer, by, "", 0);
  return decide(a, matter.request, [trial, ...grants]).decision === "allow";
}

/** What an ask is about, when this authority makes this request. */
export function matterOf(a: Authority, request: Request, more: Pick<Matter, "lift" | "scope">): Matter {
  return { holder: a.id, chain: Object.freeze(chainOf(a)), request, ...more };
}
