import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Case, CaseFile } from "./case.ts";
import { schemaFaults } from "./check-schema.ts";
import elsewhere from "./elsewhere.json" with { type: "json" };
import { faultsOf } from "./run.ts";
import schema from "./schema.json" with { type: "json" };

const CASES = join(import.meta.dirname, "cases");
const REPOSITORY = join(import.meta.dirname, "../../..");
const files = readdirSync(CASES).map((file) => ({
  file,
  content: JSON.parse(readFileSync(join(CASES, file), "utf8")) as CaseFile,
}));
const all: readonly Case[] = files.flatMap(({ content }) => content.cases);
const find = (id: string): Case => all.find((each) => each.id === id) ?? { id, title: "missing", questions: [] };

/** The public reports (A to F), and the acceptance cases of the original about permissions (O). */
const ROWS = [
  "A01 A02 A04 A05 A07 A08 A10 A11 A13 A14 A16 A17 A19",
  "B01 B02 B04 B05 B07 B08 B10 B11 B13 B14 B16 B17 B19 B20 B22 B23 B25 B26",
  "C01 C02 C04 C05 C07 C08 C10 C11",
  "D01 D02 D04 D05 D07 D08 D10 D11 D13 D14 D16 D17 D19 D20 D22",
  "E01 E02 E04 E05 E07 E08",
  "F01 F02 F04 F05 F07 F08 F10 F11 F13 F14 F16 F17",
  "O22 O23 O25 O26 O27 O29 O30 O31 O33 O34 O35 O37 O38 O39 O41 O42 O43 O45",
].flatMap((row) => row.split(" "));

describe.each(files)("$file", ({ file, content }) => {
  it("is written as the schema says", () => {
    expect(schemaFaults(schema, content), file).toEqual([]);
  });

  it.each(content.cases)("$id: $title", (each) => {
    expect(faultsOf(each)).toEqual([]);
  });
});

describe("the cases together", () => {
  it("have an id each", () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("use only grants that their case has", () => {
    for (const { id, grants = [], questions } of all) {
      const known = grants.map((grant) => grant.id);
      for (const question of questions)
        if ("decide" in question)
          expect(known, id).toEqual(expect.arrayContaining([...(question.grants ?? []), ...(question.spends ?? [])]));
    }
  });

  it.each(ROWS)("%s is in a case, or elsewhere", (row) => {
    const held: readonly string[] = Object.keys(elsewhere.held);
    expect(all.some(({ id }) => id === row) || held.includes(row)).toBe(true);
  });
});

describe.each(Object.entries(elsewhere.held))("what is held elsewhere: %s", (row, places) => {
  it("is a row, and the file has that test", () => {
    expect(ROWS).toContain(row);
    expect(places.length).toBeGreaterThan(0);
    for (const [file = "", text = ""] of places) {
      const path = join(REPOSITORY, file);
      const isThere =
        existsSync(path) && text !== "" && readFileSync(path, "utf8").includes(JSON.stringify(text).slice(1, -1));
      expect([file, text, isThere || (existsSync(path) && readFileSync(path, "utf8").includes(text))]).toEqual([
        file,
        text,
        true,
      ]);
    }
  });
});

describe("the runner", () => {
  it("finds what is answered otherwise", () => {
    const { questions, ...rest } = find("A01");
    const wrong = questions.map((question) =>
      "decide" in question ? { ...question, decision: "allow" as const } : question,
    );
    expect(faultsOf({ ...rest, questions: wrong })).toEqual([
      'A01, question 1: decision is "deny", not "allow"',
      'A01, question 2: decision is "deny", not "allow"',
    ]);
  });

  it("refuses a question about nobody, one that cannot be read, and one that wants nothing", () => {
    const asked = find("A01").questions[0];
    const one = (question: unknown): Case => ({ ...find("A01"), questions: [question as Case["questions"][number]] });
    expect(() => faultsOf(one({ ...asked, at: "nobody" }))).toThrow(/nobody is called nobody/);
    const misread = { category: "bash", resource: ["a", "b"], text: "a  'c'" };
    const fault = `A01: "a  'c'" is read into another resource`;
    expect(faultsOf(one({ decide: { actions: [misread] }, decision: "allow" }))).toEqual([fault]);
    expect(() => faultsOf(one({ decide: { actions: [] } }))).toThrow(/wants nothing/);
  });
});

describe("the check of the schema", () => {
  const [{ content } = { content: undefined }] = files;
  const [first, ...others] = content?.cases ?? [];
  const file = (...cases: readonly unknown[]): unknown => ({ ...content, cases });

  it("takes what is written in the files", () => {
    expect(schemaFaults(schema, file(first, ...others))).toEqual([]);
  });

  it.each([
    ["no object", [], "$ is array"],
    ["a field that nobody knows", { ...content, more: 1 }, "$ has a more"],
    ["no case", file(), "$.cases has too few"],
    ["a case without a title", file({ ...first, title: undefined, id: "X" }), "$.cases[0].title is undefined"],
    ["an id of another kind", file({ ...first, id: "a 1" }), "$.cases[0].id is a 1"],
    ["an empty title", file({ ...first, title: "" }), "$.cases[0].title is too short"],
    ["another schema", { ...content, $schema: "x" }, '$.$schema is not "../schema.json"'],
    [
      "a question of no kind",
      file({ ...first, questions: [{ decide: {} }] }),
      "$.cases[0].questions[0] is 0 of what it may be",
    ],
    [
      "a word that is none",
      file({ ...first, chain: [{ tool_permission: {}, floor: "no" }] }),
      '$.cases[0].chain[0].floor is "no"',
    ],
    ["a root that is a role", file({ ...first, chain: [{ role: "x" }] }), "$.cases[0].chain[0] has no tool_permission"],
    [
      "a role that is a root",
      file({ ...first, chain: [{ tool_permission: {} }, { tool_permission: {} }] }),
      "$.cases[0].chain[1] has no role",
    ],
  ])("finds %s", (_, value, fault) => {
    expect(schemaFaults(schema, value)).toContain(fault);
  });

  it("reads every keyword, or says that it does not", () => {
    expect(() => schemaFaults({ minimum: 3 }, 1)).toThrow(/minimum/);
  });
});
