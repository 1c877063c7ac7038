import type { Authority } from "../authority.ts";
import { categoriesOf } from "../chain.ts";
import type { Verdict } from "../verdict.ts";
import { whyNot, type Yes } from "./answer.ts";
import { type Approver, type Ask, digestOf } from "./ask.ts";
import { isPending } from "./awaitable.ts";
import { type Clock, LATEST_MS } from "./clock.ts";
import { type Desk, isLate } from "./desk.ts";
import type { Heard } from "./hear.ts";
import type { Ledger, View } from "./ledger.ts";
import { type Addressee, allowedFor, approversOf, type Matter } from "./offer.ts";
import { reasonOf, type Refused } from "./refusal.ts";
import type { Route, Way } from "./route.ts";
import type { AskEnd } from "./store.ts";
import { widerThan } from "./wider.ts";

/** A question that has to be answered before a call can go on. */
export interface Question {
  readonly a: Authority;
  readonly matter: Matter;
  readonly verdict: Verdict;
  readonly view: View;
  /** The name of the call, by which it comes back to the same ask. */
  readonly name: string | undefined;
  readonly to: Addressee;
  readonly question: string | undefined;
  readonly signal: AbortSignal;
}

/** What came of a question. */
export type Raised =
  /** A yes that can be taken. The ask is still open: who goes on closes it. */
  | { readonly how: "yes"; readonly ask: Ask; readonly answer: Yes; readonly by: Approver }
  /** The ask is closed, by a yes that somebody gave through the gate, or because nobody needs it any more. */
  | { readonly how: "elsewhere"; readonly ask: Ask; readonly end: AskEnd }
  | { readonly how: "parked"; readonly ask: Ask }
  | { readonly how: "no"; readonly reason: Refused["reason"]; readonly because?: string; readonly ask?: Ask };

