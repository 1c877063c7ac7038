import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEEPEST, mapJson, position, spotAt } from "./json-map.ts";

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("mapJson()", () => {
  it("accepts what JSON.stringify writes, in any layout", () => {
    const layout = fc.constantFrom(undefined, 2, "\t", "\r");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), layout, (value, space) => {
        expect("map" in mapJson(JSON.stringify(value, undefined, space))).toBe(true);
      }),
    );
  });

  it("accepts exactly what JSON.parse accepts, also when a text was cut or changed", () => {
    const marks = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "\n",
      " ",
      "\u00a0",
      "0",
      "-",
      ".",
      "e",
      "true",
      "nul",
      '"a"',
      "\\u12",
    );
    const pieces = fc
      .array(fc.oneof(marks, fc.string({ maxLength: 2 })), { maxLength: 12 })
      .map((parts) => parts.join(""));
    const edited = fc.tuple(fc.jsonValue(), fc.nat(), fc.nat(4), marks).map(([value, at, gone, put]) => {
      const text = JSON.stringify(value);
      const here = at % (text.length + 1);
      return text.slice(0, here) + put + text.slice(here + gone);
    });
    fc.assert(
      fc.property(fc.oneof(pieces, edited), (text) => {
        expect("map" in mapJson(text)).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("finds every value and name at its place", () => {
    const text = '{ "roles": { "a/b": [ 1, {"x": true} ] },\n  "__proto__": "y" }';
    const mapped = mapJson(text);
    if (!("map" in mapped)) throw new Error("not read");
    const at = (...path: string[]) => text.slice(spotAt(mapped.map.root, path).value);
    expect(at("roles", "a/b", "0")).toMatch(/^1,/);
    expect(at("roles", "a/b", "1", "x")).toMatch(/^true}/);
    expect(at("__proto__")).toBe('"y" }');
    expect(text.slice(spotAt(mapped.map.root, ["__proto__"]).name)).toMatch(/^"__proto__"/);
    expect(at("roles", "constructor")).toMatch(/^{ "a\/b"/);
  });

  it.each([
    ["", 0, "the text ends too early"],
    ['{"a": [1, 2', 11, "the text ends too early"],
    ['{"a": "b', 6, "expected a value"],
    ["{a: 1}", 1, "expected a name in double quotes"],
    ['{"a": 1,}', 8, "expected a name in double quotes"],
    ['{"a" 1}', 5, 'expected ":"'],
    ['{"a": 1 "b": 2}', 8, 'expected "," or "}"'],
    ["[1 2]", 3, 'expected "," or "]"'],
    ["[01]", 2, 'expected "," or "]"'],
    ["{} {}", 3, "something follows the end of the value"],
    ["// no", 0, "expected a value"],
  ])("says where %j is no JSON", (text, at, what) => {
    expect(mapJson(text)).toEqual({ fault: { at, what } });
  });

  it("refuses a nesting that would overflow the stack", () => {
    expect("map" in mapJson("[".repeat(DEEPEST) + "]".repeat(DEEPEST))).toBe(true);
    expect(mapJson("[".repeat(100_000))).toEqual({
      fault: { at: DEEPEST + 1, what: `it is nested more than ${DEEPEST} deep` },
    });
  });

  it("reports a name that is there twice, in whatever way it is written", () => {
    const mapped = mapJson('{"a": 1, "\\u0061": 2, "b": {"a": 3}}');
    expect("map" in mapped && mapped.map.repeated).toEqual([{ name: "a", first: 1, again: 9 }]);
  });
});

describe("position()", () => {
  it("counts lines and columns from 1, whatever ends a line", () => {
    expect(position("abc", 0)).toEqual({ line: 1, column: 1 });
    expect(position("a\nb\r\nc\rd", 7)).toEqual({ line: 4, column: 1 });
    expect(position("a\r\nbc", 4)).toEqual({ line: 2, column: 2 });
  });
});
