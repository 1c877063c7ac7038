import type { Grant } from "../grant.ts";

/** What happens to a grant in the ledger. */
export interface LedgerEvent {
  readonly type: "granted" | "claimed" | "released";
  readonly grant: Grant;
}

/** The grants of one holder, from its first call to its end. */
export interface Holder {
  /** Aborts when the holder ends. */
  readonly over: AbortSignal;
  grants(): readonly Grant[];
  add(grant: Grant): void;
  /** Takes one-shots out at once, so that nobody else finds them; returns what puts them back, at most once. */
  claim(ids: readonly string[]): () => void;
}

/** Everything that was granted and not yet used. */
export interface Ledger {
  holder(id: string): Holder;
  grants(holder?: string): readonly Grant[];
  forget(holder: string): void;
}

/** Makes an empty ledger. Each method takes full effect before it tells anybody, so a listener may call back in. */
export function createLedger(tell: (event: LedgerEvent) => void): Ledger {
  const holders = new Map<string, { readonly holder: Holder; readonly end: AbortController }>();

  function open(id: string): Holder {
    const end = new AbortController();
    const holder = createHolder(end.signal, tell);
    holders.set(id, { holder, end });
    return holder;
  }

  return {
    holder: (id) => holders.get(id)?.holder ?? open(id),
    grants: (id) =>
      id === undefined
        ? [...holders.values()].flatMap(({ holder }) => holder.grants())
        : (holders.get(id)?.holder.grants() ?? []),
    forget: (id) => {
      const entry = holders.get(id);
      holders.delete(id);
      entry?.end.abort();
    },
  };
}

function createHolder(over: AbortSignal, tell: (event: LedgerEvent) => void): Holder {
  const live = new Map<string, Grant>();
  const put = (grants: readonly Grant[], type: "granted" | "released"): void => {
    // An ended holder is unreachable: what comes back to it late is not a grant any more.
    if (over.aborted) return;
    for (const grant of grants) live.set(grant.id, grant);
    for (const grant of grants) tell({ type, grant });
  };
  return {
    over,
    grants: () => [...live.values()],
    add: (grant) => {
      put([grant], "granted");
    },
    claim: (ids) => {
      let claimed = ids.flatMap((id) => live.get(id) ?? []).filter(({ uses }) => uses === "once");
      for (const { id } of claimed) live.delete(id);
      for (const grant of claimed) tell({ type: "claimed", grant });
      return () => {
        const back = claimed;
        claimed = [];
        put(back, "released");
      };
    },
  };
}
