import { describe, expect, it } from "vitest";
import { echoTool, play } from "../../tests/stage.ts";
import { hasPattern } from "./answer-schema.ts";
import { EQUAL_FAILURES, countFailures } from "./hindrance-guard.ts";

const failing = echoTool("read", "read", "path", async () => {
  throw new Error("no such file");
});

describe("a run that repeats itself", () => {
  it("ends when the same call has failed in the same way five steps in a row", async () => {
    const { end, all } = await play({
      tools: { read: failing },
      moves: { boss: [{ call: [{ tool: "read", input: { path: "a" } }], repeat: true }] },
    });
    expect(all("tool-end")).toHaveLength(EQUAL_FAILURES);
    expect(end).toMatchObject({ status: "error", exitCode: 1, error: { code: "POLYGLAV_STUCK" } });
  });

  it("may look again and again at what has not changed yet", async () => {
    const { end } = await play({
      moves: { boss: [{ call: [{ tool: "read", input: { path: "a" } }], repeat: true }] },
      request: { limits: { steps: 20 } },
    });
    expect(end.error?.code).toBe("POLYGLAV_STEPS");
  });

  it("starts anew with another call, another answer, and one that works", () => {
    const call = (input: string, output = "no", status = "error") => ({ tool: "read", input, output, status });
    let state: ReturnType<typeof countFailures>;
    const steps = [
      [call("a")],
      [call("a")],
      [call("b")],
      [call("b", "never")],
      [call("b", "never"), call("c", "yes", "ok")],
      [call("b", "never")],
    ];
    expect(steps.map((step) => (state = countFailures(state, step))?.steps ?? 0)).toEqual([1, 2, 1, 1, 0, 1]);
  });
});

describe("a schema that a model wrote", () => {
  it("may have no regular expression: one could keep the process busy for ever", async () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
    expect(hasPattern(schema)).toBe(true);
    expect(hasPattern({ patternProperties: {} })).toBe(true);
    expect(hasPattern({ type: "object", properties: { a: { type: "string" } } })).toBe(false);
    const call = [{ tool: "delegate", input: { role: "leaf", task: "x", schema } }];
    const { all } = await play({ roles: { leaf: {} }, moves: { boss: [{ call }, { text: "ok" }] } });
    expect(all("tool-end")).toMatchObject([{ status: "error", output: expect.stringContaining("pattern") }]);
    expect(all("delegate-start")).toEqual([]);
  });
});

it("who is denied is told to ask where a question can wait", async () => {
  const { all } = await play({
    operator: undefined,
    roles: { boss: { tool_permission: { bash: "deny" } } },
    request: { onAsk: "park" },
    moves: { boss: [{ call: [{ tool: "bash", input: { command: "ls" } }] }, { text: "ok" }] },
  });
  expect(all("tool-end")[0]?.output).toContain('ask(kind: "permission"');
});
