import { expect, it } from "vitest";
import * as file from "./file/index.ts";
import * as gate from "./index.ts";

it("the gate exports these names", () => {
  expect(Object.keys(gate).toSorted()).toMatchInlineSnapshot(`
    [
      "PermitError",
      "SAYS",
      "STANDS_MS",
      "auditEntry",
      "caller",
      "confirming",
      "createGate",
      "first",
      "human",
      "memoryStore",
      "park",
      "readRecord",
      "storeOn",
      "within",
    ]
  `);
});

it("its part for files exports these names", () => {
  expect(Object.keys(file).toSorted()).toMatchInlineSnapshot(`
    [
      "GrantStoreError",
      "fileAudit",
      "fileStore",
      "projectStore",
      "readAudit",
    ]
  `);
});
