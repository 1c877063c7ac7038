import { describe, expect, it } from "vitest";
import { isSame } from "./same.ts";

describe("isSame()", () => {
  it.each<[unknown, unknown]>([
    [1, 1],
    [null, null],
    [{ a: [1, { b: 2 }], c: undefined }, { a: [1, { b: 2 }] }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [JSON.parse('{ "__proto__": 1 }'), JSON.parse('{ "__proto__": 1 }')],
  ])("is true of %j and %j", (a, b) => {
    expect(isSame(a, b)).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [1, "1"],
    [null, {}],
    [[], {}],
    [new Map([["a", 1]]), new Map([["a", 2]])],
    [new Map([["a", 1]]), new Map([["b", 1]])],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{}, JSON.parse('{ "__proto__": 1 }')],
    [{ toString: 1 }, {}],
  ])("is false of %j and %j", (a, b) => {
    expect(isSame(a, b)).toBe(false);
    expect(isSame(b, a)).toBe(false);
  });
});
