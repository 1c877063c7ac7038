import { expect, test } from "vitest";
import type { Outcome } from "./benchmark.ts";
import { FAST, measured, subjectOf, suiteOf } from "./example.fixture.ts";
import type { Cell } from "./plan.ts";
import { runCells } from "./run-benchmark.ts";

const suite = suiteOf();
const cells: readonly Cell[] = suite.subjects.map((subject) => ({ suite, work: FAST, subject }));

/** Gives each subject its outcomes one after the other, and writes down who was asked. */
const scripted = (outcomes: Readonly<Record<string, readonly Outcome[]>>) => {
  const asked: string[] = [];
  return {
    asked,
    run: ({ subject }: Cell): Promise<Outcome> => {
      const turn = asked.filter((name) => name === subject.name).length;
      asked.push(subject.name);
      return Promise.resolve(outcomes[subject.name]?.[turn] ?? { kind: "failed", why: "it was not expected" });
    },
    say: () => undefined,
  };
};

test("rounds are taken in turns, the best of them counts, and what is far from it is measured once", async () => {
  const world = scripted({
    polyglav: [measured(90), measured(110)],
    able: [measured(100), measured(95)],
    meek: [measured(3)],
    floor: [measured(500), measured(400)],
  });
  const results = await runCells(cells, "full", world);
  expect(world.asked).toEqual(["polyglav", "able", "meek", "floor", "polyglav", "able", "floor"]);
  expect(results.map(({ outcome }) => outcome)).toEqual([110, 100, 3, 500].map(measured));
});

test("what came to no figure is not tried again", async () => {
  const late: Outcome = { kind: "over-limit", limitMs: 1 };
  const world = scripted({ polyglav: [measured(1), measured(1)], able: [late], meek: [late], floor: [late] });
  await runCells(cells, "full", world);
  expect(world.asked).toEqual(["polyglav", "able", "meek", "floor", "polyglav"]);
});

test("a suite of one round is done after it, whatever other suites need", async () => {
  const once = { warmMs: 0, measureMs: 0, rounds: 1, limitMs: 1 };
  const short = suiteOf({ name: "short", effort: { full: once, quick: once } });
  const [able, polyglav] = [subjectOf("able", "peer"), subjectOf("polyglav", "ours")];
  const world = scripted({ able: [measured(1)], polyglav: [measured(1), measured(1)] });
  const both = [
    { suite: short, work: FAST, subject: able },
    { suite, work: FAST, subject: polyglav },
  ];
  await runCells(both, "full", world);
  expect(world.asked).toEqual(["able", "polyglav", "polyglav"]);
});

test("every cell is told of as it ends", async () => {
  const said: string[] = [];
  const one = [{ suite, work: FAST, subject: subjectOf("able", "peer") }];
  await runCells(one, "full", {
    run: () => Promise.resolve({ kind: "measured", value: 5_000, note: "built in 2 ms" }),
    say: (line) => said.push(line),
  });
  expect(said[0]).toBe("work fast · able: 5.0k pieces per CPU-second (built in 2 ms)");
});

test("no cells, no results", async () => {
  expect(await runCells([], "quick", scripted({}))).toEqual([]);
});
