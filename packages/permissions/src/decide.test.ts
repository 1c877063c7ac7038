import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "./authority.ts";
import { total } from "./carve.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import type { Grant } from "./grant.ts";
import { carve, type WrittenCarve } from "./parse.ts";
import type { Advice, Request } from "./request.ts";

const holder = (words: WrittenCarve, cap: WrittenCarve = {}): Authority =>
  root({ id: "me", use: total(carve(words), "allow"), cap: total(carve(cap), "allow") });
const asking = (...categories: readonly string[]): Request => ({
  actions: categories.map((category) => ({ category, resource: ["x"] })),
});
const grant = (more: Partial<Grant>): Grant => ({
  id: "g",
  holder: "me",
  covers: { kind: "category", category: "bash" },
  lift: "elevate",
  approver: "operator",
  uses: "once",
  ...more,
});

describe("decide()", () => {
  it("permits a request only as far as each of its actions", () => {
    const me = holder({ bash: "ask", web: "deny" });
    expect(decide(me, asking("read", "edit")).decision).toBe("allow");
    expect(decide(me, asking("read", "bash")).decision).toBe("ask");
    expect(decide(me, asking("bash", "web", "read")).decision).toBe("deny");
  });

  it("does not care about order or repetition of actions", () => {
    const me = holder({ bash: "ask" });
    expect(decide(me, asking("bash", "read", "bash"))).toEqual(decide(me, asking("bash", "read")));
    expect(decide(me, asking("read", "bash")).because).toEqual(decide(me, asking("bash", "read")).because);
  });

  it("denies a request that asks for nothing or for something unknown, and says so", () => {
    expect(decide(holder({}), { actions: [] })).toEqual({
      decision: "deny",
      because: [{ kind: "nothing-asked", who: "me", decision: "deny", text: "the request names no action" }],
      grants: [],
      liftable: "no",
    });
    expect(decide(holder({ "*": "allow" }), asking("shell"))).toMatchObject({
      decision: "deny",
      because: [{ kind: "unknown-category", category: "shell" }],
      liftable: "no",
    });
  });

  it("names the word that decides, and the cap before it where both say the same", () => {
    expect(decide(holder({ bash: "ask" }), asking("bash")).because).toEqual([
      { kind: "config", who: "me", category: "bash", decision: "ask", text: "config.tool_permission.bash" },
    ]);
    expect(decide(holder({ bash: "deny" }, { bash: "deny" }), asking("bash")).because[0]?.text).toBe("cap.bash");
  });

  it("names a word even where everything is allowed", () => {
    expect(decide(holder({ bash: "allow" }), asking("bash")).because[0]?.text).toBe("config.tool_permission.bash");
  });
});

describe("aliases", () => {
  const action = (...resource: readonly string[]) => ({ category: "bash", resource });
  const aliased: Request = { actions: [action("ls")], aliases: [action("timeout", "5", "ls")] };
  const holding = (rules: Readonly<Record<string, Decision>>, otherwise: Decision = "allow") =>
    holder({ bash: { default: otherwise, rules } });

  it("count where a rule denies what they say", () => {
    const verdict = decide(holding({ "timeout **": "deny" }), aliased);
    expect(verdict).toMatchObject({ decision: "deny", liftable: "elevate" });
    expect(verdict.because[0]).toMatchObject({ action: action("timeout", "5", "ls"), pattern: "timeout **" });
    expect(decide(holding({ "timeout * ls": "deny" }), aliased).decision).toBe("deny");
  });

  it("count nowhere else: not for an ask, nor for what denies everything that is not named", () => {
    expect(decide(holding({ "timeout **": "ask" }), aliased).decision).toBe("allow");
    expect(decide(holding({ ls: "allow" }, "deny"), aliased).decision).toBe("allow");
    expect(decide(holding({ "**": "deny", ls: "allow" }), aliased).decision).toBe("allow");
    expect(decide(holding({ "* **": "deny", ls: "allow" }), aliased).decision).toBe("allow");
  });

  it("count by the words that are used: a rule that limits only the leader itself denies nobody else", () => {
    const me = holder({ bash: "allow" });
    const deny = carve({ bash: { default: "allow", rules: { "timeout **": "deny" } } });
    const lends = { id: "r1", role: "leader", pass: carve({ bash: "allow" }) };
    const coder = (says: Pick<Parameters<typeof delegate>[1], "use" | "pass">): Authority =>
      delegate(delegate(me, { ...lends, ...says }), { id: "r2", role: "coder", use: carve({ bash: "allow" }) });
    expect(decide(coder({ use: deny }), aliased).decision).toBe("allow");
    expect(decide(coder({ use: carve({}), pass: deny }), aliased).decision).toBe("deny");
  });

  it("count where a rule says no, also where others say it without one", () => {
    const me = holder({ bash: { default: "deny", rules: { ls: "allow" } } });
    const says = carve({ bash: { default: "allow", rules: { "timeout **": "deny" } } });
    const runner = delegate(me, { id: "r1", role: "runner", use: says });
    expect(decide(runner, aliased).decision).toBe("deny");
    expect(decide(runner, { actions: aliased.actions }).decision).toBe("allow");
  });

  it("never permit", () => {
    expect(decide(holding({ "timeout **": "allow" }, "deny"), aliased).decision).toBe("deny");
  });

  it("are lifted with the request that they belong to", () => {
    const covers = { kind: "request", actions: aliased.actions } as const;
    expect(decide(holding({ "timeout **": "deny" }), aliased, [grant({ covers })]).decision).toBe("allow");
  });

  it("that cannot be read are denied", () => {
    for (const aliases of [1, {}, [1], [{ category: "nonsense", resource: [] }]]) {
      const request = { ...aliased, aliases } as unknown as Request;
      expect(decide(holding({}), request).decision).toBe("deny");
    }
  });
});

