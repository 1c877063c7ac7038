import { Agent, type AgentTool, type Model, Runner, setTracingDisabled, tool, Usage } from "@openai/agents";
import { z } from "zod";
import type { MakeAgents, Run } from "../../agents.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";

// Children by its own `asTool`. Tracing is off: it would report to a server.
export const makeAgents: MakeAgents = () => {
  setTracingDisabled(true);
  const runner = new Runner(QUIET);
  let made = 0;
  const make = (script: Script, tools: readonly AgentTool[] = []): Agent =>
    new Agent({
      name: `agent${(made += 1)}`,
      instructions: "You are a scripted agent.",
      model: modelOf(script),
      tools: [...tools],
    });
  const child = (agent: Agent, toolName: string): AgentTool =>
    agent.asTool({ toolName, toolDescription: "Delegates", runConfig: QUIET, runOptions: FAR });
  const run =
    (agent: Agent): Run =>
    async () =>
      (await runner.run(agent, "Have it done", FAR)).finalOutput ?? "";
  const leaf = () => child(make(leafScript()), "leaf");
  return {
    single: () => run(make(callerScript("echo"), [echo])),
    delegate1: () => run(make(callerScript("leaf"), [leaf()])),
    fan: (children) => run(make(callerScript("leaf", 1, children), [leaf()])),
    chain: (depth) => {
      let below = make(leafScript());
      for (let level = 0; level < depth; level += 1) below = make(callerScript("below"), [child(below, "below")]);
      return run(below);
    },
    seq: (tasks) => run(make(callerScript("leaf", tasks), [leaf()])),
  };
};

const QUIET = { tracingDisabled: true };
const FAR = { maxTurns: 1_000_000 };

const echo = tool({
  name: "echo",
  description: "Answers",
  parameters: z.object({ task: z.string() }),
  execute: async () => ECHO,
});

const modelOf = (script: Script): Model => ({
  async getResponse({ input }) {
    const { text, calls } = script.next(input);
    const output =
      calls === undefined
        ? [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }]
        : calls.map(({ id, tool: name, task }) => ({
            type: "function_call",
            callId: id,
            name,
            // Tools that are agents take `input`.
            arguments: JSON.stringify(name === "echo" ? { task } : { input: task }),
            status: "completed",
          }));
    const usage = new Usage({ requests: 1, inputTokens: 10, outputTokens: 5, totalTokens: 15 });
    return { usage, output, responseId: "response" };
  },
  getStreamedResponse() {
    throw new Error("Cannot stream: nobody asked for it");
  },
});
