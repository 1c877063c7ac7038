import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "./authority.ts";
import { total } from "./carve.ts";
import { withCategories } from "./category.ts";
import { decide } from "./decide.ts";
import type { Grant } from "./grant.ts";
import { freeze, machineOf } from "./machine.ts";
import { carve, type WrittenCarve } from "./parse.ts";
import type { Request } from "./request.ts";

const config = (words: WrittenCarve): Authority => root({ id: "root", use: total(carve(words), "ask") });
const edits = (...names: readonly string[]): Request => ({ actions: [{ category: "edit", resource: names }] });
const rules = { edit: { default: "ask", rules: { "src/**": "allow", "src/gen/**": "deny" } } };

describe("freeze()", () => {
  it("gives back the authority itself, which decides as before", () => {
    const me = config(rules);
    const before = [edits("src", "a"), edits("src", "gen", "a"), edits("x"), edits()].map((asked) => decide(me, asked));
    expect(freeze(me)).toBe(me);
    expect(
      [edits("src", "a"), edits("src", "gen", "a"), edits("x"), edits()].map((asked) => decide(me, asked)),
    ).toEqual(before);
    expect(before.map(({ decision }) => decision)).toEqual(["allow", "deny", "ask", "ask"]);
  });

  it("gives one verdict to all that end in the same place, and nobody can change it", () => {
    const me = freeze(config(rules));
    const verdict = decide(me, edits("src", "a"));
    expect(decide(me, edits("src", "b", "c"))).toBe(verdict);
    for (const part of [verdict, verdict.because, verdict.because[0], verdict.grants])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it("meets every rule of the chain: of each role, of bounds, of the cap and of both fields", () => {
    const rule = (pattern: string) => carve({ edit: { default: "allow", rules: { [pattern]: "deny" } } });
    const top = root({
      id: "root",
      use: total(carve({ "*": "allow" }), "ask"),
      pass: rule("a"),
      cap: total(rule("b"), "allow"),
      bound: { use: rule("c"), pass: rule("d") },
    });
    const lead = delegate(top, { id: "l", role: "l", pass: rule("e"), bound: { pass: rule("f") }, use: rule("lead") });
    const leaf = freeze(delegate(lead, { id: "r", role: "r", use: rule("g"), bound: { use: rule("h") } }));
    for (let again = 0; again < 2; again += 1) {
      for (const name of ["a", "b", "d", "e", "f", "g", "h"]) expect(decide(leaf, edits(name)).decision).toBe("deny");
      for (const name of ["c", "lead", "q"]) expect(decide(leaf, edits(name)).decision).toBe("allow");
    }
  });

  it("meets the prefixes of bash_allow, in bash alone", () => {
    const me = freeze(delegate(config({ "*": "allow" }), { id: "r", role: "r", use: carve({ bash_allow: ["git"] }) }));
    const of = (category: string, ...resource: readonly string[]) =>
      decide(me, { actions: [{ category, resource }] }).decision;
    expect([of("bash", "git", "x"), of("bash", "ls"), of("vcs", "ls"), of("bash")]).toEqual([
      "allow",
      "deny",
      "allow",
      "deny",
    ]);
  });

  it("knows the categories of its chain", () => {
    const categories = withCategories({ payment: "names" });
    const me = freeze(
      root({ id: "x", use: total(carve({ payment: { rules: { a: "deny" } } }, { categories }), "allow"), categories }),
    );
    const pay = (name: string) => decide(me, { actions: [{ category: "payment", resource: [name] }] }).decision;
    expect([pay("a"), pay("b"), decide(me, { actions: [{ category: "__proto__", resource: [] }] }).decision]).toEqual([
      "deny",
      "allow",
      "deny",
    ]);
  });
});

describe("a chain that was not frozen", () => {
  it("meets itself once that has paid, and decides the same", () => {
    const me = config(rules);
    const first = decide(me, edits("src", "a"));
    expect(Object.isFrozen(first)).toBe(false);
    for (let i = 0; i < 60; i += 1) expect(decide(me, edits("src", "a"))).toEqual(first);
    expect(Object.isFrozen(decide(me, edits("src", "a")))).toBe(true);
  });

  it("does not before as much work was done as that takes", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`d${i}/**`, "deny"]));
    const me = delegate(config({ edit: { rules: many }, bash: { rules: { ls: "deny" } }, bash_allow: ["a", "b"] }), {
      id: "r",
      role: "r",
      use: carve({ read: "ask" }),
      pass: carve({ web: "ask" }),
    });
    // 53 rules, 3 carves and 32 more: each time costs 3, and the 30th makes it 90.
    for (let i = 1; i < 30; i += 1) expect([i, machineOf(me, "edit")]).toEqual([i, undefined]);
    const built = machineOf(me, "edit");
    expect(built).toBeDefined();
    expect(machineOf(me, "edit")).toBe(built);
    expect(machineOf(me, "bash")).toBeDefined();
    expect(machineOf(me, "shell")).toBeUndefined();
  });

  it("builds none for a category that it does not know", () => {
    const me = config({});
    for (let i = 0; i < 100; i += 1) expect(machineOf(me, "shell")).toBeUndefined();
  });
});

