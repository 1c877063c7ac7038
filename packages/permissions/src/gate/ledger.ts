import type { Grant } from "../grant.ts";
import type { Ask } from "./ask.ts";
import { after, type Awaitable, inTurn, isPending, untilNo } from "./awaitable.ts";
import { isOver } from "./books.ts";
import type { Clock } from "./clock.ts";
import type { GateEvent } from "./event.ts";
import type { AskEnd, FoundAsk, GateStore, GrantStore, Holder } from "./store.ts";

/** The stores of a gate. */
export interface Stores {
  /** Asks, one-shots and what stands for a run. */
  readonly run: GateStore;
  /** What stands for a session; often the same. */
  readonly session: GrantStore;
  /** What stands for a project. */
  readonly project: GrantStore | undefined;
}

/** What a holder finds. */
export interface View {
  readonly grants: readonly Grant[];
  /** How long a yes can stand here: a store that cannot be read takes none. */
  readonly scopes: readonly Scope[];
}
export type Scope = "run" | "session" | "project";

/** All that a gate does with its stores, told event by event. Like a store it answers at once where the stores do. */
export interface Ledger {
  /** Ends what is past its time and looks at what this call of this holder could use. */
  view(holder: Holder, key: string): Awaitable<View>;
  /** Claims all of these, or none. Standing ones are not claimed. */
  claim(grants: readonly Grant[], holder: Holder, key: string): Awaitable<boolean>;
  /** Spends the one-shots, if all of these still hold: none was revoked, forgotten or ran out meanwhile. */
  start(grants: readonly Grant[], key: string): Awaitable<boolean>;
  release(grants: readonly Grant[], holder: Holder, key: string): Awaitable<void>;
  idFor(uses: Grant["uses"]): string;
  ask(ask: Ask): Awaitable<void>;
  /** Closes an ask with what its yes is worth. `false` when somebody else has closed it. */
  close(ask: Ask, end: AskEnd, grant?: Grant): Awaitable<boolean>;
  asks(): Awaitable<readonly Ask[]>;
  find(call: string, digest: string): Awaitable<FoundAsk | undefined>;
  revoke(grant: string): Promise<boolean>;
  forget(holder: string): Awaitable<void>;
  /** What nobody has used yet; where a store answers later, as it was the last time. */
  grants(holder?: string): readonly Grant[];
}

