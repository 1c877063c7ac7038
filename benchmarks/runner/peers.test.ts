import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areInstalled, whyNot } from "./peers.ts";

test("peers are installed when the last install was of the same package.json", () => {
  const folder = mkdtempSync(join(tmpdir(), "polyglav-peers-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "dependencies": { "one": "1.0.0" } }');
    expect(areInstalled(folder)).toBe(false);
    mkdirSync(join(folder, "node_modules"));
    expect(areInstalled(folder)).toBe(false);
    writeFileSync(join(folder, "node_modules/.installed"), '{ "dependencies": { "one": "1.0.0" } }');
    expect(areInstalled(folder)).toBe(true);
    writeFileSync(join(folder, "package.json"), '{ "dependencies": { "one": "2.0.0" } }');
    expect(areInstalled(folder)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("without a network it says so, and what can be done without one", () => {
  const why = whyNot("peers", "npm error code ENOTFOUND\nnpm error request failed");
  expect(why).toContain("Cannot install the peers in peers: npm install failed");
  expect(why).toContain("It needs the npm registry the first time");
  expect(why).toContain("--subject polyglav");
});

test("any other fault is shown as npm tells it", () => {
  const why = whyNot("peers", "npm error code EACCES");
  expect(why).toContain("EACCES");
  expect(why).not.toContain("It needs the npm registry");
});
