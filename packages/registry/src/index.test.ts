import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as registry from "./index.ts";
import * as file from "./file/index.ts";

it("exports these names", () => {
  expect(Object.keys(registry).sort()).toMatchInlineSnapshot(`
    [
      "compareCodePoints",
      "createRegistry",
    ]
  `);
  expect(Object.keys(file).sort()).toMatchInlineSnapshot(`
    [
      "configHome",
      "putEntry",
      "readJsonDocument",
      "readJsonLayer",
    ]
  `);
});

it("has no dependency to install", () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).not.toHaveProperty("peerDependencies");
});
