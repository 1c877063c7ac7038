import { decide } from "../decide.ts";
import type { Grant } from "../grant.ts";
import type { Verdict } from "../verdict.ts";
import { isPending } from "./awaitable.ts";
import { grantFor, type Matter, matterOf } from "./offer.ts";
import { refusalOf } from "./passage.ts";
import { orLost, type Passage, type Passenger, refuse } from "./passenger.ts";
import { askAnd, LOST, type Raised } from "./raise.ts";
import type { Refusal } from "./refusal.ts";

/** What an explicit ask for permission led to. No grant means that it was allowed already. */
export interface Elevation {
  readonly ok: true;
  readonly verdict: Verdict;
  readonly grant: Grant | undefined;
}

/** Asks for a permission ahead of its call. Never rejects. */
export function lift(
  who: Passenger,
  plain: Verdict,
  asking: { readonly scope: Matter["scope"]; readonly question: string | undefined },
  passage: Passage,
): Promise<Elevation | Refusal> {
  const { a, request } = who;
  return orLost(who, plain, passage, async () => {
    const looking = passage.ledger.view(who.holder, who.key);
    const view = isPending(looking) ? await looking : looking;
    const verdict = decide(a, request, view.grants);
    if (verdict.decision === "allow") return { ok: true, verdict, grant: undefined };
    if (verdict.liftable === "no") return refuse(who.call, "denied", verdict, passage);
    const matter = matterOf(a, request, { lift: verdict.liftable, scope: asking.scope });
    const trial = grantFor(matter, { say: "once" }, "operator", "", 0);
    if (decide(a, request, [trial, ...view.grants]).decision !== "allow") {
      const because = "each call is asked about by itself: ask for the exact call";
      return refuse(who.call, "denied", verdict, passage, { because });
    }
    return askAnd({ ...who, matter, verdict, view, question: asking.question }, passage, async (raised) => {
      if (raised.how === "elsewhere") return lookAgain(who, raised, passage);
      return raised.how === "yes" ? mint(who, matter, raised, passage) : refusalOf(who, raised, verdict, passage);
    });
  });
}

/** Turns a yes into a grant that is not used yet. */
async function mint(
  who: Passenger,
  matter: Matter,
  { ask, answer, by }: Extract<Raised, { how: "yes" }>,
  passage: Passage,
): Promise<Elevation | Refusal> {
  const { ledger, desk, clock } = passage;
  const looking = ledger.view(who.holder, who.key);
  const view = isPending(looking) ? await looking : looking;
  const grant = grantFor(matter, answer, by, ledger.idFor(answer.say), clock.now());
  const verdict = decide(who.a, who.request, [grant, ...view.grants]);
  const isAllowed = verdict.decision === "allow";
  const closing = desk.close(ask, { how: "answered", answer, by }, isAllowed ? grant : undefined);
  const hasClosed = isPending(closing) ? await closing : closing;
  if (!hasClosed) return lookAgain(who, { how: "elsewhere", ask, end: LOST }, passage);
  return isAllowed ? { ok: true, verdict, grant } : refuse(who.call, "denied", verdict, passage, { ask });
}

/** Somebody else has closed the ask: what they said may be enough. */
async function lookAgain(
  who: Passenger,
  raised: Extract<Raised, { how: "elsewhere" }>,
  passage: Passage,
): Promise<Elevation | Refusal> {
  const { grants } = await passage.ledger.view(who.holder, who.key);
  const verdict = decide(who.a, who.request, grants);
  if (verdict.decision !== "allow") return refusalOf(who, raised, verdict, passage);
  return { ok: true, verdict, grant: raised.end.how === "answered" ? raised.end.grant : undefined };
}
