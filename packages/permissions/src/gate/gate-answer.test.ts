import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "../authority.ts";
import { total } from "../carve.ts";
import { carve, type WrittenCarve } from "../parse.ts";
import type { Answer } from "./answer.ts";
import { at, call, fakeClock, flush, holderOf, laterStore, open, person, watched } from "./gate.fixture.ts";
import { createGate, type Gate } from "./gate.ts";
import { memoryStore } from "./memory-store.ts";
import { caller, park, within } from "./route.ts";

const leadOf = (pass: WrittenCarve, id = "lead"): Authority =>
  delegate(holderOf({}, "root"), { id, role: "leader", use: carve({ bash: "deny" }), pass: carve(pass) });
const coderOf = (lead: Authority): Authority =>
  delegate(lead, { id: "r1", role: "coder", use: carve({ bash: "ask" }) });
const ls = call("bash", "ls");

/** A gate on which one call of a coder is parked for whoever may answer first. */
async function parked(to: "operator" | "caller", lead = leadOf({ bash: "allow" })): Promise<Gate> {
  const gate = createGate({ operator: park });
  await gate.authorize(coderOf(lead), ls, { ...open(), to, call: "c1" });
  return gate;
}

describe("answer", () => {
  it("is the operator's to give to every ask, whoever is asked", async () => {
    for (const to of ["operator", "caller"] as const) {
      const gate = await parked(to);
      expect((await gate.asks())[0]?.to).toEqual(to === "operator" ? "operator" : { id: "lead" });
      expect(await gate.answer("p1", { say: "once" }, "operator")).toBe("resolved");
      expect(gate.grants()).toMatchObject([{ approver: "operator", uses: "once", holder: "r1" }]);
    }
  });

  it("of an agent is for what is addressed to it", async () => {
    const lead = leadOf({ bash: "allow" });
    expect(await (await parked("operator")).answer("p1", { say: "once" }, lead)).toBe("not-yours");
    const gate = await parked("caller");
    for (const other of [holderOf({}, "root"), leadOf({ bash: "allow" }, "lead2"), coderOf(lead)]) {
      expect(await gate.answer("p1", { say: "once" }, other)).toBe("not-yours");
      expect(await gate.answer("p1", { say: "deny" }, other)).toBe("not-yours");
    }
    expect(await gate.answer("p1", { say: "once" }, lead)).toBe("resolved");
    expect(gate.grants()).toMatchObject([{ approver: { id: "lead" }, uses: "once" }]);
  });

  it("of an agent that calls itself operator is the answer of an agent", async () => {
    const impostor = leadOf({ bash: "allow" }, "operator");
    const gate = createGate({ operator: park });
    await gate.authorize(coderOf(impostor), ls, { ...open(), to: "operator" });
    expect(await gate.answer("p1", { say: "once" }, impostor)).toBe("not-yours");
    await gate.authorize(coderOf(impostor), ls, { ...open(), to: "caller" });
    const ask = (await gate.asks()).at(-1);
    expect(ask).toMatchObject({ to: { id: "operator" }, allowed: ["once", "deny"] });
    expect(await gate.answer(ask?.id ?? "", { say: "run" }, impostor)).toBe("not-offered");
    expect(await gate.answer(ask?.id ?? "", { say: "once" }, impostor)).toBe("resolved");
    expect(gate.grants()).toMatchObject([{ approver: { id: "operator" } }]);
  });

  it("of an agent ends at what it may hand down now; a no it may always say", async () => {
    const gate = await parked("caller");
    for (const word of ["ask", "deny"]) {
      expect(await gate.answer("p1", { say: "once" }, leadOf({ bash: word }))).toBe("above-your-ceiling");
    }
    expect(await gate.answer("p1", { say: "deny" }, leadOf({ bash: "deny" }))).toBe("resolved");
  });

  it("of an agent is bounded again when it is used", async () => {
    const gate = await parked("caller");
    expect(await gate.answer("p1", { say: "once" }, leadOf({ bash: "allow" }))).toBe("resolved");
    const later = await gate.authorize(coderOf(leadOf({ bash: "ask" })), ls, { ...open(), call: "c1" });
    expect(later).toMatchObject({ ok: false, reason: "parked" });
    expect((await gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, open())).ok).toBe(true);
  });

  it("of an agent looks at each resource, not at the category", async () => {
    const pass = { bash: { default: "deny", rules: { "ls **": "allow" } } } as const;
    const gate = createGate({ operator: park });
    const coder = coderOf(leadOf(pass));
    await gate.authorize(coder, call("bash", "ls", "-a"), { ...open(), to: "caller" });
    expect((await gate.asks())[0]?.to).toEqual({ id: "lead" });
    expect(
      await gate.answer("p1", { say: "once" }, leadOf({ bash: { default: "deny", rules: { "cat **": "allow" } } })),
    ).toBe("above-your-ceiling");
    expect(await gate.answer("p1", { say: "once" }, leadOf(pass))).toBe("resolved");
  });

  it("that is no answer, is not offered, or names a pattern that does not cover the call leaves the ask open", async () => {
    const gate = await parked("operator");
    const bad: readonly unknown[] = [
      null,
      "once",
      { say: "always" },
      { say: "project" },
      { say: "run", pattern: "cat **" },
      { say: "run", pattern: 'ls "' },
      { say: "run", pattern: 7 },
      { say: "run", until: 1 },
      { say: "run", until: Number.NaN },
    ];
    for (const each of bad) expect(await gate.answer("p1", each as Answer, "operator")).toBe("not-offered");
    expect(await gate.asks()).toHaveLength(1);
    expect(await gate.answer("p1", { say: "run", pattern: "l* **" }, "operator")).toBe("resolved");
    expect(gate.grants()).toMatchObject([{ covers: { kind: "pattern", category: "bash", pattern: "l* **" } }]);
  });

  it("comes too late after the deadline", async () => {
    const clock = fakeClock();
    const gate = createGate({ operator: within(1_000, park), clock });
    await gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, open());
    clock.move(1_000);
    expect(await gate.answer("p1", { say: "once" }, "operator")).toBe("expired");
    expect(await gate.answer("p1", { say: "once" }, "operator")).toBe("unknown");
    expect(gate.grants()).toEqual([]);
  });

  it("no stands for the call that was asked about", async () => {
    const gate = await parked("operator");
    await gate.answer("p1", { say: "deny", because: "use the script" }, "operator");
    const again = await gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, { ...open(), call: "c1" });
    expect(again).toMatchObject({ ok: false, reason: "rejected", because: "use the script", ask: { id: "p1" } });
    expect(await gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, { ...open(), call: "c2" })).toMatchObject({
      reason: "parked",
    });
  });

  it("reaches a call that waits for somebody else, and that one is not needed any more", async () => {
    for (const [answer, expected] of [
      [{ say: "once" }, { ok: true, answeredBy: "operator" }],
      [{ say: "run" }, { ok: true, answeredBy: "operator" }],
      [
        { say: "deny", because: "no" },
        { ok: false, reason: "rejected", because: "no" },
      ],
    ] as const) {
      const { operator, last } = person();
      const { gate, events } = watched({ operator });
      const result = gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, open());
      expect(await gate.answer("p1", answer, "operator")).toBe("resolved");
      expect(last().signal.aborted).toBe(true);
      last().say({ say: "once" }); // too late
      expect(await result).toMatchObject(expected);
      expect(await gate.answer("p1", { say: "once" }, "operator")).toBe("unknown");
      expect(events.filter((event) => event.startsWith("answered"))).toEqual([`answered p1 ${answer.say}`]);
    }
  });

  it("reaches an elevation that waits, and gives it its grant", async () => {
    const { operator } = person();
    const gate = createGate({ operator });
    const result = gate.elevate(holderOf({ edit: "deny" }), call("edit", "a"), open());
    await gate.answer("p1", { say: "once" }, "operator");
    expect(await result).toMatchObject({ ok: true, grant: { id: "p2", lift: "elevate" } });
    expect(gate.grants()).toHaveLength(1);
  });

  it("parked for an elevation is a grant for the call that follows", async () => {
    const gate = createGate({ operator: park });
    const me = holderOf({ edit: "deny" });
    const ask = () => gate.elevate(me, call("edit", "a"), { ...open(), call: "e1", question: "May I?" });
    expect(await ask()).toMatchObject({
      ok: false,
      reason: "parked",
      ask: { id: "p1", question: "May I?", lift: "elevate" },
    });
    expect(await ask()).toMatchObject({ ok: false, reason: "parked", ask: { id: "p1" } });
    await gate.answer("p1", { say: "once" }, "operator");
    expect(await ask()).toMatchObject({ ok: true, grant: undefined });
    expect((await gate.authorize(me, call("edit", "a"), open())).ok).toBe(true);
    expect((await gate.authorize(me, call("edit", "a"), open())).ok).toBe(false);
  });

  it("is none that names no ask or no moment, and such a one leaves the ask open", async () => {
    const gate = await parked("operator");
    const refs: readonly string[] = JSON.parse("[null, 5, {}, []]");
    for (const ref of [...refs, ...Array.from(new Array<string>(1))])
      expect(await gate.answer(ref, { say: "once" }, "operator")).toBe("unknown");
    for (const until of [1e300, 8.64e15 + 1, -1e16, Number.NaN])
      expect(await gate.answer("p1", { say: "run", until }, "operator")).toBe("not-offered");
    expect(await gate.answer("p1", { say: "run", until: 8.64e15 }, "operator")).toBe("resolved");
  });

  it("is given by one of two who answer at the same time", async () => {
    for (const store of [memoryStore(), laterStore(memoryStore())]) {
      const gate = createGate({ operator: park, store });
      await gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, open());
      const both = await Promise.all([
        gate.answer("p1", { say: "once" }, "operator"),
        gate.answer("p1", { say: "deny" }, "operator"),
      ]);
      expect(both.toSorted()).toEqual(["resolved", "unknown"]);
      expect(await store.list()).toHaveLength(both[0] === "resolved" ? 1 : 0);
    }
  });
});

