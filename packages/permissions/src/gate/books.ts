import type { Grant } from "../grant.ts";
import type { Ask } from "./ask.ts";
import type { StoreRecord } from "./record.ts";
import type { FoundAsk, Holder } from "./store.ts";

/** A grant that is not over, and the call that has claimed it. */
interface Held {
  readonly grant: Grant;
  claim?: { readonly call: string; isStarted: boolean };
}

/**
 * What the records of a store come to. Every store folds its records with this, so that memory and files, and all the
 * processes that read the same records, agree on who won.
 */
export class Books {
  readonly #grants = new Map<string, Held>();
  readonly #asks = new Map<string, FoundAsk>();
  /** The last ask about a call with a name. */
  readonly #byCall = new Map<string, string>();
  /** An id is used once: what is over does not come back under it. */
  readonly #used = new Set<string>();
  /** No grant is over by time before this moment. */
  #nextUntil = Infinity;

  /** Takes a record in, and tells whether it changed anything. What the records before it do not allow does not. */
  apply(record: StoreRecord): boolean {
    switch (record.do) {
      case "put":
        return this.#put(record.grant);
      case "claim": {
        const held = this.#grants.get(record.grant);
        if (held?.grant.uses !== "once" || held.claim !== undefined) return false;
        held.claim = { call: record.call, isStarted: false };
        return true;
      }
      case "start": {
        const claim = this.#grants.get(record.grant)?.claim;
        if (claim?.call !== record.call || claim.isStarted) return false;
        return (claim.isStarted = true);
      }
      case "release": {
        const held = this.#grants.get(record.grant);
        if (held?.claim?.call !== record.call || held.claim.isStarted) return false;
        return delete held.claim;
      }
      case "revoke":
      case "expire":
        return this.#grants.delete(record.grant);
      case "forget":
        return this.#forget(record.holder);
      case "ask":
        return this.#ask(record.ask);
      case "close":
        return this.#close(record);
    }
  }

  hasUsed(id: string): boolean {
    return this.#used.has(id);
  }

  /** A grant that is not over. */
  grant(id: string): Grant | undefined {
    return this.#grants.get(id)?.grant;
  }

  /** Tells whether anything is kept for a holder. */
  knows(holder: string): boolean {
    return (
      [...this.#grants.values()].some(({ grant }) => grant.holder === holder) ||
      [...this.#asks.values()].some(({ ask }) => ask.holder === holder)
    );
  }

  /** The call that has claimed a one-shot. */
  claimOf(id: string): { readonly call: string; readonly isStarted: boolean } | undefined {
    return this.#grants.get(id)?.claim;
  }

  /** What a call could use, and first what it has claimed already: a call that is tried again takes no second one. */
  usableBy(holder: Holder, call: string): readonly Grant[] {
    const claimed = this.#all(({ grant, claim }) => isFor(grant, holder) && claim?.call === call);
    return [...claimed, ...this.#all(({ grant, claim }) => isFor(grant, holder) && claim === undefined)];
  }

  unused(): readonly Grant[] {
    return this.#all(({ claim }) => claim === undefined);
  }

  /** The grants that are past their time. A call that has started is past all that. */
  past(now: number): readonly Grant[] {
    if (now < this.#nextUntil) return [];
    const timed = this.#all(({ grant, claim }) => grant.until !== undefined && claim?.isStarted !== true);
    const past = timed.filter((grant) => isOver(grant, now));
    if (past.length === 0) this.#nextUntil = Math.min(Infinity, ...timed.map(({ until = Infinity }) => until));
    return past;
  }

  openAsk(id: string): Ask | undefined {
    const asked = this.#asks.get(id);
    return asked?.end === undefined ? asked?.ask : undefined;
  }

  openAsks(): readonly Ask[] {
    return [...this.#asks.values()].filter(({ end }) => end === undefined).map(({ ask }) => ask);
  }

  lastAbout(call: string, digest: string): FoundAsk | undefined {
    const id = this.#byCall.get(callAndDigest(call, digest));
    return id === undefined ? undefined : this.#asks.get(id);
  }

  #all(which: (held: Held) => boolean): readonly Grant[] {
    return [...this.#grants.values()].filter(which).map(({ grant }) => grant);
  }

  #put(grant: Grant): boolean {
    if (this.#used.has(grant.id)) return false;
    this.#used.add(grant.id);
    this.#grants.set(grant.id, { grant });
    this.#nextUntil = Math.min(this.#nextUntil, grant.until ?? Infinity);
    return true;
  }

  #ask(ask: Ask): boolean {
    if (this.#used.has(ask.id)) return false;
    this.#used.add(ask.id);
    this.#asks.set(ask.id, { ask });
    if (ask.call !== undefined) this.#byCall.set(callAndDigest(ask.call, ask.digest), ask.id);
    return true;
  }

  #close({ ask: id, end }: Extract<StoreRecord, { do: "close" }>): boolean {
    const ask = this.openAsk(id);
    if (ask === undefined) return false;
    // A call without a name never comes back to ask how it ended.
    if (ask.call === undefined) this.#asks.delete(id);
    else this.#asks.set(id, { ask, end });
    if (end.how === "answered" && end.grant !== undefined) this.#put(end.grant);
    return true;
  }

  #forget(holder: string): boolean {
    let found = false;
    for (const [id, { grant }] of this.#grants) if (grant.holder === holder) found = this.#grants.delete(id);
    for (const [id, { ask }] of this.#asks) if (ask.holder === holder) found = this.#asks.delete(id);
    for (const [key, id] of this.#byCall) if (!this.#asks.has(id)) this.#byCall.delete(key);
    return found;
  }
}

/** Tells whether a grant is past its time. */
export const isOver = ({ until }: Grant, now: number): boolean => until !== undefined && !(now < until);

const callAndDigest = (call: string, digest: string): string => JSON.stringify([call, digest]);

function isFor({ holder: meant }: Grant, { id, chain }: Holder): boolean {
  if (typeof meant === "string") return meant === id;
  return chain?.length === meant.chain.length && chain.every((name, depth) => name === meant.chain[depth]);
}
