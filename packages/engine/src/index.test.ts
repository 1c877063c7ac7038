import { expect, it } from "vitest";
import * as engine from "./index.ts";

it("exports these names", () => {
  expect(Object.keys(engine).sort()).toMatchInlineSnapshot(`
    [
      "LOG_FORMAT",
      "NO_USAGE",
      "OUTCOME_STATUSES",
      "addUsage",
      "memoryStore",
      "run",
      "systemClock",
    ]
  `);
});
