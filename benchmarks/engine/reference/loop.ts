/**
 * The least that an agent is: ask the model, do what it calls for, ask it again.
 *
 * @module
 */
import type { Agents, Run } from "../agents.ts";
import { callerScript, ECHO, leafScript, type Move, type Script } from "../workload.ts";

/** A conversation as a loop keeps it: what was said, and what was answered. */
export type Turn =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly move: Move }
  | {
      readonly role: "tool";
      readonly answers: readonly { readonly id: string; readonly tool: string; readonly text: string }[];
    };

/** Asks a model what to do next. */
export type Ask = (turns: readonly Turn[]) => Promise<Move>;

/** Makes agents of nothing but a loop, with whatever way of asking a model. */
export function loopAgents(asking: (script: Script) => Ask): Agents {
  const start = (script: Script, tool: (task: string) => Promise<string>): ((task: string) => Promise<string>) => {
    const ask = asking(script);
    return async (task) => {
      const turns: Turn[] = [{ role: "user", text: task }];
      for (;;) {
        const move = await ask(turns);
        if (move.calls === undefined) return move.text;
        turns.push({ role: "assistant", move });
        const answers = await Promise.all(
          move.calls.map(async (call) => ({ id: call.id, tool: call.tool, text: await tool(call.task) })),
        );
        turns.push({ role: "tool", answers });
      }
    };
  };
  const none = (): Promise<never> => Promise.reject(new Error("Cannot call: a leaf has no tools"));
  const leaf = () => start(leafScript(), none);
  const top = (script: Script, tool: (task: string) => Promise<string>): Run => {
    const agent = start(script, tool);
    return () => agent("Have it done");
  };
  return {
    single: () => top(callerScript("echo"), async () => ECHO),
    delegate1: () => top(callerScript("leaf"), leaf()),
    fan: (children) => top(callerScript("leaf", 1, children), leaf()),
    chain: (depth) => {
      let below = leaf();
      for (let level = 1; level < depth; level += 1) below = start(callerScript("below"), below);
      return top(callerScript("below"), below);
    },
    seq: (tasks) => top(callerScript("leaf", tasks), leaf()),
  };
}
