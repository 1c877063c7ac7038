import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../tests/folder.ts";
import type { Case, CaseFile } from "./case.ts";
import schema from "./case.schema.json" with { type: "json" };
import { faultsOf } from "./run.ts";

const CASES = join(import.meta.dirname, "cases");
const files = readdirSync(CASES).map((file) => ({
  file,
  content: JSON.parse(readFileSync(join(CASES, file), "utf8")) as CaseFile,
}));
const all: readonly Case[] = files.flatMap(({ content }) => content.cases);
const folder = (): string => folderWith({});

/** The public reports, and the acceptance cases of the original. */
const ROWS = [
  "B31 B32 B34 B35 B37 B38 B40 B62 B64 B65 B67 B76 B61",
  "B50 B52 B53 B68 B49 B55 B56 B57 B58 B60 B73",
  "O17 O18 O19 O21",
].flatMap((row) => row.split(" "));

describe.each(files)("$file", ({ content }) => {
  it("has an id for each case, and says what it is about", () => {
    const ids = content.cases.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(content.$schema).toBe("../case.schema.json");
    expect(content.about).not.toBe("");
  });

  it.each(content.cases)("$id: $title", (one) => {
    expect(faultsOf(one, folder)).toEqual([]);
  });

  it.each(content.cases)("$id is written as the schema says", (one) => {
    const kinds = Object.values(schema.definitions.case.oneOf).filter(({ required, properties }) => {
      const keys = Object.keys(one);
      return required.every((key) => keys.includes(key)) && keys.every((key) => Object.keys(properties).includes(key));
    });
    expect(kinds).toHaveLength(1);
  });
});

it.each(ROWS)("%s is in a case", (row) => {
  expect(all.some(({ id }) => id === row || id.startsWith(`${row}-`))).toBe(true);
});

it("finds what is answered otherwise", () => {
  const wrong: readonly Case[] = [
    { id: "x", title: "", text: "a", expect: { fields: { a: "b" }, content: "b", problems: [{ code: "c" }] } },
    {
      id: "x",
      title: "",
      skills: {},
      lists: [["a"]],
      expect: { skills: ["a"], missing: [], repeated: [], withheld: [] },
    },
    { id: "x", title: "", good: ["../a"], bad: ["a"] },
    { id: "x", title: "", steps: [{ expect: { names: ["a"] } }] },
  ];
  expect(wrong.map((one) => faultsOf(one, folder).length)).toEqual([3, 1, 2, 1]);
});
