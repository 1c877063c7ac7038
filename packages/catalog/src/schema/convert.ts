import { CATEGORIES } from "@polyglav/permissions";
import { z } from "zod";
import { permissionsSchema } from "../permissions.ts";
import { isObject } from "../subject.ts";

/** A part of a JSON Schema. */
export type Json = Readonly<Record<string, unknown>>;

const NULL: Json = { type: "null" };

/** Makes JSON Schema of a zod schema, as it is before anything is transformed. */
export function convert(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === permissionsSchema) Object.assign(jsonSchema, byCategory(jsonSchema));
    },
  });
  return json;
}

/** Lists the categories, which editors then offer, and no others: of what nobody knows the parser warns at least. */
function byCategory({ additionalProperties }: { readonly additionalProperties?: unknown }): Json {
  const forms = formsOf(additionalProperties);
  const take = (...types: readonly string[]): Json => ({
    anyOf: forms.filter((form) => isObject(form) && types.includes(String(form.type))),
  });
  const categories = CATEGORIES.map((category) => [category, take("string", "object", "null")] as const);
  return {
    properties: {
      "*": take("string", "null"),
      ...Object.fromEntries(categories),
      bash_allow: take("array", "null"),
    },
    additionalProperties: NULL,
  };
}

const formsOf = (schema: unknown): readonly unknown[] =>
  isObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(formsOf) : [schema];

/** Allows `null` where a layer may take away what is below. */
export const nullable = (json: Json): Json =>
  formsOf(json).some((form) => isObject(form) && form.type === "null") ? json : { anyOf: [json, NULL] };

/** What is said about the fields of an object beside their types. */
export interface Fields {
  readonly lines: Readonly<Record<string, string>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Fields that zod does not tell enough about. */
  readonly replaced?: Readonly<Record<string, Json>>;
}

/** Makes the properties of an object of which every field may be `null`. */
export function fieldsOf({ shape }: z.ZodObject, { lines, defaults = {}, replaced = {} }: Fields): Json {
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => {
      const json = Object.hasOwn(replaced, field)
        ? replaced[field]
        : schema instanceof z.ZodType
          ? convert(schema)
          : {};
      const byDefault = Object.hasOwn(defaults, field) ? defaults[field] : undefined;
      const hasDefault = byDefault !== undefined && byDefault !== Infinity;
      return [field, { description: lines[field], ...(hasDefault && { default: byDefault }), ...nullable(json ?? {}) }];
    }),
  );
}

/** An object with these properties and no others. */
export const objectOf = (properties: Json): Json => ({ type: "object", properties, additionalProperties: false });
