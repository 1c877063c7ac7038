import { expect, it } from "vitest";
import { createCappedText } from "./capped-text.ts";

function cap(maxChars: number, pieces: readonly string[]): string {
  const text = createCappedText(maxChars);
  for (const piece of pieces) text.add(piece);
  return text.text();
}

it("a text up to the cap is given as it is, however it came", () => {
  expect(cap(6, ["abcdef"])).toBe("abcdef");
  expect(cap(6, ["a", "bc", "", "def"])).toBe("abcdef");
  expect(cap(5, [])).toBe("");
  expect(cap(1, ["a"])).toBe("a");
});

it("a longer one keeps head and tail, and says how much is missing", () => {
  expect(cap(6, ["abcdefg"])).toBe("abc\n[… 1 characters left out …]\nefg");
  expect(cap(5, ["ab", "cdefgh", "i"])).toBe("abc\n[… 4 characters left out …]\nhi");
  expect(cap(1, ["abc"])).toBe("a\n[… 2 characters left out …]\n");
});

it("no character is cut in half", () => {
  expect(cap(4, ["x🙂🙂🙂y"])).toBe("x\n[… 6 characters left out …]\ny");
});

it("a text without end stays small", () => {
  const text = createCappedText(1000);
  for (let count = 0; count < 200_000; count += 1) text.add("0123456789".repeat(10));
  text.add("the end");
  expect(text.text()).toHaveLength(1000 + "\n[… 19999007 characters left out …]\n".length);
  expect(text.text().endsWith("the end")).toBe(true);
});
