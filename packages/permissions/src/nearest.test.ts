import { expect, it } from "vitest";
import { CATEGORIES } from "./category.ts";
import { nearest } from "./nearest.ts";

it("nearest() forgives a slip or two, case and space", () => {
  for (const [slip, word] of [
    ["bsh", "bash"],
    ["bahs", "bash"],
    ["Bash ", "bash"],
    ["delgate", "delegate"],
    ["delegats", "delegate"],
    ["catalogue", "catalog"],
    ["eidt", "edit"],
    ["webs", "web"],
  ]) {
    expect(nearest(slip ?? "", CATEGORIES)).toBe(word);
  }
});

it("nearest() does not guess", () => {
  for (const word of ["", "x", "shell", "constructor", "bashbash", "de", "delegation"]) {
    expect(nearest(word, CATEGORIES)).toBeUndefined();
  }
});

it("nearest() takes the closer of two", () => {
  expect(nearest("lisk", ["mist", "list"])).toBe("list");
  expect(nearest("mast", ["list", "mist"])).toBe("mist");
});
