import { expect, it } from "vitest";
import * as surface from "./index.ts";

it("exports these names", () => {
  expect(Object.keys(surface).sort()).toEqual(["diffEntry", "lintCatalog"]);
});
