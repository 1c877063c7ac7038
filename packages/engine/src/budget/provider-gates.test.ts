import { describe, expect, it } from "vitest";
import { fakeClock } from "../testing/index.ts";
import { createProviderGates } from "./provider-gates.ts";

const { signal: never } = new AbortController();
const ENOUGH_MS = 60_000;

/** A provider that says "too many requests" `refusals` times to each caller; says when requests came. */
async function storm(options: {
  readonly callers: number;
  readonly refusals: number;
  readonly retryAfterMs: number;
  readonly answerMs: number;
  readonly random?: () => number;
}) {
  const clock = fakeClock(0);
  const gates = createProviderGates({ clock, random: options.random ?? (() => 0.5) });
  const requests: number[] = [];
  let answered = 0;
  for (let caller = 0; caller < options.callers; caller += 1) {
    void (async () => {
      for (let attempt = 0; ; attempt += 1) {
        const leave = await gates.enter("p", never);
        requests.push(clock.now());
        await clock.sleep(options.answerMs, never);
        if (attempt >= options.refusals) {
          gates.succeeded("p");
          leave?.();
          break;
        }
        gates.throttled("p", options.retryAfterMs);
        leave?.();
      }
      answered += 1;
    })();
  }
  // Those who are let in at once first.
  await clock.advance(0);
  await clock.advance(ENOUGH_MS);
  return { requests, answered, sleepers: clock.sleepers(), load: gates.load("p") };
}

const mostWithin = (ms: number, times: readonly number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at <= from + ms).length));

describe("a provider that was never busy", () => {
  it("lets everybody in at once", async () => {
    const { requests } = await storm({ callers: 100, refusals: 0, retryAfterMs: 0, answerMs: 10 });
    expect(new Set(requests)).toEqual(new Set([0]));
  });
});

describe("a provider that refuses (Q1)", () => {
  it.each([0, 1, 20, 500])(
    "gets at most three requests in any 50 ms afterwards, answering in %i ms",
    async (answerMs) => {
      const { requests, answered, sleepers, load } = await storm({
        ...{ callers: 8, refusals: 2, retryAfterMs: 200, answerMs },
      });
      expect(answered).toBe(8);
      expect(mostWithin(50, requests.slice(8))).toBeLessThanOrEqual(3);
      expect({ sleepers, load }).toEqual({ sleepers: 0, load: { inside: 0, waiting: 0 } });
    },
  );

  it("is left alone for as long as it asked, and at most a tenth longer", async () => {
    for (const random of [0, 0.999]) {
      const clock = fakeClock(0);
      const gates = createProviderGates({ clock, random: () => random });
      gates.throttled("p", 200);
      let at: number | undefined;
      void gates.enter("p", never).then(() => (at = clock.now()));
      await clock.advance(199);
      expect(at).toBeUndefined();
      await clock.advance(21);
      expect(at).toBeLessThanOrEqual(220);
    }
  });

  it("is not asked earlier by a second refusal that asks for less", async () => {
    const clock = fakeClock(0);
    const gates = createProviderGates({ clock, random: () => 0 });
    gates.throttled("p", 500);
    gates.throttled("p", 10);
    let isIn = false;
    void gates.enter("p", never).then(() => (isIn = true));
    await clock.advance(499);
    expect(isIn).toBe(false);
    gates.throttled("p", 300);
    await clock.advance(299);
    expect(isIn).toBe(false);
    await clock.advance(1);
    expect(isIn).toBe(true);
  });

  it("gets one request at a time until it answers, then more", async () => {
    const clock = fakeClock(0);
    const gates = createProviderGates({ clock, random: () => 0 });
    const first = await Promise.all(Array.from({ length: 8 }, () => gates.enter("p", never)));
    gates.throttled("p", 100);
    for (const leave of first) leave?.();
    const leaves: (() => void)[] = [];
    for (let caller = 0; caller < 20; caller += 1) {
      void gates.enter("p", never).then((leave) => {
        if (leave !== undefined) leaves.push(leave);
      });
    }
    const inside: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await clock.advance(1_000);
      inside.push(gates.load("p").inside);
      gates.succeeded("p");
      leaves.shift()?.();
    }
    expect(inside).toEqual([1, 2, 3, 4, 4]);
  });

  it("does not wait for the calls that it had taken before", async () => {
    const clock = fakeClock(0);
    const gates = createProviderGates({ clock, random: () => 0 });
    await Promise.all([gates.enter("p", never), gates.enter("p", never)]);
    gates.throttled("p", 100);
    let isIn = false;
    void gates.enter("p", never).then(() => (isIn = true));
    await clock.advance(100);
    expect(isIn).toBe(true);
  });

  it("is as open as before once as many were answered as it had refused", async () => {
    const clock = fakeClock(0);
    const gates = createProviderGates({ clock, random: () => 0 });
    const leave = await gates.enter("p", never);
    gates.throttled("p", 100);
    leave?.();
    await clock.advance(100);
    (await gates.enter("p", never))?.();
    gates.succeeded("p");
    await Promise.all(Array.from({ length: 50 }, () => gates.enter("p", never)));
    expect(gates.load("p")).toEqual({ inside: 50, waiting: 0 });
  });

  it("closes for nobody else", async () => {
    const gates = createProviderGates({ clock: fakeClock(0), random: () => 0 });
    gates.throttled("constructor", 1_000);
    expect(await gates.enter("__proto__", never)).toBeTypeOf("function");
  });
});

