import type { Grant } from "../grant.ts";
import type { Verdict } from "../verdict.ts";
import type { Approver } from "./ask.ts";
import { after, type Awaitable, isPending } from "./awaitable.ts";
import type { Call, GateEvent } from "./event.ts";
import type { Ledger } from "./ledger.ts";
import type { Holder } from "./store.ts";

/**
 * A call may run. Say `start()` right before it does, or give the permit back: by `release()`, or by leaving the block
 * of a `using` declaration.
 */
export interface Permit {
  readonly ok: true;
  readonly verdict: Verdict;
  /** Set when somebody was asked for this very call, and who said yes. */
  readonly answeredBy?: Approver;
  /**
   * Marks that the call begins: its one-shots are spent. Throws, or rejects where the store answers later, a
   * {@link PermitError} when the call must not run: the permit was given back, or a grant that it stands on was revoked
   * or forgotten, or ran out meanwhile.
   */
  readonly start: () => Awaitable<void>;
  /** Gives back the one-shots of a call that did not start; otherwise it does nothing. */
  readonly release: () => void;
  /** The same, for `using`. */
  readonly [Symbol.dispose]: () => void;
}

/** A permit that permits nothing any more. */
export class PermitError extends Error {
  override readonly name = "PermitError";
  readonly code = "POLYGLAV_PERMIT";
}

/** What a permit was given for. */
export interface Permitted {
  readonly call: Call;
  readonly verdict: Verdict;
  /** The grants that it stands on, and the name under which the one-shots among them were claimed. */
  readonly claimed: { readonly grants: readonly Grant[]; readonly holder: Holder; readonly key: string } | undefined;
  readonly answeredBy?: Approver;
}

export function createPermit(
  { call, verdict, claimed, answeredBy }: Permitted,
  { ledger, emit }: { readonly ledger: Ledger; readonly emit: (event: GateEvent) => void },
): Permit {
  let state: "claimed" | "starting" | "started" | "released" = "claimed";
  let starting: Awaitable<void>;

  function start(): Awaitable<void> {
    if (state === "starting" || state === "started") return starting;
    if (state === "released") throw new PermitError("Cannot start a call: its permit was given back");
    starting = after(claimed === undefined || ledger.start(claimed.grants, claimed.key), (mayStart) => {
      if (!mayStart) {
        state = "claimed";
        throw new PermitError("Cannot start a call: the yes to it was taken back meanwhile");
      }
      state = "started";
      emit({ type: "started", call, verdict });
    });
    if (isPending(starting)) state = "starting";
    return starting;
  }
  function release(): void {
    if (state !== "claimed") return;
    state = "released";
    if (claimed === undefined) return;
    try {
      const released = ledger.release(claimed.grants, claimed.holder, claimed.key);
      if (isPending(released)) Promise.resolve(released).catch(ignore);
    } catch {
      // the store cannot be written: the one-shot stays spent, which permits nothing
    }
  }
  return Object.freeze({
    ok: true,
    verdict,
    ...(answeredBy !== undefined && { answeredBy }),
    start,
    release,
    [Symbol.dispose]: release,
  } satisfies Permit);
}

/** As above: what cannot be given back stays spent. */
const ignore = (): void => undefined;
