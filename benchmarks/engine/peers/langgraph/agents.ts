import { MemorySaver } from "@langchain/langgraph";
import { createAgent, type LangchainAgent, type LangchainTool, tool } from "langchain";
import { z } from "zod";
import { wordGiven } from "../../../runner/cell.ts";
import type { MakeAgents, Run } from "../../agents.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";
import { ask, ScriptedChat } from "./scripted-chat.ts";

/**
 * A child is a tool around an agent, as the documentation does it. With `checkpoints` "memory" the agent at the top
 * saves its state at each step, which it needs before it can wait for a person.
 */
export const makeAgents: MakeAgents = (given) => {
  const saves = wordGiven(given, "checkpoints") === "memory";
  let threads = 0;
  const thread = () => (saves ? { configurable: { thread_id: `thread${(threads += 1)}` } } : {});
  const make = (script: Script, tools: readonly LangchainTool[] = [], isTop = false): LangchainAgent =>
    createAgent({
      model: new ScriptedChat(script),
      tools: [...tools],
      systemPrompt: "You are a scripted agent.",
      ...(isTop && saves ? { checkpointer: new MemorySaver() } : {}),
    });
  const child = (agent: LangchainAgent, name: string): LangchainTool =>
    tool(({ task }) => ask(agent, task, thread()), { name, description: "Delegates", schema });
  const top = (script: Script, ...tools: readonly LangchainTool[]): Run => {
    const agent = make(script, tools, true);
    return () => ask(agent, "Have it done", thread());
  };
  const leaf = () => child(make(leafScript()), "leaf");
  return {
    single: () => top(callerScript("echo"), echo),
    delegate1: () => top(callerScript("leaf"), leaf()),
    fan: (children) => top(callerScript("leaf", 1, children), leaf()),
    chain: (depth) => {
      let below = make(leafScript());
      for (let level = 1; level < depth; level += 1) below = make(callerScript("below"), [child(below, "below")]);
      return top(callerScript("below"), child(below, "below"));
    },
    seq: (tasks) => top(callerScript("leaf", tasks), leaf()),
  };
};

const schema = z.object({ task: z.string() });
const echo = tool(async () => ECHO, { name: "echo", description: "Answers", schema });
