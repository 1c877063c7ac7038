import { expect, it } from "vitest";
import * as core from "./index.ts";
import * as gate from "./gate/index.ts";

it("the core exports these names", () => {
  expect(Object.keys(core).toSorted()).toMatchInlineSnapshot();
});

it("the reference exports these names", () => {
  expect(Object.keys(core.spec).toSorted()).toMatchInlineSnapshot();
});

it("the gate exports these names", () => {
  expect(Object.keys(gate).toSorted()).toMatchInlineSnapshot();
});
