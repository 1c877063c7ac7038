import { describe, expect, it } from "vitest";
import { adoptLineEnds, dropOverlaps, findLines, findPlaces, replaceAt } from "./replace-text.ts";

describe("findPlaces()", () => {
  it("finds every occurrence, those that overlap too", () => {
    expect(findPlaces({ text: "aaa", old: "aa" })).toEqual([0, 1]);
    expect(findPlaces({ text: "abcabc", old: "c" })).toEqual([2, 5]);
    expect(findPlaces({ text: "abc", old: "x" })).toEqual([]);
    expect(findPlaces({ text: "abc", old: "" })).toEqual([]);
  });
});

describe("dropOverlaps()", () => {
  it("keeps what replacing from the start would replace", () => {
    expect(dropOverlaps([0, 1, 2, 3], 2)).toEqual([0, 2]);
    expect(dropOverlaps([0, 5], 2)).toEqual([0, 5]);
  });
});

describe("findLines()", () => {
  it("counts from 1", () => {
    expect(findLines("a\nb\nc a\n", [0, 6])).toEqual([1, 3]);
    expect(findLines("\n\n", [0, 1])).toEqual([1, 2]);
  });
});

describe("adoptLineEnds()", () => {
  it("gives CRLF to a change of a CRLF text", () => {
    const text = "a\r\nb\r\n";
    expect(adoptLineEnds({ text, old: "a\nb", new: "x\ny\r\nz" })).toEqual({ text, old: "a\r\nb", new: "x\r\ny\r\nz" });
  });

  it("leaves texts with LF, with both, and with none alone", () => {
    for (const text of ["a\nb\n", "a\r\nb\n", "a"]) {
      const change = { text, old: "a\r\nb", new: "\n" };
      expect(adoptLineEnds(change)).toEqual(change);
    }
  });
});

describe("replaceAt()", () => {
  const change = (text: string, old: string, next: string) => {
    const places = dropOverlaps(findPlaces({ text, old }), old.length);
    return replaceAt({ text, old, new: next }, places);
  };

  it.each([
    ["a\nb\nc\n", "b", "x", { text: "a\nx\nc\n", added: 1, removed: 1 }],
    ["a\nb\nc\n", "b\n", "", { text: "a\nc\n", added: 0, removed: 1 }],
    ["a\nb\nc\n", "b", "b\nb2", { text: "a\nb\nb2\nc\n", added: 1, removed: 0 }],
    ["a\nb\nc", "c", "c\n", { text: "a\nb\nc\n", added: 1, removed: 1 }],
    ["x x x\n", "x", "y", { text: "y y y\n", added: 1, removed: 1 }],
    ["x\nx\nz\nx", "x", "y", { text: "y\ny\nz\ny", added: 3, removed: 3 }],
    ["a\nb\n", "a\nb\n", "", { text: "", added: 0, removed: 2 }],
    ["\nx", "\nx", "y", { text: "y", added: 1, removed: 2 }],
    ["a", "a", "$& $1 $$", { text: "$& $1 $$", added: 1, removed: 1 }],
    ["aaaa", "aa", "a", { text: "aa", added: 1, removed: 1 }],
    ["a\nb\na\nb\n", "a\nb\n", "c\n", { text: "c\nc\n", added: 2, removed: 4 }],
  ])("%j, %j to %j", (text, old, next, expected) => {
    expect(change(text, old, next)).toEqual(expected);
  });
});
