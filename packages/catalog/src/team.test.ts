import { describe, expect, it } from "vitest";
import { parseTeam, teamOf } from "./team.ts";

const parse = (written: unknown) => parseTeam(written, { name: "t", layer: "local" });

describe("parseTeam", () => {
  it("takes every field that a team has", () => {
    const written = {
      description: "d",
      tags: ["t"],
      stages: [{ role: "writer", mode: "plan", task_hint: "h", handoff_note: "n", skills: ["s"] }, { role: "editor" }],
      loop: { from: "writer", until: 1, max_iterations: 3, verdict: "VERDICT:" },
      "x-harness": 1,
    };
    expect(parse(written)).toEqual({ value: written, problems: [] });
  });

  it("reads a bare string as a stage with that role", () => {
    expect(parse({ stages: ["writer", { role: "editor" }] })).toEqual({
      value: { stages: [{ role: "writer" }, { role: "editor" }] },
      problems: [],
    });
  });

  it("reads an object of stages as its keys, in their order", () => {
    expect(parse({ stages: { writer: {}, constructor: null, editor: true, author: "" } })).toEqual({
      value: { stages: [{ role: "writer" }, { role: "constructor" }, { role: "editor" }, { role: "author" }] },
      problems: [],
    });
    const hostile: unknown = JSON.parse('{ "stages": { "__proto__": {} } }');
    expect(parse(hostile).value).toEqual({ stages: [{ role: "__proto__" }] });
    expect(parse({ stages: {} })).toEqual({ value: { stages: [] }, problems: [] });
  });

  it("warns of what an object of stages cannot say", () => {
    const { value, problems } = parse({ stages: { writer: { task_hint: "h" }, "2": {}, "10": {}, "01": 0 } });
    expect(value).toEqual({ stages: [{ role: "2" }, { role: "10" }, { role: "writer" }, { role: "01" }] });
    expect(problems.map(({ code, severity, field }) => [code, severity, field])).toEqual([
      ["team/lost-order", "warning", "stages.2"],
      ["team/lost-order", "warning", "stages.10"],
      ["team/lost-stage", "warning", "stages.writer"],
      ["team/lost-stage", "warning", "stages.01"],
    ]);
    expect(parse({ stages: { "2": {} } }).problems).toEqual([]);
  });

  it("drops an object of stages with an empty key", () => {
    const { value, problems } = parse({ description: "d", stages: { "": {}, writer: {} } });
    expect(value).toEqual({ description: "d" });
    expect(problems.map((problem) => problem.code)).toEqual(["team/wrong-type"]);
  });

  it("drops all stages of the layer when one of them is wrong, and nothing else", () => {
    const { value, problems } = parse({ description: "d", stages: ["writer", { task_hint: "h" }, 5, ""] });
    expect(value).toEqual({ description: "d" });
    expect(problems.map(({ severity, field, message }) => [severity, field, message])).toEqual([
      [
        "error",
        "stages.1.role",
        'Cannot read field "stages.1.role" of team "t": expected the name of a role, found nothing',
      ],
      [
        "error",
        "stages.2",
        'Cannot read field "stages.2" of team "t": expected a role, or an object such as { "role": "writer" }, found 5',
      ],
      [
        "error",
        "stages.3.role",
        'Cannot read field "stages.3.role" of team "t": expected the name of a role, found ""',
      ],
    ]);
  });

  it("keeps a stage with an unknown field and warns of the field", () => {
    const { value, problems } = parse({ stages: [{ role: "writer", task_hnt: "h" }], stges: [] });
    expect(value).toEqual({ stages: [{ role: "writer" }] });
    expect(problems.map(({ severity, field, hint }) => [severity, field, hint])).toEqual([
      ["warning", "stges", 'Did you mean "stages"?'],
      ["warning", "stages.0.task_hnt", 'Did you mean "task_hint"?'],
    ]);
  });

  it.each([
    ["stages", "writer"],
    ["loop", []],
    ["loop", { max_iterations: 1.5 }],
    ["loop", { from: 0.5 }],
    ["loop", { verdict: 1 }],
    ["tags", "t"],
    ["description", 1],
  ])("refuses for %s the value %j", (field, value) => {
    const read = parse({ [field]: value });
    expect(read.value).toEqual({});
    expect(read.problems.map((problem) => problem.code)).toEqual(["team/wrong-type"]);
  });

  it("keeps null as a tombstone and says what is no team", () => {
    expect(parse({ loop: null, stages: null })).toEqual({ value: { loop: null, stages: null }, problems: [] });
    expect(parse("t").problems.map((problem) => problem.code)).toEqual(["team/not-an-object"]);
  });
});

describe("teamOf", () => {
  it("fills in what no layer says", () => {
    expect(teamOf("t", {})).toEqual({ name: "t", description: "", tags: [], stages: [] });
    expect(teamOf("t", { stages: [{ role: "writer" }], "x-y": 1 })).toEqual({
      name: "t",
      description: "",
      tags: [],
      stages: [{ role: "writer", mode: "", task_hint: "", handoff_note: "", skills: [] }],
      "x-y": 1,
    });
  });
});
