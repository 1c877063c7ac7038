/**
 * The loop of the AI SDK, any major: a child is a tool around an agent, as its documentation does it.
 *
 * @module
 */
import type { Tool, ToolLoopAgent, ToolLoopSettings } from "peer-ai";
import { z } from "zod";
import { wordGiven } from "../../runner/cell.ts";
import type { MakeAgents } from "../agents.ts";
import { modelBySpec } from "../model-by-spec.ts";
import { callerScript, ECHO, leafScript, type Script } from "../workload.ts";

/** What is called differently, or lies elsewhere, in each major. */
export interface Sdk {
  readonly agent: (settings: ToolLoopSettings) => ToolLoopAgent;
  readonly tool: (settings: Tool) => Tool;
  readonly steps: (most: number) => unknown;
  readonly spec: "v3" | "v4";
}

/** Makes agents of one major; `answers` says whether they give a text or a stream. */
export const toolLoopAgents =
  ({ agent, tool, steps, spec }: Sdk): MakeAgents =>
  (given) => {
    const streams = wordGiven(given, "answers") === "stream";
    const ask = async (one: ToolLoopAgent, prompt: string, abortSignal?: AbortSignal): Promise<string> => {
      if (!streams) return (await one.generate({ prompt, abortSignal })).text;
      const answer = await one.stream({ prompt, abortSignal });
      const parts = (answer.stream ?? answer.fullStream)[Symbol.asyncIterator]();
      while ((await parts.next()).done !== true);
      return answer.text;
    };
    const make = (script: Script, tools: Readonly<Record<string, Tool>> = {}): ToolLoopAgent =>
      agent({
        model: modelBySpec(spec, script, ({ task }) => ({ task })),
        instructions: "You are a scripted agent.",
        tools,
        stopWhen: steps(1_000_000),
      });
    const child = (one: ToolLoopAgent): Tool =>
      tool({
        description: "Delegates",
        inputSchema,
        execute: ({ task }, { abortSignal }) => ask(one, task, abortSignal),
      });
    const leaf = () => make(leafScript());
    const run = (one: ToolLoopAgent) => () => ask(one, "Have it done");
    const echo = tool({ description: "Answers", inputSchema, execute: async () => ECHO });
    return {
      single: () => run(make(callerScript("echo"), { echo })),
      delegate1: () => run(make(callerScript("leaf"), { leaf: child(leaf()) })),
      fan: (children) => run(make(callerScript("leaf", 1, children), { leaf: child(leaf()) })),
      chain: (depth) => {
        let below = leaf();
        for (let level = 0; level < depth; level += 1) below = make(callerScript("below"), { below: child(below) });
        return run(below);
      },
      seq: (tasks) => run(make(callerScript("leaf", tasks), { leaf: child(leaf()) })),
    };
  };

const inputSchema = z.object({ task: z.string() });
