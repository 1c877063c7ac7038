/** What the tests of the gate share: holders, calls, a person whose answers the test gives, and a gate that is watched. */
import { type Authority, root } from "../authority.ts";
import { total } from "../carve.ts";
import { carve, type WrittenCarve } from "../parse.ts";
import type { Request } from "../request.ts";
import type { Answer } from "./answer.ts";
import type { Ask } from "./ask.ts";
import type { Awaitable } from "./awaitable.ts";
import type { Clock } from "./clock.ts";
import type { GateEvent } from "./event.ts";
import { createGate, type Gate, type GateOptions } from "./gate.ts";
import type { Operator } from "./operator.ts";
import type { GateStore } from "./store.ts";

export const holderOf = (words: WrittenCarve, id = "me", cap: WrittenCarve = {}): Authority =>
  root({ id, use: total(carve(words), "allow"), cap: total(carve(cap), "allow") });

export const call = (category: string, ...resource: string[]): Request => ({
  tool: "t",
  actions: [{ category, resource }],
});

export const open = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });

/** An ask that waits for its answer. */
interface Asked {
  readonly ask: Ask;
  readonly signal: AbortSignal;
  readonly say: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

interface Person {
  readonly operator: Operator;
  readonly asked: readonly Asked[];
  readonly last: () => Asked;
}

/** A person whose answers the test gives, ask by ask. */
export function person(): Person {
  const asked: Asked[] = [];
  const operator: Operator = {
    answer: (ask, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ ask, signal, say: resolve, fail: reject });
      }),
  };
  return { operator, asked, last: () => at(asked, asked.length - 1) };
}

/** A gate that tells what happened as one line for each event. */
export function watched(options: Omit<GateOptions, "onEvent">): { readonly gate: Gate; readonly events: string[] } {
  const events: string[] = [];
  const onEvent = (event: GateEvent): void => {
    events.push(lineOf(event));
  };
  return { gate: createGate({ ...options, onEvent }), events };
}

function lineOf(event: GateEvent): string {
  switch (event.type) {
    case "asked":
      return `asked ${event.ask.id}`;
    case "answered":
      return `answered ${event.ask.id} ${"answer" in event ? event.answer.say : event.reason}`;
    case "started":
      return `started ${event.call.holder}`;
    case "refused":
      return `refused ${event.reason}`;
    case "fault":
      return `fault ${event.message}`;
    default:
      return `${event.type} ${event.grant.id}`;
  }
}

export const yes: Operator = { answer: async () => ({ say: "once" }) };
export const never: Operator = { answer: () => Promise.reject(new Error("nobody may be asked here")) };

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no number ${index}`);
  return found;
}

export const flush = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** The same store, as if it were on another machine: every answer comes later, and takes effect when it is asked for. */
export function laterStore(store: GateStore): GateStore {
  const later = async <T>(answer: () => Awaitable<T>): Promise<T> => {
    await Promise.resolve();
    return answer();
  };
  return {
    id: () => store.id(),
    open: (holder, call) => later(() => store.open(holder, call)),
    put: (grant) => later(() => store.put(grant)),
    claim: (grant, call) => later(() => store.claim(grant, call)),
    start: (grant, call) => later(() => store.start(grant, call)),
    release: (grant, call) => later(() => store.release(grant, call)),
    revoke: (grant) => later(() => store.revoke(grant)),
    forget: (holder) => later(() => store.forget(holder)),
    expire: (now) => later(() => store.expire(now)),
    list: (now) => later(() => store.list(now)),
    ask: (ask) => later(() => store.ask(ask)),
    close: (ask, end) => later(() => store.close(ask, end)),
    asks: () => later(() => store.asks()),
    find: (call, digest) => later(() => store.find(call, digest)),
  };
}

/** A clock that the test moves; sleepers wake when it has moved far enough. */
export function fakeClock(
  start = 1_000_000,
): Clock & { readonly move: (ms: number) => void; readonly sleepers: () => number } {
  let now = start;
  let slept = 0;
  const sleeping = new Map<() => void, number>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (ms <= 0 || signal.aborted) {
          resolve();
          return;
        }
        const wake = (): void => {
          sleeping.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        sleeping.set(wake, slept + ms);
        signal.addEventListener("abort", wake, { once: true });
      }),
    // Time that passes is slept even when what the clock shows steps back.
    move: (ms) => {
      now += ms;
      slept += Math.max(0, ms);
      for (const [wake, until] of sleeping) if (until <= slept) wake();
    },
    sleepers: () => sleeping.size,
  };
}
