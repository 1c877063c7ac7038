import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isValid } from "../laws/json-schema-check.ts";
import type { Case } from "./case.ts";
import schema from "./case.schema.json" with { type: "json" };
import { faultsOf } from "./run.ts";

const CASES = join(import.meta.dirname, "cases");
const files = readdirSync(CASES).map((file) => ({
  file,
  content: JSON.parse(readFileSync(join(CASES, file), "utf8")) as { readonly cases: readonly Case[] },
}));
const ids = files.flatMap(({ content }) => content.cases.map(({ id }) => id));

describe.each(files)("$file", ({ content }) => {
  it("is written as the schema says", () => {
    expect(isValid(content, schema)).toBe(true);
  });

  it.each(content.cases)("$id: $title", (each) => {
    expect(faultsOf(each)).toEqual([]);
  });
});

/** The acceptance cases, weaknesses, reports and decisions that are about a catalog; "O11" is O11-above too. */
const ROWS = "O2 O3 O5 O6 O7 O11 O13 O14 O58 W8 W37 B10 B17 B22 A3 T1 T2 M1 M2 M3 M4 M5 M6 M7".split(" ");

it("every row has a case", () => {
  expect(ROWS.filter((row) => !ids.some((id) => id === row || id.startsWith(`${row}-`)))).toEqual([]);
});

it("each case has an id of its own", () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it("the runner finds an answer that is another", () => {
  expect(faultsOf({ id: "x", title: "", expect: { counts: { roles: 12 } } })).toEqual([
    "x, count of roles: 11, not 12",
  ]);
  expect(isValid({ cases: [] }, schema)).toBe(false);
});
