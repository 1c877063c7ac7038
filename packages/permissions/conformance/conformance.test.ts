import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CaseFile } from "./case.ts";
import { faultsOf } from "./run.ts";
const HERE = import.meta.dirname;
const files = readdirSync(`${HERE}/cases`).map((file) => ({ file, ...(JSON.parse(readFileSync(`${HERE}/cases/${file}`, "utf8")) as CaseFile) }));
describe.each(files)("$file", ({ cases }) => {
  it.each(cases)("$id: $title", (each) => {
    expect(faultsOf(each)).toEqual([]);
  });
});
