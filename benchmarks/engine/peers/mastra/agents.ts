import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import type { MakeAgents, Run } from "../../agents.ts";
import { modelBySpec } from "../../model-by-spec.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";

/** How it calls the tool that is the child under the key `leaf`. */
const CHILD = "agent-leaf";

/** Children by its own `agents`. No memory, no storage. */
export const makeAgents: MakeAgents = () => {
  let made = 0;
  const make = (script: Script, more: object = {}): Agent => {
    const name = `agent${(made += 1)}`;
    const model = modelBySpec("v3", script, ({ tool, task }) => (tool === CHILD ? { prompt: task } : { task }));
    const instructions = "You are a scripted agent.";
    return new Agent({ id: name, name, description: name, instructions, model, defaultOptions: FAR, ...more });
  };
  const leaf = () => ({ agents: { leaf: make(leafScript()) } });
  return {
    single: () => run(make(callerScript("echo"), { tools: { echo } })),
    delegate1: () => run(make(callerScript(CHILD), leaf())),
    fan: (children) => run(make(callerScript(CHILD, 1, children), leaf())),
    chain: (depth) => {
      let below = make(leafScript());
      for (let level = 0; level < depth; level += 1) below = make(callerScript(CHILD), { agents: { leaf: below } });
      return run(below);
    },
    seq: (tasks) => run(make(callerScript(CHILD, tasks), leaf())),
  };
};

const run =
  (agent: Agent): Run =>
  async () =>
    (await agent.generate("Have it done", FAR)).text;

const FAR = { maxSteps: 1_000_000 };

const echo = createTool({
  id: "echo",
  description: "Answers",
  inputSchema: z.object({ task: z.string() }),
  execute: async () => ({ answer: ECHO }),
});
