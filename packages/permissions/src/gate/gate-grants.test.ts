import { describe, expect, it } from "vitest";
import { delegate } from "../authority.ts";
import type { Request } from "../request.ts";
import { at, call, fakeClock, holderOf, laterStore, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { memoryStore } from "./memory-store.ts";
import { confirming } from "./operator.ts";

describe("elevate", () => {
  it("turns a yes into a one-shot that the next such call uses without asking", async () => {
    const { operator, asked, last } = person();
    const { gate, events } = watched({ operator });
    const me = holderOf({ edit: "deny" });
    const result = gate.elevate(me, call("edit", "a.ts"), { ...open(), question: "May I?" });
    expect(last().ask).toMatchObject({ lift: "elevate", question: "May I?", verdict: { decision: "deny" } });
    last().say({ say: "once" });
    expect(await result).toMatchObject({
      ok: true,
      grant: { holder: "me", lift: "elevate", uses: "once", approver: "operator" },
    });
    expect(gate.grants("me")).toHaveLength(1);

    const permit = await gate.authorize(me, call("edit", "a.ts"), open());
    expect(permit).toMatchObject({ ok: true, verdict: { grants: ["p2"] } });
    expect(permit).not.toHaveProperty("answeredBy");
    expect(asked).toHaveLength(1);
    expect(await gate.authorize(me, call("edit", "a.ts"), open())).toMatchObject({ ok: false, reason: "denied" });
    expect(events).toEqual(["asked p1", "answered p1 once", "granted p2", "claimed p2", "refused denied"]);
  });

  it("gives nothing for what is neither a request nor a category, and never rejects", async () => {
    const parsed: readonly Request[] = JSON.parse('[null, "x", 5, [], {}, {"category": null}, {"category": {}}]');
    const missing = Array.from(new Array<Request>(1));
    const fail = (): never => {
      throw new Error("no");
    };
    const hostile = [
      new Proxy<Request>({ actions: [] }, { has: fail }),
      new Proxy({ category: "edit" }, { get: fail }),
    ];
    for (const wanted of [...parsed, ...missing, ...hostile]) {
      const result = await createGate({ operator: yes }).elevate(holderOf({ "*": "allow" }), wanted, open());
      expect(result).toMatchObject({ ok: false, reason: "denied" });
    }
  });

  it("grants exactly the request: no other resource, no other tool, no part and no more", async () => {
    const me = holderOf({ edit: "deny", bash: "deny" });
    const both: Request = {
      tool: "t",
      actions: [call("edit", "a"), call("bash", "b")].flatMap(({ actions }) => actions),
    };
    const allows = async (wanted: Request, used: Request): Promise<boolean> => {
      const gate = createGate({ operator: yes });
      await gate.elevate(me, wanted, open());
      return (await gate.authorize(me, used, open())).ok;
    };
    expect(await allows(both, { ...both, actions: [...both.actions.toReversed(), ...both.actions] })).toBe(true);
    expect(await allows(both, call("edit", "a"))).toBe(false);
    expect(await allows(call("edit", "a"), both)).toBe(false);
    expect(await allows(call("edit", "a"), call("edit", "b"))).toBe(false);
    expect(await allows(call("edit", "a"), call("edit", "a", ""))).toBe(false);
    expect(await allows(call("edit", "a", "b"), call("edit", "a,b"))).toBe(false);
    expect(await allows(call("edit", "a"), { ...call("edit", "a"), tool: "u" })).toBe(false);
    expect(await allows(call("edit", "a"), { actions: call("edit", "a").actions })).toBe(false);
  });

  it("grants any one call of a category where only that is asked for", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator });
    const me = holderOf({ bash: "deny", edit: "deny" });
    const result = gate.elevate(me, { category: "bash" }, open());
    expect(last().ask).toMatchObject({ scope: "category", request: { summary: "any one bash call" } });
    last().say({ say: "once" });
    await result;
    expect(await gate.authorize(me, call("edit"), open())).toMatchObject({ ok: false });
    expect(await gate.authorize(me, call("bash", "anything"), open())).toMatchObject({ ok: true });
    expect(await gate.authorize(me, call("bash", "anything"), open())).toMatchObject({ ok: false });
  });

  it("uses one grant for each category where no single one is enough, and needs all of them", async () => {
    const gate = createGate({ operator: yes });
    const me = holderOf({ bash: "deny", edit: "deny" });
    const both: Request = { actions: [...call("bash").actions, ...call("edit").actions] };
    await gate.elevate(me, { category: "bash" }, open());
    expect(await gate.authorize(me, both, open())).toMatchObject({ ok: false, reason: "denied" });
    expect(gate.grants()).toHaveLength(1);
    await gate.elevate(me, { category: "edit" }, open());
    expect(await gate.authorize(me, both, open())).toMatchObject({ ok: true, verdict: { grants: ["p2", "p4"] } });
    expect(gate.grants()).toEqual([]);
  });

  it("asks nobody over a deny cap or about an unknown category", async () => {
    const { gate, events } = watched({ operator: yes });
    const me = holderOf({}, "me", { bash: "deny" });
    expect(await gate.elevate(me, call("bash"), open())).toMatchObject({ ok: false, reason: "denied" });
    expect(await gate.elevate(me, { category: "constructor" }, open())).toMatchObject({ ok: false, reason: "denied" });
    expect(await gate.elevate(me, { actions: [] }, open())).toMatchObject({ ok: false, reason: "denied" });
    expect(new Set(events)).toEqual(new Set(["refused denied"]));
  });

  it("asks nobody for what is allowed already, by words or by an unused grant", async () => {
    const { gate, events } = watched({ operator: yes });
    const me = holderOf({ bash: "deny" });
    expect(await gate.elevate(me, call("read"), open())).toMatchObject({ ok: true, grant: undefined });
    await gate.elevate(me, call("bash"), open());
    expect(await gate.elevate(me, call("bash"), open())).toMatchObject({ ok: true, grant: undefined });
    expect(events).toEqual(["asked p1", "answered p1 once", "granted p2"]);
  });

  it("needs no more than a confirm for what is asked about anyway, and then cannot lift a later deny", async () => {
    const gate = createGate({ operator: confirming });
    const elevation = await gate.elevate(holderOf({ bash: "ask" }), call("bash"), open());
    expect(elevation).toMatchObject({ ok: true, grant: { lift: "confirm" } });
    expect(await gate.authorize(holderOf({ bash: "deny" }), call("bash"), open())).toMatchObject({
      ok: false,
      reason: "denied",
    });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({ ok: true });
  });

  it("works under a cap of ask, once for each yes", async () => {
    const gate = createGate({ operator: yes });
    const me = holderOf({ bash: "deny" }, "me", { bash: "ask" });
    await gate.elevate(me, call("bash"), open());
    expect(await gate.authorize(me, call("bash"), open())).toMatchObject({ ok: true });
    expect(await gate.authorize(me, call("bash"), open())).toMatchObject({ ok: false });
  });
});

