import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "./authority.ts";
import { total } from "./carve.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { chainOf, type Coverage, type Grant, heldBy } from "./grant.ts";
import { carve } from "./parse.ts";
import type { Request } from "./request.ts";

const me = root({ id: "me", use: total(carve({ bash: "ask", edit: "ask" }), "ask") });
const coder = delegate(me, { id: "r1", role: "coder" });
const helper = delegate(coder, { id: "r2", role: "helper" });
const grant = (more: Partial<Grant> = {}): Grant => ({
  id: "g",
  holder: "me",
  covers: { kind: "category", category: "bash" },
  lift: "confirm",
  approver: "operator",
  uses: "run",
  ...more,
});
const run = (...resource: readonly string[]): Request => ({ actions: [{ category: "bash", resource }] });
const decided = (a: Authority, request: Request, ...grants: readonly Grant[]): Decision =>
  decide(a, request, grants).decision;

describe("a grant for a pattern", () => {
  const covers = (category: string, pattern: string): Partial<Grant> => ({
    covers: { kind: "pattern", category, pattern },
  });

  it("is for what the pattern matches, word by word", () => {
    const ls = grant(covers("bash", "ls **"));
    expect([
      decided(me, run("ls"), ls),
      decided(me, run("ls", "-a"), ls),
      decided(me, run("lsof"), ls),
      decided(me, run("rm", "ls"), ls),
    ]).toEqual(["allow", "allow", "ask", "ask"]);
  });

  it("is for its category alone, read the way that category writes", () => {
    expect(decided(me, { actions: [{ category: "edit", resource: ["ls"] }] }, grant(covers("bash", "ls")))).toBe("ask");
    expect(
      decided(me, { actions: [{ category: "edit", resource: ["src", "a"] }] }, grant(covers("edit", "src/**"))),
    ).toBe("allow");
    expect(
      decided(me, { actions: [{ category: "edit", resource: ["/", "src", "a"] }] }, grant(covers("edit", "**"))),
    ).toBe("ask");
  });

  it("that cannot be read is for nothing", () => {
    for (const pattern of ["ls | wc", "", "ls 'x"])
      expect(decided(me, run("ls"), grant(covers("bash", pattern)))).toBe("ask");
    expect(decided(me, { actions: [{ category: "shell", resource: ["ls"] }] }, grant(covers("shell", "ls")))).toBe(
      "deny",
    );
  });

  it("covers each action for itself", () => {
    const both: Request = { actions: [...run("ls").actions, ...run("rm", "x").actions] };
    expect(decided(me, both, grant(covers("bash", "ls **")))).toBe("ask");
    expect(decided(me, both, grant(covers("bash", "ls **")), grant({ ...covers("bash", "rm x"), id: "h" }))).toBe(
      "allow",
    );
    expect(
      decide(me, both, [grant(covers("bash", "ls **")), grant({ ...covers("bash", "rm x"), id: "h" })]).grants,
    ).toEqual(["g", "h"]);
  });

  it("was given before anybody saw the call, so it answers nothing that asks about it", () => {
    const once = grant({ ...covers("bash", "ls"), uses: "once" });
    expect(decided(me, { ...run("ls"), advice: [{ atMost: "ask", why: "x" }] }, once)).toBe("ask");
    const capped = root({ id: "me", use: total(carve({}), "ask"), cap: total(carve({ bash: "ask" }), "allow") });
    expect(decided(capped, run("ls"), once)).toBe("ask");
    expect(decided(capped, run("ls"), grant({ covers: { kind: "request", ...run("ls") }, uses: "once" }))).toBe(
      "allow",
    );
  });
});

describe("grants that stand for longer than a run", () => {
  it("lift as often as they are asked, and are named", () => {
    for (const uses of ["session", "project"] as const)
      for (const covers of [
        { kind: "category", category: "bash" },
        { kind: "pattern", category: "bash", pattern: "l*" },
        { kind: "request", actions: run("ls").actions },
      ] satisfies readonly Coverage[])
        expect(decide(me, run("ls"), [grant({ uses, covers })])).toMatchObject({
          decision: "allow",
          grants: ["g"],
          because: [{ kind: "grant", text: `confirmed by operator, for this ${uses} (g)` }],
        });
  });

  it("are the operator's alone", () => {
    for (const uses of ["run", "session", "project"] as const) {
      expect(decided(coder, run("ls"), grant({ holder: "r1", uses, approver: { id: "me" } }))).toBe("ask");
    }
  });

  it("do not get past what asks each time", () => {
    const capped = root({ id: "me", use: total(carve({}), "ask"), cap: total(carve({ bash: "ask" }), "allow") });
    const exact = { kind: "request", ...run("ls") } as const;
    for (const uses of ["run", "session", "project"] as const)
      expect(decided(capped, run("ls"), grant({ uses, covers: exact }))).toBe("ask");
  });
});

describe("which grant is used", () => {
  const once = (id: string, covers: Coverage): Grant => grant({ id, covers, uses: "once" });
  const exact = once("exact", { kind: "request", ...run("ls") });
  const like = once("like", { kind: "pattern", category: "bash", pattern: "ls **" });
  const any = once("any", { kind: "category", category: "bash" });

  it("is one that stands, then what serves the fewest other calls, in whatever order they come", () => {
    const used = (...grants: readonly Grant[]) => [
      decide(me, run("ls"), grants).grants,
      decide(me, run("ls"), grants.toReversed()).grants,
    ];
    expect(used(any, like, exact)).toEqual([["exact"], ["exact"]]);
    expect(used(any, like)).toEqual([["like"], ["like"]]);
    expect(used(any, exact)).toEqual([["exact"], ["exact"]]);
    for (const uses of ["run", "session", "project"] as const)
      expect(used(any, like, exact, grant({ id: "stands", uses }))).toEqual([["stands"], ["stands"]]);
  });
});

