import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
      "editJson",
      "putEntry",
      "readJsonDocument",
      "readJsonLayer",
      "readText",
      "removeEntry",
      "stampOf",
      "watchFiles",
    ]
  `);
});

it("imports nothing from outside in its core", () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
  expect(sources).toContain("registry.ts");
  for (const source of sources) {
    const text = readFileSync(join(import.meta.dirname, source), "utf8");
    for (const [, from] of text.matchAll(/^(?:import|export|\}) .*from "([^"]+)"/gm))
      expect(from).toMatch(/^\.\/[^/]+$/);
  }
});

it("has no dependency to install", () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).not.toHaveProperty("peerDependencies");
});
