import { expect, it } from "vitest";
import * as tools from "./index.ts";

it("these names are public", () => {
  expect(Object.keys(tools)).toMatchInlineSnapshot(`
    [
      "createTools",
      "killRunningCommands",
      "ToolError",
    ]
  `);
});
