import { AgentTool, BaseLlm, FunctionTool, InMemoryRunner, LlmAgent, LogLevel, setLogLevel } from "@google/adk";
import type { MakeAgents, Run } from "../../agents.ts";
import { callerScript, ECHO, leafScript, type Script } from "../../workload.ts";

/** The session of a run is made for it and thrown away. */
export const makeAgents: MakeAgents = () => {
  setLogLevel(LogLevel.ERROR);
  let made = 0;
  const make = (script: Script, tools: readonly object[] = [], name = `agent${(made += 1)}`): LlmAgent =>
    new LlmAgent({
      name,
      description: "A scripted agent",
      instruction: "You are a scripted agent.",
      model: new ScriptedLlm(script),
      tools: [...tools],
    });
  const child = (agent: LlmAgent): object => new AgentTool({ agent });
  const leaf = () => child(make(leafScript(), [], "leaf"));
  return {
    single: () => run(make(callerScript("echo"), [echo])),
    delegate1: () => run(make(callerScript("leaf"), [leaf()])),
    fan: (children) => run(make(callerScript("leaf", 1, children), [leaf()])),
    chain: (depth) => {
      // A tool is called as its agent is.
      let below = make(leafScript(), [], "level0");
      for (let level = 1; level <= depth; level += 1)
        below = make(callerScript(`level${level - 1}`), [child(below)], `level${level}`);
      return run(below);
    },
    seq: (tasks) => run(make(callerScript("leaf", tasks), [leaf()])),
  };
};

function run(agent: LlmAgent): Run {
  const runner = new InMemoryRunner({ agent, appName: "bench" });
  let runs = 0;
  return async () => {
    const session = { appName: "bench", userId: "user", sessionId: `session${(runs += 1)}` };
    await runner.sessionService.createSession(session);
    const events = runner.runAsync({
      userId: session.userId,
      sessionId: session.sessionId,
      newMessage: { role: "user", parts: [{ text: "Have it done" }] },
      runConfig: { maxLlmCalls: 1_000_000 },
    });
    let last = "";
    for await (const { content } of events) for (const { text } of content?.parts ?? []) last = text ?? last;
    await runner.sessionService.deleteSession(session);
    return last;
  };
}

class ScriptedLlm extends BaseLlm {
  readonly #script: Script;
  constructor(script: Script) {
    super({ model: "scripted" });
    this.#script = script;
  }
  async *generateContentAsync({ contents }: { readonly contents: unknown }): AsyncGenerator<object> {
    const { text, calls } = this.#script.next(contents);
    const parts =
      calls === undefined
        ? [{ text }]
        : calls.map(({ id, tool: name, task }) => ({
            // Tools that are agents take `request`.
            functionCall: { id, name, args: name === "echo" ? { task } : { request: task } },
          }));
    yield {
      content: { role: "model", parts },
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      turnComplete: true,
    };
  }
  async connect(): Promise<never> {
    throw new Error("Cannot connect: nobody asked for it");
  }
}

const echo = new FunctionTool({
  name: "echo",
  description: "Answers",
  parameters: { type: "OBJECT", properties: { task: { type: "STRING" } }, required: ["task"] },
  execute: async () => ({ answer: ECHO }),
});
