import { Agent, Model, tool } from "@strands-agents/sdk";
import { z } from "zod";
import type { MakeAgents, Run } from "../../agents.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";

/**
 * Children by handing over an agent as a tool. An agent keeps its history, and refuses a second call while it works: so
 * each run has new ones, and each of twenty children its own.
 */
export const makeAgents: MakeAgents = () => {
  const leafs = leafScript();
  const leaf = (name: string) => make(name, leafs);
  return {
    single: () => over(callerScript("echo"), () => [echo]),
    delegate1: () => over(callerScript("leaf"), () => [leaf("leaf")]),
    fan: (children) => {
      const names = Array.from({ length: children }, (_, number) => `leaf${number}`);
      return over(
        callerScript((call) => names[call] ?? "", 1, children),
        () => names.map(leaf),
      );
    },
    chain: (depth) => {
      const scripts = Array.from({ length: depth }, (_, level) => callerScript(`level${level}`));
      return run(() =>
        scripts.reduce((below, script, level) => make(`level${level + 1}`, script, [below]), leaf("level0")),
      );
    },
    seq: (tasks) => over(callerScript("leaf", tasks), () => [leaf("leaf")]),
  };
};

const run =
  (agent: () => Agent): Run =>
  async () =>
    (await agent().invoke("Have it done")).toString();

const over = (script: Script, tools: () => readonly object[]): Run => run(() => make("top", script, tools()));

const make = (name: string, script: Script, tools: readonly object[] = []): Agent =>
  new Agent({
    name,
    id: name,
    description: "A scripted agent",
    systemPrompt: "You are a scripted agent.",
    model: new ScriptedModel(script),
    tools: [...tools],
    printer: false,
  });

class ScriptedModel extends Model {
  readonly #script: Script;
  readonly #config = { modelId: "scripted" };
  constructor(script: Script) {
    super();
    this.#script = script;
  }
  updateConfig(config: object): void {
    Object.assign(this.#config, config);
  }
  getConfig(): { readonly modelId: string } {
    return this.#config;
  }
  async *stream(messages: unknown): AsyncGenerator<object> {
    const { text, calls } = this.#script.next(messages);
    yield { type: "modelMessageStartEvent", role: "assistant" };
    for (const { id, tool: name, task } of calls ?? []) {
      yield { type: "modelContentBlockStartEvent", start: { type: "toolUseStart", name, toolUseId: id } };
      // Tools that are agents take `input`.
      const input = JSON.stringify(name === "echo" ? { task } : { input: task });
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input } };
      yield { type: "modelContentBlockStopEvent" };
    }
    if (text !== undefined) {
      yield { type: "modelContentBlockStartEvent" };
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text } };
      yield { type: "modelContentBlockStopEvent" };
    }
    yield { type: "modelMessageStopEvent", stopReason: calls === undefined ? "endTurn" : "toolUse" };
    const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
    yield { type: "modelMetadataEvent", usage, metrics: { latencyMs: 0 } };
  }
}

const echo = tool({
  name: "echo",
  description: "Answers",
  inputSchema: z.object({ task: z.string() }),
  callback: () => ECHO,
});
