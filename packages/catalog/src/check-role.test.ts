import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { checkRole } from "./check-role.ts";
import { type LayerData } from "@polyglav/registry";

const badType = { tool_permission: 5 };
const trusting = (local: Record<string, unknown>) => createCatalog({ trusted: true, roles: { local } });

describe("checkRole()", () => {
  it("gives a role that can run, as the catalog has it", () => {
    const catalog = trusting({});
    expect(checkRole(catalog, "planner")).toEqual({ ok: true, view: catalog.role("planner") });
  });

  it("says of an unknown role what may have been meant", () => {
    expect(checkRole(trusting({}), "reviwer")).toEqual({
      ok: false,
      error: {
        code: "POLYGLAV_UNKNOWN_ROLE",
        message: 'Cannot run role "reviwer": there is no such role',
        hint: 'Did you mean "code-reviewer"?',
      },
    });
  });

  it("says which roles there are when none is near, and nothing when there are none", () => {
    const some = createCatalog({ roles: { bundled: { a: {}, b: {} } } });
    expect(checkRole(some, "zzz")).toMatchObject({ error: { hint: "Known: a, b" } });
    const none = checkRole(createCatalog({ roles: { bundled: {} } }), "zzz");
    expect(none.ok || "hint" in none.error).toBe(false);
  });

  it("takes hostile names for unknown ones", () => {
    for (const name of ["", "constructor", "__proto__", "toString"]) {
      expect(checkRole(trusting({}), name), name).toMatchObject({ error: { code: "POLYGLAV_UNKNOWN_ROLE" } });
    }
    expect(checkRole(trusting({ constructor: {} }), "constructor").ok).toBe(true);
  });

  it("refuses a role with an error in it, and no other", () => {
    const catalog = trusting({ poet: badType });
    const [problem] = catalog.faultsOf("poet");
    expect(checkRole(catalog, "poet")).toEqual({
      ok: false,
      error: { code: "POLYGLAV_ROLE_FAULTY", message: `Cannot run role "poet": ${problem?.message ?? ""}` },
      problem,
    });
    expect(checkRole(catalog, "planner").ok).toBe(true);
  });

  it("hands the hint of the first error on, with its place, and counts the others", () => {
    const where = () => ({ file: "/w/roles.json", line: 3, column: 7 });
    const entries = new Map([["poet", { tool_permission: { bash: "denny", read: 5 }, tags: "x" }]]);
    const local: LayerData<Record<string, unknown>> = { entries, where };
    const catalog = createCatalog({ trusted: true, roles: { local } });
    expect(catalog.faultsOf("poet")).toHaveLength(3);
    expect(checkRole(catalog, "poet")).toMatchObject({
      error: {
        message: expect.stringMatching(/^Cannot run role "poet": \/w\/roles\.json:3:7: Cannot .* \(and 2 more\)$/),
        hint: 'Did you mean "deny"?',
      },
    });
  });

  it("says that a role is withheld, and where to read it", () => {
    const local: LayerData<Record<string, unknown>> = {
      entries: new Map([["poet", {}]]),
      where: () => ({ file: "/w/roles.json", line: 2, column: 3 }),
    };
    const catalog = createCatalog({ roles: { local } });
    expect(checkRole(catalog, "poet")).toEqual({
      ok: false,
      error: {
        code: "POLYGLAV_ROLE_WITHHELD",
        message: 'Cannot run role "poet": it is defined only in a folder that is not trusted',
        hint: "Read /w/roles.json:2:3, then pass --trust",
      },
      withheld: catalog.withheld[0],
    });
    const unplaced = createCatalog({ roles: { local: { poet: {} } } });
    expect(checkRole(unplaced, "poet")).toMatchObject({ error: { hint: "Pass --trust to use it" } });
  });

  it("does not take a withheld skill or a withheld field for the role", () => {
    const catalog = createCatalog({
      roles: { local: { planner: { model: "m" } } },
      teams: { local: { poet: { roles: ["planner"] } } },
    });
    expect(catalog.withheld.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["role planner", "team poet"]);
    expect(checkRole(catalog, "planner").ok).toBe(true);
    expect(checkRole(catalog, "poet")).toMatchObject({ error: { code: "POLYGLAV_UNKNOWN_ROLE" } });
  });

  it("puts a layer that cannot be read before everything, for a name may stand in it", () => {
    const local = { entries: new Map(), readable: false };
    for (const trusted of [true, false]) {
      const catalog = createCatalog({ trusted, roles: { local } });
      for (const name of ["planner", "poet", "constructor"]) {
        const checked = checkRole(catalog, name);
        expect(checked, name).toMatchObject({ error: { code: "POLYGLAV_ROLE_FAULTY" }, problem: catalog.faults[0] });
      }
    }
  });

  it("speaks with the verb and the places that it is given", () => {
    const local: LayerData<Record<string, unknown>> = {
      entries: new Map<string, Record<string, unknown>>([["poet", badType]]),
      where: () => ({ file: "/w/roles.json", line: 2 }),
    };
    const words = { verb: "delegate to", place: () => "HERE" };
    const message = (trusted: boolean, name: string) => {
      const checked = checkRole(createCatalog({ trusted, roles: { local } }), name, words);
      return checked.ok ? "" : `${checked.error.message} / ${checked.error.hint ?? ""}`;
    };
    expect(message(true, "poet")).toMatch(/^Cannot delegate to role "poet": HERE: Cannot read /);
    expect(message(false, "poet")).toMatch(/^Cannot delegate to role "poet": .* \/ Read HERE, then pass --trust$/);
    expect(message(true, "plannr")).toMatch(/^Cannot delegate to role "plannr": there is no such role/);
  });
});
