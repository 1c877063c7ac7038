import { expect, it } from "vitest";
import { findNearest } from "./nearest.ts";

it.each([
  ["parsr.ts", ["parser.ts", "parse.ts", "zebra.ts"], ["parse.ts", "parser.ts"]],
  ["readme.md", ["README.md", "other"], ["README.md"]],
  ["test.ts", ["app.test.ts", "x"], ["app.test.ts"]],
  ["abc", ["abd", "abx", "aby", "abz"], ["abd", "abx", "aby"]],
  ["a", ["b", "constructor", "__proto__", ""], ["", "b"]],
  ["scr", ["src", "lib"], ["src"]],
  ["", ["abc", "a"], ["a"]],
  ["constructor", ["toString"], []],
  ["anything", [], []],
])("near %j among %j are %j", (wanted, names, nearest) => {
  expect(findNearest(wanted, names)).toEqual(nearest);
});
