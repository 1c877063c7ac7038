import { expect, it } from "vitest";
import * as surface from "./index.ts";

it("exports these names", () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "ASK_ROUTES",
      "CONFIG_DEFAULTS",
      "CONFIG_LAYERS",
      "LAYERS",
      "REASONING",
      "UnknownRoleError",
      "bundledRoles",
      "bundledTeams",
      "checkRoleName",
      "configSchema",
      "createCatalog",
      "durationMs",
      "lowerLimits",
      "nearest",
      "parseConfig",
      "parseRole",
      "parseTeam",
      "providerSchema",
      "roleSchema",
      "teamSchema",
    ]
  `);
});
