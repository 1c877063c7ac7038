import { CONFIG_DEFAULTS } from "../config.ts";
import { configSchema, providerSchema } from "../config-schema.ts";
import { limitsSchema } from "../limits.ts";
import { LOOP_DEFAULTS } from "../loop.ts";
import { roleOf } from "../role.ts";
import { roleSchema } from "../role-schema.ts";
import { DEFAULT_LIMITS } from "../run-limits.ts";
import { loopSchema, stageSchema, teamOf, teamSchema } from "../team.ts";
import { convert, fieldsOf, type Json, nullable, objectOf } from "./convert.ts";
import {
  CONFIG_LINES,
  LIMIT_LINES,
  LOOP_LINES,
  PROVIDER_LINES,
  ROLE_LINES,
  STAGE_LINES,
  TEAM_LINES,
} from "./descriptions.ts";

/** A JSON Schema, draft 7, which is what editors read. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What there is a schema of: the three files, and one entry of two of them. */
export const SCHEMA_KINDS = ["config", "roles", "role", "teams", "team"] as const;
export type SchemaKind = (typeof SCHEMA_KINDS)[number];

/**
 * Gives the JSON Schema of `config.json`, `roles.json` or `teams.json`, or of one role or team. It is made of the zod
 * schemas that the parsers read with, and of the defaults that fill in what nobody says.
 *
 * What `parseRole` or `parseTeam` refuses, the schema refuses too (`laws/schema.laws.test.ts`), unless that takes
 * knowing what a pattern of a permission means. It is stricter where they warn: a field that nobody reads is
 * marked, so that editors show slips. `$schema`, `x-*` fields, and `null` where a layer may take something away, are
 * fine. Each call gives a fresh object.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { jsonSchemaOf } from "@polyglav/catalog/schema";
 *
 * const { properties } = JSON.parse(JSON.stringify(jsonSchemaOf("config")));
 * assert.equal(properties.retries.default, 2);
 * assert.equal(properties.retries.description, "How often a model request that failed is tried again.");
 * ```
 */
export function jsonSchemaOf(kind: SchemaKind): JsonSchema {
  return { $schema: "http://json-schema.org/draft-07/schema#", ...SCHEMAS[kind]() };
}

const SCHEMAS: Readonly<Record<SchemaKind, () => Json>> = {
  config: () => ({ title: "The config of polyglav", ...configJson() }),
  role: () => ({ title: "A role of polyglav", ...roleJson() }),
  roles: () => ({ title: "Roles of polyglav, by name", ...fileOf("role", roleJson()) }),
  team: () => ({ title: "A team of polyglav", ...teamJson() }),
  teams: () => ({ title: "Teams of polyglav, by name", ...fileOf("team", teamJson()) }),
};

const OPEN: Json = { patternProperties: { "^x-": {} } };

function roleJson(): Json {
  const { name, ...defaults } = roleOf("", {});
  const replaced = { limits: limitsJson() };
  return entryOf(fieldsOf(roleSchema, { lines: ROLE_LINES, defaults, replaced }));
}

function teamJson(): Json {
  const { name, ...defaults } = teamOf("", {});
  const stage = describedIn(convert(stageSchema), STAGE_LINES);
  const replaced = {
    stages: {
      anyOf: [
        { type: "array", items: { anyOf: [{ type: "string", minLength: 1 }, stage] } },
        { type: "object", propertyNames: { minLength: 1 } },
      ],
    },
    loop: objectOf(fieldsOf(loopSchema, { lines: LOOP_LINES, defaults: LOOP_DEFAULTS })),
  };
  return entryOf(fieldsOf(teamSchema, { lines: TEAM_LINES, defaults, replaced }));
}

function configJson(): Json {
  const address = { type: "string", format: "uri", pattern: "^[hH][tT][tT][pP][sS]?://" };
  const defaults = { kind: "openai-compatible", models: [] };
  const provider = fieldsOf(providerSchema, { lines: PROVIDER_LINES, defaults, replaced: { base_url: address } });
  const replaced = {
    providers: { type: "object", additionalProperties: nullable(objectOf(provider)) },
    limits: limitsJson({ ...DEFAULT_LIMITS }),
  };
  const fields = fieldsOf(configSchema, { lines: CONFIG_LINES, defaults: CONFIG_DEFAULTS, replaced });
  return { ...objectOf({ $schema: { type: "string" }, ...fields }), ...OPEN };
}

const limitsJson = (defaults?: Readonly<Record<string, unknown>>): Json =>
  objectOf(fieldsOf(limitsSchema, { lines: LIMIT_LINES, ...(defaults !== undefined && { defaults }) }));

/** An entry may repeat its name, as it must in a list. */
const entryOf = (fields: Json): Json => ({
  ...objectOf({
    $schema: { type: "string" },
    name: { type: "string", description: "The key of the entry." },
    ...fields,
  }),
  ...OPEN,
});

/** A file has its entries by name, or in a list; `null` takes an entry of lower layers away. */
function fileOf(name: string, entry: Json): Json {
  const ref = { $ref: `#/definitions/${name}` };
  const byName = { type: "object", properties: { $schema: { type: "string" } }, additionalProperties: nullable(ref) };
  const named = { allOf: [ref, { type: "object", required: ["name"], properties: { name: { minLength: 1 } } }] };
  return { anyOf: [byName, { type: "array", items: named }], definitions: { [name]: entry } };
}

function describedIn(json: Json, lines: Readonly<Record<string, string>>): Json {
  const properties = Object.entries(json.properties ?? {}).map(([field, schema]: [string, unknown]) => [
    field,
    { description: lines[field], ...(typeof schema === "object" && schema) },
  ]);
  return { ...json, properties: Object.fromEntries(properties) };
}
