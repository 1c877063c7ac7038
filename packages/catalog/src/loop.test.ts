import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { loopOf } from "./loop.ts";
import { type WrittenLoop } from "./team.ts";

const roles = ["researcher", "writer", "editor", "writer", "constructor"];
const stages = roles.map((role) => ({ role, mode: "", task_hint: "", handoff_note: "", skills: [] }));
const find = (loop: WrittenLoop) => loopOf({ name: "t", stages, loop });
const ends = (loop: WrittenLoop) => {
  const { value } = find(loop);
  return value && [value.first, value.last];
};

describe("loopOf()", () => {
  it("takes roles and indexes for its ends", () => {
    expect(ends({ from: "writer", until: "editor" })).toEqual([1, 2]);
    expect(ends({ from: 0, until: 4 })).toEqual([0, 4]);
    expect(ends({ from: 3, until: "constructor" })).toEqual([3, 4]);
    expect(ends({ from: 2, until: 2 })).toEqual([2, 2]);
  });

  it("takes the first stage of a role that comes twice", () => {
    expect(ends({ from: "researcher", until: "writer" })).toEqual([0, 1]);
    expect(ends({ from: "editor", until: "writer" })).toBeUndefined();
  });

  it("has three iterations and VERDICT: where nothing of use is said", () => {
    const most = (max_iterations: number | null | undefined) =>
      find({ from: 0, until: 1, max_iterations }).value?.max_iterations;
    expect([undefined, null, 0, 1, -1, 7].map(most)).toEqual([3, 3, 3, 1, 1, 7]);
    const verdict = (verdict: string | null | undefined) => find({ from: 0, until: 1, verdict }).value?.verdict;
    expect([undefined, null, "", "Judged:"].map(verdict)).toEqual(["VERDICT:", "VERDICT:", "VERDICT:", "Judged:"]);
  });

  it.each<[WrittenLoop, string, string | undefined, string | undefined]>([
    [{ until: 1 }, 'it has no "from"', "loop", undefined],
    [{ from: "writer" }, 'it has no "until"', "loop", undefined],
    [{ max_iterations: 2 }, 'it has no "from"', "loop", undefined],
    [{ from: "", until: 1 }, 'it has no "from"', "loop", undefined],
    [{ from: null, until: 1 }, 'it has no "from"', "loop", undefined],
    [
      { from: "writr", until: 2 },
      'its "from" is "writr", which is no role of the team',
      "loop.from",
      'Did you mean "writer"?',
    ],
    [
      { from: 0, until: "toString" },
      'its "until" is "toString", which is no role of the team',
      "loop.until",
      undefined,
    ],
    [{ from: 0, until: 5 }, 'its "until" is 5, and there are 5 stages', "loop.until", "Stages are counted from 0"],
    [{ from: -1, until: 1 }, 'its "from" is -1, and there are 5 stages', "loop.from", "Stages are counted from 0"],
    [{ from: "editor", until: "writer" }, 'its "from" comes after its "until"', "loop.until", "Exchange them"],
  ])("finds no loop in %j, and says why", (loop, state, field, hint) => {
    expect(find(loop)).toEqual({
      value: undefined,
      problems: [
        {
          code: "team/no-loop",
          severity: "warning",
          message: `Cannot repeat stages of team "t": ${state}`,
          name: "t",
          field,
          ...(hint !== undefined && { hint }),
        },
      ],
    });
  });

  it("says nothing where no loop is written", () => {
    expect(find({})).toEqual({ value: undefined, problems: [] });
    expect(loopOf({ name: "t", stages })).toEqual({ value: undefined, problems: [] });
  });

  it("counts the stages that there are", () => {
    const state = (count: number) =>
      loopOf({ name: "t", stages: stages.slice(0, count), loop: { from: 9, until: 0 } }).problems[0]?.message;
    expect(state(0)).toContain("there is no stage");
    expect(state(1)).toContain("there is one stage");
  });
});

describe("the loop of a team in a catalog", () => {
  const where = (name: string, field?: string, key?: string) => ({
    file: "teams.json",
    line: [name, field, key].filter((part) => part !== undefined).length,
  });
  const layer = (entries: Readonly<Record<string, unknown>>) => ({ entries: new Map(Object.entries(entries)), where });

  it("may stand in another layer than the stages", () => {
    const teams = {
      global: layer({ t: { stages: ["planner", "programmer", "tester"] } }),
      local: layer({ t: { loop: { from: "programmer", until: "tester", max_iterations: 2 } } }),
    };
    const catalog = createCatalog({ trusted: true, teams });
    expect(catalog.team("t")).toMatchObject({
      origin: "merged",
      loop: { first: 1, last: 2, max_iterations: 2, verdict: "VERDICT:" },
      problems: [],
    });
    expect(catalog.problems).toEqual([]);
  });

  it("is a warning with its place where it is none, and the team stays", () => {
    const teams = { local: layer({ writing: { loop: { from: "ghost", until: 1 } } }) };
    const catalog = createCatalog({ trusted: true, teams });
    const view = catalog.team("writing");
    expect(view?.team.stages).toHaveLength(4);
    expect(view?.loop).toBeUndefined();
    expect(view?.problems).toMatchObject([
      { code: "team/no-loop", severity: "warning", layer: "local", file: "teams.json", line: 3, field: "loop.from" },
    ]);
    expect(catalog.problems).toEqual(view?.problems);
    expect(catalog.faults).toEqual([]);
  });
});
