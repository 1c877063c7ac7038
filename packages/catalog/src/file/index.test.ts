import { expect, it } from "vitest";
import * as surface from "./index.ts";

it("exports these names", () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "LOCAL_GITIGNORE",
      "catalogFolders",
      "catalogSkillPlaces",
      "changeApprovals",
      "editConfig",
      "editEntry",
      "isTrusted",
      "loadCatalog",
      "makeLocalFolder",
      "openCatalog",
      "readApprovals",
      "removeEntry",
      "trustFolder",
      "trustOf",
      "untrustFolder",
    ]
  `);
});
