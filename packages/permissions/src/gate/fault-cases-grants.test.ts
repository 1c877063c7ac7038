/** The public faults of other systems with grants (B), each as a test under its id. */
import { describe, expect, it } from "vitest";
import { type Authority, delegate } from "../authority.ts";
import { decide } from "../decide.ts";
import { explain } from "../explain.ts";
import { carve } from "../parse.ts";
import type { Request } from "../request.ts";
import type { Answer } from "./answer.ts";
import type { GateEvent } from "./event.ts";
import { at, call, fakeClock, flush, holderOf, open, person, watched, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { memoryStore } from "./memory-store.ts";
import { park, within } from "./route.ts";

const asking = (id: string, from = holderOf({}, "root")): Authority =>
  delegate(from, { id, role: "coder", use: carve({ bash: "ask", edit: "ask" }) });
const bash = (...words: string[]): Request => call("bash", ...words);
const saying = (answer: Answer) => ({ answer: async () => answer });

describe("grants: scope, width, time, linearity", () => {
  it("B01: a standing yes to one role leaves the deny of another role and other sessions alone", async () => {
    const gate = createGate({ operator: saying({ say: "run" }) });
    await gate.authorize(asking("programmer"), call("edit", "a"), open());
    const quiet = createGate({ operator: undefined, store: memoryStore() });
    expect((await gate.authorize(holderOf({ edit: "deny" }, "planner"), call("edit", "a"), open())).ok).toBe(false);
    expect(await quiet.authorize(asking("programmer"), call("edit", "a"), open())).toMatchObject({
      reason: "no-approver",
    });
  });

  it("B02: a new run asks again, unless the operator said project, and then explain names the grant", async () => {
    const project = memoryStore();
    for (const [say, expected] of [
      ["run", false],
      ["project", true],
    ] as const) {
      const before = createGate({ operator: saying({ say }), project, ids: () => `${say}-yes` });
      await before.authorize(asking("run-1"), bash("ssh", "host"), open());
      const later = createGate({ operator: undefined, project });
      expect((await later.authorize(asking("run-2"), bash("ssh", "host"), open())).ok).toBe(expected);
    }
    const { verdict } = explain(asking("run-2"), bash("ssh", "host"), project.list());
    expect(verdict.because[0]?.text).toBe("confirmed by operator, for this project (project-yes)");
  });

  it("B04: what stands is listed, ends with its run and by itself, and can be taken back", async () => {
    const clock = fakeClock();
    const { operator, last } = person();
    const gate = createGate({ operator, clock });
    const results = [];
    for (const say of ["run", "session"] as const) {
      results.push(gate.authorize(asking("r1"), bash(say), open()));
      last().say({ say });
      await flush();
    }
    const [run, session] = gate.grants();
    expect([run?.uses, session?.uses, session?.until]).toEqual(["run", "session", clock.now() + 12 * 3_600_000]);
    expect(await gate.revoke(session?.id ?? "")).toBe(true);
    expect(await gate.revoke(session?.id ?? "")).toBe(false);
    void gate.authorize(asking("r1"), bash("session"), open());
    expect(last().ask.verdict.decision).toBe("ask");
    gate.forget("r1");
    expect(gate.grants()).toEqual([]);
  });

  it("B05: a yes that stands for a compound command stands for exactly that, never for its parts", async () => {
    const { operator, last, asked } = person();
    const gate = createGate({ operator });
    const both = {
      ...bash("git", "status"),
      actions: [...bash("git", "status").actions, ...bash("rm", "-rf", "tmp").actions],
    };
    const result = gate.authorize(asking("r1"), both, open());
    expect(last().ask).toMatchObject({ wider: [], allowed: ["once", "run", "session", "deny"] });
    last().say({ say: "run" });
    expect((await result).ok).toBe(true);
    expect((await gate.authorize(asking("r1"), both, open())).ok).toBe(true);
    for (const words of [
      ["rm", "-rf", "src"],
      ["rm", "-rf", "tmp"],
      ["git", "status"],
    ]) {
      void gate.authorize(asking("r1"), bash(...words), open());
      expect(last().ask.request.actions).toEqual(bash(...words).actions);
    }
    expect(asked).toHaveLength(4);
  });

  it("B05: no pattern stands for a compound command, whoever says so", async () => {
    const gate = createGate({ operator: saying({ say: "run", pattern: "**" }) });
    const both = { actions: [...bash("git").actions, ...bash("rm").actions] };
    const result = await gate.authorize(asking("r1"), both, open());
    expect(result).toMatchObject({ ok: false, reason: "rejected" });
    expect(gate.grants()).toEqual([]);
  });

  it("B07, B08: a pattern ends at a word: what stands for ls is no yes to lsof", async () => {
    const { operator, last } = person();
    const gate = createGate({ operator });
    const me = asking("r1");
    const result = gate.authorize(me, bash("ls"), open());
    const [{ pattern, text } = { pattern: "", text: "" }] = last().ask.wider;
    expect([pattern, text]).toEqual(["ls **", 'any command that begins with "ls"']);
    last().say({ say: "run", pattern });
    expect((await result).ok).toBe(true);
    const allows = (...words: string[]): boolean => decide(me, bash(...words), gate.grants()).decision === "allow";
    expect([
      allows("ls"),
      allows("ls", "-a"),
      allows("ls", "-a", "b"),
      allows("lsof"),
      allows("ls -a"),
      allows(),
    ]).toEqual([true, true, true, false, false, false]);
  });

  it("B10: under an ask cap nothing stands and no such answer is offered; a one-shot runs once", async () => {
    const { operator, last, asked } = person();
    const gate = createGate({ operator, project: memoryStore() });
    await createGate({ operator: saying({ say: "run" }) }).authorize(asking("r1"), call("team", "x"), open());
    const me = holderOf({}, "me", { team: "ask" });
    const first = gate.authorize(me, call("team", "run"), open());
    expect(last().ask).toMatchObject({ allowed: ["once", "deny"], wider: [] });
    last().say({ say: "once" });
    expect((await first).ok).toBe(true);
    const second = gate.authorize(me, call("team", "run"), open());
    expect(asked).toHaveLength(2);
    last().say({ say: "run" });
    expect(await second).toMatchObject({ ok: false, reason: "rejected", because: '"run" is not offered here' });
    expect(gate.grants()).toEqual([]);
  });

  it("B10: a yes that stood before the cap asked is not enough any more", async () => {
    const gate = createGate({ operator: saying({ say: "run" }) });
    await gate.authorize(holderOf({ team: "ask" }), call("team", "run"), open());
    expect(decide(holderOf({ team: "ask" }, "me", { team: "ask" }), call("team", "run"), gate.grants()).decision).toBe(
      "ask",
    );
  });

  it("B11: a yes for one project is none for another", async () => {
    const [a, b] = [memoryStore(), memoryStore()];
    await createGate({ operator: saying({ say: "project" }), project: a }).authorize(asking("r1"), bash("ls"), open());
    expect((await createGate({ operator: undefined, project: a }).authorize(asking("r2"), bash("ls"), open())).ok).toBe(
      true,
    );
    expect((await createGate({ operator: undefined, project: b }).authorize(asking("r2"), bash("ls"), open())).ok).toBe(
      false,
    );
  });

  it("B13: one answer is for one of several parked asks", async () => {
    const gate = createGate({ operator: park });
    const me = asking("r1");
    const wanted = (name: string) => gate.authorize(me, bash("make"), { ...open(), call: name });
    const parked = await Promise.all(["c1", "c2", "c3"].map(wanted));
    const ids = parked.map((each) => (each.ok || each.reason !== "parked" ? "" : each.ask.id));
    expect(new Set(ids).size).toBe(3);
    expect(await gate.answer(at(ids, 1), { say: "once" }, "operator")).toBe("resolved");
    expect((await gate.asks()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect((await wanted("c2")).ok).toBe(true);
    expect([await wanted("c1"), await wanted("c3")].map((each) => each.ok)).toEqual([false, false]);
    expect(await gate.asks()).toHaveLength(2);
  });

  it("B14: calls of the same name from parent and child have asks of their own", async () => {
    const gate = createGate({ operator: park });
    const parent = asking("r1");
    const child = asking("r1.1", parent);
    const options = { ...open(), call: "c1" };
    const [one, two] = [
      await gate.authorize(parent, bash("make"), options),
      await gate.authorize(child, bash("make"), options),
    ];
    const [asked, other] = await gate.asks();
    if (asked === undefined || other === undefined) throw new Error("there are not two");
    expect([asked.holder, other.holder, asked.call, other.call]).toEqual(["r1", "r1.1", "c1", "c1"]);
    expect([one.ok, two.ok]).toEqual([false, false]);
    expect(await gate.answer({ ...other, holder: "r1" }, { say: "once" }, "operator")).toBe("changed");
    expect(await gate.answer(other, { say: "once" }, "operator")).toBe("resolved");
    expect((await gate.authorize(parent, bash("make"), options)).ok).toBe(false);
    expect((await gate.authorize(child, bash("make"), options)).ok).toBe(true);
  });

  it("B16: as many asks in flight as calls, and as many answers", async () => {
    const { operator, asked } = person();
    const gate = createGate({ operator });
    const results = Array.from({ length: 20 }, (_, i) => gate.authorize(asking("r1"), bash("job", `${i}`), open()));
    expect(asked).toHaveLength(20);
    asked.forEach(({ say }, i) => {
      say(i % 3 === 0 ? { say: "deny" } : { say: "once" });
    });
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual(results.map((_, i) => i % 3 !== 0));
  });

  it("B17: a call that is cancelled before it starts gives its one-shot back, and afterwards it stays spent", async () => {
    const { gate, events } = watched({ operator: yes });
    const me = holderOf({ bash: "deny" });
    await gate.elevate(me, bash("make"), open());
    const first = await gate.authorize(me, bash("make"), open());
    if (!first.ok) throw new Error("it was refused");
    first.release();
    expect(gate.grants()).toHaveLength(1);
    const second = await gate.authorize(me, bash("make"), open());
    if (!second.ok) throw new Error("it was refused");
    await second.start();
    second.release();
    second[Symbol.dispose]();
    expect(gate.grants()).toEqual([]);
    expect(events.slice(-4)).toEqual(["claimed p2", "released p2", "claimed p2", "started me"]);
  });

  it("B19: an answer to an unknown ask, of another digest or for another holder is none, and a deny beats a yes", async () => {
    const gate = createGate({ operator: park });
    const options = { ...open(), call: "c1" };
    await gate.authorize(asking("r1"), bash("make"), options);
    const [ask] = await gate.asks();
    if (ask === undefined) throw new Error("nothing was asked");
    const answers = [
      await gate.answer("p99", { say: "once" }, "operator"),
      await gate.answer({ id: ask.id, digest: ask.digest.replace("make", "rm") }, { say: "once" }, "operator"),
      await gate.answer({ id: ask.id, holder: "r2" }, { say: "once" }, "operator"),
    ];
    expect(answers).toEqual(["unknown", "changed", "changed"]);
    expect(gate.grants()).toEqual([]);
    expect(await gate.answer({ id: ask.id, digest: ask.digest, holder: ask.holder }, { say: "once" }, "operator")).toBe(
      "resolved",
    );
    const strict = delegate(holderOf({}, "root"), { id: "r1", role: "coder", use: carve({ bash: "deny" }) });
    expect(await gate.authorize(strict, bash("make"), options)).toMatchObject({ ok: false, reason: "denied" });
  });

  it("B20: an ask that travelled as JSON is answered once", async () => {
    const gate = createGate({ operator: park });
    await gate.authorize(asking("r1"), { ...bash("make"), advice: [{ atMost: "ask", why: "secret" }] }, open());
    const [ask] = await gate.asks();
    const travelled = JSON.parse(JSON.stringify(ask)) as NonNullable<typeof ask>;
    expect(travelled).toEqual(ask);
    expect(await gate.answer(travelled, { say: "once" }, "operator")).toBe("resolved");
    expect(await gate.answer(travelled, { say: "once" }, "operator")).toBe("unknown");
    expect(gate.grants()).toHaveLength(1);
  });

  it("B22: a call that is made again while it waits neither ends the ask nor raises a second one", async () => {
    const { operator, asked, last } = person();
    const gate = createGate({ operator });
    const options = { ...open(), call: "c1" };
    const [one, two] = [
      gate.authorize(asking("r1"), bash("make"), options),
      gate.authorize(asking("r1"), bash("make"), options),
    ];
    await flush();
    expect(asked).toHaveLength(1);
    last().say({ say: "once" });
    expect([await one, await two].map(({ ok }) => ok)).toEqual([true, true]);
    expect((await gate.authorize(asking("r1"), bash("make"), options)).ok).toBe(true); // still the same call
    const other = gate.authorize(asking("r1"), bash("make"), { ...open(), call: "c2" });
    expect(asked).toHaveLength(2);
    last().say({ say: "deny" });
    expect(await other).toMatchObject({ ok: false, reason: "rejected" });
  });

  it("B22: parked it stays parked, under the same id, until the answer, the deadline or the end", async () => {
    const clock = fakeClock();
    const gate = createGate({ operator: within(1_000, park), clock });
    const again = () => gate.authorize(asking("r1"), bash("make"), { ...open(), call: "c1" });
    const seen = [await again(), await again(), await again()].map((each) =>
      each.ok ? "" : `${each.reason} ${each.ask?.id ?? ""}`,
    );
    expect(seen).toEqual(["parked p1", "parked p1", "parked p1"]);
    clock.move(1_000);
    expect(await again()).toMatchObject({ ok: false, reason: "expired", ask: { id: "p1" } });
    expect(await again()).toMatchObject({ ok: false, reason: "expired" });
    expect(await gate.answer("p1", { say: "once" }, "operator")).toBe("unknown");
  });

  it("B23: an open ask from before a restart is asked again under its id, or closed as lost", async () => {
    const store = memoryStore();
    const before = createGate({ operator: { answer: () => new Promise(() => undefined) }, store });
    void before.authorize(asking("r1"), bash("make"), { ...open(), call: "c1" });
    void before.authorize(asking("r1"), bash("test"), { ...open(), call: "c2" });
    await flush();

    // Another process begins, and nothing of the first one is left but the store.
    const { operator, asked, last } = person();
    const events: GateEvent[] = [];
    const restored = createGate({ operator, store, onEvent: (event) => events.push(event) });
    expect((await restored.asks()).map(({ id }) => id)).toEqual(["p1", "p2"]);
    const result = restored.authorize(asking("r1"), bash("make"), { ...open(), call: "c1" });
    await flush();
    expect(last().ask.id).toBe("p1");
    last().say({ say: "once" });
    expect((await result).ok).toBe(true);
    expect(asked).toHaveLength(1);

    const alone = createGate({ operator: undefined, store, onEvent: (event) => events.push(event) });
    const lost = await alone.authorize(asking("r1"), bash("test"), { ...open(), call: "c2" });
    expect(lost).toMatchObject({ ok: false, reason: "no-approver", ask: { id: "p2" } });
    expect(await alone.asks()).toEqual([]);
    expect(events.flatMap((event) => (event.type === "answered" && "reason" in event ? event.reason : []))).toEqual([
      "lost",
    ]);
  });

  it("B23: a question that a later yes made needless does not look alive", async () => {
    const gate = createGate({ operator: park });
    const wanted = (name: string) => gate.authorize(asking("r1"), bash("make"), { ...open(), call: name });
    await wanted("c1");
    await wanted("c2");
    const [one] = await gate.asks();
    await gate.answer(one?.id ?? "", { say: "run" }, "operator");
    expect((await wanted("c2")).ok).toBe(true);
    expect(await gate.asks()).toEqual([]);
  });

  it("B25: a parked yes lets the next such call through, and the one after that asks", async () => {
    const gate = createGate({ operator: park });
    const wanted = (name: string) => gate.authorize(asking("r1"), bash("make"), { ...open(), call: name });
    await wanted("c1");
    const [ask] = await gate.asks();
    expect(await gate.answer(ask?.id ?? "", { say: "once" }, "operator")).toBe("resolved");
    expect((await wanted("another name")).ok).toBe(true);
    expect(await wanted("c3")).toMatchObject({ ok: false, reason: "parked" });
  });

  it("B26: a one-shot ends with its run and is for its holder alone", async () => {
    const gate = createGate({ operator: yes });
    const lead = holderOf({ bash: "deny" }, "lead");
    const mine = delegate(lead, { id: "lead.1", role: "coder" });
    const yours = delegate(lead, { id: "lead.2", role: "coder" });
    await gate.elevate(mine, bash("make"), open());
    expect((await gate.authorize(yours, bash("make"), open())).ok).toBe(false);
    gate.forget("lead.1");
    expect((await gate.authorize(mine, bash("make"), open())).ok).toBe(false);
  });
});
