import { describe, expect, it } from "vitest";
import { carve, delegate, root, total, withCategories } from "../index.ts";
import { type CatalogRole, reach, type Reach } from "./index.ts";

const me = root({ id: "root", use: total(carve({ delegate: "allow", edit: "allow", bash: "ask" }), "deny") });
const row = (found: Reach, role: string, category: string) =>
  found.reached.filter((each) => each.role === role && each.category === category);

describe("reach()", () => {
  it("finds the chain that gives the most, and names it", () => {
    const roles: readonly CatalogRole[] = [
      { name: "reader", use: carve({ edit: "deny" }) },
      { name: "leader", use: carve({ edit: "deny" }), pass: carve({ edit: "allow" }) },
      { name: "writer", use: carve({ edit: "allow" }) },
    ];
    const strict = delegate(me, { id: "r1", role: "boss", use: carve({ edit: "ask" }), pass: carve({ edit: "ask" }) });
    const found = reach(roles, strict);
    expect(row(found, "writer", "edit")).toEqual([
      {
        role: "writer",
        category: "edit",
        use: "ask",
        by: ["root", "boss", "writer"],
        pass: "ask",
        passBy: ["root", "boss", "writer"],
      },
    ]);
    expect(row(found, "leader", "edit")).toMatchObject([{ use: "deny", pass: "ask" }]);
  });

  it("finds what takes a detour", () => {
    const roles: readonly CatalogRole[] = [
      { name: "heir" },
      { name: "lender", use: carve({ edit: "deny" }), pass: carve({ edit: "allow" }) },
      { name: "user", use: carve({ edit: "allow" }), pass: carve({ delegate: "allow" }) },
    ];
    const poor = root({
      id: "root",
      use: total(carve({ delegate: "allow", edit: "deny" }), "deny"),
      pass: carve({ edit: "allow" }),
    });
    const found = reach(roles, poor);
    expect(row(found, "heir", "edit")).toMatchObject([{ use: "allow", by: ["root", "user", "heir"] }]);
    expect(row(reach(roles, poor, { depth: 1 }), "heir", "edit")).toMatchObject([
      { use: "deny", by: ["root", "heir"] },
    ]);
  });

  it("takes no step that is denied, and one that is asked about only where asking counts", () => {
    const roles: readonly CatalogRole[] = [
      { name: "closed", accepts: "deny" },
      { name: "asked", use: carve({ delegate: "ask" }) },
      { name: "open" },
      { name: "bounded", bound: { accepts: "deny" } },
    ];
    expect(reach(roles, me).unreached).toEqual(["closed", "bounded"]);
    expect(reach(roles, me, { asking: false }).unreached).toEqual(["closed", "asked", "bounded"]);
    const alone = root({ id: "root", use: total(carve({ delegate: "deny" }), "ask") });
    expect(reach(roles, alone)).toMatchObject({ reached: [], unreached: ["closed", "asked", "open", "bounded"] });
  });

  it("reaches some roles only through others, as rules about delegating say", () => {
    const start = root({
      id: "root",
      use: total(carve({ delegate: { default: "deny", rules: { lead: "allow" } }, edit: "ask" }), "deny"),
      pass: carve({ delegate: "allow" }),
    });
    const roles: readonly CatalogRole[] = [
      { name: "lead", use: carve({ delegate: { default: "deny", rules: { "code-*": "allow" } } }) },
      { name: "code-a" },
      { name: "docs" },
    ];
    const found = reach(roles, start);
    expect(row(found, "code-a", "edit")).toMatchObject([{ by: ["root", "lead", "code-a"] }]);
    expect(found.unreached).toEqual(["docs"]);
  });

  it("finds a way that only a longer chain opens, though it gives the one in the middle no more of the thing", () => {
    const delegating = { default: "deny", rules: { mid: "allow", opener: "allow" } };
    const start = root({
      id: "root",
      use: total(carve({ delegate: delegating, edit: "allow" }), "deny"),
      pass: carve({ delegate: "allow" }),
    });
    const roles: readonly CatalogRole[] = [
      { name: "mid", use: carve({ edit: "allow" }) },
      { name: "opener", use: carve({ edit: "deny", delegate: "allow" }), pass: carve({ edit: "allow" }) },
      { name: "goal" },
    ];
    expect(row(reach(roles, start), "goal", "edit")).toMatchObject([
      { use: "allow", by: ["root", "opener", "mid", "goal"] },
    ]);
  });

  it("says what is closed for everybody, the category of a plugin included", () => {
    const categories = withCategories({ payment: "name" });
    const start = root({ id: "root", use: total(carve({ edit: "ask", delegate: "ask" }), "deny"), categories });
    const { closed } = reach([{ name: "any", use: carve({ "*": "allow" }) }], start);
    expect(closed).toContain("payment");
    expect(closed).not.toContain("edit");
    expect(closed).toContain("bash");
  });

  it("reports one resource for all that is decided alike, what permits most first", () => {
    const roles = [
      { name: "writer", use: carve({ edit: { default: "deny", rules: { "src/**": "allow", "docs/**": "ask" } } }) },
    ];
    expect(row(reach(roles, me), "writer", "edit").map(({ resource, use }) => [resource, use])).toEqual([
      [["src"], "allow"],
      [["docs"], "ask"],
      [["a.txt"], "deny"],
    ]);
  });

  it("gives a temporary role what it names, and nothing below it", () => {
    const roles: readonly CatalogRole[] = [
      { name: "temp", use: carve({ edit: "allow", delegate: "allow" }), temporary: true },
      { name: "below", use: carve({ edit: "allow" }), accepts: "allow" },
    ];
    const found = reach(roles, me, { depth: Infinity });
    expect(row(found, "temp", "edit")).toMatchObject([{ use: "allow", pass: "deny" }]);
    expect(row(found, "below", "edit")).toMatchObject([{ by: ["root", "below"] }]);
  });

  it("says where it cannot tell, and has nothing to say of no roles", () => {
    const hostile = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`**/a${i}/**`, i % 2 ? "allow" : "deny"]));
    const found = reach([{ name: "a", use: carve({ read: { rules: hostile } }) }], me);
    expect(found.unknown).toEqual(["read"]);
    expect(found.closed).not.toContain("read");
    expect(reach([], me)).toMatchObject({ reached: [], unreached: [], unknown: [] });
  });

  it("is quick on a large catalog", () => {
    const words = ["deny", "ask", "allow"];
    const roles = Array.from({ length: 60 }, (_, i) => ({
      name: `r${i}`,
      use: carve({
        edit: words[i % 3],
        bash: words[(i + 1) % 3],
        delegate: { default: words[i % 3], rules: { [`r${i + 1}`]: "allow" } },
      }),
      pass: carve(i % 4 === 0 ? { edit: "allow" } : {}),
    }));
    const found = reach(roles, me, { depth: Infinity });
    expect(found.unknown).toEqual([]);
    expect(new Set(found.reached.map(({ role }) => role)).size + found.unreached.length).toBe(60);
  });
});