describe("a one-shot", () => {
  it("that somebody else uses up while the operator thinks is not there any more", async () => {
    const { operator, asked } = person();
    const gate = createGate({ operator });
    const me = holderOf({ bash: "deny", edit: "ask" });
    const elevation = gate.elevate(me, { category: "bash" }, open());
    at(asked, 0).say({ say: "once" });
    await elevation;
    const both = gate.authorize(me, { actions: [...call("bash").actions, ...call("edit").actions] }, open());
    expect(at(asked, 1).ask).toMatchObject({ lift: "confirm", verdict: { decision: "ask" } });
    expect(await gate.authorize(me, call("bash"), open())).toMatchObject({ ok: true });
    at(asked, 1).say({ say: "once" });
    expect(await both).toMatchObject({ ok: false, reason: "denied", verdict: { decision: "deny" } });
    expect(gate.grants()).toEqual([]);
  });

  it("of a call is not that of another one with the same name", async () => {
    const gate = createGate({ operator: yes });
    const me = holderOf({ bash: "deny" });
    await gate.elevate(me, { category: "bash" }, open());
    const named = { ...open(), call: "c1" };
    expect(await gate.authorize(me, call("bash", "a"), named)).toMatchObject({ ok: true });
    expect(await gate.authorize(me, call("bash", "b"), named)).toMatchObject({ ok: false, reason: "denied" });
    expect(await gate.authorize(me, { ...call("bash", "a"), tool: "u" }, named)).toMatchObject({ ok: false });
    expect(await gate.authorize(me, call("bash", "a"), named)).toMatchObject({ ok: true });
  });

  it("is none where what it counted on was used up while the operator thought", async () => {
    const { operator, asked } = person();
    const gate = createGate({ operator });
    const me = holderOf({ bash: "deny", edit: "ask" });
    const elevation = gate.elevate(me, { category: "bash" }, open());
    at(asked, 0).say({ say: "once" });
    await elevation;
    const both = gate.elevate(me, { actions: [...call("bash").actions, ...call("edit").actions] }, open());
    await gate.authorize(me, call("bash"), open());
    at(asked, 1).say({ say: "once" });
    expect(await both).toMatchObject({ ok: false, reason: "denied" });
    expect(gate.grants()).toEqual([]);
  });

  it("is not found by a child, a caller or a holder whose id begins alike", async () => {
    const gate = createGate({ operator: yes });
    const me = holderOf({ bash: "deny" });
    const child = delegate(me, { id: "me.1", role: "child" });
    await gate.elevate(child, call("bash"), open());
    for (const other of [
      me,
      delegate(me, { id: "me.11", role: "child" }),
      delegate(child, { id: "me.1.1", role: "child" }),
    ]) {
      expect(await gate.authorize(other, call("bash"), open())).toMatchObject({ ok: false });
    }
    expect(await gate.authorize(child, call("bash"), open())).toMatchObject({ ok: true });
  });

  it("is claimed by one of two calls that come at the same time", async () => {
    const gate = createGate({ operator: yes });
    const me = holderOf({ bash: "deny" });
    await gate.elevate(me, call("bash"), open());
    const both = await Promise.all([1, 2].map(() => gate.authorize(me, call("bash"), open())));
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  });

  it("comes back by release, once, and then serves one call again", async () => {
    const { gate, events } = watched({ operator: yes });
    const me = holderOf({ bash: "ask" });
    const permit = await gate.authorize(me, call("bash"), open());
    if (!permit.ok) throw new Error("it was refused");
    permit.release();
    permit.release();
    expect(gate.grants()).toHaveLength(1);
    expect(await gate.authorize(me, call("bash"), open())).not.toHaveProperty("answeredBy");
    permit.release();
    expect(gate.grants()).toEqual([]);
    expect(events).toEqual(["asked p1", "answered p1 once", "granted p2", "claimed p2", "released p2", "claimed p2"]);
  });

  it("of an allowed call is none, so there is nothing to release", async () => {
    const { gate, events } = watched({ operator: undefined });
    const permit = await gate.authorize(holderOf({}), call("read"), open());
    if (permit.ok) permit.release();
    expect(events).toEqual([]);
  });
});