describe("advice", () => {
  const advised = (words: WrittenCarve, ...atMost: readonly Decision[]) =>
    decide(holder(words), {
      ...asking("bash"),
      advice: atMost.map((word): Advice => ({ atMost: word, why: "outside the worktree" })),
    });

  it("lowers, and never raises", () => {
    expect(advised({ bash: "allow" }, "ask")).toMatchObject({ decision: "ask", liftable: "confirm" });
    expect(advised({ bash: "ask" }, "allow").decision).toBe("ask");
    expect(advised({ bash: "deny" }, "allow").decision).toBe("deny");
    expect(advised({ bash: "allow" }, "ask", "deny", "allow").decision).toBe("deny");
  });

  it("is the reason where it decides", () => {
    expect(advised({}, "ask").because).toEqual([
      { kind: "advice", who: "me", decision: "ask", text: "outside the worktree" },
    ]);
  });

  it("to deny is final, to ask yields to the operator's fresh yes alone", () => {
    const request = { ...asking("bash"), advice: [{ atMost: "ask" as const, why: "secret" }] };
    const exact = grant({ covers: { kind: "request", ...request } });
    expect(decide(holder({}), request, [exact]).decision).toBe("allow");
    expect(decide(holder({}), request, [{ ...exact, uses: "run" }]).decision).toBe("ask");
    expect(decide(holder({}), request, [{ ...exact, approver: { id: "root" } }]).decision).toBe("ask");
    const denied = { ...asking("bash"), advice: [{ atMost: "deny" as const, why: "secret" }] };
    for (const yes of [grant({}), exact, grant({ covers: { kind: "request", ...denied } })])
      expect(decide(holder({}), denied, [yes])).toMatchObject({ decision: "deny", liftable: "no" });
  });

  it("to ask is not answered by a yes to any call of the category, which is then not named", () => {
    const request = { ...asking("bash"), advice: [{ atMost: "ask" as const, why: "secret" }] };
    for (const word of ["ask", "allow"])
      expect(decide(holder({ bash: word }), request, [grant({})])).toEqual({
        decision: "ask",
        because: [{ kind: "advice", who: "me", decision: "ask", text: "secret" }],
        grants: [],
        liftable: "confirm",
      });
  });

  it("is the reason for the ask that is left of a denial which a yes to any call lifted", () => {
    const request = { ...asking("bash"), advice: [{ atMost: "ask" as const, why: "secret" }] };
    expect(decide(holder({ bash: "deny" }), request, [grant({})])).toMatchObject({
      decision: "ask",
      because: [{ kind: "advice", text: "secret" }],
      grants: ["g"],
      liftable: "elevate",
    });
  });

  it("must have been seen by whoever said yes: the same words of the same voice, in any order, and may be less by now", () => {
    const secret: Advice = { atMost: "ask", why: "secret" };
    const outside: Advice = { atMost: "ask", why: "outside", kind: "target", who: "you", source: { line: 1 } };
    const isAnswered = (seen: readonly Advice[] | undefined, ...now: readonly Advice[]): boolean => {
      const exact = grant({ covers: { kind: "request", actions: asking("bash").actions, advice: seen } });
      return decide(holder({ bash: "ask" }), { ...asking("bash"), advice: now }, [exact]).decision === "allow";
    };
    expect(isAnswered([secret, outside], outside, secret)).toBe(true);
    expect(isAnswered([secret, outside], secret)).toBe(true);
    expect(isAnswered([secret])).toBe(true);
    expect(isAnswered([outside], { ...outside, source: { line: 2 } })).toBe(true);
    expect(isAnswered([secret], { ...secret, kind: "advice" })).toBe(true);
    expect(isAnswered([secret], secret, { atMost: "allow", why: "inside" })).toBe(true);

    expect(isAnswered(undefined, secret)).toBe(false);
    expect(isAnswered([], secret)).toBe(false);
    expect(isAnswered([secret], secret, outside)).toBe(false);
    expect(isAnswered([{ ...secret, atMost: "allow" }], secret)).toBe(false);
    expect(isAnswered([{ ...secret, atMost: "deny" }], secret)).toBe(false);
    expect(isAnswered([secret], { ...secret, why: "constructor" })).toBe(false);
    expect(isAnswered([secret], { ...secret, who: "" })).toBe(false);
    expect(isAnswered([outside], { ...outside, kind: "bound" })).toBe(false);
    expect(isAnswered([outside], { ...outside, who: "me" })).toBe(false);
  });
});

