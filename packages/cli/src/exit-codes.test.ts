import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXIT_CODES, EXIT_NAMES, exitCode, exitName } from "./exit-codes.ts";

test("every code has one name and every name is listed", () => {
  expect([...EXIT_NAMES].sort()).toEqual(Object.keys(EXIT_CODES).sort());
  expect(new Set(EXIT_NAMES.map(exitCode)).size).toBe(EXIT_NAMES.length);
  for (const name of EXIT_NAMES) expect(exitName(exitCode(name))).toBe(name);
});

test("a number that is not in the table is a failure", () => {
  expect(exitName(99)).toBe("failed");
});

test("the entry, which must not import anything, uses the numbers and the floor of the package", () => {
  const entry = readFileSync(new URL("bin.ts", import.meta.url), "utf8");
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    engines: { node: string };
  };
  const floor = /FLOOR = \[(\d+), (\d+)\]/.exec(entry);
  expect(engines.node).toBe(`>=${floor?.[1] ?? ""}.${floor?.[2] ?? ""}`);
  expect(entry).toContain(`process.exitCode = ${exitCode("config")};`);
  expect(entry).toContain(`process.exitCode = ${exitCode("failed")};`);
});
