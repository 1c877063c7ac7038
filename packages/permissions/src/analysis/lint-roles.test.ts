import { describe, expect, it } from "vitest";
import { carve } from "../index.ts";
import type { CatalogRole } from "./catalog-role.ts";
import { lintRoles } from "./lint-roles.ts";

const leader: CatalogRole = { name: "leader", use: carve({ edit: "deny" }), pass: carve({ edit: "allow" }) };
const namesIn = (roles: readonly CatalogRole[]) => lintRoles(roles).map(({ role, others }) => [role, others]);

describe("lintRoles()", () => {
  it("finds a role without permissions under one that hands down more than it uses", () => {
    expect(lintRoles([leader, { name: "writer" }])).toEqual([
      {
        code: "lint/role-without-permissions",
        severity: "warning",
        message:
          "writer names no permissions: under leader it gets what leader may use itself, not what leader hands down, such as edit",
        hint: 'name what writer needs in its tool_permission, such as "edit": "allow"',
        category: "edit",
        within: [],
        example: { category: "edit", resource: ["a.txt"] },
        others: ["leader"],
        role: "writer",
      },
    ]);
  });

  it("says nothing of roles that name something, that are temporary, or that nobody lends to", () => {
    expect(lintRoles([leader, { name: "coder", use: carve({ edit: "allow" }) }])).toEqual([]);
    expect(lintRoles([leader, { name: "star", use: carve({ "*": "ask" }) }])).toEqual([]);
    expect(lintRoles([leader, { name: "helper", temporary: true }])).toEqual([]);
    expect(lintRoles([{ name: "plain", use: carve({ edit: "deny" }) }, { name: "writer" }])).toEqual([]);
    expect(lintRoles([{ ...leader, pass: carve({ edit: "deny" }) }, { name: "writer" }])).toEqual([]);
    expect(lintRoles([])).toEqual([]);
  });

  it("counts only those who can delegate to it", () => {
    expect(lintRoles([leader, { name: "writer", accepts: "deny" }])).toEqual([]);
    expect(lintRoles([{ ...leader, use: carve({ edit: "deny", delegate: "deny" }) }, { name: "writer" }])).toEqual([]);
    expect(namesIn([leader, { ...leader, name: "boss" }, { name: "writer" }])).toEqual([
      ["writer", ["leader", "boss"]],
    ]);
  });

  it("finds what is lent by a rule, and a role that is itself such a lender", () => {
    const rules = { default: "deny", rules: { "docs/**": "allow" } };
    const lender: CatalogRole = { name: "lender", use: carve({ edit: "deny" }), pass: carve({ edit: rules }) };
    expect(lintRoles([lender, { name: "writer", use: carve({}) }])[0]?.example).toEqual({
      category: "edit",
      resource: ["docs"],
    });
    expect(namesIn([{ name: "constructor", pass: carve({ bash: "allow" }) }, leader])).toEqual([
      ["constructor", ["leader"]],
    ]);
  });
});