describe("forget", () => {
  it("ends a holder: its grants, its open asks and its late releases, and nobody else's", async () => {
    const { operator, asked } = person();
    const { gate, events } = watched({ operator });
    const [me, you] = [holderOf({ bash: "ask" }, "me"), holderOf({ bash: "ask" }, "you")];
    const started = [me, me, you].map((holder) => gate.authorize(holder, call("bash"), open()));
    at(asked, 0).say({ say: "once" });
    const permit = await at(started, 0);
    gate.forget("me");
    gate.forget("nobody");
    expect(await at(started, 1)).toMatchObject({ ok: false, reason: "cancelled" });
    if (permit.ok) permit.release();
    expect(gate.grants()).toEqual([]);
    expect(events.filter((event) => event.startsWith("released"))).toEqual([]);
    at(asked, 2).say({ say: "once" });
    expect(await at(started, 2)).toMatchObject({ ok: true });
  });

  it("drops what was granted and not used, and the id begins anew", async () => {
    const gate = createGate({ operator: yes });
    const me = holderOf({ bash: "deny" });
    await gate.elevate(me, call("bash"), open());
    gate.forget("me");
    expect(await gate.authorize(me, call("bash"), open())).toMatchObject({ ok: false });
    await gate.elevate(me, call("bash"), open());
    expect(gate.grants("me")).toHaveLength(1);
    expect(gate.grants("you")).toEqual([]);
  });
});

describe("grants", () => {
  it("are those that can still be used by the clock, before and after somebody looked", async () => {
    for (const isLater of [false, true]) {
      const clock = fakeClock();
      const store = memoryStore();
      const answer = async () => ({ say: "run", until: clock.now() + 100 }) as const;
      const gate = createGate({ operator: { answer }, clock, store: isLater ? laterStore(store) : store });
      await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
      gate.grants();
      await Promise.resolve().then(() => Promise.resolve());
      clock.move(99);
      expect(gate.grants()).toHaveLength(1);
      clock.move(1);
      expect(gate.grants()).toEqual([]);
    }
  });

  it("that ran out cannot be taken back: it is over already", async () => {
    const clock = fakeClock();
    const answer = async () => ({ say: "run", until: clock.now() + 100 }) as const;
    const { gate, events } = watched({ operator: { answer }, clock });
    await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    clock.move(100);
    expect(await gate.revoke("p2")).toBe(false);
    expect(events.slice(3)).toEqual(["expired p2"]);
  });
});