describe("what is decided once and kept", () => {
  /** Gives another answer each time it is read. */
  const shifty = (...values: readonly unknown[]): PropertyDescriptor => {
    let turn = 0;
    return { enumerable: true, configurable: true, get: () => values[Math.min(turn++, values.length - 1)] };
  };
  const honest = (me: Authority) =>
    [edits("src", "a"), edits("src", "gen", "a"), edits("x")].map((asked) => decide(me, asked).decision);
  const expected = ["allow", "deny", "ask"];

  it("is about the resource that was looked at, however the request changes between two looks", () => {
    const resources = [["src", "a"], ["src", "gen", "a"], ["x"]];
    for (const one of resources)
      for (const two of resources)
        for (const three of resources) {
          const me = freeze(config(rules));
          const action: unknown = Object.defineProperties(
            {},
            {
              category: { value: "edit", enumerable: true },
              resource: shifty(one, two, three),
            },
          );
          decide(me, { actions: [action as Request["actions"][number]] });
          expect(honest(me)).toEqual(expected);
        }
  });

  it("nor by a list that says other things each time, or whose way through it is not its own", () => {
    const me = freeze(config(rules));
    const moving = ["src", "a"];
    Object.defineProperty(moving, 1, shifty("a", "gen", "a", "gen"));
    decide(me, edits(...[]));
    decide(me, { actions: [{ category: "edit", resource: moving }] });
    const detour = ["src", "gen", "a"];
    Object.defineProperty(detour, Symbol.iterator, { value: () => ["x"].values() });
    decide(me, { actions: [{ category: "edit", resource: detour }] });
    const poisoned = ["a"];
    Object.defineProperty(poisoned, Symbol.iterator, { value: () => [5].values() });
    expect(decide(me, { actions: [{ category: "edit", resource: poisoned }] }).decision).not.toBe("allow");
    expect(decide(config(rules), { actions: [{ category: "edit", resource: poisoned }] }).decision).toBe("deny");
    const mapped = Object.assign([{ category: "edit", resource: ["x"] }], { map: () => "x" });
    expect(() => decide(me, { actions: mapped, advice: [{ atMost: "ask", why: "" }] })).not.toThrow();
    expect(honest(me)).toEqual(expected);
  });

  it("nor by a proxy, or a category that changes", () => {
    const me = freeze(config({ ...rules, read: "deny" }));
    const action: unknown = Object.defineProperties(
      {},
      { category: shifty("edit", "read"), resource: { value: ["src", "a"] } },
    );
    decide(me, { actions: [action as Request["actions"][number]] });
    let reads = 0;
    const turning = new Proxy(["src", "a"], {
      get: (target, key, receiver) => {
        reads += 1;
        if (reads > 4 && key === "1") return "gen";
        const value: unknown = Reflect.get(target, key, receiver);
        return value;
      },
    });
    decide(me, { actions: [{ category: "edit", resource: turning }] });
    expect(honest(me)).toEqual(expected);
  });

  it("is the same as without keeping anything, when other requests come between", () => {
    const [kept, fresh] = [freeze(config(rules)), config(rules)];
    for (const names of [
      ["src"],
      ["src", "a"],
      ["src", "gen"],
      ["src", "gen", "x"],
      ["q"],
      [],
      ["src", "gen", "x"],
      ["src"],
    ])
      expect(decide(kept, edits(...names))).toEqual(decide(fresh, edits(...names)));
  });
});

it("decide() reads what is not one plain action the long way, met in advance or not", () => {
  const me = freeze(config({ ...rules, read: "allow" }));
  const one = { category: "edit", resource: ["src", "a"] };
  expect(decide(me, { actions: [one, one] }).decision).toBe("allow");
  expect(decide(me, { actions: [one], advice: [] }).decision).toBe("allow");
  expect(decide(me, { actions: [one], advice: [{ atMost: "ask", why: "x" }] }).decision).toBe("ask");
  const yes: Grant = {
    id: "g",
    holder: "root",
    covers: { kind: "category", category: "edit" },
    lift: "elevate",
    approver: "operator",
    uses: "run",
  };
  expect(decide(me, edits("src", "gen", "a"), [yes])).toMatchObject({ decision: "allow", grants: ["g"] });
  expect(decide(me, edits("src", "gen", "a")).decision).toBe("deny");
  const wrong: readonly unknown[] = [
    { actions: [{ category: "edit", resource: "x" }] },
    { actions: [{ category: "read", resource: "x" }] },
    { actions: { 0: one, length: 1 } },
    { actions: [one], advice: null },
    { actions: [one], advice: {} },
    { actions: one },
    { actions: [{ category: "edit" }] },
    null,
    { actions: [{ category: "edit", resource: [1] }] },
  ];
  for (const request of wrong) expect(decide(me, request as Request).decision).toBe("deny");
});
