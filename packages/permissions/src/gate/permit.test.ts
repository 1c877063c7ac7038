import { describe, expect, it } from "vitest";
import { call, fakeClock, flush, holderOf, laterStore, open, watched, yes } from "./gate.fixture.ts";
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

  it("that stands on a standing grant starts nothing once that was revoked, forgotten or ran out", async () => {
    const answer = async () => ({ say: "run", until: 1_000_100 }) as const;
    for (const isLater of [false, true]) {
      for (const [end, told] of [
        ["revoke", "revoked p2"],
        ["forget", "expired p2"],
        ["wait", "expired p2"],
        ["nothing", "started me"],
      ] as const) {
        const clock = fakeClock();
        const store = isLater ? laterStore(memoryStore()) : memoryStore();
        const { gate, events } = watched({ operator: { answer }, store, clock });
        // One permit by the answer, and one by the grant that it left behind.
        for (const name of ["c1", "c2"]) {
          const permit = await gate.authorize(me, call("bash"), { ...open(), call: name });
          if (!permit.ok) throw new Error("it was refused");
          if (name === "c1") await permit.start();
          else {
            if (end === "revoke") expect(await gate.revoke("p2")).toBe(true);
            if (end === "forget") gate.forget("me");
            if (end === "wait") clock.move(100);
            await flush();
            const starting = (async () => {
              await permit.start();
            })();
            await (end === "nothing" ? starting : expect(starting).rejects.toThrow(PermitError));
            permit.release();
          }
        }
        expect(events.slice(4)).toEqual([told]);
        expect(gate.grants().map(({ id }) => id)).toEqual(end === "nothing" && !isLater ? ["p2"] : []);
      }
    }
  });

  it("asks the store in which its grant was found, where another one has a grant of the same name", async () => {
    const session = memoryStore();
    const answer = async () => ({ say: "session" }) as const;
    await watched({ operator: { answer }, session }).gate.authorize(me, call("bash"), open());
    const { gate } = watched({ operator: yes, session });
    const permit = await gate.authorize(me, call("bash"), open());
    await gate.elevate(holderOf({ bash: "deny" }), call("bash"), open());
    expect(gate.grants().map(({ id, uses }) => [id, uses])).toEqual([
      ["p2", "once"],
      ["p1", "session"],
    ]);
    session.revoke("p1");
    if (!permit.ok) throw new Error("it was refused");
    expect(() => permit.start()).toThrow(PermitError);
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
