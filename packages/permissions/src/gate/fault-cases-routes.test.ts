/** The public faults of other systems with routing (C) and stale authority (F17), each as a test under its id. */
import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "../authority.ts";
import { total } from "../carve.ts";
import { carve } from "../parse.ts";
import type { Request } from "../request.ts";
import type { Answer } from "./answer.ts";
import { call, fakeClock, flush, holderOf, open, person, yes } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { confirming } from "./operator.ts";
import { caller, first, human, park, within } from "./route.ts";

const asking = (id: string, from = holderOf({}, "root")): Authority =>
  delegate(from, { id, role: "coder", use: carve({ bash: "ask", edit: "ask" }) });
const bash = (...words: string[]): Request => call("bash", ...words);
const saying = (answer: Answer) => ({ answer: async () => answer });

describe("routing: who answers, and what if nobody can", () => {
  it("C01, C05: where nobody can be reached it is refused within a tick, whatever the deadline", async () => {
    const clock = fakeClock();
    for (const operator of [
      undefined,
      within(
        300_000,
        caller(() => undefined),
      ),
      first(),
      within(300_000, human(confirming)),
    ]) {
      const gate = createGate({ operator, clock });
      const settled: string[] = [];
      const to = operator === undefined ? "operator" : "nobody";
      void gate
        .authorize(asking("r1"), bash("ls"), { ...open(), to })
        .then((each) => settled.push(each.ok ? "" : each.reason));
      await flush();
      expect(settled).toEqual(["no-approver"]);
    }
    expect(clock.sleepers()).toBe(0);
  });

  it("C02: the ask of a grandchild reaches the same route as that of the root", async () => {
    const gate = createGate({ operator: confirming });
    const child = asking("r1");
    for (const who of [child, asking("r1.1", child), asking("r1.1.1", asking("r1.1", child))]) {
      expect((await gate.authorize(who, bash("ls"), open())).ok).toBe(true);
    }
  });

  it("C04: a refusal has a type, a reason and its ask, and cannot be taken for a permit", async () => {
    const gate = createGate({ operator: saying({ say: "deny", because: "not now" }) });
    const result = await gate.authorize(asking("r1"), bash("ls"), open());
    expect(result).toMatchObject({ ok: false, reason: "rejected", because: "not now", ask: { id: "p1" } });
    expect(result).not.toHaveProperty("start");
  });

  it("C07: no route turns an ask into more than its approver may hand down", async () => {
    const lead = delegate(holderOf({}, "root"), {
      id: "lead",
      role: "leader",
      use: carve({ bash: "deny" }),
      pass: carve({ bash: "ask" }),
    });
    const coder = delegate(lead, { id: "r1", role: "coder", use: carve({ bash: "allow" }) });
    const gate = createGate({ operator: caller(() => yes) });
    // The leader may only hand down an ask, so the one above it is asked; it is never the leader's to say.
    const result = await gate.authorize(coder, bash("ls"), { ...open(), to: "caller" });
    expect(result).toMatchObject({ ok: true, answeredBy: { id: "root" } });
    const capped = delegate(lead, { id: "r2", role: "coder" });
    const none = createGate({ operator: caller((id) => (id === "lead" ? yes : undefined)) });
    expect(await none.authorize(capped, bash("ls"), { ...open(), to: "caller" })).toMatchObject({ ok: false });
  });

  it("C08: where callers are asked, the nearest one that may hand it down gets the command, the reason and the holder", async () => {
    const lead = delegate(holderOf({}, "root"), {
      id: "lead",
      role: "leader",
      use: carve({ bash: "deny" }),
      pass: carve({ bash: "allow" }),
    });
    const coder = delegate(lead, { id: "r1", role: "coder", use: carve({ bash: "ask" }) });
    const { operator, last } = person();
    const gate = createGate({
      operator: first(
        caller((id) => (id === "lead" ? operator : undefined)),
        human(confirming),
      ),
    });
    const result = gate.authorize(coder, { ...bash("npm", "test"), summary: "npm test" }, { ...open(), to: "caller" });
    expect(last().ask).toMatchObject({
      to: { id: "lead" },
      holder: "r1",
      chain: ["root", "leader", "coder"],
      role: "coder",
      allowed: ["once", "deny"],
      wider: [],
      request: { summary: "npm test" },
      verdict: { because: [{ text: "coder.tool_permission.bash" }] },
    });
    last().say({ say: "once" });
    expect(await result).toMatchObject({ ok: true, answeredBy: { id: "lead" } });
  });

  it("C10: what the model says of its own risk opens nothing", async () => {
    const low = { ...bash("ls"), advice: [{ atMost: "allow" as const, why: "low risk" }] };
    const high = { ...bash("ls"), advice: [{ atMost: "ask" as const, why: "high risk" }] };
    const gate = createGate({ operator: undefined });
    expect(await gate.authorize(asking("r1"), low, open())).toMatchObject({ reason: "no-approver" });
    expect(await gate.authorize(holderOf({}), high, open())).toMatchObject({ reason: "no-approver" });
  });

  it("C11: an answer in words that nobody knows is a no", async () => {
    for (const said of ["always", "Once", "yes", "ALLOW"]) {
      const answer = JSON.parse(JSON.stringify({ say: said })) as Answer;
      expect((await createGate({ operator: saying(answer) }).authorize(asking("r1"), bash("ls"), open())).ok).toBe(
        false,
      );
      const gate = createGate({ operator: park });
      await gate.authorize(asking("r1"), bash("ls"), open());
      expect(await gate.answer("p1", answer, "operator")).toBe("not-offered");
      expect(gate.grants()).toEqual([]);
      expect(await gate.asks()).toHaveLength(1);
    }
  });

  it("F17: each call is decided with the authority that it comes with", async () => {
    const gate = createGate({ operator: park });
    const strict = root({ id: "r1", use: total(carve({ bash: "deny" }), "deny") });
    const options = { ...open(), call: "c1" };
    const loose = root({ id: "r1", use: total(carve({ bash: "ask" }), "deny") });
    await gate.authorize(loose, bash("ls"), options);
    await gate.answer("p1", { say: "once" }, "operator");
    expect(await gate.authorize(strict, bash("ls"), options)).toMatchObject({ reason: "denied" });
    expect((await gate.authorize(loose, bash("ls"), options)).ok).toBe(true);
  });
});
