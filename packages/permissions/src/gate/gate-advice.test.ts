import { describe, expect, it } from "vitest";
import type { Advice, Request } from "../request.ts";
import { at, call, holderOf, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { confirming } from "./operator.ts";

const outside: Advice = { atMost: "ask", why: "outside the worktree" };
const secret: Advice = { atMost: "ask", why: "may hold secrets" };
const advised = (request: Request, ...advice: readonly Advice[]): Request => ({ ...request, advice });

describe("a yes to any one call of a category", () => {
  it("does not answer what advice asks about one: that call raises an ask of its own", async () => {
    const { operator, asked, last } = person();
    const { gate, events } = watched({ operator });
    const me = holderOf({ edit: "deny" });
    const elevation = gate.elevate(me, { category: "edit" }, open());
    last().say({ say: "once" });
    await elevation;

    const result = gate.authorize(me, advised(call("edit", ".env"), secret), open());
    expect(asked).toHaveLength(2);
    expect(last().ask).toMatchObject({
      scope: "call",
      lift: "elevate",
      request: { actions: [{ category: "edit", resource: [".env"] }], advice: [secret] },
      verdict: { decision: "ask", because: [{ kind: "advice", text: secret.why }] },
    });
    last().say({ say: "once" });
    expect(await result).toMatchObject({ ok: true, answeredBy: "operator", verdict: { grants: ["p4"] } });
    expect(events.slice(3)).toEqual(["asked p3", "answered p3 once", "granted p4", "claimed p4"]);
  });

  it("is still there after the ask about that call, whatever came of it, and serves a call without advice", async () => {
    for (const say of ["once", "deny", "abort"] as const) {
      const { operator, asked, last } = person();
      const gate = createGate({ operator });
      const me = holderOf({ edit: "deny" });
      const elevation = gate.elevate(me, { category: "edit" }, open());
      last().say({ say: "once" });
      await elevation;
      const stop = new AbortController();
      const result = gate.authorize(me, advised(call("edit", ".env"), secret), stop);
      if (say === "abort") stop.abort();
      else last().say({ say });
      expect((await result).ok).toBe(say === "once");
      expect(gate.grants().map(({ id }) => id)).toEqual(["p2"]);

      const permit = await gate.authorize(me, call("edit", "a.ts"), open());
      expect(permit).toMatchObject({ ok: true, verdict: { grants: ["p2"] } });
      expect(permit).not.toHaveProperty("answeredBy");
      expect(asked).toHaveLength(2);
      expect(gate.grants()).toEqual([]);
    }
  });

  it("is not used up where the words alone would ask or allow", async () => {
    for (const word of ["ask", "allow"]) {
      const { operator, last } = person();
      const gate = createGate({ operator });
      const asking = gate.elevate(holderOf({ edit: "ask" }), { category: "edit" }, open());
      last().say({ say: "once" });
      await asking;
      const result = gate.authorize(holderOf({ edit: word }), advised(call("edit", ".env"), secret), open());
      expect(last().ask).toMatchObject({ lift: "confirm", verdict: { grants: [] } });
      last().say({ say: "once" });
      expect(await result).toMatchObject({ ok: true, verdict: { grants: ["p4"] } });
      expect(gate.grants()).toHaveLength(1);
    }
  });

  it("opens nothing where nobody can be asked, or only a standing yes confirms", async () => {
    const me = holderOf({ edit: "deny" });
    for (const elevates of [1, 2]) {
      const gate = createGate({
        // Says yes to the category; what comes then is answered as by a flag such as --yes.
        operator: { answer: async (ask, signal) => (ask.id === "p1" ? yes : confirming).answer(ask, signal) },
      });
      await gate.elevate(me, { category: "edit" }, open());
      const wanted = advised(call("edit", ".env"), secret);
      const result = elevates === 1 ? await gate.authorize(me, wanted, open()) : await gate.elevate(me, wanted, open());
      expect(result).toMatchObject({ ok: false, reason: "rejected" });
      expect(gate.grants()).toHaveLength(1);
    }
  });

  it("is not asked for under an ask cap, which asks about each call", async () => {
    const { gate, events } = watched({ operator: yes });
    for (const word of ["deny", "ask"]) {
      const me = holderOf({ bash: word }, "me", { bash: "ask" });
      expect(await gate.elevate(me, { category: "bash" }, open())).toMatchObject({
        ok: false,
        reason: "denied",
        because: "each call is asked about by itself: ask for the exact call",
        verdict: { because: [{ text: word === "deny" ? "config.tool_permission.bash" : "cap.bash" }] },
      });
    }
    expect(events).toEqual(["refused denied", "refused denied"]);
    expect(gate.grants()).toEqual([]);
  });

  it("from before an ask cap does not get past it", async () => {
    const gate = createGate({ operator: yes });
    await gate.elevate(holderOf({ bash: "deny" }), { category: "bash" }, open());
    const capped = await gate.authorize(holderOf({}, "me", { bash: "ask" }), call("bash"), open());
    expect(capped).toMatchObject({ ok: true, answeredBy: "operator", verdict: { grants: ["p4"] } });
    expect(gate.grants().map(({ id }) => id)).toEqual(["p2"]);
  });

  it("waits while there is one for exactly this call", async () => {
    const { operator, asked, last } = person();
    const gate = createGate({ operator });
    const me = holderOf({ edit: "deny" });
    // Both are asked for before either is there, or the second would be allowed already.
    const elevations = [gate.elevate(me, { category: "edit" }, open()), gate.elevate(me, call("edit", "a.ts"), open())];
    at(asked, 0).say({ say: "once" });
    last().say({ say: "once" });
    await Promise.all(elevations);
    expect(gate.grants()).toHaveLength(2);
    await gate.authorize(me, call("edit", "a.ts"), open());
    expect(gate.grants().map(({ covers }) => covers.kind)).toEqual(["category"]);
  });
});

describe("a yes to exactly one call", () => {
  it("that was asked for with its advice serves that call without a second question", async () => {
    const { operator, asked, last } = person();
    const gate = createGate({ operator });
    const me = holderOf({ edit: "deny" });
    const wanted = advised(call("edit", ".env"), secret, outside);
    const elevation = gate.elevate(me, wanted, open());
    expect(last().ask.request.advice).toEqual([secret, outside]);
    last().say({ say: "once" });
    await elevation;
    expect(await gate.authorize(me, advised(call("edit", ".env"), outside, secret), open())).toMatchObject({
      ok: true,
      verdict: { grants: ["p2"] },
    });
    expect(asked).toHaveLength(1);
  });

  it("that was asked for without advice, or with other advice, does not answer what is said now", async () => {
    for (const seen of [[], [outside], [{ ...secret, who: "you" }], [{ ...secret, atMost: "allow" as const }]]) {
      const { operator, asked, last } = person();
      const gate = createGate({ operator });
      const me = holderOf({ edit: "deny" });
      const elevation = gate.elevate(me, advised(call("edit", "link"), ...seen), open());
      last().say({ say: "once" });
      await elevation;
      const result = gate.authorize(me, advised(call("edit", "link"), secret), open());
      expect(asked).toHaveLength(2);
      last().say({ say: "deny" });
      expect(await result).toMatchObject({ ok: false, reason: "rejected" });
      expect(gate.grants().map(({ id }) => id)).toEqual(["p2"]);
    }
  });

  it("that is answered at the call is spent on it, before one that came meanwhile for a later call", async () => {
    const { operator, asked } = person();
    const gate = createGate({ operator });
    const me = holderOf({});
    const wanted = advised(call("edit", ".env"), secret);
    const now = gate.authorize(me, wanted, open());
    const later = gate.elevate(me, wanted, open());
    at(asked, 1).say({ say: "once" });
    await later;
    at(asked, 0).say({ say: "once" });
    await now;
    expect(gate.grants()).toHaveLength(1);
    expect(await later).toMatchObject({ grant: gate.grants()[0] });
  });

  it("given back by a release serves the same call with the same advice, and not with more", async () => {
    const { operator, asked, last } = person();
    const gate = createGate({ operator });
    const me = holderOf({});
    const first = gate.authorize(me, advised(call("edit", ".env"), secret), open());
    last().say({ say: "once" });
    const permit = await first;
    if (permit.ok) permit.release();

    const more = gate.authorize(me, advised(call("edit", ".env"), secret, outside), open());
    expect(asked).toHaveLength(2);
    last().say({ say: "deny" });
    await more;
    expect(await gate.authorize(me, advised(call("edit", ".env"), secret), open())).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
  });

  it("binds the advice that was shown, although the caller changes its request meanwhile", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator });
    const advice: Advice[] = [];
    const elevation = gate.elevate(holderOf({ edit: "deny" }), { ...call("edit", "a"), advice }, open());
    advice.push(secret);
    last().say({ say: "once" });
    expect(await elevation).toMatchObject({ grant: { covers: { kind: "request", advice: [] } } });
  });
});
