import { expect, it } from "vitest";
import * as sealed from "./index.ts";

it("the entry exports exactly these values", () => {
  expect(Object.keys(sealed).toSorted()).toMatchInlineSnapshot(`
    [
      "narrowSealed",
      "seal",
      "sign",
      "unseal",
      "verify",
    ]
  `);
});
