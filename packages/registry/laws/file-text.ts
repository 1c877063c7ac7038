/** Random documents with comments, as people write them, and ways into them. */
import fc from "fast-check";
import { type JsonPath } from "../src/file/json-tree.ts";

const key = fc.constantFrom("a", "b", "c", "", "__proto__", "constructor", "a b", "0");
const gap = fc.constantFrom(
  "",
  "",
  " ",
  "\n",
  "\n  ",
  "\r\n\t",
  " /* c, } */ ",
  "// c {\n",
  "\n  // c\n",
  "/* c\n */",
  "\n/***/",
);
const scalar = fc.constantFrom(
  "1",
  "null",
  "true",
  '"x"',
  '"// \\" }, /* no */"',
  "-1.50",
  "{}",
  "[]",
  "{ }",
  "[ // c\n]",
);

/** Writes a container, each word with gaps around it. */
const container = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      isObject: fc.boolean(),
      items: fc.array(fc.tuple(key, value, gap, gap, gap, gap), { minLength: 1, maxLength: 4 }),
      comma: fc.constantFrom("", "", ","),
      end: gap,
    })
    .map(({ isObject, items, comma, end }) => {
      const written = items.map(([name, item, ...around]) => {
        const head = isObject ? `${JSON.stringify(name)}${around[1]}:${around[2]}` : "";
        return `${around[0]}${head}${item}${around[3]}`;
      });
      return `${isObject ? "{" : "["}${written.join(",")}${comma}${end}${isObject ? "}" : "]"}`;
    });

/** One property or item a line, with comments above and behind it: how most files look. */
const onLines = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      newline: fc.constantFrom("\n", "\r\n"),
      items: fc.array(fc.tuple(key, value, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 4 }),
      comma: fc.constantFrom("", ","),
    })
    .map(({ newline, items, comma }) => {
      const lines = items.map(([name, item, above, behind], i) => {
        const end = i + 1 < items.length ? "," : comma;
        const line = `  ${JSON.stringify(name)}: ${item}${end}${behind ? ` // behind ${i}` : ""}`;
        return above ? `  // above ${i}${newline}${line}` : line;
      });
      return `{${newline}${lines.join(newline)}${newline}}`;
    });

const inner = container(scalar);
const value = fc.oneof({ weight: 3, arbitrary: scalar }, inner, onLines(scalar));

/** The text of a document. */
export const documentText: fc.Arbitrary<string> = fc
  .tuple(gap, fc.oneof(container(value), onLines(value), value), gap)
  .map((parts) => parts.join(""));

/** Lists every way into a value, the empty one included. */
export function pathsIn(value: unknown): readonly JsonPath[] {
  if (Array.isArray(value)) return [[], ...value.flatMap((item, i) => pathsIn(item).map((path) => [i, ...path]))];
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, item]) => pathsIn(item).map((path) => [name, ...path]))];
}
