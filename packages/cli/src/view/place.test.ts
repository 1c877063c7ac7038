import { expect, test } from "vitest";
import { displayPath, displayWhere } from "./place.ts";

const here = { cwd: "/home/me/src/shop", home: "/home/me" };

test("a path is shown from the working folder, else from home, else whole", () => {
  expect(displayPath("/home/me/src/shop/.polyglav/roles.json", here)).toBe(".polyglav/roles.json");
  expect(displayPath("/home/me/.config/polyglav/roles.json", here)).toBe("~/.config/polyglav/roles.json");
  expect(displayPath("/etc/polyglav/policy.json", here)).toBe("/etc/polyglav/policy.json");
});

test("a name that only begins with dots is inside, and the folder itself is shown whole", () => {
  expect(displayPath("/home/me/src/shop/..a/b", here)).toBe("..a/b");
  expect(displayPath("/home/me/src/shop", here)).toBe("~/src/shop");
  expect(displayPath("/home/me", here)).toBe("/home/me");
});

test("a home that is no place is no way to shorten", () => {
  expect(displayPath("/srv/x", { cwd: "/tmp", home: "" })).toBe("/srv/x");
});

test("a position has as many parts as are known, and without a file it is its layer", () => {
  expect(displayWhere({ layer: "local", file: "/home/me/src/shop/a.json", line: 3, column: 5 }, here)).toBe(
    "a.json:3:5",
  );
  expect(displayWhere({ file: "/home/me/src/shop/a.json" }, here)).toBe("a.json");
  expect(displayWhere({ layer: "bundled" }, here)).toBe("bundled");
  expect(displayWhere({}, here)).toBe("");
});
