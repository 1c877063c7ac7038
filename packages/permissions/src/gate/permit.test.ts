import { describe, expect, it } from "vitest";
import { call, holderOf, laterStore, open, watched, yes } from "./gate.fixture.ts";
import { memoryStore } from "./memory-store.ts";
import { PermitError } from "./permit.ts";

const me = holderOf({ bash: "ask" });

async function permitted(store = memoryStore()) {
  const { gate, events } = watched({ operator: yes, store });
  const permit = await gate.authorize(me, call("bash"), open());
  if (!permit.ok) throw new Error("it was refused");
  return { gate, events, permit };
}

describe("a permit", () => {
  it("starts its call once, is told once, and gives nothing back afterwards", async () => {
    const { gate, events, permit } = await permitted();
    await permit.start();
    await permit.start();
    permit.release();
    expect(gate.grants()).toEqual([]);
    expect(events).toEqual(["asked p1", "answered p1 once", "granted p2", "claimed p2", "started me"]);
  });

  it("that was given back starts nothing", async () => {
    const { gate, permit } = await permitted();
    permit.release();
    expect(() => permit.start()).toThrow(PermitError);
    expect(() => permit.start()).toThrow("Cannot start a call: its permit was given back");
    expect(gate.grants()).toHaveLength(1);
  });

  it("whose grant was taken back starts nothing, however often it is tried", async () => {
    const { gate, events, permit } = await permitted();
    expect(await gate.revoke("p2")).toBe(true);
    for (let i = 0; i < 2; i += 1) expect(() => permit.start()).toThrow(PermitError);
    permit.release();
    expect(gate.grants()).toEqual([]);
    expect(events).not.toContain("started me");
  });

  it("gives back what did not start at the end of its block", async () => {
    const { gate, permit } = await permitted();
    permit[Symbol.dispose]();
    expect(gate.grants()).toHaveLength(1);
    const { gate: other, permit: used } = await permitted();
    await used.start();
    used[Symbol.dispose]();
    expect(other.grants()).toEqual([]);
  });

  it("of a store that answers later starts by a promise, which rejects where it must not", async () => {
    const store = memoryStore();
    const { gate, events } = watched({ operator: yes, store: laterStore(store) });
    const one = await gate.authorize(me, call("bash"), open());
    const two = await gate.authorize(me, call("bash"), open());
    if (!one.ok || !two.ok) throw new Error("it was refused");
    const starting = one.start();
    one.release(); // too late: it is starting
    await Promise.all([starting, one.start()]);
    expect(store.list()).toEqual([]);
    store.revoke("p4");
    await expect(two.start()).rejects.toThrow(PermitError);
    await expect(two.start()).rejects.toThrow(PermitError);
    expect(events.filter((event) => event === "started me")).toHaveLength(1);
  });

  it("by the words alone needs no store, is told when it starts, and may be given back", async () => {
    const { gate, events } = watched({ operator: undefined });
    const permit = await gate.authorize(holderOf({}), call("read"), { ...open(), call: "c1" });
    if (!permit.ok) throw new Error("it was refused");
    await permit.start();
    expect(events).toEqual(["started me"]);
    const unused = await gate.authorize(holderOf({}), call("read"), open());
    if (unused.ok) unused.release();
    expect(events).toHaveLength(1);
  });

  it("has a code", () => {
    expect(new PermitError("x")).toMatchObject({ name: "PermitError", code: "POLYGLAV_PERMIT", message: "x" });
  });
});
