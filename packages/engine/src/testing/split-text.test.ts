import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitText } from "./split-text.ts";

describe("splitText()", () => {
  it("loses nothing and makes at most four pieces, none of them empty", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom("word", " ", "\n", "é", "👩‍👩‍👧"), { maxLength: 40 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const pieces = splitText(text);
        expect(pieces.join("")).toBe(text);
        expect(pieces.length).toBeLessThanOrEqual(4);
        expect(pieces).not.toContain("");
      }),
    );
  });

  it("splits only behind white space", () => {
    expect(splitText("one two  three\nfour five")).toEqual(["one two  ", "three\nfour ", "five"]);
    expect(splitText("one")).toEqual(["one"]);
    expect(splitText("")).toEqual([]);
  });
});
