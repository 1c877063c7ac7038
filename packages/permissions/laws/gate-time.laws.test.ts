import { type Authority, carve, delegate, root, total } from "@polyglav/permissions";
import {
  caller,
  type Clock,
  createGate,
  first,
  type GateEvent,
  human,
  memoryStore,
  type Operator,
  park,
  type Refusal,
  type Route,
  within,
} from "@polyglav/permissions/gate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** A clock that the law moves. What it shows may step back; what was slept is slept. */
class TestClock implements Clock {
  #now = 1_000_000;
  #slept = 0;
  readonly #sleeping = new Map<() => void, number>();
  readonly now = (): number => this.#now;
  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        this.#sleeping.delete(wake);
        resolve();
      };
      this.#sleeping.set(wake, this.#slept + ms);
      signal.addEventListener("abort", wake, { once: true });
      if (ms <= 0 || signal.aborted) wake();
    });
  pass(ms: number): void {
    this.#now += ms;
    this.#slept += ms;
    for (const [wake, until] of this.#sleeping) if (until <= this.#slept) wake();
  }
  step(ms: number): void {
    this.#now += ms;
  }
  get sleepers(): number {
    return this.#sleeping.size;
  }
}

const flush = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const top = root({ id: "root", use: total(carve({}), "allow") });
const lead = delegate(top, {
  id: "lead",
  role: "leader",
  use: carve({ bash: "deny" }),
  pass: carve({ bash: "allow" }),
});
const coderOf = (id: string): Authority => delegate(lead, { id, role: "coder", use: carve({ bash: "ask" }) });
const make = { actions: [{ category: "bash", resource: ["make"] }] };

const silent: Operator = { answer: () => new Promise(() => undefined) };
const failing: Operator = {
  answer: () => {
    throw new Error("gone");
  },
};

/** Every kind of route that gives no yes; what waits has a deadline. */
const route: fc.Arbitrary<Route> = fc.letrec<{ readonly route: Route }>((tie) => ({
  route: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      human(failing),
      caller(() => undefined),
      caller(() => failing),
      park,
    ),
    fc.nat({ max: 5_000 }).map((ms) => within(ms, human(silent))),
    fc.nat({ max: 5_000 }).map((ms) =>
      within(
        ms,
        caller(() => silent),
      ),
    ),
    fc.tuple(fc.nat({ max: 5_000 }), tie("route")).map(([ms, inner]) => within(ms, inner)),
    fc.array(tie("route"), { maxLength: 3 }).map((routes) => first(...routes)),
  ),
})).route;

describe("every ask ends, and without an answer it is a refusal (L18)", () => {
  it("whatever the route, a call settles by the latest deadline, refused and with a reason, and leaves no timer behind", async () => {
    const seen = new Set<Refusal["reason"]>();
    await fc.assert(
      fc.asyncProperty(
        route,
        fc.array(fc.constantFrom("operator", "caller", "nobody"), { minLength: 1, maxLength: 5 }),
        async (operator, tos) => {
          const clock = new TestClock();
          const events: GateEvent[] = [];
          const gate = createGate({ operator, clock, onEvent: (event) => events.push(event) });
          const settled: string[] = [];
          tos.forEach((to, i) => {
            const options = { signal: new AbortController().signal, to, call: `c${i}` };
            void gate.authorize(coderOf(`r${i}`), make, options).then((result) => {
              settled.push(result.ok ? "permitted" : result.reason);
              if (!result.ok) seen.add(result.reason);
            });
          });
          await flush();
          clock.pass(5_000);
          await flush();
          expect(settled).toHaveLength(tos.length);
          expect(settled).not.toContain("permitted");
          expect(clock.sleepers).toBe(0);
          // What is parked is open and says so; everything else that was asked was closed, once.
          const idsOf = (type: "asked" | "answered"): readonly string[] =>
            events.flatMap((event) => (event.type === type && "ask" in event ? event.ask.id : []));
          const open = events
            .flatMap((event) => (event.type === "asked" ? event.ask : []))
            .filter(({ id }) => !idsOf("answered").includes(id));
          expect(open).toHaveLength(settled.filter((reason) => reason === "parked").length);
          expect(new Set(idsOf("answered")).size).toBe(idsOf("answered").length);
        },
      ),
      { numRuns: 1_000 },
    );
    expect([...seen].toSorted()).toEqual(["expired", "no-approver", "parked", "rejected"]);
  });

  it("no route gets more out of an agent than it may hand down, whatever it answers", async () => {
    const words = fc.constantFrom("deny", "ask", "allow");
    await fc.assert(
      fc.asyncProperty(words, words, words, words, async (cap, pass, use, wish) => {
        const boss = root({
          id: "boss",
          use: total(carve({ bash: use }), "deny"),
          pass: carve({ bash: pass }),
          cap: total(carve({ bash: cap }), "allow"),
        });
        const worker = delegate(boss, { id: "w", role: "worker", use: carve({ bash: wish }) });
        const yes: Operator = { answer: async () => ({ say: "once" }) };
        const gate = createGate({ operator: caller(() => yes) });
        const options = { signal: new AbortController().signal, to: "caller" } as const;
        const results = [await gate.elevate(worker, make, options), await gate.authorize(worker, make, options)];
        const most = [cap, pass].includes("deny") ? "deny" : [cap, pass].includes("ask") ? "ask" : "allow";
        if (most !== "allow") expect(results.map(({ ok }) => ok)).toEqual([false, false]);
        else expect(results.map(({ ok }) => ok)).toEqual([true, true]);
      }),
    );
  });
});

describe("past its time nothing lifts, whatever the clock shows later (L26)", () => {
  it("what was seen once past its end stays over, in every order of time that passes and clocks that step", async () => {
    const time = fc.record({ by: fc.constantFrom("pass", "step"), ms: fc.integer({ min: -3_000, max: 3_000 }) });
    let ended = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4_000 }), fc.array(time, { maxLength: 12 }), async (lasts, times) => {
        const clock = new TestClock();
        const store = memoryStore();
        const until = clock.now() + lasts;
        const operator: Operator = { answer: async () => ({ say: "run", until }) };
        const options = { signal: new AbortController().signal };
        await createGate({ operator, store, clock }).authorize(coderOf("r1"), make, options);
        let isOver = false;
        for (const { by, ms } of times) {
          if (by === "pass") clock.pass(Math.abs(ms));
          else clock.step(ms);
          // A gate of its own each time, as after a restart.
          const result = await createGate({ operator: undefined, store, clock }).authorize(
            coderOf("r1"),
            make,
            options,
          );
          isOver ||= clock.now() >= until;
          expect(result.ok).toBe(!isOver);
          if (isOver) ended += 1;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(ended).toBeGreaterThan(500);
  });
});
