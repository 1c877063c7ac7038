import { expect, it } from "vitest";
import * as entry from "./index.ts";

it("@polyglav/engine/sqlite exports exactly these values", () => {
  expect(Object.keys(entry).toSorted()).toMatchInlineSnapshot(`
    [
      "RunStoreError",
      "sqliteStore",
    ]
  `);
});
