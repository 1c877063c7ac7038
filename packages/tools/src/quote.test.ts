import { expect, it } from "vitest";
import { quote, showName } from "./quote.ts";

it.each([
  ["plain", '"plain"'],
  ['say "x" \\', '"say \\"x\\" \\\\"'],
  ["a\nb\t\0", '"a\\nb\\t\\u0000"'],
  ["\u202Eabc\u2066", '"\\u{202e}abc\\u{2066}"'],
  ["\u2028\u2029\x7f\x9b", '"\\u{2028}\\u{2029}\\u{7f}\\u{9b}"'],
  ["grüße 漢字 🙂", '"grüße 漢字 🙂"'],
  ["\uD800", '"\\ud800"'],
])("%j is shown as %s", (text, shown) => {
  expect(quote(text)).toBe(shown);
});

it("names are quoted only where they could be mistaken", () => {
  expect(["a b", "ü", "a\nb", "\u202E"].map(showName)).toEqual(["a b", "ü", '"a\\nb"', '"\\u{202e}"']);
});
