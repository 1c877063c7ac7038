import { describe, expect, it } from "vitest";
import { checkRoleName } from "./role-name.ts";

describe("checkRoleName", () => {
  it.each(["writer", "code-reviewer", "v2.1_b", "7", "Prüferin", "審査", "constructor", "toString", "a".repeat(64)])(
    "lets a role be called %j",
    (name) => {
      expect(checkRoleName(name)).toBeUndefined();
    },
  );

  it.each([
    "",
    " ",
    " writer",
    "a b",
    "a/b",
    "..",
    "../../etc/passwd",
    "-rf",
    ".hidden",
    "__proto__",
    "a\nb",
    "a\u001b[31m",
    "a\u202eb",
    "root",
    "a".repeat(65),
  ])("refuses %j with something to do about it", (name) => {
    const problem = checkRoleName(name);
    expect(problem).toMatchObject({ code: "role/bad-name", severity: "error", name });
    expect(problem?.message).toMatch(/^Cannot call a role ".*": [^.]+[^.]$/);
    expect(problem?.hint).toContain("64");
  });

  it("never shows a control character", () => {
    expect(checkRoleName("a\u001b[31m\n")?.message).not.toMatch(/\p{Cc}/u);
  });
});
