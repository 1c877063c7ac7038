import { describe, expect, test } from "vitest";
import { Disagreement } from "../runner/cell.ts";
import type { Agents, Run } from "./agents.ts";
import { modelBySpec } from "./model-by-spec.ts";
import { makeAgents as floor } from "./reference/floor.ts";
import { checked, SCENARIO_NAMES, isScenario } from "./scenarios.ts";
import { callerScript, ECHO, FINAL, LEAF, leafScript, requestsSoFar, timesInLastPrompt } from "./workload.ts";

test.each(SCENARIO_NAMES.filter(isScenario))("the floor does %s as it should, again and again", async (scenario) => {
  const runs = checked(scenario, floor({}));
  for (let times = 0; times < 2; times += 1) await runs.once();
  runs.settle();
});

test("a script says its moves one after the other and begins anew, with tasks that differ within a run", () => {
  const script = callerScript((call) => `leaf${call}`, 2, 2);
  const said = Array.from({ length: 4 }, () => script.next([]));
  expect(said.map(({ text, calls }) => calls?.map(({ tool, task }) => `${tool}: ${task}`) ?? text)).toEqual([
    ["leaf0: task 0", "leaf1: task 1"],
    ["leaf0: task 2", "leaf1: task 3"],
    FINAL,
    ["leaf0: task 0", "leaf1: task 1"],
  ]);
  const ids = said.flatMap(({ calls = [] }) => calls.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("requests are counted, and the last prompt is searched, however it is written", () => {
  const before = requestsSoFar();
  const script = leafScript();
  script.next([{ deep: { content: [new Map([["text", LEAF]]), `${LEAF} and ${LEAF}`] } }]);
  expect(timesInLastPrompt(LEAF)).toBe(3);
  script.next(Array.from({ length: 500 }, () => ({ text: LEAF })));
  expect(timesInLastPrompt(LEAF)).toBe(500);
  expect(requestsSoFar() - before).toBe(2);
});

test("runs of one scenario are not taken for those of another one", async () => {
  const [few, many] = [checked("seq100", floor({})), checked("seq1000", floor({}))];
  for (const runs of [few, many, few]) await runs.once();
  few.settle();
  await many.once();
  many.settle();
});

describe("a subject that does other work gets no figure", () => {
  /** Says what it is told to, and asks its model so often, showing it a text. */
  const cheat = (final: string, requests: number, shown: string): Agents => {
    const run = (): Run => async () => {
      const script = leafScript();
      for (let asked = 0; asked < requests; asked += 1) script.next(shown);
      return final;
    };
    return { single: run, delegate1: run, fan: run, chain: run, seq: run };
  };
  const settle = async (agents: Agents): Promise<void> => {
    const runs = checked("single", agents);
    await runs.once();
    runs.settle();
  };

  test("with another text at its end", async () => {
    await expect(settle(cheat(`${FINAL}, or so`, 2, ECHO))).rejects.toThrow(Disagreement);
  });
  test.each([1, 3])("with %d model requests instead of 2", async (requests) => {
    await expect(settle(cheat(FINAL, requests, ECHO))).rejects.toThrow(`make ${requests} model requests`);
  });
  test("with a model that never hears what its call came to", async () => {
    await expect(settle(cheat(FINAL, 2, "Error: there is no such tool"))).rejects.toThrow("shows");
  });
  test("but one that does the work has one", async () => {
    await expect(settle(cheat(FINAL, 2, ECHO))).resolves.toBeUndefined();
  });
});

test.each(["v3", "v4"] as const)("a model of version %s says the same whole and as a stream", async (version) => {
  const model = () => modelBySpec(version, callerScript("echo"), ({ task }) => ({ task }));
  const [whole, streamed] = [model(), model()];
  for (const finish of ["tool-calls", "stop"]) {
    const answer = await whole.doGenerate({ prompt: [] });
    const parts = [];
    for await (const part of (await streamed.doStream({ prompt: [] })).stream) parts.push(part);
    expect([answer.finishReason.unified, parts.at(-1)]).toMatchObject([finish, { finishReason: { unified: finish } }]);
    const pieces = parts.map((part) =>
      part.type === "text-delta" ? part.delta : part.type === "tool-call" ? part.input : "",
    );
    expect(pieces.join("")).toBe(answer.content.map((one) => (one.type === "text" ? one.text : one.input)).join(""));
  }
});