/** What {@link askAnd} works with. */
export interface Raising {
  readonly route: Route;
  readonly desk: Desk;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Asks, and goes on with what comes of it. Others who wait for the same ask go on when that is through. */
export async function askAnd<T>(question: Question, tools: Raising, goOn: (raised: Raised) => Promise<T>): Promise<T> {
  const raised = await raise(question, tools);
  try {
    return await goOn(raised);
  } finally {
    if (raised.how === "yes") tools.desk.leave(raised.ask.id);
  }
}

/**
 * Asks, unless the same call has asked already: an open ask is asked again under its id, or waited for together with
 * who waits for it already, and one that was refused stays refused. Nothing is awaited before the one who is asked has
 * been asked, where the store answers at once.
 */
async function raise(question: Question, tools: Raising): Promise<Raised> {
  const { matter, name, signal } = question;
  const { desk, ledger, clock } = tools;
  if (signal.aborted) return { how: "no", reason: "cancelled" };
  const digest = digestOf(matter.holder, matter.scope, matter.request);
  const finding = name === undefined ? undefined : desk.find(name, digest);
  const found = isPending(finding) ? await finding : finding;

  if (found?.end !== undefined) {
    const before = reasonOf(found.end);
    // What was given up or lost can be asked for again; a no and a deadline stand for this call.
    const isFinal = found.end.how === "expired" || (found.end.how === "answered" && found.end.answer.say === "deny");
    if (isFinal) return { how: "no", ...before, ask: found.ask };
  }
  const known = found?.end === undefined ? found?.ask : undefined;
  if (known !== undefined) {
    const through = desk.join(known.id);
    if (through !== undefined) {
      if (await isAbortedBefore(through, signal)) return { how: "no", reason: "cancelled", ask: known };
      const ended = name === undefined ? undefined : await desk.find(name, digest);
      return closedElsewhere(known, ended?.end ?? LOST);
    }
    if (isLate(known, clock.now())) return closeAs(known, { how: "expired" }, desk);
  }

  const planned = known === undefined ? plan(question, digest, tools) : replan(known, tools.route);
  if (planned === undefined) {
    if (known === undefined) return { how: "no", reason: "no-approver", because: "nobody can be asked" };
    await desk.close(known, { how: "lost" });
    return { how: "no", reason: "no-approver", because: "nobody can be asked any more", ask: known };
  }
  const { ask, way } = planned;
  if (known === undefined) {
    const asking = ledger.ask(ask);
    if (isPending(asking)) await asking;
  }
  if (way.how === "park") return { how: "parked", ask };
  let isTaken = false;
  try {
    const raised = await settle(ask, await desk.hear(ask, way, signal), tools);
    isTaken = raised.how === "yes";
    return raised;
  } finally {
    if (!isTaken) desk.leave(ask.id);
  }
}

interface Planned {
  readonly ask: Ask;
  readonly way: Way;
}

/** Finds the first who may answer and can be reached, and writes the ask to them. */
function plan(
  { a, matter, verdict, view, name, to, question }: Question,
  digest: string,
  { route, ledger, clock }: Raising,
): Planned | undefined {
  const approvers = approversOf(a, matter, view.grants, to);
  if (approvers.length === 0) return undefined;
  const id = ledger.idFor("once");
  const base = {
    id,
    ...matter,
    ...(a.role !== undefined && { role: a.role }),
    ...(name !== undefined && { call: name }),
    kind: "permission" as const,
    digest,
    verdict,
    ...(question !== undefined && question !== "" && { question }),
  };
  for (const approver of approvers) {
    const allowed = allowedFor(a, matter, approver, view);
    const isStanding = allowed.length > 2 && matter.lift === "confirm";
    const wider = isStanding ? widerThan(matter.request, categoriesOf(a)) : [];
    const draft: Ask = Object.freeze({ ...base, to: approver, allowed, wider });
    const way = wayOf(draft, route);
    if (way === "unreachable") continue;
    const { withinMs = Infinity } = way;
    if (!Number.isFinite(withinMs)) return { ask: draft, way };
    const deadline = Math.min(clock.now() + Math.max(0, withinMs), LATEST_MS);
    return { ask: Object.freeze({ ...draft, deadline }), way };
  }
  return undefined;
}

/** An open ask goes on as it is: to the same one, until the same moment. */
function replan(ask: Ask, route: Route): Planned | undefined {
  const way = wayOf(ask, route);
  return way === "unreachable" ? undefined : { ask, way };
}

function wayOf(ask: Ask, route: Route): Way | "unreachable" {
  try {
    return route(ask);
  } catch {
    return "unreachable"; // a route that breaks its contract reaches nobody
  }
}

async function settle(ask: Ask, heard: Heard, { desk, clock }: Raising): Promise<Raised> {
  if (heard.from === "elsewhere") return closedElsewhere(ask, heard.end);
  if ("how" in heard) {
    const { from: _, ...end } = heard;
    return closeAs(ask, end, desk);
  }
  const { answer } = heard;
  const by = ask.to;
  if (answer.say === "deny") return closeAs(ask, { how: "answered", answer, by }, desk);
  if (isLate(ask, clock.now())) return closeAs(ask, { how: "expired" }, desk);
  const because = whyNot(ask, answer, by, clock.now());
  if (because === undefined) return { how: "yes", ask, answer, by };
  return closeAs(ask, { how: "answered", answer: { say: "deny", because }, by }, desk);
}

async function closeAs(ask: Ask, end: AskEnd, desk: Desk): Promise<Raised> {
  const closing = desk.close(ask, end);
  const hasClosed = isPending(closing) ? await closing : closing;
  return hasClosed ? { how: "no", ...reasonOf(end), ask } : closedElsewhere(ask, LOST);
}

/** A yes from elsewhere may have let the call through, and so may whatever made the question needless. */
function closedElsewhere(ask: Ask, end: AskEnd): Raised {
  const isNo = end.how === "answered" ? end.answer.say === "deny" : end.how !== "lost";
  return isNo ? { how: "no", ...reasonOf(end), ask } : { how: "elsewhere", ask, end };
}

/** How an ask ended that somebody else has closed, as far as anybody here knows. */
export const LOST: AskEnd = Object.freeze({ how: "lost", because: "somebody else closed the question" });

/** Waits for the one or the other; tells whether the abort came first. */
function isAbortedBefore(through: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (isAborted: boolean): void => {
      signal.removeEventListener("abort", stop);
      resolve(isAborted);
    };
    const stop = (): void => {
      settle(true);
    };
    signal.addEventListener("abort", stop, { once: true });
    void through.then(() => {
      settle(false);
    });
  });
}
