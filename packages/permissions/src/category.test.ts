import { expect, it } from "vitest";
import { CATEGORIES, isCategory } from "./category.ts";

it("isCategory() knows the twelve categories and nothing else", () => {
  expect(CATEGORIES).toHaveLength(12);
  expect(CATEGORIES).toEqual(CATEGORIES.toSorted());
  for (const category of CATEGORIES) expect(isCategory(category)).toBe(true);
  for (const name of ["*", "", "Bash", "bash ", "constructor", "__proto__", "toString"])
    expect(isCategory(name)).toBe(false);
});
