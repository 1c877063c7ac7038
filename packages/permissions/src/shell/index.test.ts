import { expect, it } from "vitest";
import * as shell from "./index.ts";

it("the exported names are these", () => {
  expect(Object.keys(shell).sort()).toMatchInlineSnapshot(`
    [
      "DYNAMIC",
      "requestCommand",
    ]
  `);
});
