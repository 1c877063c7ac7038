import { describe, expect, it } from "vitest";
import { delegate } from "../authority.ts";
import { carve } from "../parse.ts";
import type { Answer } from "./answer.ts";
import { call, fakeClock, flush, holderOf, laterStore, never, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { memoryStore } from "./memory-store.ts";
import { STANDS_MS } from "./offer.ts";
import { park } from "./route.ts";
import type { GateStore } from "./store.ts";

const coder = (id = "r1", from = holderOf({}, "root")) =>
  delegate(from, { id, role: "coder", use: carve({ bash: "ask" }) });
const ls = call("bash", "ls");
const saying = (answer: Answer) => ({ answer: async () => answer });

describe("how long a yes stands", () => {
  it("is offered as far as there is a store for it and it would be enough", async () => {
    const { operator, asked } = person();
    const allowedWith = (options: Parameters<typeof createGate>[0], who = coder()) => {
      void createGate({ ...options }).authorize(who, ls, open());
      return asked.at(-1)?.ask.allowed;
    };
    const project = memoryStore();
    expect(allowedWith({ operator })).toEqual(["once", "run", "session", "deny"]);
    expect(allowedWith({ operator, project })).toEqual(["once", "run", "session", "project", "deny"]);
    const temporary = delegate(holderOf({}, "root"), {
      id: "t",
      role: "coder",
      temporary: true,
      use: carve({ bash: "ask" }),
    });
    expect(allowedWith({ operator, project }, temporary)).toEqual(["once", "run", "deny"]);
    await flush();
  });

  it("for a run is for that run of that role, whatever calls it makes there", async () => {
    const { gate, events } = watched({ operator: saying({ say: "run" }) });
    expect((await gate.authorize(coder("r1"), ls, open())).ok).toBe(true);
    for (let i = 0; i < 3; i += 1) expect((await gate.authorize(coder("r1"), ls, open())).ok).toBe(true);
    expect(events.filter((event) => event.startsWith("asked"))).toEqual(["asked p1"]);
    expect(events.filter((event) => event.startsWith("claimed"))).toEqual([]);
    await gate.authorize(coder("r2"), ls, open());
    expect(events.filter((event) => event.startsWith("asked"))).toHaveLength(2);
  });

  it("for a session is for the same chain of roles in every gate that shares the store, and no child finds it", async () => {
    const session = memoryStore();
    const clock = fakeClock();
    await createGate({ operator: saying({ say: "session" }), session, clock }).authorize(coder("r1"), ls, open());
    const later = createGate({ operator: undefined, session, clock });
    expect((await later.authorize(coder("r2"), ls, open())).ok).toBe(true);
    expect((await later.authorize(coder("r2.1", coder("r2")), ls, open())).ok).toBe(false);
    const temporary = delegate(holderOf({}, "root"), {
      id: "t",
      role: "coder",
      temporary: true,
      use: carve({ bash: "ask" }),
    });
    expect((await later.authorize(temporary, ls, open())).ok).toBe(false);
    const [grant] = session.list();
    expect(grant).toMatchObject({
      holder: { chain: ["root", "coder"] },
      lift: "confirm",
      until: clock.now() + STANDS_MS.session,
    });
  });

  it("ends when it says, and by itself where it does not", async () => {
    const clock = fakeClock();
    const project = memoryStore();
    for (const [answer, ends] of [
      [{ say: "run", until: clock.now() + 10 }, 10],
      [{ say: "session" }, STANDS_MS.session],
      [{ say: "project" }, STANDS_MS.project],
      [{ say: "project", until: clock.now() + 10 * STANDS_MS.project }, 10 * STANDS_MS.project],
    ] as const) {
      const answers: Answer[] = [answer];
      const start = clock.now();
      const gate = createGate({ operator: { answer: async () => answers.pop() ?? { say: "deny" } }, project, clock });
      expect((await gate.authorize(coder(), ls, open())).ok).toBe(true);
      clock.move(ends - 1);
      expect((await gate.authorize(coder(), ls, open())).ok).toBe(true);
      clock.move(1);
      expect((await gate.authorize(coder(), ls, open())).ok).toBe(false);
      clock.move(start - clock.now());
      expect((await gate.authorize(coder(), ls, open())).ok).toBe(false);
    }
  });

  it("never lifts a deny beyond its run", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator, project: memoryStore() });
    const result = gate.elevate(holderOf({ edit: "deny" }), call("edit", "src", "a.ts"), open());
    expect(last().ask).toMatchObject({ lift: "elevate", allowed: ["once", "run", "deny"], wider: [] });
    last().say({ say: "run" });
    expect(await result).toMatchObject({ ok: true, grant: { uses: "run", lift: "elevate" } });
    for (let i = 0; i < 2; i += 1) {
      expect((await gate.authorize(holderOf({ edit: "deny" }), call("edit", "src", "a.ts"), open())).ok).toBe(true);
    }
    expect((await gate.authorize(holderOf({ edit: "deny" }), call("edit", "src", "b.ts"), open())).ok).toBe(false);
  });

  it("by a pattern is for all that it matches and for nothing else", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator });
    const result = gate.authorize(coder(), call("bash", "npm", "test"), open());
    const [offered] = last().ask.wider;
    expect(offered).toEqual({ pattern: "npm test **", text: 'any command that begins with "npm test"' });
    last().say({ say: "run", pattern: "npm test **" });
    expect((await result).ok).toBe(true);
    expect(
      (await gate.authorize(coder(), { ...call("bash", "npm", "test", "--", "a"), tool: "other" }, open())).ok,
    ).toBe(true);
    void gate.authorize(coder(), call("bash", "npm", "run", "x"), open());
    expect(last().ask.request.actions[0]?.resource).toEqual(["npm", "run", "x"]);
  });
});

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
