import { createDeepAgent, type SubAgent } from "deepagents";
import { type LangchainAgent, type LangchainTool, tool } from "langchain";
import { z } from "zod";
import type { MakeAgents, Run } from "../../agents.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";
import { ask, ScriptedChat } from "./scripted-chat.ts";

/** Children by its own `task` tool and named subagents. */
export const makeAgents: MakeAgents = () => {
  const leaf = (): SubAgent => ({ ...LEAF, systemPrompt: "You are a leaf.", tools: [], model: chat(leafScript()) });
  return {
    single: () => run(make(callerScript("echo"), [], [echo])),
    delegate1: () => run(make(callerScript("task"), [leaf()])),
    fan: (children) => run(make(callerScript("task", 1, children), [leaf()])),
    chain: (depth) => {
      let below = leaf();
      for (let level = 1; level < depth; level += 1) below = { ...LEAF, runnable: make(callerScript("task"), [below]) };
      return run(make(callerScript("task"), [below]));
    },
    seq: (tasks) => run(make(callerScript("task", tasks), [leaf()])),
  };
};

const LEAF = { name: "leaf", description: "A scripted agent" };

const chat = (script: Script): ScriptedChat =>
  new ScriptedChat(script, (call) =>
    call.tool === "task" ? { description: call.task, subagent_type: LEAF.name } : { task: call.task },
  );

const make = (script: Script, subagents: readonly SubAgent[], tools: readonly LangchainTool[] = []): LangchainAgent =>
  createDeepAgent({
    model: chat(script),
    systemPrompt: "You are a scripted agent.",
    subagents: [...subagents],
    tools: [...tools],
  });

const run =
  (agent: LangchainAgent): Run =>
  () =>
    ask(agent, "Have it done");

const schema = z.object({ task: z.string() });
const echo = tool(async () => ECHO, { name: "echo", description: "Answers", schema });
