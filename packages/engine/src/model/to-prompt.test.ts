import { describe, expect, it } from "vitest";
import type { Message } from "./message.ts";
import { toPrompt } from "./to-prompt.ts";

describe("toPrompt()", () => {
  it("writes what was said, with what a provider wants back", () => {
    const messages: Message[] = [
      { author: "user", text: "Go" },
      {
        author: "assistant",
        said: [
          { type: "reasoning", text: "hm", options: { fake: { signature: "s1" } } },
          { type: "text", text: "Reading." },
          { type: "call", call: "1", tool: "read", input: { path: "a" }, options: { fake: { thought: "s2" } } },
          { type: "call", call: "2", tool: "read", input: "{oops" },
        ],
      },
      {
        author: "tool",
        answers: [
          { call: "1", tool: "read", output: "text", failed: false },
          { call: "2", tool: "read", output: "no", failed: true },
        ],
      },
    ];
    expect(toPrompt("You read.", messages)).toEqual([
      { role: "system", content: "You read." },
      { role: "user", content: [{ type: "text", text: "Go" }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", providerOptions: { fake: { signature: "s1" } } },
          { type: "text", text: "Reading." },
          {
            ...{ type: "tool-call", toolCallId: "1", toolName: "read", input: { path: "a" } },
            providerOptions: { fake: { thought: "s2" } },
          },
          { type: "tool-call", toolCallId: "2", toolName: "read", input: {} },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "1", toolName: "read", output: { type: "text", value: "text" } },
          { type: "tool-result", toolCallId: "2", toolName: "read", output: { type: "error-text", value: "no" } },
        ],
      },
    ]);
  });

  it("leaves out instructions and messages that say nothing", () => {
    const messages: Message[] = [
      { author: "user", text: "Go" },
      { author: "assistant", said: [] },
      { author: "user", text: "Go on" },
    ];
    expect(toPrompt("", messages).map(({ role }) => role)).toEqual(["user", "user"]);
  });

  it("writes each message of a growing list once", () => {
    const messages: Message[] = [{ author: "user", text: "0" }];
    let before = toPrompt("", messages);
    for (let n = 1; n < 50; n += 1) {
      messages.push({ author: "user", text: String(n) });
      const prompt = toPrompt("", messages);
      expect(prompt).toHaveLength(n + 1);
      for (const [index, message] of before.entries()) expect(prompt[index]).toBe(message);
      before = prompt;
    }
  });

  it("sees that a list was changed in its middle, shortened, or begun anew", () => {
    const user = (text: string): Message => ({ author: "user", text });
    const texts = (messages: Message[]) =>
      toPrompt("", messages).map(({ content }) => JSON.stringify(content).slice(24, -3));
    const messages = [user("a"), user("b"), user("c")];
    expect(texts(messages)).toEqual(["a", "b", "c"]);
    messages.splice(1, 1, user("x"));
    expect(texts(messages)).toEqual(["a", "x", "c"]);
    messages.length = 1;
    expect(texts(messages)).toEqual(["a"]);
    messages.unshift(user("0"));
    expect(texts(messages)).toEqual(["0", "a"]);
  });

  it("gives a list that may be changed, of messages that may not: others have them, too", () => {
    const messages: Message[] = [{ author: "user", text: "a" }];
    toPrompt("", messages).push({ role: "system", content: "more" });
    expect(toPrompt("", messages)).toHaveLength(1);
    expect(Object.isFrozen(toPrompt("", messages)[0])).toBe(true);
  });
});
