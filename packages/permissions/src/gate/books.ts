import type { Grant } from "../grant.ts";
import type { Ask } from "./ask.ts";
import type { StoreRecord } from "./record.ts";
import type { FoundAsk, Holder } from "./store.ts";

/** A grant that is not over, and the call that has claimed it. */
interface Held {
  readonly grant: Grant;
  claim?: { readonly call: string; isStarted: boolean };
}

interface Asked extends FoundAsk {
  /** Who closed it. */
  readonly mark?: string;
}

/**
 * What the records of a store come to. Every store folds its records with this, so that memory and files, and all the
 * processes that read the same records, agree on who won.
 */
export class Books {
  readonly #grants = new Map<string, Held>();
  readonly #asks = new Map<string, Asked>();
  /** The last ask about a call with a name. */
  readonly #byCall = new Map<string, string>();
  /** An id is used once: what is over does not come back under it. */
  readonly #used = new Set<string>();
  /** No grant is over by time before this moment. */
  #nextUntil = Infinity;

  /** Takes a record in. What the records before it do not allow has no effect. */
  apply(record: StoreRecord): void {
    switch (record.do) {
      case "put":
        this.#put(record.grant);
        break;
      case "claim": {
        const held = this.#grants.get(record.grant);
        if (held?.grant.uses === "once") held.claim ??= { call: record.call, isStarted: false };
        break;
      }
      case "start": {
        const claim = this.#grants.get(record.grant)?.claim;
        if (claim?.call === record.call) claim.isStarted = true;
        break;
      }
      case "release": {
        const held = this.#grants.get(record.grant);
        if (held?.claim?.call === record.call && !held.claim.isStarted) delete held.claim;
        break;
      }
      case "revoke":
      case "expire":
        this.#grants.delete(record.grant);
        break;
      case "forget":
        this.#forget(record.holder);
        break;
      case "ask":
        this.#ask(record.ask);
        break;
      case "close":
        this.#close(record);
        break;
    }
  }

  hasUsed(id: string): boolean {
    return this.#used.has(id);
  }

  /** A grant that is not over. */
  grant(id: string): Grant | undefined {
    return this.#grants.get(id)?.grant;
  }

  /** The call that has claimed a one-shot. */
  claimOf(id: string): { readonly call: string; readonly isStarted: boolean } | undefined {
    return this.#grants.get(id)?.claim;
  }

  usableBy(holder: Holder, call: string): readonly Grant[] {
    return this.#all(({ grant, claim }) => isFor(grant, holder) && (claim === undefined || claim.call === call));
  }

  unused(): readonly Grant[] {
    return this.#all(({ claim }) => claim === undefined);
  }

  /** The grants that are past their time. A call that has started is past all that. */
  past(now: number): readonly Grant[] {
    if (now < this.#nextUntil) return [];
    const found = this.#all(({ grant, claim }) => grant.until !== undefined && grant.until <= now && !claim?.isStarted);
    const later = this.#all(({ grant, claim }) => !found.includes(grant) && !claim?.isStarted);
    this.#nextUntil = Math.min(Infinity, ...later.map(({ until }) => until ?? Infinity));
    return found;
  }

  openAsk(id: string): Ask | undefined {
    const asked = this.#asks.get(id);
    return asked?.end === undefined ? asked?.ask : undefined;
  }

  openAsks(): readonly Ask[] {
    return [...this.#asks.values()].filter(({ end }) => end === undefined).map(({ ask }) => ask);
  }

  /** Who closed an ask. */
  markOf(id: string): string | undefined {
    return this.#asks.get(id)?.mark;
  }

  lastAbout(call: string, digest: string): FoundAsk | undefined {
    const id = this.#byCall.get(JSON.stringify([call, digest]));
    return id === undefined ? undefined : this.#asks.get(id);
  }

  #all(which: (held: Held) => boolean): readonly Grant[] {
    return [...this.#grants.values()].filter(which).map(({ grant }) => grant);
  }

  #put(grant: Grant): void {
    if (this.#used.has(grant.id)) return;
    this.#used.add(grant.id);
    this.#grants.set(grant.id, { grant });
    this.#nextUntil = Math.min(this.#nextUntil, grant.until ?? Infinity);
  }

  #ask(ask: Ask): void {
    if (this.#used.has(ask.id)) return;
    this.#used.add(ask.id);
    this.#asks.set(ask.id, { ask });
    if (ask.call !== undefined) this.#byCall.set(JSON.stringify([ask.call, ask.digest]), ask.id);
  }

  #close({ ask: id, end, mark }: Extract<StoreRecord, { do: "close" }>): void {
    const ask = this.openAsk(id);
    if (ask === undefined) return;
    this.#asks.set(id, { ask, end, mark });
    if (end.how === "answered" && end.grant !== undefined) this.#put(end.grant);
  }

  #forget(holder: string): void {
    for (const [id, { grant }] of this.#grants) if (grant.holder === holder) this.#grants.delete(id);
    for (const [id, { ask }] of this.#asks) if (ask.holder === holder) this.#asks.delete(id);
    for (const [key, id] of this.#byCall) if (!this.#asks.has(id)) this.#byCall.delete(key);
  }
}

function isFor({ holder: meant }: Grant, { id, chain }: Holder): boolean {
  if (typeof meant === "string") return meant === id;
  return chain?.length === meant.chain.length && chain.every((name, depth) => name === meant.chain[depth]);
}
