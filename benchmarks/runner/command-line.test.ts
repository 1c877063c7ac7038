import { expect, test } from "vitest";
import { readCommandLine } from "./command-line.ts";

const names = ["permissions", "startup"];
const read = (line: string): ReturnType<typeof readCommandLine> =>
  readCommandLine(line.split(" ").filter(Boolean), names);

test("a name alone is a full run with tables", () => {
  expect(read("startup")).toEqual({
    ok: true,
    wanted: { name: "startup", how: "full", json: false, cases: [], subjects: [] },
  });
});

test("options stand before and behind the name, and filters add up", () => {
  expect(read("--quick permissions --json --case shell --case chain --subject casl")).toEqual({
    ok: true,
    wanted: { name: "permissions", how: "quick", json: true, cases: ["shell", "chain"], subjects: ["casl"] },
  });
});

test("without a name it says how to call it and which names there are", () => {
  expect(read("--quick")).toMatchObject({ ok: false, why: expect.stringContaining("names: permissions, startup") });
});

test.each([
  ["nothing", 'Cannot run benchmark "nothing"'],
  ["constructor", 'Cannot run benchmark "constructor"'],
  ["startup permissions", 'Cannot run "permissions" as well'],
  ["startup --fast", 'Cannot read "--fast"'],
  ["startup --case", 'Cannot read "--case"'],
])("%j is refused", (line, why) => {
  expect(read(line)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
});
