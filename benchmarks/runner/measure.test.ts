import { expect, test } from "vitest";
import { Disagreement, numberGiven, readJob, wordGiven } from "./cell.ts";
import { agree, perCpuSecond } from "./measure.ts";

test("agree() takes a subject whose answers are right", () => {
  const questions = [1, 2, 3].map((asked) => ({ asked, right: String(asked) }));
  agree(questions, String);
});

test("agree() names the first answer that is wrong, wherever it stands", () => {
  const questions = ["a", "a", "a", "b"].map((asked) => ({ asked, right: asked }));
  expect(() => {
    agree(questions, () => "a");
  }).toThrow(new Disagreement('it answers a to "b", and b is right'));
});

test("perCpuSecond() measures what is done now and what is awaited", async () => {
  const effort = { warmMs: 0.1, measureMs: 0.1 };
  let done = 0;
  expect(await perCpuSecond((times) => (done += times), effort)).toBeGreaterThan(0);
  expect(await perCpuSecond((times) => Promise.resolve((done += times)), effort)).toBeGreaterThan(0);
  expect(done).toBeGreaterThan(0);
});

test("a job that is handed over by hand may leave out how long to measure", () => {
  expect(readJob("{}")).toEqual({ given: {}, effort: { warmMs: 200, measureMs: 600 } });
  const { given, effort } = readJob('{"given":{"rules":10,"chain":"live"},"effort":{"warmMs":1,"measureMs":2}}');
  expect([numberGiven(given, "rules"), wordGiven(given, "chain"), effort]).toEqual([
    10,
    "live",
    { warmMs: 1, measureMs: 2 },
  ]);
  expect(() => numberGiven(given, "chain")).toThrow('Cannot measure: "chain" is not given as a number');
  expect(() => wordGiven(given, "rules")).toThrow('Cannot measure: "rules" is not given as a text');
  expect(() => wordGiven(given, "toString")).toThrow(TypeError);
});
