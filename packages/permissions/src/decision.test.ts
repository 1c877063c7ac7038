import { expect, it } from "vitest";
import { type Decision, DECISIONS, isDecision, join, leq, meet } from "./decision.ts";

/** What plain JavaScript may hand over instead of a decision. */
const garbage = ["Deny", "ALLOW", "", "allow ", "constructor"].map((word) => word as Decision);

it("DECISIONS are the three words, strictest first", () => {
  expect(DECISIONS).toEqual(["deny", "ask", "allow"]);
});

it("meet() of nothing is allow, join() of nothing is deny", () => {
  expect(meet()).toBe("allow");
  expect(join()).toBe("deny");
});

it("meet() takes the strictest and join() the most permissive, wherever it stands", () => {
  expect(meet("allow", "ask", "allow")).toBe("ask");
  expect(meet("ask", "deny", "allow")).toBe("deny");
  expect(join("deny", "ask", "deny")).toBe("ask");
  expect(join("deny", "allow", "ask")).toBe("allow");
});

it("a word that is none counts as deny and never comes out again", () => {
  for (const word of garbage) {
    expect(meet("allow", word)).toBe("deny");
    expect(meet(word, "allow")).toBe("deny");
    expect(meet(word)).toBe("deny");
    expect(join(word)).toBe("deny");
    expect(join(word, "ask")).toBe("ask");
    expect(join("deny", word)).toBe("deny");
    expect(leq(word, "deny")).toBe(true);
    expect(leq("ask", word)).toBe(false);
  }
});

it("isDecision() knows exactly the three words", () => {
  for (const word of DECISIONS) expect(isDecision(word)).toBe(true);
  for (const word of [...garbage, undefined, null, 0, true, ["deny"], { deny: true }])
    expect(isDecision(word)).toBe(false);
});
