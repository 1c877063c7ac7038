import { expect, it } from "vitest";
import * as surface from "./index.ts";
import * as spelling from "./spelling/index.ts";

it("exports these names", () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "ASK_ROUTES",
      "CONFIG_DEFAULTS",
      "CONFIG_LAYERS",
      "DEFAULT_LIMITS",
      "LAYERS",
      "MODES",
      "REASONING",
      "UnknownRoleError",
      "approveModel",
      "bundledRoles",
      "bundledTeams",
      "checkRole",
      "checkRoleName",
      "configSchema",
      "createCatalog",
      "disapproveModel",
      "durationMs",
      "isApproved",
      "liveCatalog",
      "loopOf",
      "lowerLimits",
      "nearest",
      "noteModelUse",
      "parseApprovals",
      "parseConfig",
      "parseRole",
      "parseTeam",
      "providerSchema",
      "resolveModel",
      "resolveRoleModels",
      "roleSchema",
      "runLimits",
      "spawnRefusal",
      "teamSchema",
    ]
  `);
});

it("exports these names for command lines", () => {
  expect(Object.keys(spelling).sort()).toEqual(["durationMs", "nearest"]);
});
