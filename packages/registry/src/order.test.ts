import { expect, it } from "vitest";
import { compareCodePoints } from "./order.ts";

it("compareCodePoints() puts characters beyond U+FFFF after all others, unlike a plain sort", () => {
  const names = ["\u{1F600}", "\uFFFD", "z", "10", "9", "", "za", "\u{1F600}a"];
  expect([...names].sort(compareCodePoints)).toEqual(["", "10", "9", "z", "za", "\uFFFD", "\u{1F600}", "\u{1F600}a"]);
  expect([...names].sort()).not.toEqual([...names].sort(compareCodePoints));
});
