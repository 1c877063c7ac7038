/** Random JSON, as machines write it and as people do. */
import fc from "fast-check";
import { defineOwn } from "../src/plain.ts";

const key = fc.oneof(fc.constantFrom("a", "b", "name", "", "__proto__", "constructor"), fc.string({ maxLength: 3 }));

/** Any JSON value, an own `__proto__` included. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 0, -1.5e-7, 1e21),
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map((pairs) => {
    const object: Record<string, unknown> = {};
    for (const [name, item] of pairs) defineOwn(object, name, item);
    return object;
  }),
})).value;

/** What may stand between two words of JSON with comments. */
const gap = fc.constantFrom("", " ", "\n", "\r\n  ", "\t", "/* c, } */", "// c {\n", "\n  // c\r\n");

/** A text of a whole file: a list or an object of values, written in every style that people find. */
export const layerText: fc.Arbitrary<string> = fc
  .record({
    shape: fc.constantFrom("object", "array"),
    items: fc.array(fc.tuple(key, fc.constantFrom("{}", "null", '{"x": 1}', '{\n  "x": [1, 2]\n}'), gap, gap, gap), {
      maxLength: 3,
    }),
    comma: fc.constantFrom("", ","),
    gaps: fc.tuple(gap, gap, gap, gap),
  })
  .map(({ shape, items, comma, gaps: [before, inside, end, after] }) => {
    const written = items.map(([name, value, ...around]) =>
      shape === "object"
        ? `${around[0]}${JSON.stringify(name)}${around[1]}:${around[2]}${value}`
        : `${around[0]}{"name":${around[1]} ${JSON.stringify(name)}}${around[2]}`,
    );
    const trailing = items.length > 0 ? comma : "";
    const [open, close] = shape === "object" ? ["{", "}"] : ["[", "]"];
    return `${before}${open}${inside}${written.join(",")}${trailing}${end}${close}${after}`;
  });
