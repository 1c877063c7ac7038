import { expect, it } from "vitest";
import * as path from "./index.ts";
import * as node from "./node/index.ts";

it("paths export these names", () => {
  expect(Object.keys(path).toSorted()).toMatchInlineSnapshot(`
    [
      "foldName",
      "foldsCase",
      "followLinks",
      "pathResource",
      "requestPath",
      "segmentsBelow",
    ]
  `);
  expect(Object.keys(node)).toEqual(["nodeFs"]);
});
