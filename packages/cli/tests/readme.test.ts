import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../src/commands/index.ts";
import { EXIT_CODES, EXIT_NAMES } from "../src/exit-codes.ts";

const root = join(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const rows = readme
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the README has every exit code as the table says it", () => {
  for (const name of EXIT_NAMES) {
    const { code, when } = EXIT_CODES[name];
    expect(rows).toContainEqual(["", String(code), name, when, ""]);
  }
});

test("the README has every command", () => {
  for (const { name } of COMMANDS) expect(readme).toMatch(new RegExp(`\\| .*\`${name}\\b.*\\|`));
});

test("the README has every code that an error of this package can have", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const codes = sources.flatMap((file) => {
    const text = readFileSync(join(root, "src", file), "utf8");
    return [...text.matchAll(/code: "(POLYGLAV_\w+)"/g)].map(([, code]) => code ?? "");
  });
  expect(codes.length).toBeGreaterThan(10);
  for (const code of new Set(codes)) expect(readme, code).toContain(`\`${code}\``);
});
