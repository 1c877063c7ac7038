import { wrapLanguageModel } from "peer-ai";
import type { MakeAgents } from "../../agents.ts";
import { modelBySpec } from "../../model-by-spec.ts";
import { loopAgents, type Turn } from "../../reference/loop.ts";

// The same loop, with the part of the SDK that our engine asks a model through, and what a request has to say.
export const makeAgents: MakeAgents = () =>
  loopAgents((script) => {
    const model = wrapLanguageModel({ model: modelBySpec("v4", script, ({ task }) => ({ task })), middleware: [] });
    // Nobody says anew what was said before.
    const messages = new WeakMap<Turn, object>();
    const kept = (turn: Turn): object => {
      const message = messages.get(turn) ?? messageOf(turn);
      messages.set(turn, message);
      return message;
    };
    return async (turns) => {
      const prompt = [{ role: "system", content: "You are a scripted agent." }, ...turns.map(kept)];
      const { content } = await model.doGenerate({ prompt, tools: TOOLS });
      const calls = content.flatMap((piece) =>
        piece.type === "tool-call" ? [{ id: piece.toolCallId, tool: piece.toolName, task: taskIn(piece.input) }] : [],
      );
      if (calls.length > 0) return { calls };
      return { text: content.map((piece) => (piece.type === "text" ? piece.text : "")).join("") };
    };
  });

const SCHEMA = { type: "object", properties: { task: { type: "string" } }, required: ["task"] };
const TOOLS = ["echo", "leaf", "below"].map((name) => ({
  type: "function",
  name,
  description: "Does it",
  inputSchema: SCHEMA,
}));

function messageOf(turn: Turn): object {
  switch (turn.role) {
    case "user":
      return { role: "user", content: [{ type: "text", text: turn.text }] };
    case "assistant":
      return {
        role: "assistant",
        content: (turn.move.calls ?? []).map(({ id, tool, task }) => ({
          type: "tool-call",
          toolCallId: id,
          toolName: tool,
          input: { task },
        })),
      };
    case "tool":
      return {
        role: "tool",
        content: turn.answers.map(({ id, tool, text }) => ({
          type: "tool-result",
          toolCallId: id,
          toolName: tool,
          output: { type: "text", value: text },
        })),
      };
  }
}

function taskIn(input: string): string {
  const read: unknown = JSON.parse(input);
  return typeof read === "object" && read !== null && "task" in read && typeof read.task === "string" ? read.task : "";
}
