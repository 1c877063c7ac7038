import { expect, test } from "vitest";
import { didYouMean, notFound } from "./not-found.ts";

const ROLES = ["assistant", "code-reviewer", "leader", "programmer"];

test("notFound() says what was not found, the nearest, and where to see all", () => {
  const error = notFound({ one: "role", list: "polyglav roles list" }, "reviwer", ROLES);
  expect(error.message).toBe('no role "reviwer"');
  expect(error.code).toBe("POLYGLAV_UNKNOWN_NAME");
  expect(error.hint).toBe('Did you mean "code-reviewer"? (4 roles: polyglav roles list)');
  expect(error.exit).toBe("usage");
});

test("notFound() without a near name still says where to see all, and nothing where there is nothing to say", () => {
  expect(notFound({ one: "skill", list: "polyglav skills list" }, "x", []).hint).toBe("0 skills: polyglav skills list");
  expect(notFound({ one: "tag" }, "zebra", ["a"]).hint).toBeUndefined();
});

test("something else finds nothing, and neither do empty and hostile names", () => {
  for (const name of ["", "x", "zebra", "constructor", "__proto__", "toString"]) {
    expect(didYouMean({ one: "role" }, name, ROLES), name).toBeUndefined();
  }
});

test("a near name stands alone where there is no command that lists all", () => {
  expect(didYouMean({ one: "tag" }, "PROGRAMER", ROLES)).toBe('Did you mean "programmer"?');
  expect(didYouMean({ one: "role", list: "l" }, "leadr", ["leader"])).toBe('Did you mean "leader"? (1 role: l)');
});