describe("withdraw", () => {
  it("gives up an ask, and who waited for it is told why", async () => {
    for (const how of ["cancelled", "lost"] as const) {
      const { operator } = person();
      const { gate, events } = watched({ operator });
      const result = gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, open());
      expect(await gate.withdraw("p1", how)).toBe(true);
      expect(await gate.withdraw("p1")).toBe(false);
      expect(await result).toMatchObject({ ok: false, reason: how });
      expect(events).toContain(`answered p1 ${how}`);
    }
  });

  it("lets a call that was given up ask again", async () => {
    const gate = await parked("operator");
    await gate.withdraw("p1");
    const again = await gate.authorize(coderOf(leadOf({ bash: "allow" })), ls, { ...open(), call: "c1" });
    expect(again).toMatchObject({ reason: "parked", ask: { id: "p2" } });
  });
});

describe("an ask to a caller", () => {
  it("passes by those who may not hand it down, and ends at the operator", async () => {
    const top = root({ id: "top", use: total(carve({}), "allow"), pass: carve({ bash: "ask" }) });
    const gate = createGate({ operator: caller(() => ({ answer: () => Promise.reject(new Error("not me")) })) });
    const coder = delegate(top, { id: "r1", role: "coder" });
    expect(await gate.authorize(coder, ls, { ...open(), to: "caller" })).toMatchObject({ reason: "no-approver" });
  });

  it("is none where advice or the cap asks for a person", async () => {
    const { operator, asked, last } = person();
    const lead = leadOf({ bash: "allow" });
    const gate = createGate({ operator });
    void gate.authorize(
      coderOf(lead),
      { ...ls, advice: [{ atMost: "ask", why: "secret" }] },
      { ...open(), to: "caller" },
    );
    expect(last().ask.to).toBe("operator");
    const capped = root({ id: "root", use: total(carve({}), "allow"), cap: total(carve({ bash: "ask" }), "allow") });
    void gate.authorize(delegate(capped, { id: "r2", role: "coder" }), ls, { ...open(), to: "caller" });
    expect(asked).toHaveLength(2);
    expect(at(asked, 1).ask.to).toBe("operator");
    await flush();
  });

  it("that a leader answers for a temporary role is bounded by that leader's own use, too", async () => {
    const gate = createGate({ operator: park });
    const lead = leadOf({ bash: "allow" }); // may hand bash down, and may not use it
    const helper = delegate(lead, { id: "t1", role: "coder", temporary: true, use: carve({ bash: "allow" }) });
    const result = await gate.elevate(helper, ls, { ...open(), to: "caller" });
    // The one above, which may use it, does not help: the leader's own deny stands, so the operator is asked.
    expect(result).toMatchObject({ reason: "parked", ask: { to: "operator", lift: "elevate" } });
  });
});
