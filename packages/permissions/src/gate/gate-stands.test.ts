import { describe, expect, it } from "vitest";
import { delegate } from "../authority.ts";
import { carve } from "../parse.ts";
import type { Answer } from "./answer.ts";
import { call, fakeClock, flush, holderOf, open, person, watched } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { memoryStore } from "./memory-store.ts";
import { STANDS_MS } from "./offer.ts";

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
    const [grant] = session.list(clock.now());
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

describe("a yes that comes while something else lets the call through", () => {
  it("once is not kept, and what was said for longer is", async () => {
    for (const [say, kept] of [
      ["once", ["run"]],
      ["run", ["run", "run"]],
    ] as const) {
      const { operator, asked } = person();
      const gate = createGate({ operator });
      const first = gate.authorize(coder(), ls, open());
      const second = gate.authorize(coder(), ls, open());
      asked[1]?.say({ say: "run" });
      await second;
      asked[0]?.say({ say });
      expect((await first).ok).toBe(true);
      expect(gate.grants().map(({ uses }) => uses)).toEqual(kept);
    }
  });

  it("for any one call of a category is once or not at all", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator, project: memoryStore() });
    const result = gate.elevate(coder(), { category: "bash" }, open());
    expect(last().ask).toMatchObject({ scope: "category", allowed: ["once", "deny"], wider: [] });
    last().say({ say: "run" });
    expect(await result).toMatchObject({ ok: false, reason: "rejected" });
  });
});
