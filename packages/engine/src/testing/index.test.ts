import { expect, it } from "vitest";
import * as entry from "./index.ts";

it("@polyglav/engine/testing exports exactly these values", () => {
  expect(Object.keys(entry).toSorted()).toMatchInlineSnapshot(`
    [
      "ScriptExhaustedError",
      "fakeClock",
      "killPoints",
      "killingStore",
      "parseScript",
      "scriptedModels",
      "transcript",
    ]
  `);
});
