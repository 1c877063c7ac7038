import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CaseFile } from "./case.ts";
import schema from "./case.schema.json" with { type: "json" };
import { schemaFaults } from "./check-schema.ts";
import { faultsOf } from "./run.ts";

const CASES = join(import.meta.dirname, "cases");
const files = readdirSync(CASES).map((file) => ({
  file,
  content: JSON.parse(readFileSync(join(CASES, file), "utf8")) as CaseFile,
}));
const ids = files.flatMap(({ content }) => content.cases.map(({ id }) => id));

/** The public reports about merging (B), what is settled (G), and acceptance cases of the original (O). */
const ROWS = [
  "B1 B2 B4 B5 B7 B8 B10 B11 B13 B14 B16 B17 B19 B20 B22 B23 B25 B26 B28 B29 B41 B50 B53",
  "G1 G2 G3 G7 G8",
  "O1 O3 O5 O6 O10 O11 O13 O14",
].flatMap((row) => row.split(" "));

describe.each(files)("$file", ({ content }) => {
  it("is written as the schema says", () => {
    expect(schemaFaults(schema, content)).toEqual([]);
  });

  it.each(content.cases)("$id: $title", (each) => {
    expect(faultsOf(each)).toEqual([]);
  });
});

describe("the cases together", () => {
  it("have an id each", () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("have every row", () => {
    expect(ROWS.filter((row) => !ids.includes(row))).toEqual([]);
  });
});

describe("the runner", () => {
  it("finds an answer that is another", () => {
    const wrong = { id: "x", title: "", steps: [{ set: "local", to: { a: {} } }, { names: [] }] };
    expect(faultsOf(wrong)).toEqual(['x, step 2: ["a"], not []']);
    expect(schemaFaults(schema, { about: "", cases: [{ id: 1, title: "", steps: [{ names: 1 }] }] })).not.toEqual([]);
  });
});
