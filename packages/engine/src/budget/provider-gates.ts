import type { Clock } from "../ports.ts";
import { type Gate, createGate, close as closeGate, opensIn, start, widen } from "./gate-pace.ts";

/** How many model calls may be under way at once; what is missing has no limit. */
export interface GateLimits {
  readonly perAccount?: number;
  readonly perRun?: number;
  readonly total?: number;
}

export interface GateDeps {
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly limits?: GateLimits;
}

/** One gate for each account with a provider (a provider and a key), shared by everybody in this process. */
export interface ProviderGates {
  /**
   * Waits until the gate of the account is open and a call may be made, first come, first served; then gives the function
   * that ends the call and has to be called, however it went: only its first call counts. A caller whose signal aborts
   * gets `undefined` and leaves the queue. Never rejects.
   *
   * A permit is for one model call. It must not be held while waiting for something else, such as a child.
   *
   * @param run the tree of agents that it counts for, where `perRun` limits that
   */
  readonly enter: (account: string, signal: AbortSignal, run?: string) => Promise<(() => void) | undefined>;
  /** A provider said that there are too many requests (429, 503): closes the gate for everybody, for at least `waitMs`. */
  readonly throttled: (account: string, waitMs: number) => void;
  /** A call was answered: more may be made at once. */
  readonly succeeded: (account: string) => void;
  /** How many are in a call, and how many wait. */
  readonly load: (account: string) => { readonly inside: number; readonly waiting: number };
}

interface Waiter {
  readonly account: string;
  readonly gate: Gate;
  readonly run: string | undefined;
  readonly admit: () => void;
}

/**
 * Makes the gates of the providers.
 *
 * All permits of a call are taken at once or none is, and nobody who waits holds one: there is no way to deadlock, however
 * deeply agents are nested (laws/budget-gates.laws.test.ts). Among callers of one account and one run, the order is that
 * of their arrival; somebody who waits for another limit holds up nobody else.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createProviderGates, systemClock } from "@polyglav/engine";
 *
 * const gates = createProviderGates({ clock: systemClock, random: Math.random, limits: { perAccount: 1 } });
 * const { signal } = new AbortController();
 * const leave = await gates.enter("local", signal);
 * const second = gates.enter("local", signal);
 * assert.deepEqual(gates.load("local"), { inside: 1, waiting: 1 });
 *
 * leave?.();
 * (await second)?.();
 * assert.deepEqual(gates.load("local"), { inside: 0, waiting: 0 });
 * ```
 */
export function createProviderGates({ clock, random, limits = {} }: GateDeps): ProviderGates {
  const { perAccount = Infinity, perRun = Infinity, total = Infinity } = limits;
  for (const most of [perAccount, perRun, total]) {
    if (!(most >= 1)) throw new RangeError(`Cannot make a gate for ${most} model calls at once: nobody would get in`);
  }
  const gates = new Map<string, Gate>();
  const runs = new Map<string, number>();
  // In the order of arrival.
  const waiters = new Set<Waiter>();
  let inside = 0;
  let gatesWithWaiters = 0;

  const gateOf = (account: string): Gate => {
    const gate = gates.get(account) ?? createGate();
    gates.set(account, gate);
    return gate;
  };
  const hasRoom = (gate: Gate): boolean =>
    gate.inside < perAccount && gate.insideSince + 1 <= gate.width && opensIn(gate, clock.now()) <= 0;
  const runHasRoom = (run: string | undefined): boolean => run === undefined || (runs.get(run) ?? 0) < perRun;

  /** Lets in everybody who may go. */
  const admitWaiters = (): void => {
    const full = new Set<Gate>();
    for (const waiter of waiters) {
      if (inside >= total) break;
      if (full.has(waiter.gate)) continue;
      if (!hasRoom(waiter.gate)) full.add(waiter.gate);
      else if (runHasRoom(waiter.run)) waiter.admit();
      if (full.size === gatesWithWaiters) break;
    }
    for (const gate of full) wakeWhenOpen(gate);
  };

  /** Looks again when a gate opens; nobody does where nobody waits, so that no timer outlives its run. */
  const wakeWhenOpen = (gate: Gate): void => {
    const ms = opensIn(gate, clock.now());
    if (ms <= 0 || gate.timer !== undefined) return;
    const timer = new AbortController();
    gate.timer = timer;
    void clock.sleep(ms, timer.signal).then(() => {
      if (gate.timer === timer) gate.timer = undefined;
      if (!timer.signal.aborted) admitWaiters();
    });
  };

  const take = (account: string, gate: Gate, run: string | undefined): (() => void) => {
    const end = start(gate, clock.now());
    inside += 1;
    if (run !== undefined) runs.set(run, (runs.get(run) ?? 0) + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      end();
      inside -= 1;
      if (run !== undefined) leaveRun(run);
      admitWaiters();
      forget(account, gate);
    };
  };

  const leaveRun = (run: string): void => {
    const left = (runs.get(run) ?? 1) - 1;
    if (left === 0) runs.delete(run);
    else runs.set(run, left);
  };

  /** A gate that was never closed, and that nobody uses, is like a new one. */
  const forget = (account: string, gate: Gate): void => {
    if (gate.inside === 0 && gate.waiting === 0 && gate.width === Infinity) gates.delete(account);
  };

  return {
    enter(account, signal, run) {
      if (signal.aborted) return Promise.resolve(undefined);
      const gate = gateOf(account);
      // Whoever waits already for the same account goes first.
      if (gate.waiting === 0 && inside < total && hasRoom(gate) && runHasRoom(run)) {
        return Promise.resolve(take(account, gate, run));
      }
      return new Promise((resolve) => {
        const waiter: Waiter = {
          account,
          gate,
          run,
          admit() {
            quit();
            resolve(take(account, gate, run));
          },
        };
        const quit = (): void => {
          waiters.delete(waiter);
          signal.removeEventListener("abort", abort);
          gate.waiting -= 1;
          if (gate.waiting > 0) return;
          gatesWithWaiters -= 1;
          gate.timer?.abort();
          gate.timer = undefined;
        };
        const abort = (): void => {
          quit();
          forget(account, gate);
          resolve(undefined);
        };
        waiters.add(waiter);
        gate.waiting += 1;
        if (gate.waiting === 1) gatesWithWaiters += 1;
        signal.addEventListener("abort", abort, { once: true });
        admitWaiters();
      });
    },
    throttled(account, waitMs) {
      closeGate(gateOf(account), waitMs, clock.now(), random());
    },
    succeeded(account) {
      const gate = gateOf(account);
      widen(gate, clock.now());
      admitWaiters();
      forget(account, gate);
    },
    load: (account) => {
      const gate = gates.get(account);
      return { inside: gate?.inside ?? 0, waiting: gate?.waiting ?? 0 };
    },
  };
}
