import { describe, expect, it } from "vitest";
import { carve, delegate, narrow, root, total, use, withCategories, type WrittenCarve } from "../index.ts";
import { compare, compareAuthorities } from "./compare.ts";

const of = (written: WrittenCarve) => total(carve(written), "ask");
const rules = (map: Record<string, string>, otherwise = "deny") => ({ default: otherwise, rules: map });
const orderOf = (a: WrittenCarve, b: WrittenCarve) => compare(of(a), of(b)).order;

describe("compare()", () => {
  it("finds words that differ, with a call that shows it", () => {
    expect(compare(of({ bash: "deny" }), of({ bash: "allow" }))).toEqual({
      order: "narrower",
      less: { category: "bash", resource: ["ls"] },
    });
    expect(compare(of({ bash: "deny", edit: "allow" }), of({}))).toEqual({
      order: "incomparable",
      less: { category: "bash", resource: ["ls"] },
      more: { category: "edit", resource: ["a.txt"] },
    });
  });

  it("knows carves that are written differently and say the same", () => {
    expect(orderOf({ "*": "ask", web: "deny" }, { web: "deny" })).toBe("equal");
    expect(orderOf({ bash: "allow", bash_allow: ["git"] }, { bash: rules({ "git **": "allow" }) })).toBe("equal");
    expect(
      orderOf(
        { edit: rules({ "a/**": "allow", "**/x": "deny" }) },
        { edit: rules({ "a/**": "allow", "a/**/x": "deny" }) },
      ),
    ).toBe("equal");
  });

  it("finds what differs only at one file, one subcommand, one host", () => {
    const one = compare(
      of({ edit: rules({ "src/*.ts": "allow", "src/*.test.ts": "deny" }) }),
      of({ edit: rules({ "src/*.ts": "allow" }) }),
    );
    expect(one).toEqual({ order: "narrower", less: { category: "edit", resource: ["src", "x.test.ts"] } });
    expect(
      compare(of({ bash: rules({ "git status": "allow" }) }), of({ bash: rules({ "git log": "allow" }) })),
    ).toEqual({
      order: "incomparable",
      less: { category: "bash", resource: ["git", "log"] },
      more: { category: "bash", resource: ["git", "status"] },
    });
    expect(compare(of({ web: rules({ "https://evil.com/**": "deny" }, "allow") }), of({ web: "allow" })).less).toEqual({
      category: "web",
      resource: ["https", "com", "evil", "/", "a"],
    });
  });

  it("finds what only the meeting of two globs tells apart", () => {
    const cross = { "*a*": "allow", "*b*": "allow" };
    const { order, less } = compare(
      of({ delegate: rules({ ...cross, "*a*b*": "deny" }) }),
      of({ delegate: rules(cross) }),
    );
    expect(order).toBe("narrower");
    expect(less?.resource[0]).toMatch(/a.*b/);
  });

  it("does not see what nobody can ask for", () => {
    expect(orderOf({ edit: rules({ "**": "allow", "/**": "allow" }) }, { edit: "allow" })).toBe("equal");
    expect(orderOf({ delegate: rules({ "*": "allow" }) }, { delegate: "allow" })).toBe("equal");
    expect(orderOf({ bash: rules({ "* **": "allow" }) }, { bash: "allow" })).toBe("equal");
    expect(orderOf({ edit: rules({ "**": "allow" }) }, { edit: "allow" })).toBe("narrower");
  });

  it("sees an address that is no URL, but only after all others", () => {
    const every = of({ web: rules({ "*://**": "allow" }) });
    expect(compare(every, of({ web: "allow" })).order).toBe("narrower");
    expect(compare(every, of({ web: rules({ "*://**": "allow", "*://*.a.test/**": "deny" }) })).more?.resource).toEqual(
      ["https", "test", "a", "example", "/", "a"],
    );
  });

  it("never claims what would take too long to find out", () => {
    const hostile = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`**/a${i}/**`, i % 2 ? "allow" : "deny"]));
    expect(orderOf({ edit: rules(hostile) }, { edit: rules(hostile) })).toBe("unknown");
    const globs = Object.fromEntries(Array.from({ length: 2_100 }, (_, i) => [`m${i}*`, "allow"]));
    expect(orderOf({ edit: rules(globs) }, { edit: rules(globs) })).toBe("unknown");
  });

  it("compares categories of a plugin where it is told of them", () => {
    const categories = withCategories({ payment: "names", __proto__x: "names" });
    const says = (word: string) => total(carve({ payment: rules({ "refund/**": word }) }, { categories }), "ask");
    expect(compare(says("deny"), says("allow"), { categories }).less).toEqual({
      category: "payment",
      resource: ["refund"],
    });
    expect(compare(says("deny"), says("allow")).order).toBe("equal"); // an unknown category is denied anyway
  });

  it("takes meets of carves, none at all included", () => {
    expect(compare(narrow(), narrow()).order).toBe("equal");
    expect(compare(narrow(of({ bash: "deny" }), of({ bash: "allow" })), of({ bash: "deny" })).order).toBe("equal");
  });

  it("refuses what is no total carve", () => {
    // @ts-expect-error: a partial carve has no floor
    expect(() => compare(carve({}), of({}))).toThrow("Cannot compare: this is not a total carve");
  });
});

describe("compareAuthorities()", () => {
  const me = root({ id: "root", use: of({ "*": "allow" }) });

  it("tells use from pass", () => {
    const leader = delegate(me, {
      id: "r1",
      role: "leader",
      use: carve({ edit: "deny" }),
      pass: carve({ edit: "allow" }),
    });
    const { use: used, pass } = compareAuthorities(leader, me);
    expect([used.order, pass.order]).toEqual(["narrower", "equal"]);
  });

  it("denies a category that only one of them knows", () => {
    const categories = withCategories({ payment: "name" });
    const rich = root({ id: "root", use: of({ "*": "allow" }), categories });
    const { use: compared } = compareAuthorities(me, rich);
    expect(compared).toEqual({ order: "narrower", less: { category: "payment", resource: ["a"] } });
    expect([use(me, "payment", ["a"]), use(rich, "payment", ["a"])]).toEqual(["deny", "allow"]);
  });

  it("compares every resource where they do not agree on its kind", () => {
    const [one, many] = (["name", "names"] as const).map((kind) => {
      const categories = withCategories({ payment: kind });
      const says = carve({ payment: { default: "allow", rules: { "*": "deny" } } }, { categories });
      return root({ id: "root", use: total(says, "deny"), categories });
    });
    const denied = root({ id: "root", use: of({ "*": "deny" }), categories: withCategories({ payment: "name" }) });
    if (one === undefined || many === undefined) throw new Error("two");
    expect(compareAuthorities(one, denied).use.order).toBe("equal");
    expect(compareAuthorities(many, denied).use.more).toEqual({ category: "payment", resource: ["a", "a"] });
  });
});
