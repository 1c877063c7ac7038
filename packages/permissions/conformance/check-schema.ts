/**
 * Checks a value against a JSON Schema (draft 7), as far as `schema.json` uses it. A keyword that is not read here is an
 * error: it would look as if it were checked.
 *
 * @module
 */

type Schema = Readonly<Record<string, unknown>>;

/** Where a value is not as the schema wants it, one line for each place. */
export function schemaFaults(schema: Schema, value: unknown): readonly string[] {
  return faultsAt(schema, value, "$", schema);
}

function faultsAt(schema: Schema, value: unknown, at: string, all: Schema): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, wanted]) => {
    const check = KEYWORDS.get(keyword);
    if (check === undefined) throw new Error(`nobody reads the keyword ${keyword} of the schema`);
    return check({ wanted, schema, value, at, all });
  });
}

interface Place {
  readonly wanted: unknown;
  /** The schema in which the keyword stands. */
  readonly schema: Schema;
  readonly value: unknown;
  readonly at: string;
  /** The whole schema, with its definitions. */
  readonly all: Schema;
}

type Check = (place: Place) => readonly string[];

/** A keyword about values of one type; all others pass. */
const about =
  <T>(is: (value: unknown) => value is T, faults: (value: T, place: Place) => readonly string[]): Check =>
  (place) =>
    is(place.value) ? faults(place.value, place) : [];

const fault = (isFine: boolean, at: string, what: string): readonly string[] => (isFine ? [] : [`${at} ${what}`]);

const passing = ({ wanted, value, at, all }: Place): readonly Schema[] =>
  schemasIn(wanted).filter((each) => faultsAt(each, value, at, all).length === 0);

const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["$schema", () => []],
  ["title", () => []],
  ["definitions", () => []],
  ["$ref", ({ wanted, value, at, all }) => faultsAt(definition(wanted, all), value, at, all)],
  ["type", ({ wanted, value, at }) => fault([wanted].flat().includes(typeOf(value)), at, `is ${typeOf(value)}`)],
  ["const", ({ wanted, value, at }) => fault(value === wanted, at, `is not ${JSON.stringify(wanted)}`)],
  ["enum", ({ wanted, value, at }) => fault(listIn(wanted).includes(value), at, `is ${JSON.stringify(value)}`)],
  ["anyOf", (place) => fault(passing(place).length > 0, place.at, "is nothing of what it may be")],
  ["oneOf", (place) => fault(passing(place).length === 1, place.at, `is ${passing(place).length} of what it may be`)],
  ["minLength", about(isText, (text, { wanted, at }) => fault(text.length >= Number(wanted), at, "is too short"))],
  [
    "pattern",
    about(isText, (text, { wanted, at }) => fault(new RegExp(String(wanted), "u").test(text), at, `is ${text}`)),
  ],
  ["minItems", about(isList, (list, { wanted, at }) => fault(list.length >= Number(wanted), at, "has too few"))],
  ["maxItems", about(isList, (list, { wanted, at }) => fault(list.length <= Number(wanted), at, "has too many"))],
  ["items", about(isList, itemFaults)],
  ["additionalItems", () => []], // read with items
  [
    "required",
    about(isObject, (value, { wanted, at }) =>
      listIn(wanted).flatMap((key) => fault(Object.hasOwn(value, String(key)), at, `has no ${String(key)}`)),
    ),
  ],
  ["properties", about(isObject, propertyFaults)],
  ["additionalProperties", about(isObject, otherFaults)],
]);

function itemFaults(list: readonly unknown[], { wanted, schema, at, all }: Place): readonly string[] {
  const first = Array.isArray(wanted) ? schemasIn(wanted) : [];
  const others = Array.isArray(wanted) ? schema.additionalItems : wanted;
  return list.flatMap((item, index) => faultsAt(first[index] ?? schemaIn(others ?? {}), item, `${at}[${index}]`, all));
}

function propertyFaults(value: Readonly<Record<string, unknown>>, { wanted, at, all }: Place): readonly string[] {
  return Object.entries(schemaIn(wanted)).flatMap(([key, each]) =>
    Object.hasOwn(value, key) ? faultsAt(schemaIn(each), value[key], `${at}.${key}`, all) : [],
  );
}

function otherFaults(value: Readonly<Record<string, unknown>>, { wanted, schema, at, all }: Place): readonly string[] {
  const known = schemaIn(schema.properties ?? {});
  const others = Object.keys(value).filter((key) => !Object.hasOwn(known, key));
  if (wanted === false) return others.map((key) => `${at} has a ${key}`);
  return others.flatMap((key) => faultsAt(schemaIn(wanted), value[key], `${at}.${key}`, all));
}

function definition(ref: unknown, all: Schema): Schema {
  const [, name = ""] = /^#\/definitions\/(\w+)$/.exec(String(ref)) ?? [];
  return schemaIn(schemaIn(all.definitions)[name]);
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listIn(value: unknown): readonly unknown[] {
  if (!isList(value)) throw new Error("the schema wants a list here");
  return value;
}

function schemaIn(value: unknown): Schema {
  if (!isObject(value)) throw new Error("the schema wants a schema here");
  return value;
}

const schemasIn = (value: unknown): readonly Schema[] => listIn(value).map(schemaIn);
