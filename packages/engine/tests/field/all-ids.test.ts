import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const here = import.meta.dirname;
const rows = readFileSync(join(here, "README.md"), "utf8")
  .split("\n")
  .map((line) => /^\| ([A-Z]\d+) +\| (.+?) +\| (.+?) +\|$/.exec(line))
  .flatMap((row) => (row === null ? [] : [{ id: row[1] ?? "", holds: row[2] ?? "", file: row[3] ?? "" }]));
const files = readdirSync(here).filter((name) => /^[a-z]\d+\.test\.ts$/.test(name));

it("every case of the table has its file, named by its id, or says that it waits", () => {
  expect(rows.length).toBeGreaterThan(50);
  for (const { id, file } of rows) {
    const name = `${id.toLowerCase()}.test.ts`;
    expect(file).toBe(files.includes(name) ? `[${name}](${name})` : "waits");
  }
});

it("every file of a case is in the table, once, and its tests begin with the id", () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const name of files) {
    const id = name.replace(".test.ts", "").toUpperCase();
    expect(ids).toContain(id);
    expect(readFileSync(join(here, name), "utf8")).toMatch(new RegExp(`["\`]${id}: `));
  }
});
