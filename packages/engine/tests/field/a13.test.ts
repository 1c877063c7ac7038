import { describe, expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { bash, delegate, told, world } from "./world.ts";

describe("A13: a yes is for the one who asked, and no longer than it was meant", () => {
  it("for a run, it holds neither for a sibling nor for another run", async () => {
    const askers: string[] = [];
    let started = 0;
    const deps = world({
      store: memoryStore(),
      newRunId: () => `run-${(started += 1)}`,
      operator: {
        answer: async ({ holder }) => {
          askers.push(holder);
          return { say: "run" };
        },
      },
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [delegate("leaf")] }, { call: [delegate("leaf")] }, { text: "ok" }],
        leaf: [{ call: [bash()] }, { call: [bash()] }, { text: "ok" }],
      },
    });
    for (const time of [1, 2]) {
      const { end } = await told(run({ role: "boss", task: `Do it ${time}` }, deps));
      expect(end.status).toBe("ok");
    }
    expect(askers).toEqual(["run-1.1", "run-1.2", "run-2.1", "run-2.2"]);
  });

  it("for one call, it is used up by that one, also where two are made at the same time", async () => {
    let ran = 0;
    const tool = {
      ...echoTool("bash", "bash", "command", async () => {
        ran += 1;
        return "x";
      }),
      replay: "safe" as const,
    };
    const deps = world({
      tools: { bash: tool },
      operator: { answer: async () => ({ say: "once" }) },
      roles: { leaf: { tool_permission: { bash: "deny" } } },
      moves: {
        boss: [{ call: [delegate("leaf")] }, { text: "ok" }],
        leaf: [
          { call: [{ tool: "ask", input: { question: "May I?", tool: "bash", input: { command: "ls" } } }] },
          { call: [bash("ls"), bash("ls")] },
          { text: "ok" },
        ],
      },
    });
    const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
    const statuses = all("tool-end").flatMap(({ tool: name, status }) => (name === "bash" ? [status] : []));
    expect(statuses.toSorted()).toEqual(["denied", "ok"]);
    expect(ran).toBe(1);
  });
});
