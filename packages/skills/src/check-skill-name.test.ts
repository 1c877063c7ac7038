import { describe, expect, it } from "vitest";
import { checkSkillName } from "./index.ts";

describe("checkSkillName()", () => {
  it.each(["a", "1", "code-review", "a-1-b", "x".repeat(64), "console", "com10"])("takes %s", (name) => {
    expect(checkSkillName(name)).toBeUndefined();
  });

  it.each([
    "",
    " ",
    "../x",
    "a/b",
    "a\\b",
    "/etc/passwd",
    "C:\\x",
    ".",
    "..",
    ".hidden",
    "a.md",
    "a--b",
    "-a",
    "a-",
    "A",
    "a b",
    "a\n",
    "a\0",
    "é",
    "con",
    "nul",
    "aux",
    "com1",
    "lpt9",
    "x".repeat(65),
    "__proto__",
  ])("refuses %j", (name) => {
    expect(checkSkillName(name)).toMatchObject({ code: "skill/bad-name", severity: "error", name });
  });

  it("offers a better name where it can", () => {
    expect(checkSkillName("Code Review!")).toMatchInlineSnapshot(`
      {
        "code": "skill/bad-name",
        "hint": "Try "code-review"",
        "message": "Cannot name a new skill "Code Review!": it has more than lower-case letters, digits and single hyphens between them",
        "name": "Code Review!",
        "severity": "error",
      }
    `);
    expect(checkSkillName("con")?.hint).toBeUndefined();
    expect(checkSkillName("../..")?.hint).toBeUndefined();
  });
});