describe("the holder of a grant", () => {
  it("may be named by the roles from the root, whatever run it is in", () => {
    expect([chainOf(me), chainOf(coder), chainOf(helper)]).toEqual([
      ["me"],
      ["me", "coder"],
      ["me", "coder", "helper"],
    ]);
    const later = delegate(me, { id: "r77", role: "coder" });
    const standing = grant({ holder: { chain: ["me", "coder"] }, uses: "project" });
    expect([coder, later, me, helper].map((a) => decided(a, run("ls"), standing))).toEqual([
      "allow",
      "allow",
      "ask",
      "ask",
    ]);
  });

  it("is nobody else: no child, no caller, no part of the chain and no longer one", () => {
    for (const chain of [
      [],
      ["coder"],
      ["me"],
      ["coder", "me"],
      ["me", "coder", "helper"],
      ["me", "Coder"],
      ["me/coder"],
      ["me", ""],
    ])
      expect(decided(coder, run("ls"), grant({ holder: { chain } }))).toBe("ask");
    for (const holder of ["r1#sub", "r", "", "me"]) expect(decided(coder, run("ls"), grant({ holder }))).toBe("ask");
  });
});

describe("what does not have the shape of a grant", () => {
  const shapes: readonly unknown[] = [
    undefined,
    [],
    { ...grant(), id: undefined },
    { ...grant(), holder: { chain: "me" } },
    { ...grant(), holder: { chain: ["me", 1] } },
    { ...grant(), holder: {} },
    { ...grant(), holder: null },
    { ...grant(), approver: null },
    { ...grant(), approver: { id: 1 } },
    { ...grant(), covers: { kind: "pattern", category: "bash" } },
    { ...grant(), covers: { kind: "pattern", pattern: "**" } },
    { ...grant(), covers: { kind: "request" } },
    { ...grant(), covers: { kind: "request", tool: 1, ...run("ls") } },
    { ...grant(), covers: { kind: "request", actions: [{ category: "bash", resource: "ls" }] } },
    { ...grant(), covers: { kind: "request", actions: [{ category: 1, resource: ["ls"] }] } },
    { ...grant(), uses: "twice" },
  ];

  it("is none, and takes no other with it", () => {
    for (const shape of shapes) {
      expect(heldBy(me, [shape as Grant])).toEqual([]);
      expect(decided(me, run("ls"), shape as Grant)).toBe("ask");
      expect(decided(me, run("ls"), shape as Grant, grant())).toBe("allow");
    }
    for (const all of [null, {}, "g", 1] as unknown[])
      expect(decide(me, run("ls"), all as Grant[]).decision).toBe("ask");
  });

  it("that throws when it is read is none, and nothing is decided by an exception", () => {
    const trap = Object.defineProperty({ ...grant() }, "holder", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(decided(me, run("ls"), trap)).toBe("ask");
    const inner = grant({
      covers: new Proxy({ kind: "category", category: "bash" } as const, {
        get: () => {
          throw new Error("no");
        },
      }),
    });
    expect(decided(me, run("ls"), inner)).toBe("ask");
  });

  it("is read once, so that what lifts is what was checked", () => {
    let turn = 0;
    const shifty = Object.defineProperty({ ...grant() }, "lift", {
      enumerable: true,
      get: () => (turn++ === 0 ? "confirm" : "elevate"),
    });
    const denied = root({ id: "me", use: total(carve({ bash: "deny" }), "ask") });
    expect(decided(denied, run("ls"), shifty)).toBe("deny");
    expect(heldBy(me, [grant()])[0]).toEqual(grant());
    expect(heldBy(me, [grant()])[0]).not.toBe(grant());
  });
});

it("what is left to lift is told of what no grant has lifted", () => {
  const both = root({ id: "me", use: total(carve({ bash: "deny", edit: "ask" }), "ask") });
  const request: Request = { actions: [...run("ls").actions, { category: "edit", resource: ["a"] }] };
  expect(decide(both, request)).toMatchObject({ decision: "deny", liftable: "elevate" });
  expect(decide(both, request, [grant({ lift: "elevate" })])).toMatchObject({
    decision: "ask",
    liftable: "confirm",
    grants: ["g"],
  });
});

it("a grant for a request is for the tool that was to make it", () => {
  const exact = grant({ covers: { kind: "request", tool: "sh", ...run("ls") } });
  expect(decided(me, { tool: "sh", ...run("ls") }, exact)).toBe("allow");
  for (const tool of ["bash", undefined]) expect(decided(me, { tool, ...run("ls") }, exact)).toBe("ask");
});

it("a pattern that means two things is for both", () => {
  const http = grant({ covers: { kind: "pattern", category: "web", pattern: "example.com:80" } });
  for (const port of ["/", ":80/"])
    expect(
      decided(
        me,
        { actions: [{ category: "web", resource: [port === "/" ? "http" : "foo", "com", "example", port, ""] }] },
        http,
      ),
    ).toBe("allow");
});

it("a grant with one action that cannot be read is none", () => {
  const actions: unknown = [...run("ls").actions, { category: 1, resource: ["ls"] }];
  expect(heldBy(me, [grant({ covers: { kind: "request", actions: actions as Request["actions"] } })])).toEqual([]);
});
