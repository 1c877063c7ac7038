import { describe, expect, it } from "vitest";
import { CATEGORIES, isCategory, type ResourceKind, withCategories } from "./category.ts";

it("isCategory() knows the twelve categories and nothing else", () => {
  expect(CATEGORIES).toHaveLength(12);
  expect(CATEGORIES).toEqual(CATEGORIES.toSorted());
  for (const category of CATEGORIES) expect(isCategory(category)).toBe(true);
  for (const name of ["*", "", "Bash", "bash ", "constructor", "__proto__", "toString"])
    expect(isCategory(name)).toBe(false);
});

describe("withCategories()", () => {
  it("adds to the known ones", () => {
    const all = withCategories(
      Object.fromEntries([
        ["payment", "names"],
        ["constructor", "name"],
      ] as const),
    );
    expect([...all.keys()]).toEqual([...CATEGORIES, "payment", "constructor"]);
    expect([all.get("payment"), all.get("bash"), all.get("edit"), all.get("toString")]).toEqual([
      "names",
      "command",
      "path",
      undefined,
    ]);
    expect([...withCategories({}).keys()]).toEqual([...CATEGORIES]);
  });

  it("refuses a name that is taken, and a kind that nobody can read", () => {
    for (const name of ["bash", "", "*", "bash_allow"])
      expect(() => withCategories({ [name]: "name" })).toThrow(
        new RangeError(`Cannot add category ${JSON.stringify(name)}: that name is taken`),
      );
    const kind: unknown = "paths";
    expect(() => withCategories({ vault: kind as ResourceKind })).toThrow(
      new RangeError('Cannot add category "vault": "paths" is no kind of resource'),
    );
  });
});
