import { expect, test } from "vitest";
import { nearest, notFound } from "./nearest.ts";

const ROLES = ["assistant", "code-reviewer", "leader", "programmer"];

test("a name with a typing error finds the name that was meant", () => {
  expect(nearest("leadr", ROLES)).toBe("leader");
  expect(nearest("PROGRAMER", ROLES)).toBe("programmer");
});

test("a misspelt part of a name finds the whole name", () => {
  expect(nearest("reviwer", ROLES)).toBe("code-reviewer");
});

test("something else finds nothing, and neither do empty and hostile names", () => {
  for (const name of ["", "x", "zebra", "constructor", "__proto__", "toString"]) {
    expect(nearest(name, ROLES), name).toBeUndefined();
  }
  expect(nearest("leader", [])).toBeUndefined();
});

test("the whole name beats a part of another", () => {
  expect(nearest("leadr", ["team-leader", "leader"])).toBe("leader");
});

test("notFound() says what was not found, the nearest, and where to see all", () => {
  const error = notFound({ one: "role", list: "polyglav roles list" }, "reviwer", ROLES);
  expect(error.message).toBe('no role "reviwer"');
  expect(error.hint).toBe('Did you mean "code-reviewer"? (4 roles: polyglav roles list)');
  expect(error.exit).toBe("usage");
});

test("notFound() without a near name still says where to see all, and nothing where there is nothing to say", () => {
  expect(notFound({ one: "skill", list: "polyglav skills list" }, "x", []).hint).toBe("0 skills: polyglav skills list");
  expect(notFound({ one: "tag" }, "zebra", ["a"]).hint).toBeUndefined();
});