describe("permits", () => {
  it("are held for a call, so five parents with two children each pass through three (S4)", async () => {
    const clock = fakeClock(0);
    const gates = createProviderGates({ clock, random: () => 0, limits: { perAccount: 3 } });
    let peak = 0;
    let ended = 0;
    const once = async (): Promise<void> => {
      const leave = await gates.enter("p", never);
      peak = Math.max(peak, gates.load("p").inside);
      await clock.sleep(10, never);
      leave?.();
    };
    const parent = async (): Promise<void> => {
      await once();
      await Promise.all([once(), once()]);
      await once();
      ended += 1;
    };
    for (let at = 0; at < 5; at += 1) void parent();
    await clock.advance(0);
    await clock.advance(1_000);
    expect({ peak, ended }).toEqual({ peak: 3, ended: 5 });
  });

  it("are given back once, however often they are given back (S5)", async () => {
    const gates = createProviderGates({ clock: fakeClock(0), random: () => 0, limits: { perAccount: 1 } });
    const leave = await gates.enter("p", never);
    const [a, b] = [gates.enter("p", never), gates.enter("p", never)];
    leave?.();
    leave?.();
    leave?.();
    const leaveA = await a;
    expect(gates.load("p")).toEqual({ inside: 1, waiting: 1 });
    leaveA?.();
    (await b)?.();
    expect(gates.load("p")).toEqual({ inside: 0, waiting: 0 });
  });

  it("of a run that has none left hold up no other run", async () => {
    const gates = createProviderGates({ clock: fakeClock(0), random: () => 0, limits: { perRun: 1 } });
    await gates.enter("p", never, "r1");
    void gates.enter("p", never, "r1");
    expect(await gates.enter("p", never, "r2")).toBeTypeOf("function");
    expect(gates.load("p")).toEqual({ inside: 2, waiting: 1 });
  });

  it("of one account go to its callers, also behind callers of an account that is closed", async () => {
    const gates = createProviderGates({ clock: fakeClock(0), random: () => 0, limits: { perAccount: 1 } });
    gates.throttled("closed", 1_000);
    const leave = await gates.enter("open", never);
    void gates.enter("closed", never);
    void gates.enter("closed", never);
    const waits = gates.enter("open", never);
    leave?.();
    expect(await waits).toBeTypeOf("function");
  });

  it("are for nobody who has left: a signal that aborts leaves the queue at once", async () => {
    const clock = fakeClock(0);
    const gates = createProviderGates({ clock, random: () => 0, limits: { perAccount: 1 } });
    const leave = await gates.enter("p", never);
    const impatience = new AbortController();
    const waits = gates.enter("p", impatience.signal);
    const next = gates.enter("p", never);
    impatience.abort();
    expect(await waits).toBeUndefined();
    leave?.();
    expect(await next).toBeTypeOf("function");
    expect(await gates.enter("p", impatience.signal)).toBeUndefined();
  });

  it("leave no timer behind when everybody who waited for a closed gate has left", async () => {
    const clock = fakeClock(0);
    const gates = createProviderGates({ clock, random: () => 0 });
    gates.throttled("p", 5_000);
    const impatience = new AbortController();
    const waits = gates.enter("p", impatience.signal);
    expect(clock.sleepers()).toBe(1);
    impatience.abort();
    await waits;
    expect(clock.sleepers()).toBe(0);
  });

  it("cannot be none", () => {
    expect(() => createProviderGates({ clock: fakeClock(0), random: () => 0, limits: { total: 0 } })).toThrow(
      RangeError,
    );
  });
});
