import { expect, it } from "vitest";
import * as core from "./index.ts";

it("the core exports these names", () => {
  expect(Object.keys(core).toSorted()).toMatchInlineSnapshot(`
    [
      "CATEGORIES",
      "CarveError",
      "DECISIONS",
      "canDelegate",
      "carve",
      "chainOf",
      "decide",
      "delegate",
      "explain",
      "freeze",
      "isCategory",
      "isDecision",
      "join",
      "leq",
      "meet",
      "narrow",
      "overlay",
      "parseCarve",
      "pass",
      "patternOf",
      "requestDelegation",
      "resourceOf",
      "root",
      "spec",
      "total",
      "use",
      "visible",
      "withCategories",
    ]
  `);
});

it("the reference exports these names", () => {
  expect(Object.keys(core.spec).toSorted()).toMatchInlineSnapshot(`
    [
      "decide",
      "delegate",
      "join",
      "lifted",
      "meet",
      "ownDelegating",
      "root",
      "said",
      "target",
      "word",
    ]
  `);
});
