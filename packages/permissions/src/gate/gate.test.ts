import { describe, expect, it } from "vitest";
import { delegate } from "../authority.ts";
import { carve } from "../parse.ts";
import type { Answer } from "./answer.ts";
import { call, holderOf, never, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate, type Gate } from "./gate.ts";
import { confirming, type Operator } from "./operator.ts";

describe("authorize", () => {
  it("lets an allowed call through without asking anybody", async () => {
    const { gate, events } = watched({ operator: never });
    const result = await gate.authorize(holderOf({}), call("read"), open());
    expect(result).toMatchObject({ ok: true, verdict: { decision: "allow" } });
    expect(result).not.toHaveProperty("answeredBy");
    expect(events).toEqual([]);
  });

  it("refuses a denied call without asking anybody", async () => {
    const { gate, events } = watched({ operator: yes });
    const result = await gate.authorize(holderOf({ bash: "deny" }), call("bash"), open());
    expect(result).toMatchObject({ ok: false, reason: "denied", verdict: { decision: "deny", liftable: "elevate" } });
    expect(events).toEqual(["refused denied"]);
  });

  it("asks the operator once, for exactly this call, and lets it through on a yes", async () => {
    const { operator, asked, last } = person();
    const { gate, events } = watched({ operator });
    const coder = delegate(holderOf({}), { id: "r1", role: "programmer", use: carve({ bash: "ask" }) });
    const result = gate.authorize(coder, { ...call("bash", "npm", "test"), summary: "npm test" }, open());
    expect(last().ask).toMatchObject({
      id: "p1",
      holder: "r1",
      role: "programmer",
      kind: "permission",
      lift: "confirm",
      scope: "call",
    });
    expect(last().ask.request).toMatchObject({
      tool: "t",
      actions: [{ category: "bash", resource: ["npm", "test"] }],
      summary: "npm test",
    });
    last().say({ say: "once" });
    expect(await result).toMatchObject({
      ok: true,
      answeredBy: "operator",
      verdict: { decision: "allow", grants: ["p2"] },
    });
    expect(asked).toHaveLength(1);
    expect(events).toEqual(["asked p1", "answered p1 once", "granted p2", "claimed p2"]);
    expect(gate.grants()).toEqual([]);
  });

  it("refuses on a no, with what the operator said", async () => {
    const { gate, events } = watched({ operator: { answer: async () => ({ say: "deny", because: "not now" }) } });
    const result = await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    expect(result).toMatchObject({ ok: false, reason: "rejected", because: "not now", verdict: { decision: "ask" } });
    expect(events).toEqual(["asked p1", "answered p1 deny", "refused rejected"]);
  });

  it("asks again for the next call, for a yes counts once", async () => {
    const { gate, events } = watched({ operator: yes });
    const me = holderOf({ bash: "ask" });
    await gate.authorize(me, call("bash"), open());
    await gate.authorize(me, call("bash"), open());
    expect(events.filter((event) => event.startsWith("asked"))).toHaveLength(2);
  });

  it("takes an operator that throws, rejects or answers nonsense for a no", async () => {
    const nonsense = ["null", '"once"', "true", "{}", '{"say":"yes"}', '{"say":"always"}', '{"say":["once"]}'];
    const operators: readonly Operator[] = [
      {
        answer: () => {
          throw new Error("the terminal is gone");
        },
      },
      { answer: () => Promise.reject(new Error("the terminal is gone")) },
      ...nonsense.map((text): Operator => ({ answer: async () => JSON.parse(text) as Answer })),
    ];
    for (const operator of operators) {
      const { gate, events } = watched({ operator });
      const result = await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
      expect(result).toMatchObject({ ok: false, reason: "rejected" });
      expect(events).toHaveLength(3);
      expect(gate.grants()).toEqual([]);
    }
  });

  it("tells a failure of the operator apart from its no", async () => {
    const { gate, events } = watched({ operator: never });
    const result = await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    expect(result).toMatchObject({ reason: "rejected", because: "no answer: nobody may be asked here" });
    expect(events).toEqual(["asked p1", "answered p1 failed", "refused rejected"]);
  });

  it("decides each call with the authority that it is given, not with an earlier one", async () => {
    const gate = createGate({ operator: undefined });
    expect((await gate.authorize(holderOf({ bash: "allow" }), call("bash"), open())).ok).toBe(true);
    expect((await gate.authorize(holderOf({ bash: "deny" }), call("bash"), open())).ok).toBe(false);
  });

  it("shows and grants what was asked for, although the caller changes its request meanwhile", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator });
    const resource = ["ls"];
    const result = gate.authorize(holderOf({ bash: "ask" }), { actions: [{ category: "bash", resource }] }, open());
    resource[0] = "rm";
    expect(last().ask.request.actions[0]?.resource).toEqual(["ls"]);
    expect(Object.isFrozen(last().ask.request.actions)).toBe(true);
    last().say({ say: "once" });
    const permit = await result;
    if (permit.ok) permit.release();
    expect(gate.grants()[0]?.covers).toEqual({
      kind: "request",
      tool: undefined,
      actions: [{ category: "bash", resource: ["ls"] }],
      advice: [],
    });
  });
});

describe("when nobody can be asked", () => {
  it("what needs a yes is refused within the same tick", async () => {
    const gate = createGate({ operator: undefined });
    const me = holderOf({ bash: "ask", edit: "deny" });
    const settled: string[] = [];
    void gate.authorize(me, call("bash"), open()).then((result) => settled.push(result.ok ? "ok" : result.reason));
    void gate.elevate(me, call("edit"), open()).then((result) => settled.push(result.ok ? "ok" : result.reason));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(settled).toEqual(["no-approver", "no-approver"]);
  });

  it("it tells of a refusal, and of no question, for nobody was asked", async () => {
    const { gate, events } = watched({ operator: undefined });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({
      because: "nobody can be asked",
    });
    expect(events).toEqual(["refused no-approver"]);
  });
});

describe("the listener", () => {
  it("may throw, and the call goes on", async () => {
    const gate = createGate({
      operator: yes,
      onEvent: () => {
        throw new Error("disk full");
      },
    });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({ ok: true });
  });

  it("may call back in, and finds the state that it was told", async () => {
    const me = holderOf({ bash: "deny" });
    const seen: number[] = [];
    const gate: Gate = createGate({
      operator: yes,
      onEvent: ({ type }) => {
        if (type === "granted" || type === "claimed") seen.push(gate.grants().length);
      },
    });
    await gate.elevate(me, call("bash"), open());
    await gate.authorize(me, call("bash"), open());
    expect(seen).toEqual([1, 0]);
  });
});

it("ids come from where they are given", async () => {
  let count = 0;
  const { gate, events } = watched({ operator: yes, ids: () => `id-${(count += 10)}` });
  await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
  expect(events).toEqual(["asked id-10", "answered id-10 once", "granted id-20", "claimed id-20"]);
});

describe("confirming", () => {
  it("confirms what asks", async () => {
    const gate = createGate({ operator: confirming });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({ ok: true });
  });

  it("never elevates", async () => {
    const gate = createGate({ operator: confirming });
    expect(await gate.elevate(holderOf({ bash: "deny" }), call("bash"), open())).toMatchObject({
      ok: false,
      reason: "rejected",
    });
    expect(gate.grants()).toEqual([]);
  });
});
