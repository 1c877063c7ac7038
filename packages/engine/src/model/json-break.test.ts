import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonBreak } from "./json-break.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** JSON with something changed in it, so that it often breaks, and not always at its beginning. */
const nearJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", ",", ":", "]", "}", '"', "\\", "\n", "0", "-", "e", "tru", " "),
    fc.nat(2),
  )
  .map(([text, at, piece, gone]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + gone);
  });

describe("findJsonBreak()", () => {
  it("finds no break in JSON, and one in everything else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), nearJson, fc.string()), (text) => {
        expect(findJsonBreak(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it("puts the break where what comes before can still become JSON", () => {
    const endings = ["", "0", '"', "null", "}", "]", ":0", '"":0', ",0", "0}", "0]", '":0}'];
    const canGoOn = (text: string): boolean => {
      const closers = [...text.matchAll(/[{[]/g)].map(([opener]) => (opener === "{" ? "}" : "]"));
      const tails = [""];
      for (let n = 0; n <= closers.length; n += 1) tails.push(closers.slice(0, n).reverse().join(""));
      return endings.some((ending) => tails.some((tail) => isJson(text + ending + tail)));
    };
    for (const text of [
      '{"a":1,"b":[2,oops]}',
      '{"a" 1}',
      "[1 2]",
      '{"a":"x" "y"}',
      "[true,flase]",
      "{]",
      '[{"a":1]',
    ]) {
      const found = findJsonBreak(text);
      expect({ text, ok: canGoOn(text.slice(0, found?.at)) }).toEqual({ text, ok: true });
    }
  });

  it.each<[string, number, string]>([
    ["", 0, "a value"],
    ["[", 1, 'a value or "]"'],
    ["[1,]", 3, "a value"],
    ["[1}", 2, '"," or "]"'],
    ["{", 1, 'a key in quotes or "}"'],
    ["{a:1}", 1, 'a key in quotes or "}"'],
    ['{"a":1,}', 7, "a key in quotes"],
    ['{"a" 1}', 5, '":"'],
    ['{"a":1', 6, '"," or "}"'],
    ['{"a":"b', 7, "the rest of a string"],
    ['{"a":"\\d"}', 6, "an escape that JSON has"],
    ['{"a":"b\n"}', 7, "an escape such as \\n"],
    ["{} {}", 3, "the end"],
    ["01", 1, "the end"],
  ])("says of %j that it breaks at %i, where there should be %s", (text, at, wanted) => {
    expect(findJsonBreak(text)).toEqual({ at, wanted });
  });
});