describe("grants", () => {
  const withGrant = (words: WrittenCarve, more: Partial<Grant>, cap: WrittenCarve = {}): Decision =>
    decide(holder(words, cap), asking("bash"), [grant(more)]).decision;

  it("elevate lifts a deny, confirm only an ask", () => {
    expect(withGrant({ bash: "deny" }, { lift: "elevate" })).toBe("allow");
    expect(withGrant({ bash: "deny" }, { lift: "confirm" })).toBe("deny");
    expect(withGrant({ bash: "ask" }, { lift: "confirm" })).toBe("allow");
  });

  it("are for their holder alone", () => {
    for (const other of ["", "m", "me.1", "ME"]) expect(withGrant({ bash: "ask" }, { holder: other })).toBe("ask");
    const child = delegate(holder({ bash: "ask" }), { id: "me.1", role: "x" });
    expect(decide(child, asking("bash"), [grant({})]).decision).toBe("ask");
  });

  it("are for their category alone", () => {
    expect(decide(holder({ edit: "ask" }), asking("edit"), [grant({})]).decision).toBe("ask");
    expect(decide(holder({ edit: "ask", bash: "ask" }), asking("edit", "bash"), [grant({})]).decision).toBe("ask");
  });

  it("of one request are for the whole of it", () => {
    const exact = grant({ covers: { kind: "request", actions: asking("edit", "bash").actions } });
    const me = holder({ edit: "deny", bash: "ask" });
    expect(decide(me, asking("bash", "edit", "bash"), [exact])).toMatchObject({ decision: "allow", grants: ["g"] });
    expect(decide(me, asking("bash"), [exact]).decision).toBe("ask");
    expect(decide(me, asking("bash", "edit", "read"), [exact]).decision).toBe("deny");
  });

  it("do nothing over a deny cap, and over an ask cap only fresh from the operator", () => {
    expect(withGrant({}, {}, { bash: "deny" })).toBe("deny");
    const exact = { covers: { kind: "request", ...asking("bash") } } as const;
    expect(withGrant({}, exact, { bash: "ask" })).toBe("allow");
    expect(withGrant({}, { ...exact, uses: "run" }, { bash: "ask" })).toBe("ask");
    expect(withGrant({ bash: "deny" }, { ...exact, uses: "run" }, { bash: "ask" })).toBe("ask");
  });

  it("for any call do not get past an ask cap, which asks about each", () => {
    expect(withGrant({}, {}, { bash: "ask" })).toBe("ask");
    expect(withGrant({ bash: "deny" }, {}, { bash: "ask" })).toBe("ask");
    const capped = holder({ bash: "deny" }, { bash: "ask" });
    expect(decide(capped, asking("bash"), [grant({})]).because[0]?.text).toBe("cap.bash");
  });

  it("for exactly this call are used before those for any call, which serve others too", () => {
    const exact = grant({ id: "exact", covers: { kind: "request", ...asking("bash") } });
    for (const grants of [
      [grant({}), exact],
      [exact, grant({})],
    ])
      expect(decide(holder({ bash: "ask" }), asking("bash"), grants).grants).toEqual(["exact"]);
  });

  it("for the run lift again and again, and are used before a one-shot", () => {
    const grants = [grant({ id: "once" }), grant({ id: "run", uses: "run" })];
    expect(decide(holder({ bash: "ask" }), asking("bash"), grants).grants).toEqual(["run"]);
  });

  it("are named only where they were needed", () => {
    expect(decide(holder({ bash: "allow" }), asking("bash"), [grant({})]).grants).toEqual([]);
    expect(decide(holder({ bash: "ask", edit: "deny" }), asking("bash", "edit"), [grant({})]).grants).toEqual([]);
    expect(decide(holder({ bash: "ask" }), asking("bash"), [grant({ id: "a" }), grant({ id: "b" })]).grants).toEqual([
      "a",
    ]);
  });

  it("one for everything is used before several for the parts", () => {
    const parts = ["bash", "edit"].map((category) => grant({ id: category, covers: { kind: "category", category } }));
    const whole = grant({ id: "whole", covers: { kind: "request", actions: asking("bash", "edit").actions } });
    const me = holder({ bash: "ask", edit: "ask" });
    expect(decide(me, asking("bash", "edit"), [...parts, whole]).grants).toEqual(["whole"]);
    expect(decide(me, asking("bash", "edit"), parts).grants).toEqual(["bash", "edit"]);
  });

  it("are the reason where they lift", () => {
    const reason = { kind: "grant", who: "operator", category: "bash", decision: "allow" };
    const text = "elevated by operator, once (g)";
    expect(decide(holder({ bash: "deny" }), asking("bash"), [grant({})]).because).toEqual([{ ...reason, text }]);
    const both = asking("bash", "read");
    expect(decide(holder({ bash: "deny" }), both, [grant({})]).because).toEqual([
      { ...reason, text, action: both.actions[0] },
    ]);
    const praised = { ...asking("bash"), advice: [{ atMost: "allow" as const, why: "inside the worktree" }] };
    expect(decide(holder({ bash: "deny" }), praised, [grant({})]).because[0]?.kind).toBe("grant");
  });

  it("that do not have the shape of a grant are none", () => {
    const shapes: readonly unknown[] = [
      null,
      "g",
      {},
      { ...grant({}), id: 1 },
      { ...grant({}), holder: undefined },
      { ...grant({}), lift: "raise" },
      { ...grant({}), uses: "always" },
      { ...grant({}), approver: "Operator" },
      { ...grant({}), approver: { name: "me" } },
      { ...grant({}), covers: { kind: "all" } },
      { ...grant({}), covers: { kind: "category" } },
      { ...grant({}), covers: { kind: "request", actions: [null] } },
      { ...grant({}), covers: null },
      { ...grant({}), covers: { kind: "request", ...asking("bash"), advice: {} } },
      { ...grant({}), covers: { kind: "request", ...asking("bash"), advice: [null] } },
      { ...grant({}), covers: { kind: "request", ...asking("bash"), advice: [{ atMost: "ask", why: "x", who: 1 }] } },
    ];
    for (const shape of shapes)
      expect(decide(holder({ bash: "ask" }), asking("bash"), [shape as Grant]).decision).toBe("ask");
  });
});

