import { describe, expect, it } from "vitest";
import { delegate } from "../authority.ts";
import { carve } from "../parse.ts";
import { call, fakeClock, flush, holderOf, never, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { caller, first, human, park, type Route, within } from "./route.ts";
import { askOf } from "./store.suite.ts";

const toOperator = askOf("a1");
const toLead = askOf("a2", { to: { id: "lead" } });
const howOf = (route: Route, ask = toOperator): string => {
  const way = route(ask);
  return way === "unreachable" ? way : `${way.how} ${way.withinMs ?? "-"}`;
};

describe("routes", () => {
  it("human and caller reach those they are for", () => {
    expect([howOf(human(yes)), howOf(human(yes), toLead)]).toEqual(["ask -", "unreachable"]);
    const inbox = caller((id) => (id === "lead" ? yes : undefined));
    expect([howOf(inbox), howOf(inbox, toLead), howOf(inbox, askOf("a3", { to: { id: "x" } }))]).toEqual([
      "unreachable",
      "ask -",
      "unreachable",
    ]);
    expect(
      howOf(
        caller(() => yes),
        askOf("a4", { to: { id: "operator" } }),
      ),
    ).toBe("ask -");
    expect(howOf(human(yes), askOf("a4", { to: { id: "operator" } }))).toBe("unreachable");
  });

  it("first takes the first that reaches somebody", () => {
    const route = first(
      caller(() => yes),
      park,
    );
    expect([howOf(route), howOf(route, toLead), howOf(first())]).toEqual(["park -", "ask -", "unreachable"]);
  });

  it("within gives a deadline, and the sooner one counts", () => {
    expect(howOf(within(50, human(yes)))).toBe("ask 50");
    expect(howOf(within(50, within(20, park)))).toBe("park 20");
    expect(howOf(within(20, within(50, park)))).toBe("park 20");
    expect(howOf(within(20, first()))).toBe("unreachable");
    for (const ms of [-1, Number.NaN]) expect(() => within(ms, park)).toThrow(RangeError);
  });

  it("within Infinity gives none, and a very long time ends with the last date", async () => {
    for (const ms of [1e16, 1e300]) {
      const patient = createGate({ operator: within(ms, park) });
      await patient.authorize(holderOf({ bash: "ask" }), call("bash"), open());
      expect((await patient.asks()).map(({ deadline }) => deadline)).toEqual([8.64e15]);
    }
    const gate = createGate({ operator: within(Infinity, park) });
    await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    expect((await gate.asks())[0]).not.toHaveProperty("deadline");
  });

  it("an operator keeps its own this", async () => {
    class Terminal {
      readonly said = "once" as const;
      async answer() {
        return { say: this.said };
      }
    }
    const gate = createGate({ operator: new Terminal() });
    expect((await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).ok).toBe(true);
  });

  it("that throw reach nobody", async () => {
    const gate = createGate({
      operator: () => {
        throw new Error("no route");
      },
    });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({
      reason: "no-approver",
    });
  });

  it("go on to the next who may answer where one is not there", async () => {
    const lead = delegate(holderOf({}, "root"), { id: "lead", role: "leader", pass: carve({ bash: "allow" }) });
    const coder = delegate(lead, { id: "r1", role: "coder", use: carve({ bash: "ask" }) });
    const seen: unknown[] = [];
    const gate = createGate({
      operator: (ask) => {
        seen.push(ask.to);
        return "unreachable";
      },
    });
    expect(await gate.authorize(coder, call("bash"), { ...open(), to: "caller" })).toMatchObject({
      reason: "no-approver",
    });
    expect(seen).toEqual([{ id: "lead" }, { id: "root" }, "operator"]);
  });
});

describe("a deadline", () => {
  it("refuses as expired, tells who was asked, and a later yes counts for nothing", async () => {
    const clock = fakeClock();
    const { operator, last } = person();
    const { gate, events } = watched({ operator: within(1_000, human(operator)), clock });
    const result = gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    expect(last().ask.deadline).toBe(clock.now() + 1_000);
    clock.move(999);
    await flush();
    expect(last().signal.aborted).toBe(false);
    clock.move(1);
    expect(await result).toMatchObject({ ok: false, reason: "expired" });
    expect(last().signal.aborted).toBe(true);
    last().say({ say: "once" });
    await flush();
    expect(gate.grants()).toEqual([]);
    expect(events).toEqual(["asked p1", "answered p1 expired", "refused expired"]);
  });

  it("leaves no timer behind after an answer or an abort", async () => {
    const clock = fakeClock();
    const gate = createGate({ operator: within(1_000, human(yes)), clock });
    expect((await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).ok).toBe(true);
    const stop = new AbortController();
    const waiting = createGate({ operator: within(1_000, human(person().operator)), clock });
    const result = waiting.authorize(holderOf({ bash: "ask" }), call("bash"), stop);
    expect(clock.sleepers()).toBe(1);
    stop.abort();
    await result;
    expect(clock.sleepers()).toBe(0);
  });

  it("of nothing refuses at once", async () => {
    const gate = createGate({ operator: within(0, human({ answer: () => new Promise(() => undefined) })) });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({ reason: "expired" });
  });

  it("holds although the clock steps back while it runs", async () => {
    const clock = fakeClock();
    const { operator } = person();
    const gate = createGate({ operator: within(1_000, human(operator)), clock });
    const result = gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    clock.move(-5_000);
    clock.move(1_000);
    expect(await result).toMatchObject({ reason: "expired" });
  });

  it("counts although no timer has fired: a yes after it came too late", async () => {
    let now = 0;
    const { operator, last } = person();
    const clock = { now: () => now, sleep: () => new Promise<void>(() => undefined) };
    const gate = createGate({ operator: within(1_000, human(operator)), clock });
    const result = gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    now = 1_000;
    last().say({ say: "once" });
    expect(await result).toMatchObject({ ok: false, reason: "expired" });
    expect(gate.grants()).toEqual([]);
  });

  it("is real time where no clock is given", async () => {
    const gate = createGate({ operator: within(5, human({ answer: () => new Promise(() => undefined) })) });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({ reason: "expired" });
  });
});

describe("asking nobody", () => {
  it("is a choice of each call", async () => {
    const gate = createGate({ operator: never });
    const result = await gate.authorize(holderOf({ bash: "ask" }), call("bash"), { ...open(), to: "nobody" });
    expect(result).toMatchObject({ ok: false, reason: "no-approver" });
  });
});
