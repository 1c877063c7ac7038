import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "../authority.ts";
import { total } from "../carve.ts";
import { carve, type WrittenCarve } from "../parse.ts";
import type { Request } from "../request.ts";
import type { Answer, Ask, Operator } from "./ask.ts";
import { createGate, type Gate, type GateEvent, type GateOptions } from "./gate.ts";
import { confirming } from "./operator.ts";

const holderOf = (words: WrittenCarve, id = "me", cap: WrittenCarve = {}): Authority =>
  root({ id, use: total(carve(words), "allow"), cap: total(carve(cap), "allow") });

const call = (category: string, ...resource: string[]): Request => ({ tool: "t", actions: [{ category, resource }] });

const open = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });

/** A person whose answers the test gives, ask by ask. */
function person() {
  const asked: {
    readonly ask: Ask;
    readonly signal: AbortSignal;
    readonly say: (answer: Answer) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const operator: Operator = {
    answer: (ask, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ ask, signal, say: resolve, fail: reject });
      }),
  };
  return { operator, asked, last: () => at(asked, asked.length - 1) };
}

/** A gate that tells what happened as one line for each event. */
function watched(options: Omit<GateOptions, "onEvent">): { readonly gate: Gate; readonly events: string[] } {
  const events: string[] = [];
  const onEvent = (event: GateEvent): void => {
    if (event.type === "asked") events.push(`asked ${event.ask.id}`);
    else if (event.type === "answered")
      events.push(`answered ${event.ask.id} ${"answer" in event ? event.answer.say : event.reason}`);
    else events.push(`${event.type} ${event.grant.id}`);
  };
  return { gate: createGate({ ...options, onEvent }), events };
}

const yes: Operator = { answer: async () => ({ say: "once" }) };
const never: Operator = { answer: () => Promise.reject(new Error("nobody may be asked here")) };

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
    expect(events).toEqual([]);
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
    expect(events).toEqual(["asked p1", "answered p1 deny"]);
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
      expect(events).toHaveLength(2);
      expect(gate.grants()).toEqual([]);
    }
  });

  it("tells a failure of the operator apart from its no", async () => {
    const { gate, events } = watched({ operator: never });
    const result = await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open());
    expect(result).toMatchObject({ reason: "rejected", because: "no answer: nobody may be asked here" });
    expect(events).toEqual(["asked p1", "answered p1 failed"]);
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

  it("it tells no event, for nobody was asked", async () => {
    const { gate, events } = watched({ operator: undefined });
    expect(await gate.authorize(holderOf({ bash: "ask" }), call("bash"), open())).toMatchObject({
      because: "nobody can be asked",
    });
    expect(events).toEqual([]);
  });
});

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
    expect(events).toEqual(["asked p1", "answered p1 once", "granted p2", "claimed p2"]);
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
    expect(events).toEqual([]);
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

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no number ${index}`);
  return found;
}

const flush = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