describe("an agent that says yes", () => {
  const top = root({ id: "root", use: total(carve({ "*": "allow" }), "ask") });
  const lead = (pass: WrittenCarve): Authority =>
    delegate(top, { id: "lead", role: "leader", use: carve({ bash: "deny" }), pass: carve(pass) });
  const lifted = (from: Authority, more: Partial<Grant> & { readonly temporary?: boolean } = {}): Decision => {
    const { temporary, ...rest } = more;
    const child = delegate(from, { id: "child", role: "x", use: carve({ bash: "deny" }), temporary });
    return decide(child, asking("bash"), [grant({ holder: "child", approver: { id: "lead" }, ...rest })]).decision;
  };

  it("lifts no further than it may hand down now", () => {
    expect(lifted(lead({ bash: "allow" }))).toBe("allow");
    expect(lifted(lead({ bash: "ask" }))).toBe("ask");
    expect(lifted(lead({}))).toBe("deny");
  });

  it("counts once, and only as an ancestor", () => {
    expect(lifted(lead({ bash: "allow" }), { uses: "run" })).toBe("deny");
    for (const id of ["nobody", "child", "", "operator"])
      expect(lifted(lead({ bash: "allow" }), { approver: { id } })).toBe("deny");
    expect(lifted(lead({ bash: "ask" }), { approver: { id: "root" } })).toBe("allow");
  });

  it("does not answer advice, although the question was about this very call", () => {
    const advised = { ...asking("bash"), advice: [{ atMost: "ask" as const, why: "secret" }] };
    const child = delegate(lead({ bash: "allow" }), { id: "child", role: "x", use: carve({ bash: "ask" }) });
    const exact = { holder: "child", covers: { kind: "request", ...advised } } as const;
    expect(decide(child, advised, [grant({ ...exact, approver: { id: "lead" } })]).decision).toBe("ask");
    expect(decide(child, advised, [grant(exact)]).decision).toBe("allow");
  });

  it("never lifts a temporary role above its caller's own use", () => {
    expect(lifted(lead({ bash: "allow" }), { temporary: true })).toBe("deny");
    const open = delegate(top, {
      id: "lead",
      role: "leader",
      use: carve({ bash: "ask" }),
      pass: carve({ bash: "allow" }),
    });
    expect(lifted(open, { temporary: true })).toBe("ask");
    expect(lifted(open, { temporary: true, approver: "operator" })).toBe("allow");
  });
});

