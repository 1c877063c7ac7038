import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ProviderGates, createProviderGates } from "../src/budget/provider-gates.ts";
import { type FakeClock, fakeClock } from "../src/testing/index.ts";

const most = fc.constantFrom(1, 2, 3, Infinity);
const limits = fc.record({ perAccount: most, perRun: most, total: most });

/** One model call of a generated world. */
const call = fc.record({
  account: fc.constantFrom("openai k1", "openai k2", "constructor"),
  run: fc.constantFrom("r1", "r2", "__proto__"),
  afterMs: fc.nat(100),
  takesMs: fc.nat(60),
  /** When the caller no longer wants it. */
  patienceMs: fc.option(fc.nat(200), { nil: undefined, freq: 4 }),
  answers: fc.array(fc.constantFrom("throttled", "broke off"), { maxLength: 2 }),
  waitMs: fc.nat(300),
});
type CallPlan = typeof call extends fc.Arbitrary<infer C> ? C : never;

interface Seen {
  readonly plan: CallPlan;
  readonly at: number;
  readonly inside: readonly CallPlan[];
}
interface World {
  readonly starts: readonly Seen[];
  readonly closed: readonly { readonly account: string; readonly from: number; readonly until: number }[];
  readonly ended: number;
  readonly left: { readonly inside: number; readonly waiting: number; readonly sleepers: number };
}

/** Plays callers that try again until they are answered or lose patience. */
async function play(plans: readonly CallPlan[], gateLimits: typeof limits extends fc.Arbitrary<infer L> ? L : never) {
  const clock = fakeClock(0);
  const gates = createProviderGates({ clock, random: () => 0.5, limits: gateLimits });
  const inside: CallPlan[] = [];
  const starts: Seen[] = [];
  const closed: World["closed"][number][] = [];
  const never = new AbortController().signal;
  let ended = 0;

  const run = async (plan: CallPlan): Promise<void> => {
    await clock.sleep(plan.afterMs, never);
    const patience = new AbortController();
    if (plan.patienceMs !== undefined) {
      void clock.sleep(plan.patienceMs, never).then(() => {
        patience.abort();
      });
    }
    for (const answer of [...plan.answers, "answered"]) {
      const leave = await gates.enter(plan.account, patience.signal, plan.run);
      if (leave === undefined) break;
      inside.push(plan);
      starts.push({ plan, at: clock.now(), inside: [...inside] });
      await clock.sleep(plan.takesMs, never);
      if (answer === "throttled") {
        gates.throttled(plan.account, plan.waitMs);
        closed.push({ account: plan.account, from: clock.now(), until: clock.now() + plan.waitMs });
      }
      if (answer === "answered") gates.succeeded(plan.account);
      inside.splice(inside.indexOf(plan), 1);
      leave();
      leave();
    }
    ended += 1;
  };
  const all = Promise.all(plans.map(run));
  await untilQuiet(clock, () => ended === plans.length);
  if (ended === plans.length) await all;
  await clock.advance(1_000);
  return { starts, closed, ended, left: { ...loadOf(gates), sleepers: clock.sleepers() } };
}

async function untilQuiet(clock: FakeClock, isOver: () => boolean): Promise<void> {
  // Those who sleep for nothing first.
  await clock.advance(0);
  for (let rounds = 0; rounds < 40 && !isOver(); rounds += 1) await clock.advance(1_000);
}

function loadOf(gates: ProviderGates): { readonly inside: number; readonly waiting: number } {
  const loads = ["openai k1", "openai k2", "constructor"].map((account) => gates.load(account));
  return {
    inside: loads.reduce((sum, load) => sum + load.inside, 0),
    waiting: loads.reduce((sum, load) => sum + load.waiting, 0),
  };
}

const law = (
  name: string,
  holds: (world: World, plans: readonly CallPlan[], gateLimits: Parameters<typeof play>[1]) => void,
) => {
  it(name, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), limits, async (plans, gateLimits) => {
        holds(await play(plans, gateLimits), plans, gateLimits);
      }),
      { numRuns: 60 },
    );
  });
};

describe("for all callers, limits, refusals and impatience", () => {
  law("there are never more calls under way than an account, a run or all together may have", (world, _, bounds) => {
    for (const { plan, inside } of world.starts) {
      expect(inside.length).toBeLessThanOrEqual(bounds.total);
      expect(inside.filter(({ account }) => account === plan.account).length).toBeLessThanOrEqual(bounds.perAccount);
      expect(inside.filter(({ run }) => run === plan.run).length).toBeLessThanOrEqual(bounds.perRun);
    }
  });

  law(
    "everybody gets in or leaves the queue, and then nothing is left: no permit, no waiter, no timer",
    (world, plans) => {
      expect(world.ended).toBe(plans.length);
      expect(world.left).toEqual({ inside: 0, waiting: 0, sleepers: 0 });
    },
  );

  law("no call starts at an account while it is closed", ({ starts, closed }) => {
    for (const { plan, at } of starts) {
      for (const { account, from, until } of closed) {
        if (account === plan.account && at > from) expect(at).toBeGreaterThanOrEqual(until);
      }
    }
  });
});

describe("agents below each other", () => {
  /** A tree of agents that each make a call, wait for their children, and make another call. */
  const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });

  it("never deadlock, however they are nested and however few calls may be made", async () => {
    await fc.assert(
      fc.asyncProperty(tree, limits, async (parents, gateLimits) => {
        const clock = fakeClock(0);
        const gates = createProviderGates({ clock, random: () => 0, limits: gateLimits });
        const { signal } = new AbortController();
        let ended = 0;
        const once = async (): Promise<void> => {
          const leave = await gates.enter("a", signal, "r");
          await clock.sleep(5, signal);
          leave?.();
        };
        const agent = async (id: number): Promise<void> => {
          await once();
          await Promise.all(parents.flatMap((parent, at) => (at > 0 && parent % at === id ? [agent(at)] : [])));
          await once();
          ended += 1;
        };
        void agent(0);
        await clock.advance(0);
        await clock.advance(1_000);
        expect(ended).toBe(parents.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe("callers of one account", () => {
  it("get in in the order in which they came, whoever gives up and however often it is closed", async () => {
    const caller = fc.record({ takesMs: fc.nat(40), givesUp: fc.boolean(), isThrottled: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(caller, { maxLength: 15 }), fc.constantFrom(1, 2, 4), async (callers, perAccount) => {
        const clock = fakeClock(0);
        const gates = createProviderGates({ clock, random: () => 0.9, limits: { perAccount } });
        const never = new AbortController().signal;
        const order: number[] = [];
        callers.forEach(({ takesMs, givesUp, isThrottled }, index) => {
          const impatience = new AbortController();
          void gates.enter("a", impatience.signal).then(async (leave) => {
            if (leave === undefined) return;
            order.push(index);
            await clock.sleep(takesMs, never);
            if (isThrottled) gates.throttled("a", 50);
            else gates.succeeded("a");
            leave();
          });
          if (givesUp && gates.load("a").waiting > 0) impatience.abort();
        });
        await clock.advance(0);
        await clock.advance(10_000);
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(gates.load("a")).toEqual({ inside: 0, waiting: 0 });
      }),
      { numRuns: 60 },
    );
  });
});
