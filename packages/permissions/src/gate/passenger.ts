import type { Authority } from "../authority.ts";
import { chainOf } from "../grant.ts";
import type { Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";
import { callKey } from "./ask.ts";
import type { Call, GateEvent } from "./event.ts";
import { messageOf } from "./ledger.ts";
import { type Addressee, isTemporary } from "./offer.ts";
import type { Raising } from "./raise.ts";
import type { Refused, Why } from "./refusal.ts";
import type { Holder } from "./store.ts";

/** One call on its way through the gate. */
export interface Passenger {
  readonly a: Authority;
  readonly request: Request;
  readonly name: string | undefined;
  /** The name under which it claims; made up where it has none. */
  readonly key: string;
  readonly holder: Holder;
  readonly call: Call;
  readonly to: Addressee;
  readonly signal: AbortSignal;
}

/** What calls meet on their way. */
export interface Passage extends Raising {
  readonly emit: (event: GateEvent) => void;
}

/** Gathers what a call takes along. By its name alone it is the same call as another; `unique` makes one up. */
export function passengerOf(
  a: Authority,
  request: Request,
  given: Pick<Passenger, "name" | "to" | "signal">,
  unique: () => string,
): Passenger {
  const call = callOf(a, request, given.name);
  const holder = { id: a.id, chain: isTemporary(a) ? undefined : call.chain };
  return { a, request, ...given, key: callKey(given.name ?? unique(), request), holder, call };
}

/** A call as it is told of. */
export function callOf(a: Authority, request: Request, name: string | undefined): Call {
  return Object.freeze({
    holder: a.id,
    chain: Object.freeze(chainOf(a)),
    ...(a.role !== undefined && { role: a.role }),
    ...(name !== undefined && { call: name }),
    request,
  });
}

/** Lets a call go its way. It never rejects: where a store fails, the call is refused as lost. */
export async function orLost<T>(
  { call }: Passenger,
  plain: Verdict,
  passage: Passage,
  way: () => Promise<T>,
): Promise<T | Refused> {
  try {
    return await way();
  } catch (cause) {
    return refuse(call, "lost", plain, passage, { because: messageOf(cause) });
  }
}

/** Refuses a call, and says so to who listens. What is given up by the one who wanted it is no refusal of ours. */
export function refuse(
  call: Call,
  reason: Refused["reason"],
  verdict: Verdict,
  { emit }: Pick<Passage, "emit">,
  why: Why = {},
): Refused {
  if (reason !== "cancelled") emit({ type: "refused", call, verdict, reason, ...why });
  return { ok: false, reason, verdict, ...why };
}
