import { expect, test } from "vitest";
import { shortened, visible, visibleLine } from "./visible.ts";

test("what could steer a terminal is shown instead", () => {
  expect(visible("\u001b[2Jgone\u0007\r")).toBe("\\x1b[2Jgone\\x07\\x0d");
  expect(visible("\u009b31m")).toBe("\\x9b31m");
});

test("marks that turn text around are shown", () => {
  expect(visible("rm \u202egpj.exe")).toBe("rm \\u202egpj.exe");
});

test("lines, tabs and other scripts stay", () => {
  expect(visible("a\n\tä 猫 🙂")).toBe("a\n\tä 猫 🙂");
});

test("on one line a newline shows as a sign", () => {
  expect(visibleLine("npm test\nrm -rf /\r\nx\ty")).toBe("npm test ⏎ rm -rf / ⏎ x y");
});

test("a long line ends in an ellipsis, and characters stay whole", () => {
  expect(shortened("abcdef", 6)).toBe("abcdef");
  expect(shortened("abcdef", 4)).toBe("abc…");
  expect(shortened("🙂🙂🙂", 2)).toBe("🙂…");
});
