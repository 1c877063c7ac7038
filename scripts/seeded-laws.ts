import { readFileSync } from "node:fs";
import { expect } from "vitest";

/**
 * Property tests draw the same cases in every run of the gate: what turns it red can be had again, and no change is
 * blamed for a case that nobody had drawn before. `POLYGLAV_SEED=random` looks further, and any number draws its own.
 */
const said = process.env.POLYGLAV_SEED ?? "20261130";
const { testPath } = expect.getState();
// Most files draw nothing, and the library would be a third of their start.
if (said !== "random" && testPath !== undefined && hasProperties(testPath)) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(said) });
}

function hasProperties(file: string): boolean {
  return file.includes("laws") || readFileSync(file, "utf8").includes("fast-check");
}
