import { describe, expect, it } from "vitest";
import { at, call, flush, holderOf, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";

describe("several asks at the same time", () => {
  it("have ids of their own, and answering one answers no other", async () => {
    const { operator, asked } = person();
    const gate = createGate({ operator });
    const me = holderOf({ bash: "ask" });
    const results = [1, 2, 3].map(() => gate.authorize(me, call("bash", "same"), open()));
    const settled = results.map(() => "open");
    results.forEach((result, i) => void result.then(({ ok }) => (settled[i] = ok ? "permitted" : "refused")));
    expect(new Set(asked.map(({ ask }) => ask.id)).size).toBe(3);

    at(asked, 1).say({ say: "once" });
    await flush();
    expect(settled).toEqual(["open", "permitted", "open"]);
    at(asked, 2).say({ say: "deny" });
    await flush();
    expect(settled).toEqual(["open", "permitted", "refused"]);
    at(asked, 0).say({ say: "once" });
    await flush();
    expect(settled).toEqual(["permitted", "permitted", "refused"]);
  });

  it("one abort cancels one of them", async () => {
    const { operator, asked } = person();
    const gate = createGate({ operator });
    const me = holderOf({ bash: "ask" });
    const stop = new AbortController();
    const first = gate.authorize(me, call("bash"), { signal: stop.signal });
    const second = gate.authorize(me, call("bash"), open());
    stop.abort();
    expect(await first).toMatchObject({ ok: false, reason: "cancelled" });
    expect(at(asked, 0).signal.aborted).toBe(true);
    expect(at(asked, 1).signal.aborted).toBe(false);
    at(asked, 1).say({ say: "once" });
    expect(await second).toMatchObject({ ok: true });
  });
});

describe("cancelling", () => {
  it("before anything asks nobody and permits nothing", async () => {
    const { gate, events } = watched({ operator: yes });
    const signal = AbortSignal.abort();
    const me = holderOf({ bash: "ask" });
    expect(await gate.authorize(me, call("bash"), { signal })).toMatchObject({ ok: false, reason: "cancelled" });
    expect(await gate.authorize(me, call("read"), { signal })).toMatchObject({ ok: false, reason: "cancelled" });
    expect(await gate.elevate(me, call("bash"), { signal })).toMatchObject({ ok: false, reason: "cancelled" });
    expect(events).toEqual([]);
  });

  it("while waiting settles at once, and a late yes grants nothing", async () => {
    const { operator, last } = person();
    const { gate, events } = watched({ operator });
    const stop = new AbortController();
    const result = gate.elevate(holderOf({ bash: "deny" }), call("bash"), { signal: stop.signal });
    stop.abort();
    expect(await result).toMatchObject({ ok: false, reason: "cancelled" });
    last().say({ say: "once" });
    await flush();
    expect(gate.grants()).toEqual([]);
    expect(events).toEqual(["asked p1", "answered p1 cancelled"]);
  });

  it("in the same moment as the yes is a cancel", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator });
    const stop = new AbortController();
    const result = gate.authorize(holderOf({ bash: "ask" }), call("bash"), { signal: stop.signal });
    last().say({ say: "once" });
    stop.abort();
    expect(await result).toMatchObject({ ok: false, reason: "cancelled" });
    expect(gate.grants()).toEqual([]);
  });

  it("by whoever hears the question is a cancel, and nobody is asked", async () => {
    const stop = new AbortController();
    const gate = createGate({
      operator: { answer: () => new Promise(() => undefined) },
      onEvent: () => {
        stop.abort();
      },
    });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), { signal: stop.signal })).toMatchObject({
      reason: "cancelled",
    });
  });

  it("leaves no rejection behind when the operator fails later", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator });
    const stop = new AbortController();
    const result = gate.authorize(holderOf({ bash: "ask" }), call("bash"), { signal: stop.signal });
    stop.abort();
    await result;
    last().fail(new Error("closed")); // an unhandled rejection would fail this test run
    await flush();
  });
});
