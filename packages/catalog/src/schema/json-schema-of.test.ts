import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CATEGORIES } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { isValid } from "../../laws/json-schema-check.ts";
import { bundledRoles } from "../bundled-roles.ts";
import { bundledTeams } from "../bundled-teams.ts";
import { createCatalog } from "../catalog.ts";
import { CONFIG_DEFAULTS } from "../config.ts";
import { parseRole } from "../parse-role.ts";
import { roleSchema } from "../role-schema.ts";
import { parseTeam, teamSchema } from "../team.ts";
import { jsonSchemaOf, SCHEMA_KINDS, type SchemaKind } from "./json-schema-of.ts";

/** A schema as it comes out of a file, with the keys that we look at. */
interface Shown {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties: Readonly<Record<string, Shown>>;
  readonly anyOf: readonly Shown[];
}
const shown = (kind: SchemaKind): Shown => {
  const schema: Shown = JSON.parse(JSON.stringify(jsonSchemaOf(kind)));
  return schema;
};
const check = (kind: SchemaKind, value: unknown): boolean => isValid(value, jsonSchemaOf(kind));
const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

describe("jsonSchemaOf()", () => {
  it.each(SCHEMA_KINDS)("is plain data of draft 7, with a title, for %s", (kind) => {
    const schema = jsonSchemaOf(kind);
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema).toMatchObject({ $schema: "http://json-schema.org/draft-07/schema#", title: expect.any(String) });
    expect(jsonSchemaOf(kind)).toEqual(schema);
  });

  it("takes every bundled role and team, alone and as a file, by name and in a list", () => {
    for (const role of Object.values(bundledRoles)) expect(check("role", role)).toBe(true);
    for (const team of Object.values(bundledTeams)) expect(check("team", team)).toBe(true);
    const listed = (entries: Readonly<Record<string, object>>) =>
      Object.entries(entries).map(([name, entry]) => ({ name, ...entry }));
    expect(check("roles", bundledRoles)).toBe(true);
    expect(check("roles", listed(bundledRoles))).toBe(true);
    expect(check("teams", bundledTeams)).toBe(true);
    expect(check("teams", listed(bundledTeams))).toBe(true);
  });

  it("takes the config of the README, and the defaults", () => {
    const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(readme)?.[1] ?? "");
    expect(check("config", example)).toBe(true);
    expect(check("config", CONFIG_DEFAULTS)).toBe(true);
  });

  it("describes every field, and gives the default where there is one", () => {
    for (const kind of ["role", "team", "config"] as const) {
      for (const [field, schema] of Object.entries(shown(kind).properties)) {
        if (field !== "$schema")
          expect([field, schema.description]).toEqual([field, expect.stringMatching(/^[A-Z].*\.$/)]);
      }
    }
    const role = shown("role").properties;
    expect([role.skills?.default, role.inherit_context?.default, role.temperature?.default]).toEqual([
      [],
      true,
      undefined,
    ]);
    const config = shown("config").properties;
    expect(config.root_role?.default).toBe("assistant");
    expect(config.tool_permission?.default).toEqual(CONFIG_DEFAULTS.tool_permission);
    expect(config.limits?.anyOf[0]?.properties.steps?.default).toBe(50);
    expect(config.limits?.anyOf[0]?.properties.ms?.default).toBeUndefined();
    expect(shown("team").properties.loop?.anyOf[0]?.properties.max_iterations?.default).toBe(3);
  });

  it("lists the categories for editors", () => {
    const words = shown("role").properties.tool_permission?.anyOf[0];
    expect(Object.keys(words?.properties ?? {}).sort()).toEqual(["*", "bash_allow", ...CATEGORIES].sort());
  });

  it("takes null where a layer may take something away", () => {
    const all = (schema: { readonly shape: object }) =>
      Object.fromEntries(Object.keys(schema.shape).map((key) => [key, null]));
    expect(check("role", all(roleSchema))).toBe(true);
    expect(check("team", all(teamSchema))).toBe(true);
    expect(check("roles", { writer: null })).toBe(true);
    expect(check("role", { tool_permission: { bash: null }, limits: { steps: null } })).toBe(true);
    expect(check("config", { providers: { a: null, b: { base_url: null } }, model_aliases: { fast: null } })).toBe(
      true,
    );
  });

  it("takes fields of other tools, and the name of a schema", () => {
    for (const kind of ["role", "team", "config"] as const) {
      expect(check(kind, { "x-mine": { a: [1] }, $schema: "./s.json" })).toBe(true);
      expect(check(kind, { mine: 1 })).toBe(false);
    }
    expect(check("roles", { $schema: "./roles.json", writer: {} })).toBe(true);
    expect(check("roles", { writer: "a string" })).toBe(false);
    expect(check("roles", [{ tags: [] }])).toBe(false);
  });

  it("takes the stages of a team in all three forms", () => {
    expect(check("team", { stages: ["writer", { role: "editor", task_hint: "h" }] })).toBe(true);
    expect(check("team", { stages: { writer: {}, editor: null } })).toBe(true);
    for (const stages of [[""], [{}], [{ role: "" }], "writer", [1], { "": {} }])
      expect(check("team", { stages })).toBe(false);
  });

  it.each<[SchemaKind, unknown]>([
    ["role", { tool_permission: { bash: "alow" } }],
    ["role", { tool_permission: { Bash: "deny" } }],
    ["role", { tool_permission: { bash: ["git"] } }],
    ["role", { tool_permission: { bash_allow: "git" } }],
    ["role", { ask_policy: { permission: "nobody" } }],
    ["role", { temperature: 3 }],
    ["role", { limits: { steps: -1 } }],
    ["team", { loop: { max_iterations: 1.5 } }],
    ["config", { providers: { a: { base_url: "ftp://x" } } }],
    ["config", { providers: { a: { api_key_env: "sk-1 2" } } }],
    ["config", { retries: -1 }],
    ["config", { root_role: "" }],
  ])("refuses for a %s %j", (kind, value) => {
    expect(check(kind, value)).toBe(false);
  });

  it("takes the words of the ask policy as they are written", () => {
    expect(check("role", { ask_policy: { permission: "lead", direction: "caller" } })).toBe(true);
  });
});

describe("a file that names its schema", () => {
  it("has nothing wrong in it", () => {
    const $schema = "https://example.com/roles.json";
    const warned = {
      code: "file/not-an-entry",
      severity: "error",
      message: "Cannot read entry",
      name: "$schema",
    } as const;
    const file = { entries: new Map([["mine", {}]]), problems: [warned] };
    for (const trusted of [true, false]) {
      const roles = { global: { $schema, mine: { $schema } }, local: { $schema } };
      const catalog = createCatalog({ trusted, roles, teams: { global: { $schema, t: { $schema } }, local: file } });
      expect(catalog.problems).toEqual([]);
      expect(catalog.roles.names()).toContain("mine");
      expect([catalog.roles.has("$schema"), catalog.teams.has("$schema")]).toEqual([false, false]);
      expect(catalog.withheld.map(({ name }) => name)).toEqual(trusted ? [] : ["mine"]);
    }
    expect(parseRole({ $schema: 1 }, { name: "x" })).toEqual({ value: {}, problems: [] });
    expect(parseTeam({ $schema: 1 }, { name: "x" })).toEqual({ value: {}, problems: [] });
  });

  it("may still have a role of that name", () => {
    expect(createCatalog({ roles: { global: { $schema: { tags: [] } } } }).roles.has("$schema")).toBe(true);
  });
});
