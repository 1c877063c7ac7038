import { type Decision, DECISIONS, join, leq, meet } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { pairs, provedFor } from "./words.ts";

const two = pairs(DECISIONS, DECISIONS);
const three = pairs(two, DECISIONS).map(([[a, b], c]) => [a, b, c] as const);

const law = (name: string, holds: (a: Decision, b: Decision, c: Decision) => boolean | undefined): void => {
  it(name, () => {
    expect(provedFor(three, ([a, b, c]) => holds(a, b, c))).toBeGreaterThan(0);
  });
};

describe("the chain deny < ask < allow (L2, L3)", () => {
  law("meet does not care how it is grouped", (a, b, c) => meet(meet(a, b), c) === meet(a, meet(b, c)));
  law("meet does not care about order", (a, b) => meet(a, b) === meet(b, a));
  law("meeting a word with itself changes nothing", (a) => meet(a, a) === a);
  law("allow restricts nothing", (a) => meet(a, "allow") === a);
  law("deny is final", (a) => meet(a, "deny") === "deny");
  law("join does not care how it is grouped", (a, b, c) => join(join(a, b), c) === join(a, join(b, c)));
  law("join does not care about order", (a, b) => join(a, b) === join(b, a));
  law("deny adds nothing", (a) => join(a, "deny") === a);
  law("meet and join absorb each other", (a, b) => meet(a, join(a, b)) === a && join(a, meet(a, b)) === a);
  law("meet distributes over join", (a, b, c) => meet(a, join(b, c)) === join(meet(a, b), meet(a, c)));
  law("meet keeps the order", (a, b, c) => (leq(a, b) ? leq(meet(a, c), meet(b, c)) : undefined));
  law("join keeps the order", (a, b, c) => (leq(a, b) ? leq(join(a, c), join(b, c)) : undefined));
  law("being smaller is being the meet", (a, b) => leq(a, b) === (meet(a, b) === a));
  law(
    "many at once is one after the other",
    (a, b, c) => meet(a, b, c) === meet(meet(a, b), c) && join(a, b, c) === join(join(a, b), c),
  );

  it("the order is that of the list, and it is total", () => {
    expect(two.filter(([a, b]) => leq(a, b))).toEqual(
      two.filter(([a, b]) => DECISIONS.indexOf(a) <= DECISIONS.indexOf(b)),
    );
  });
});
