import { Agent, type AgentTool } from "@earendil-works/pi-agent-core";
import { createAssistantMessageEventStream, type Message } from "@earendil-works/pi-ai";
import type { MakeAgents, Run } from "../../agents.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";

// A child is a tool around an agent of its own, which pi leaves to extensions. An agent keeps its history, so each run has a new one.
export const makeAgents: MakeAgents = () => {
  const run = async ({ script, tools }: Plan, task: string): Promise<string> => {
    const agent = new Agent({
      initialState: { systemPrompt: "You are a scripted agent.", model: MODEL, tools: [...tools] },
      streamFn: (_, { messages }) => answer(script, messages),
    });
    await agent.prompt(task);
    return (agent.state.messages.at(-1)?.content ?? []).map(({ text }) => text ?? "").join("");
  };
  const child = (plan: Plan, name: string): AgentTool => toolOf(name, (task) => run(plan, task));
  const start =
    (script: Script, ...tools: readonly AgentTool[]): Run =>
    () =>
      run({ script, tools }, "Have it done");
  const leaf = () => child({ script: leafScript(), tools: [] }, "leaf");
  return {
    single: () =>
      start(
        callerScript("echo"),
        toolOf("echo", async () => ECHO),
      ),
    delegate1: () => start(callerScript("leaf"), leaf()),
    fan: (children) => start(callerScript("leaf", 1, children), leaf()),
    chain: (depth) => {
      let below: Plan = { script: leafScript(), tools: [] };
      for (let level = 0; level < depth; level += 1)
        below = { script: callerScript("below"), tools: [child(below, "below")] };
      const top = below;
      return () => run(top, "Have it done");
    },
    seq: (tasks) => start(callerScript("leaf", tasks), leaf()),
  };
};

interface Plan {
  readonly script: Script;
  readonly tools: readonly AgentTool[];
}

const toolOf = (name: string, answerTo: (task: string) => Promise<string>): AgentTool => ({
  name,
  label: name,
  description: "Does it",
  parameters: { type: "object", properties: { task: { type: "string" } }, required: ["task"] },
  execute: async (_, { task }) => ({ content: [{ type: "text", text: await answerTo(task) }], details: {} }),
});

function answer(script: Script, messages: unknown): ReturnType<typeof createAssistantMessageEventStream> {
  const { text, calls } = script.next(messages);
  const message: Message = {
    role: "assistant",
    content:
      calls === undefined
        ? [{ type: "text", text }]
        : calls.map(({ id, tool, task }) => ({ type: "toolCall", id, name: tool, arguments: { task } })),
    api: MODEL.api,
    provider: MODEL.provider,
    model: MODEL.id,
    usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost: { ...FREE, total: 0 } },
    stopReason: calls === undefined ? "stop" : "toolUse",
    timestamp: Date.now(),
  };
  const stream = createAssistantMessageEventStream();
  queueMicrotask(() => {
    stream.push({ type: "start", partial: message });
    stream.push({ type: "done", reason: message.stopReason, message });
  });
  return stream;
}

const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const MODEL = {
  id: "scripted",
  name: "scripted",
  api: "scripted",
  provider: "scripted",
  baseUrl: "",
  reasoning: false,
  input: ["text"],
  cost: FREE,
  contextWindow: 1_000_000,
  maxTokens: 100_000,
};
