import { decide } from "../decide.ts";
import type { Grant } from "../grant.ts";
import type { Verdict } from "../verdict.ts";
import { type Approver, digestOf } from "./ask.ts";
import { after, type Awaitable, isPending } from "./awaitable.ts";
import type { View } from "./ledger.ts";
import { grantFor, type Matter, matterOf } from "./offer.ts";
import { orLost, type Passage, type Passenger, refuse } from "./passenger.ts";
import { createPermit, type Permit } from "./permit.ts";
import { askAnd, LOST, type Raised } from "./raise.ts";
import { reasonOf, type Refusal } from "./refusal.ts";

/** Lets a call through that the words alone do not allow, or says why not. Never rejects. */
export function pass(who: Passenger, plain: Verdict, passage: Passage): Promise<Permit | Refusal> {
  return orLost(who, plain, passage, async () => {
    const trying = tryGrants(who, passage);
    const tried = isPending(trying) ? await trying : trying;
    if (tried.ok) {
      await dropQuestion(who, passage);
      return tried;
    }
    const { verdict, view } = tried;
    if (verdict.decision === "deny" || verdict.liftable === "no") {
      await dropQuestion(who, passage);
      return refuse(who.call, "denied", verdict, passage);
    }
    const matter = matterOf(who.a, who.request, { lift: verdict.liftable, scope: "call" });
    return askAnd({ ...who, matter, verdict, view, question: undefined }, passage, (raised) =>
      raised.how === "yes" ? goOnWith(who, matter, raised, passage) : goOnWithout(who, raised, verdict, passage),
    );
  });
}

/** What kept a call from going through at once. */
interface Stuck {
  readonly ok: false;
  readonly verdict: Verdict;
  readonly view: View;
}

/** Goes through on grants alone. Where somebody else was faster with a one-shot, it looks again without it. */
function tryGrants(who: Passenger, passage: Passage, taken: readonly string[] = []): Awaitable<Permit | Stuck> {
  const { a, request, holder, key } = who;
  return after(passage.ledger.view(holder, key), (view) => {
    const grants = view.grants.filter(({ id }) => !taken.includes(id));
    const verdict = decide(a, request, grants);
    if (verdict.decision !== "allow") {
      return after(giveBack(who, grants, passage), () => ({ ok: false, verdict, view: { ...view, grants } }));
    }
    const used = usedBy(verdict, grants);
    return after(passage.ledger.claim(used, holder, key), (isOurs) => {
      if (!isOurs) return tryGrants(who, passage, [...taken, ...used.map(({ id }) => id)]);
      const permit = createPermit({ call: who.call, verdict, claimed: { grants: used, holder, key } }, passage);
      return after(
        giveBack(
          who,
          grants.filter((grant) => !used.includes(grant)),
          passage,
        ),
        () => permit,
      );
    });
  });
}

/** A call that is tried again may have claimed what it does not need any more. */
function giveBack({ name, holder, key }: Passenger, grants: readonly Grant[], { ledger }: Passage): Awaitable<void> {
  return name === undefined ? undefined : ledger.release(grants, holder, key);
}

/** Goes on with a yes: decides again, by the words and grants of now, and only then closes the ask and claims. */
async function goOnWith(
  who: Passenger,
  matter: Matter,
  { ask, answer, by }: Extract<Raised, { how: "yes" }>,
  passage: Passage,
): Promise<Permit | Refusal> {
  const { a, request, holder, key } = who;
  const { ledger, desk, clock } = passage;
  const looking = ledger.view(holder, key);
  const view = isPending(looking) ? await looking : looking;
  const fresh = grantFor(matter, answer, by, ledger.idFor(answer.say), clock.now());
  // The answer counts for this call, so it is spent before what was granted for a later one.
  const grants = [fresh, ...view.grants];
  const verdict = decide(a, request, grants);
  const isAllowed = verdict.decision === "allow";
  const isNeeded = answer.say !== "once" || verdict.grants.includes(fresh.id);
  const closing = desk.close(ask, { how: "answered", answer, by }, isAllowed && isNeeded ? fresh : undefined);
  const hasClosed = isPending(closing) ? await closing : closing;
  if (!hasClosed) return goOnWithout(who, { how: "elsewhere", ask, end: LOST }, verdict, passage);
  if (!isAllowed) return refuse(who.call, "denied", verdict, passage, { ask });

  const used = usedBy(verdict, grants);
  const claiming = ledger.claim(used, holder, key);
  const isOurs = isPending(claiming) ? await claiming : claiming;
  if (!isOurs) return refuse(who.call, "lost", verdict, passage, { ask, because: "another call has used the yes" });
  return createPermit({ call: who.call, verdict, claimed: { grants: used, holder, key }, answeredBy: by }, passage);
}

/** Goes on where the ask was not answered here: what was said elsewhere may be enough. */
async function goOnWithout(
  who: Passenger,
  raised: Exclude<Raised, { how: "yes" }>,
  verdict: Verdict,
  passage: Passage,
): Promise<Permit | Refusal> {
  if (raised.how !== "elsewhere") return refusalOf(who, raised, verdict, passage);
  const tried = await tryGrants(who, passage);
  if (!tried.ok) return refusalOf(who, raised, tried.verdict, passage);
  const { end } = raised;
  const answeredBy: { readonly answeredBy?: Approver } = end.how === "answered" ? { answeredBy: end.by } : {};
  return { ...tried, ...answeredBy };
}

/** Refuses because of how a question ended. */
export function refusalOf(
  who: Passenger,
  raised: Exclude<Raised, { how: "yes" }>,
  verdict: Verdict,
  passage: Passage,
): Refusal {
  switch (raised.how) {
    case "parked":
      return { ok: false, reason: "parked", verdict, ask: raised.ask };
    case "no": {
      const { how: _, reason, ...why } = raised;
      return refuse(who.call, reason, verdict, passage, why);
    }
    case "elsewhere": {
      const { ask, end } = raised;
      // It was a yes, and yet it is not allowed now.
      if (end.how === "answered") return refuse(who.call, "denied", verdict, passage, { ask });
      const { reason, ...why } = reasonOf(end);
      return refuse(who.call, reason, verdict, passage, { ...why, ask });
    }
  }
}

/** A call that goes through or is denied needs no answer any more: an open question about it would only look alive. */
async function dropQuestion({ a, request, name }: Passenger, { desk }: Passage): Promise<void> {
  if (name === undefined) return;
  try {
    const found = await desk.find(name, digestOf(a.id, "call", request));
    if (found !== undefined && found.end === undefined) await desk.close(found.ask, { how: "lost" });
  } catch {
    // the store failed: an answer to that question would only be one that nobody uses
  }
}

const usedBy = (verdict: Verdict, grants: readonly Grant[]): readonly Grant[] =>
  grants.filter(({ id }) => verdict.grants.includes(id));
