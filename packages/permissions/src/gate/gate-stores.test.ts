import { describe, expect, it } from "vitest";
import { delegate } from "../authority.ts";
import { carve } from "../parse.ts";
import { call, flush, holderOf, laterStore, never, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { memoryStore } from "./memory-store.ts";
import { park } from "./route.ts";
import type { GateStore } from "./store.ts";

const coder = (id = "r1", from = holderOf({}, "root")) =>
  delegate(from, { id, role: "coder", use: carve({ bash: "ask" }) });
const ls = call("bash", "ls");

describe("a store that fails", () => {
  const broken = (): GateStore => {
    const fail = (): never => {
      throw new Error("the disk is gone");
    };
    return {
      id: () => "x",
      open: fail,
      put: fail,
      claim: fail,
      start: fail,
      release: fail,
      revoke: fail,
      forget: fail,
      expire: fail,
      list: fail,
      ask: fail,
      close: fail,
      asks: fail,
      find: fail,
    };
  };

  it("lets through what the words allow, and nothing else", async () => {
    for (const store of [broken(), laterStore(broken())]) {
      const { gate, events } = watched({ operator: never, store });
      const permit = await gate.authorize(holderOf({}), ls, open());
      expect(permit.ok).toBe(true);
      if (permit.ok) await permit.start();
      expect(await gate.authorize(coder(), ls, open())).toMatchObject({
        ok: false,
        reason: "lost",
        because: "the disk is gone",
      });
      expect(await gate.elevate(coder(), ls, open())).toMatchObject({ ok: false, reason: "lost" });
      await expect(gate.answer("p1", { say: "once" }, "operator")).rejects.toThrow("the disk is gone");
      expect(gate.grants()).toEqual([]);
      gate.forget("r1");
      await flush();
      expect(events).toContain("fault the disk is gone");
      expect(events).not.toContain("asked x");
    }
  });

  it("of a project grants nothing, is told once, and is not offered", async () => {
    for (const project of [broken(), laterStore(broken())]) {
      const { operator, last } = person();
      const { gate, events } = watched({ operator, project });
      for (let i = 0; i < 2; i += 1) {
        const result = gate.authorize(coder(), ls, open());
        await flush();
        expect(last().ask.allowed).toEqual(["once", "run", "session", "deny"]);
        last().say({ say: "once" });
        expect((await result).ok).toBe(true);
      }
      expect(events.filter((event) => event.startsWith("fault"))).toEqual(["fault the disk is gone"]);
    }
  });

  it("to read asks nobody, for an answer could not be used", async () => {
    const { gate, events } = watched({ operator: never, store: { ...memoryStore(), open: broken().open } });
    expect(await gate.authorize(coder(), ls, open())).toMatchObject({ ok: false, reason: "lost" });
    expect(events).toEqual(["refused lost"]);
  });

  it("to end what is past its time hands it over in vain", async () => {
    const store = memoryStore();
    const covers = { kind: "category", category: "bash" } as const;
    store.put({ id: "g1", holder: "r1", covers, lift: "confirm", approver: "operator", uses: "run", until: 1 });
    const gate = createGate({ operator: undefined, store: { ...store, expire: () => [] } });
    expect(await gate.authorize(coder(), ls, open())).toMatchObject({ ok: false, reason: "no-approver" });
  });

  it("at the answer refuses the call, and claims nothing", async () => {
    const store = memoryStore();
    const { operator, last } = person();
    const gate = createGate({ operator, store: { ...store, close: broken().close } });
    const result = gate.authorize(coder(), ls, open());
    last().say({ say: "once" });
    expect(await result).toMatchObject({ ok: false, reason: "lost", because: "the disk is gone" });
    expect(store.list()).toEqual([]);
  });

  it("at the start stops the call", async () => {
    const gate = createGate({ operator: yes, store: { ...memoryStore(), start: broken().start } });
    const permit = await gate.authorize(coder(), ls, open());
    if (!permit.ok) throw new Error("it was refused");
    expect(() => permit.start()).toThrow("the disk is gone");
    expect(() => permit.start()).toThrow("the disk is gone");
  });
});

describe("a store that answers later", () => {
  it("does all that one in memory does", async () => {
    const store = laterStore(memoryStore());
    const { gate, events } = watched({ operator: yes, store });
    const permit = await gate.authorize(coder(), ls, open());
    if (!permit.ok) throw new Error("it was refused");
    await permit.start();
    expect(await store.list()).toEqual([]);
    await gate.elevate(holderOf({ bash: "deny" }), ls, open());
    gate.grants();
    await flush();
    expect(gate.grants("me")).toHaveLength(1);
    gate.forget("me");
    await flush();
    expect(await store.list()).toEqual([]);
    expect(events.slice(0, 5)).toEqual(["asked p1", "answered p1 once", "granted p2", "claimed p2", "started r1"]);
  });

  it("asks no one whose call was given up meanwhile", async () => {
    const gate = createGate({ operator: never, store: laterStore(memoryStore()) });
    const stop = new AbortController();
    const result = gate.authorize(coder(), ls, stop);
    stop.abort();
    expect(await result).toMatchObject({ ok: false, reason: "cancelled" });
    expect(await gate.asks()).toEqual([]);
  });

  it("never lets two calls have one yes", async () => {
    const gate = createGate({ operator: park, store: laterStore(memoryStore()) });
    const wanted = () => gate.authorize(coder(), ls, open());
    await wanted();
    const [ask] = await gate.asks();
    await gate.answer(ask?.id ?? "", { say: "once" }, "operator");
    const three = await Promise.all([wanted(), wanted(), wanted()]);
    expect(three.map(({ ok }) => ok).toSorted()).toEqual([false, false, true]);
  });
});

describe("a store with promises of its own kind", () => {
  it("is waited for: a no that comes later is never taken for a yes", async () => {
    const store = laterStore(memoryStore());
    const own = <T>(value: Promise<T>): Promise<T> => ({
      then: (yes, no) => value.then(yes, no),
      catch: (no) => value.catch(no),
      finally: (end) => value.finally(end),
      [Symbol.toStringTag]: "Promise",
    });
    const strange: GateStore = {
      ...store,
      open: (holder, name) => own(Promise.resolve(store.open(holder, name))),
      claim: () => own(Promise.resolve(false)),
      start: () => own(Promise.resolve(false)),
    };
    expect(await createGate({ operator: yes, store: strange }).authorize(coder(), ls, open())).toMatchObject({
      ok: false,
    });
    const permit = await createGate({
      operator: yes,
      store: { ...strange, claim: () => own(Promise.resolve(true)) },
    }).authorize(coder(), ls, open());
    if (!permit.ok) throw new Error("it was refused");
    await expect(permit.start()).rejects.toThrow("taken back");
  });
});

describe("two processes with one store", () => {
  it("an ask that the other one closed is not answered here any more", async () => {
    for (const [answer, expected] of [
      [{ say: "deny" }, { ok: false, reason: "lost", because: "somebody else closed the question" }],
      [{ say: "once" }, { ok: true }],
    ] as const) {
      const store = memoryStore();
      const { operator, last } = person();
      const result = createGate({ operator, store }).authorize(coder(), ls, open());
      expect(await createGate({ operator: undefined, store }).answer("p1", answer, "operator")).toBe("resolved");
      last().say({ say: "once" });
      expect(await result).toMatchObject(expected);
      expect(store.list()).toEqual([]);
    }
  });

  it("an elevation that the other one answered is there", async () => {
    const store = memoryStore();
    const { operator, last } = person();
    const me = holderOf({ edit: "deny" });
    const result = createGate({ operator, store }).elevate(me, call("edit", "a"), open());
    await createGate({ operator: undefined, store }).answer("p1", { say: "once" }, "operator");
    last().say({ say: "once" });
    expect(await result).toMatchObject({ ok: true, verdict: { decision: "allow" } });
    expect(store.list()).toHaveLength(1);
  });

  it("a call that is tried again needs its own one-shot no more where a yes stands by now, and gives it back", async () => {
    const store = memoryStore();
    const gate = () => createGate({ operator: park, store });
    const wanted = () => gate().authorize(coder(), ls, { ...open(), call: "c1" });
    await wanted();
    await gate().answer("p1", { say: "once" }, "operator");
    expect((await wanted()).ok).toBe(true); // and its process is gone
    expect(store.list()).toEqual([]);
    await gate().authorize(coder(), ls, { ...open(), call: "c2" });
    const [ask] = store.asks();
    await gate().answer(ask?.id ?? "", { say: "run" }, "operator");
    expect((await wanted()).ok).toBe(true);
    expect(store.list().map(({ uses }) => uses)).toEqual(["once", "run"]);
  });

  it("a call that is tried again and denied by now gives back what it had claimed", async () => {
    const store = memoryStore();
    const gate = createGate({ operator: yes, store });
    const options = { ...open(), call: "c1" };
    await gate.authorize(coder(), ls, options);
    expect(store.list()).toEqual([]);
    const denied = delegate(holderOf({}, "root"), { id: "r1", role: "coder", use: carve({ bash: "deny" }) });
    expect((await gate.authorize(denied, ls, options)).ok).toBe(false);
    expect(store.list()).toHaveLength(1);
  });
});

describe("whatever a store does", () => {
  it("one that offers what it does not give ends in a refusal", async () => {
    const store = memoryStore();
    store.put({
      id: "g1",
      holder: "r1",
      covers: { kind: "category", category: "bash" },
      lift: "confirm",
      approver: "operator",
      uses: "once",
    });
    const gate = createGate({ operator: undefined, store: { ...store, claim: () => false } });
    expect(await gate.authorize(coder(), ls, open())).toMatchObject({ ok: false, reason: "no-approver" });
  });

  it("an answer that cannot be kept leaves the ask open, and the same call asks again under its id", async () => {
    const store = memoryStore();
    let isBroken = true;
    const { operator, asked, last } = person();
    const gate = createGate({
      operator,
      store: {
        ...store,
        close: (ask, end) => {
          if (isBroken) throw new Error("the disk is gone");
          return store.close(ask, end);
        },
      },
    });
    for (const say of ["deny", "once"] as const) {
      isBroken = true;
      const options = { ...open(), call: say };
      const first = gate.authorize(coder(), ls, options);
      const { id } = last().ask;
      last().say({ say });
      expect(await first).toMatchObject({ ok: false, reason: "lost" });
      isBroken = false;
      const again = gate.authorize(coder(), ls, options);
      await flush();
      expect(last().ask.id).toBe(id);
      last().say({ say: "once" });
      expect((await again).ok).toBe(true);
    }
    expect(asked).toHaveLength(4);
  });

  it("two one-shots for one call start together, or the one that did not is given back", async () => {
    const store = memoryStore();
    const gate = createGate({ operator: yes, store });
    const me = holderOf({ bash: "deny", edit: "deny" });
    await gate.elevate(me, { category: "bash" }, open());
    await gate.elevate(me, { category: "edit" }, open());
    const both = { actions: [...call("bash").actions, ...call("edit").actions] };
    const permit = await createGate({ operator: undefined, store: laterStore(store) }).authorize(me, both, open());
    if (!permit.ok) throw new Error("it was refused");
    store.revoke(permit.verdict.grants[0] ?? "");
    await expect(permit.start()).rejects.toThrow("taken back");
    permit.release();
    await flush();
    expect(store.list().map(({ id }) => id)).toEqual(permit.verdict.grants.slice(1));
  });
});