export function createLedger(
  stores: Stores,
  {
    clock,
    ids,
    emit,
  }: { readonly clock: Clock; readonly ids?: (() => string) | undefined; readonly emit: (event: GateEvent) => void },
): Ledger {
  const { run } = stores;
  const all = [...new Set([run, stores.session, ...(stores.project === undefined ? [] : [stores.project])])];
  const storeFor = (uses: Grant["uses"]): GrantStore =>
    uses === "session" ? stores.session : uses === "project" ? (stores.project ?? run) : run;
  const isOnce = ({ uses }: Grant): boolean => uses === "once";
  /** Where a grant was found. Two stores may give the same id to two grants. */
  const origins = new WeakMap<Grant, GrantStore>();
  const listed = new Map<GrantStore, readonly Grant[]>();
  const told = new Set<string>();

  /** The same fault is told once: it comes back with every call. */
  function fault(cause: unknown): undefined {
    const message = messageOf(cause);
    if (!told.has(message)) emit({ type: "fault", message });
    told.add(message);
  }

  /** Ends what is past its time, and tells what time it is. */
  function sweep(store: GrantStore): Awaitable<number> {
    const now = clock.now();
    return after(store.expire(now), (past) => {
      for (const grant of past) emit({ type: "expired", grant });
      return now;
    });
  }

  function look(store: GrantStore, holder: Holder, key: string): Awaitable<readonly Grant[]> {
    return after(sweep(store), (now) =>
      after(store.open(holder, key), (grants) => {
        for (const grant of grants) origins.set(grant, store);
        return grants.filter((grant) => !isOver(grant, now));
      }),
    );
  }

  /** Tells whether a standing grant still is what a call may stand on. Where it was found, there it has to be. */
  function stands(grant: Grant, key: string): Awaitable<boolean> {
    const store = origins.get(grant) ?? storeFor(grant.uses);
    return after(sweep(store), (now) => !isOver(grant, now) && store.claim(grant.id, key));
  }

  /** Standing grants of a store that cannot be read are none; without the store of the run nothing goes on. */
  function lookIfReadable(store: GrantStore, holder: Holder, key: string): Awaitable<readonly Grant[] | undefined> {
    if (store === run) return look(store, holder, key);
    try {
      const grants = look(store, holder, key);
      return isPending(grants) ? Promise.resolve(grants).catch(fault) : grants;
    } catch (cause) {
      fault(cause);
      return undefined;
    }
  }

  function release(grants: readonly Grant[], holder: Holder, key: string): Awaitable<void> {
    return after(
      inTurn(grants.filter(isOnce), (grant) => after(run.release(grant.id, key), (isBack) => (isBack ? [grant] : []))),
      (back) => {
        for (const grant of back.flat()) emit({ type: "released", grant, holder: holder.id });
      },
    );
  }

  return {
    view: (holder, key) =>
      after(
        inTurn(all, (store) => after(lookIfReadable(store, holder, key), (grants) => ({ store, grants }))),
        (looks) => ({
          grants: looks.flatMap(({ grants = [] }) => grants),
          scopes: (["run", "session", "project"] as const).filter(
            (scope) =>
              (scope !== "project" || stores.project !== undefined) &&
              looks.some(({ store, grants }) => store === storeFor(scope) && grants !== undefined),
          ),
        }),
      ),
    claim(grants, holder, key) {
      const once = grants.filter(isOnce);
      const hasAll = untilNo(once, (grant) => run.claim(grant.id, key));
      return after(hasAll, (isOurs) => {
        // What was claimed before the one that was not is given back; for the others this does nothing.
        if (!isOurs)
          return after(
            inTurn(once, (grant) => run.release(grant.id, key)),
            () => false,
          );
        for (const grant of once) emit({ type: "claimed", grant, holder: holder.id });
        return true;
      });
    },
    start(grants, key) {
      const once = grants.filter(isOnce);
      const standing = grants.filter((grant) => !isOnce(grant));
      return after(
        untilNo(standing, (grant) => stands(grant, key)),
        (doStand) =>
          doStand && after(once.length === 0 || sweep(run), () => untilNo(once, (grant) => run.start(grant.id, key))),
      );
    },
    release,
    idFor: (uses) => ids?.() ?? storeFor(uses).id(),
    ask: (ask) =>
      after(run.ask(ask), (isNew) => {
        if (!isNew) throw new Error(`the id ${JSON.stringify(ask.id)} was given out twice`);
        emit({ type: "asked", ask });
      }),
    close(ask, end, grant) {
      const isOurs = grant !== undefined && storeFor(grant.uses) === run;
      const whole: AskEnd = end.how === "answered" && isOurs ? { ...end, grant } : end;
      return after(run.close(ask.id, whole), (hasClosed) => {
        if (!hasClosed) return false;
        emit(
          end.how === "answered"
            ? { type: "answered", ask, answer: end.answer, by: end.by }
            : { type: "answered", ask, reason: end.how },
        );
        if (grant === undefined) return true;
        return after(isOurs || storeFor(grant.uses).put(grant), () => {
          emit({ type: "granted", grant, holder: ask.holder });
          return true;
        });
      });
    },
    asks: () => run.asks(),
    find: (call, digest) => run.find(call, digest),
    async revoke(id) {
      for (const store of all) {
        const grant = (await store.list(await sweep(store))).find((each) => each.id === id);
        if (!(await store.revoke(id))) continue;
        if (grant !== undefined) emit({ type: "revoked", grant });
        return true;
      }
      return false;
    },
    forget: (holder) =>
      after(run.forget(holder), (unused) => {
        for (const grant of unused) emit({ type: "expired", grant });
      }),
    grants: (holder) =>
      all.flatMap((store) => listOf(store)).filter((grant) => holder === undefined || grant.holder === holder),
  };

  function listOf(store: GrantStore): readonly Grant[] {
    try {
      const now = clock.now();
      const listing = store.list(now);
      if (!isPending(listing)) return listing.filter((grant) => !isOver(grant, now));
      Promise.resolve(listing).then((grants) => listed.set(store, grants), fault);
      return (listed.get(store) ?? []).filter((grant) => !isOver(grant, now));
    } catch (cause) {
      fault(cause);
      return [];
    }
  }
}

/** What to tell people of a fault. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
