import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Message, SaidPart, ToolAnswer } from "./message.ts";

/**
 * Writes a conversation the way providers take it. A list that only grew since it was last written costs only what is
 * new, so that a run of a thousand steps does not write its first messages a thousand times. Messages are therefore
 * shared by several prompts and frozen; the prompt itself is always a new list. A message that said nothing is left out,
 * because some providers refuse it.
 */
export function toPrompt(instructions: string, messages: readonly Message[]): LanguageModelV4Prompt {
  const { from, prompt } = writtenOf(messages);
  for (const message of messages.slice(from.length)) {
    from.push(message);
    const next = toProviderMessage(message);
    if (next.content.length > 0) prompt.push(frozen(next));
  }
  return instructions === "" ? [...prompt] : [{ role: "system", content: instructions }, ...prompt];
}

interface Written {
  /** The messages that the prompt is made of. */
  readonly from: Message[];
  readonly prompt: ProviderMessage[];
}

const writtenLists = new WeakMap<readonly Message[], Written>();

function writtenOf(messages: readonly Message[]): Written {
  const found = writtenLists.get(messages);
  if (found !== undefined && beginsWith(messages, found.from)) return found;
  const made: Written = { from: [], prompt: [] };
  writtenLists.set(messages, made);
  return made;
}

function beginsWith(messages: readonly Message[], from: readonly Message[]): boolean {
  for (let at = 0; at < from.length; at += 1) if (messages[at] !== from[at]) return false;
  return true;
}

type ProviderMessage = Exclude<LanguageModelV4Message, { role: "system" }>;

function frozen(message: ProviderMessage): ProviderMessage {
  for (const part of message.content) Object.freeze(part);
  Object.freeze(message.content);
  return Object.freeze(message);
}

function toProviderMessage(message: Message): ProviderMessage {
  switch (message.author) {
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return { role: "assistant", content: message.said.map(toProviderPart) };
    case "tool":
      return { role: "tool", content: message.answers.map(toProviderResult) };
  }
}

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];
type ResultPart = Extract<
  Extract<LanguageModelV4Message, { role: "tool" }>["content"][number],
  { type: "tool-result" }
>;

function toProviderPart(part: SaidPart): AssistantPart {
  const options = part.options === undefined ? {} : { providerOptions: part.options };
  if (part.type !== "call") return { type: part.type, text: part.text, ...options };
  return {
    type: "tool-call",
    toolCallId: part.call,
    toolName: part.tool,
    // A provider serialises this: text that is no JSON would come back to the model in quotes upon quotes.
    input: typeof part.input === "string" ? {} : (part.input ?? {}),
    ...options,
  };
}

function toProviderResult({ call, tool, output, failed }: ToolAnswer): ResultPart {
  return {
    type: "tool-result",
    toolCallId: call,
    toolName: tool,
    output: { type: failed ? "error-text" : "text", value: output },
  };
}
