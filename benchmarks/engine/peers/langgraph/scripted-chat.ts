/**
 * A model of langchain that takes no time, and how an agent of it is asked.
 *
 * @module
 */
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import type { LangchainAgent } from "langchain";
import type { ArgumentsOf } from "../../model-by-spec.ts";
import type { Script } from "../../workload.ts";

export class ScriptedChat extends BaseChatModel {
  readonly #script: Script;
  readonly #argumentsOf: ArgumentsOf;
  constructor(script: Script, argumentsOf: ArgumentsOf = ({ task }) => ({ task })) {
    super({});
    this.#script = script;
    this.#argumentsOf = argumentsOf;
  }
  _llmType(): string {
    return "scripted";
  }
  bindTools(): this {
    return this;
  }
  async _generate(messages: unknown): Promise<object> {
    const { text = "", calls = [] } = this.#script.next(messages);
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map((call) => ({
        type: "tool_call",
        id: call.id,
        name: call.tool,
        args: this.#argumentsOf(call),
      })),
      usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    });
    return { generations: [{ text, message }] };
  }
}

/** Gives an agent a task and takes the text of its last message. */
export async function ask(agent: LangchainAgent, content: string, more: object = {}): Promise<string> {
  const { messages } = await agent.invoke(
    { messages: [{ role: "user", content }] },
    { recursionLimit: 1_000_000, ...more },
  );
  const last = messages.at(-1)?.content;
  return typeof last === "string" ? last : JSON.stringify(last);
}