describe("what a verdict names", () => {
  const both = (first: string, second: string): Request => asking(first, second);

  it("is advice before a word that says the same", () => {
    const request: Request = { ...asking("bash"), advice: [{ atMost: "ask", why: "secret" }] };
    expect(decide(holder({ bash: "ask" }), request).because[0]?.text).toBe("secret");
    const target: Request = {
      ...asking("bash"),
      advice: [{ atMost: "ask", why: "x.accepts", kind: "target", who: "x" }],
    };
    expect(decide(holder({ bash: "ask" }), target).because[0]?.text).toBe("x.accepts");
  });

  it("is the grant among what is allowed, in whatever order", () => {
    const me = holder({ bash: "ask", read: "allow" });
    for (const request of [both("bash", "read"), both("read", "bash")])
      expect(decide(me, request, [grant({})]).because[0]).toMatchObject({ kind: "grant", category: "bash" });
  });

  it("is the word among what is asked about, not the grant that came no further", () => {
    const me = holder({ bash: "deny", edit: "ask" }, { bash: "ask" });
    for (const request of [both("bash", "edit"), both("edit", "bash")])
      expect(decide(me, request, [grant({})])).toMatchObject({
        decision: "ask",
        because: [{ text: "config.tool_permission.edit" }],
      });
  });

  it("is the cap or the advice that asks, not a word that does, where a grant got as far as that", () => {
    const top = root({
      id: "root",
      use: total(carve({ bash: "allow" }), "ask"),
      pass: carve({ bash: "ask" }),
      cap: total(carve({ bash: "ask" }), "allow"),
    });
    const child = delegate(top, { id: "me", role: "x", use: carve({ bash: "deny" }) });
    expect(decide(child, asking("bash"), [grant({})])).toMatchObject({
      decision: "ask",
      because: [{ text: "cap.bash" }],
    });
    const advice: readonly Advice[] = [
      { atMost: "allow", why: "inside" },
      { atMost: "ask", why: "secret" },
    ];
    expect(decide(holder({ bash: "deny" }), { ...asking("bash"), advice }, [grant({})]).because[0]?.text).toBe(
      "secret",
    );
  });

  it("is one grant for all rather than several, although they are narrower", () => {
    const actions = [["ls"], ["rm"]].map((resource) => ({ category: "bash", resource }));
    const like = grant({ id: "like", covers: { kind: "pattern", category: "bash", pattern: "ls" } });
    expect(decide(holder({ bash: "ask" }), { actions }, [like, grant({ id: "any" })]).grants).toEqual(["any"]);
  });
});
