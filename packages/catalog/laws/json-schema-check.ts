/** The part of JSON Schema, draft 7, that our schemas use. Any other keyword throws, so that none goes unnoticed. */
export function isValid(value: unknown, schema: unknown, root: unknown = schema): boolean {
  if (!isRecord(schema)) throw new TypeError(`Cannot check with ${JSON.stringify(schema)}`);
  return Object.entries(schema).every(([keyword, wanted]) => {
    const check = KEYWORDS.get(keyword);
    if (check === undefined) throw new TypeError(`Cannot check "${keyword}"`);
    return check(value, wanted, schema, root);
  });
}

type Check = (value: unknown, wanted: unknown, schema: Fields, root: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const entries = (value: unknown): readonly [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const fine = () => true;

const isOfType = (value: unknown, type: unknown): boolean =>
  type === "integer"
    ? Number.isInteger(value)
    : type === "null"
      ? value === null
      : type === "array"
        ? Array.isArray(value)
        : type === "object"
          ? isRecord(value)
          : typeof value === type;

const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...["$schema", "title", "description", "default", "definitions", "format"].map((word): [string, Check] => [
    word,
    fine,
  ]),
  ["type", (value, type) => (Array.isArray(type) ? type : [type]).some((each) => isOfType(value, each))],
  ["enum", (value, words) => list(words).includes(value)],
  ["const", (value, word) => value === word],
  ["anyOf", (value, forms, _, root) => list(forms).some((form) => isValid(value, form, root))],
  ["allOf", (value, forms, _, root) => list(forms).every((form) => isValid(value, form, root))],
  ["items", (value, form, _, root) => list(value).every((item) => isValid(item, form, root))],
  ["minimum", (value, least) => typeof value !== "number" || value >= Number(least)],
  ["maximum", (value, most) => typeof value !== "number" || value <= Number(most)],
  ["minLength", (value, least) => typeof value !== "string" || value.length >= Number(least)],
  ["pattern", (value, pattern) => typeof value !== "string" || new RegExp(String(pattern)).test(value)],
  ["required", (value, keys) => !isRecord(value) || list(keys).every((key) => Object.hasOwn(value, String(key)))],
  ["propertyNames", (value, form, _, root) => entries(value).every(([key]) => isValid(key, form, root))],
  [
    "properties",
    (value, forms, _, root) =>
      entries(value).every(([key, item]) => {
        const form = new Map(entries(forms)).get(key);
        return form === undefined || isValid(item, form, root);
      }),
  ],
  ["patternProperties", fine],
  [
    "additionalProperties",
    (value, form, { properties, patternProperties }, root) =>
      entries(value).every(([key, item]) => {
        const isNamed = isRecord(properties) && Object.hasOwn(properties, key);
        if (isNamed || entries(patternProperties).some(([pattern]) => new RegExp(pattern).test(key))) return true;
        return form !== false && isValid(item, form, root);
      }),
  ],
  [
    "$ref",
    (value, ref, _, root) => {
      const name = String(ref).replace("#/definitions/", "");
      const definitions = isRecord(root) ? new Map(entries(root.definitions)) : new Map<string, unknown>();
      return isValid(value, definitions.get(name), root);
    },
  ],
]);
