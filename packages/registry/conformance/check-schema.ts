/**
 * Checks a value against a JSON Schema (draft 7), as far as `case.schema.json` uses it. A keyword that is not read here
 * is an error: it would look as if it were checked.
 *
 * @module
 */

type Schema = Readonly<Record<string, unknown>>;

/** Where a value is not as the schema wants it, one line for each place. */
export function schemaFaults(all: Schema, value: unknown, schema: Schema = all, at = "$"): readonly string[] {
  const go = (one: unknown, item: unknown, place: string): readonly string[] =>
    schemaFaults(all, item, objectIn(one), place);

  return Object.entries(schema).flatMap(([keyword, wanted]): readonly string[] => {
    switch (keyword) {
      case "$schema":
      case "title":
      case "definitions":
        return [];
      case "$ref":
        return go(objectIn(all.definitions)[String(wanted).replace("#/definitions/", "")], value, at);
      case "type":
        return [wanted].flat().includes(typeOf(value)) ? [] : [`${at} is ${typeOf(value)}`];
      case "const":
        return value === wanted ? [] : [`${at} is not ${JSON.stringify(wanted)}`];
      case "enum":
        return listIn(wanted).includes(value) ? [] : [`${at} is ${JSON.stringify(value)}`];
      case "anyOf":
        return listIn(wanted).some((one) => go(one, value, at).length === 0) ? [] : [`${at} is nothing it may be`];
      case "items":
        return Array.isArray(value) ? value.flatMap((item, i) => go(wanted, item, `${at}[${i}]`)) : [];
      case "required":
        return isObject(value)
          ? listIn(wanted).flatMap((key) => (Object.hasOwn(value, String(key)) ? [] : [`${at} has no ${String(key)}`]))
          : [];
      case "properties":
        return isObject(value)
          ? Object.entries(objectIn(wanted)).flatMap(([key, one]) =>
              Object.hasOwn(value, key) ? go(one, value[key], `${at}.${key}`) : [],
            )
          : [];
      case "additionalProperties": {
        const others = isObject(value)
          ? Object.entries(value).filter(([key]) => !Object.hasOwn(objectIn(schema.properties ?? {}), key))
          : [];
        return others.flatMap(([key, item]) => (wanted === false ? [`${at} has a ${key}`] : go(wanted, item, at)));
      }
      default:
        throw new Error(`nobody reads the keyword ${keyword} of the schema`);
    }
  });
}

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

const isObject = (value: unknown): value is Schema => typeOf(value) === "object";

function objectIn(value: unknown): Schema {
  if (isObject(value)) return value;
  throw new Error("the schema wants an object here");
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error("the schema wants a list here");
}
