import { Agent, createTool } from "@voltagent/core";
import { z } from "zod";
import type { MakeAgents, Run } from "../../agents.ts";
import { modelBySpec } from "../../model-by-spec.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";

const DELEGATE = "delegate_task";

/** Children by its own `subAgents`. Memory is off; what it watches itself with has no switch. */
export const makeAgents: MakeAgents = () => {
  const leaf = () => make("leaf", leafScript());
  return {
    single: () => run(make("top", callerScript("echo"), { tools: [echo] })),
    delegate1: () => run(make("top", callerScript(DELEGATE), { subAgents: [leaf()] })),
    fan: (children) => run(make("top", callerScript(DELEGATE, 1, children), { subAgents: [leaf()] })),
    chain: (depth) => {
      let below = leaf();
      // Whom a call names is called `leaf`, whatever is below it.
      for (let level = 1; level < depth; level += 1)
        below = make("leaf", callerScript(DELEGATE), { subAgents: [below] });
      return run(make("top", callerScript(DELEGATE), { subAgents: [below] }));
    },
    seq: (tasks) => run(make("top", callerScript(DELEGATE, tasks), { subAgents: [leaf()] })),
  };
};

const run =
  (agent: Agent): Run =>
  async () =>
    (await agent.generateText("Have it done")).text;

const make = (name: string, script: Script, more: object = {}): Agent =>
  new Agent({
    name,
    purpose: "A scripted agent",
    instructions: "You are a scripted agent.",
    model: modelBySpec("v3", script, ({ tool, task }) =>
      tool === DELEGATE ? { task, targetAgents: ["leaf"] } : { task },
    ),
    memory: false,
    maxSteps: 1_000_000,
    ...more,
  });

const echo = createTool({
  name: "echo",
  description: "Answers",
  parameters: z.object({ task: z.string() }),
  execute: async () => ({ answer: ECHO }),
});
