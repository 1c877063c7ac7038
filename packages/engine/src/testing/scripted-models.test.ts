import { APICallError, type ModelMessage, type ToolSet, generateText, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Clock } from "../ports.ts";
import { fakeClock } from "./fake-clock.ts";
import { type Move, type Script, ScriptExhaustedError } from "./script.ts";
import { scriptedModels } from "./scripted-models.ts";

const use = { role: "planner", run: "r1", requests: 0 };

function model(script: Script, who: Partial<typeof use> = {}, clock?: Clock) {
  const resolved = scriptedModels(script, clock === undefined ? {} : { clock }).resolve(undefined, { ...use, ...who });
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.model;
}

const plays = (...moves: readonly Move[]) => model({ default: moves });
const tools: ToolSet = { read: { inputSchema: z.object({ path: z.string() }) } };
const messages: ModelMessage[] = [{ role: "user", content: "hi" }];

/** What the SDK makes of the next answer: its parts without their ids, and what it throws. */
async function stream(from: ReturnType<typeof model>, abortSignal?: AbortSignal) {
  const seen: string[] = [];
  let error: unknown;
  try {
    const { stream } = streamText({
      model: from,
      messages,
      tools,
      maxRetries: 0,
      onError: () => undefined,
      ...(abortSignal === undefined ? {} : { abortSignal }),
    });
    for await (const part of stream) {
      if (part.type === "text-delta") seen.push(part.text);
      else if (part.type === "tool-call")
        seen.push(`${part.toolName} ${part.toolCallId} ${JSON.stringify(part.input)}`);
      else if (part.type === "finish")
        seen.push(`finish ${part.finishReason} ${part.totalUsage.inputTokens}/${part.totalUsage.outputTokens}`);
      else if (part.type === "abort") seen.push(`abort ${part.reason}`);
      else if (part.type === "error") error = part.error;
    }
  } catch (cause) {
    error = cause;
  }
  return { seen, error };
}

const ask = (from: ReturnType<typeof model>, abortSignal?: AbortSignal) =>
  generateText({ model: from, messages, tools, maxRetries: 0, ...(abortSignal === undefined ? {} : { abortSignal }) });

describe("a scripted model", () => {
  it("streams a text in a few pieces and reports what the move says about tokens", async () => {
    expect((await stream(plays({ text: "one two three four five", usage: { input: 10, output: 5 } }))).seen).toEqual([
      "one two ",
      "three four ",
      "five",
      "finish stop 10/5",
    ]);
  });

  it("reports no tokens when the move says nothing about them", async () => {
    expect((await stream(plays({ text: "one" }))).seen).toEqual(["one", "finish stop undefined/undefined"]);
  });

  it("ends a turn without a word for an empty text", async () => {
    expect((await stream(plays({ text: "" }))).seen).toEqual(["finish stop undefined/undefined"]);
  });

  it("calls several tools in one turn, after a text, with ids that are unique in the run", async () => {
    const call = [
      { tool: "read", input: { path: "a" } },
      { tool: "read", input: { path: "b" } },
    ];
    const from = plays({ call, text: "Reading." }, { call });
    expect((await stream(from)).seen).toEqual([
      "Reading.",
      'read call-1-1 {"path":"a"}',
      'read call-1-2 {"path":"b"}',
      "finish tool-calls undefined/undefined",
    ]);
    expect((await stream(from)).seen.slice(0, 2)).toEqual(['read call-2-1 {"path":"a"}', 'read call-2-2 {"path":"b"}']);
  });

  it("answers the same without a stream", async () => {
    const from = plays({
      call: [{ tool: "read", input: { path: "a" } }],
      text: "Reading.",
      usage: { input: 1, output: 2 },
    });
    const { text, toolCalls, usage, finishReason } = await ask(from);
    expect({ text, finishReason, input: usage.inputTokens, output: usage.outputTokens }).toEqual({
      text: "Reading.",
      finishReason: "tool-calls",
      input: 1,
      output: 2,
    });
    expect(toolCalls).toMatchObject([{ toolCallId: "call-1-1", toolName: "read", input: { path: "a" } }]);
  });

  it.each([
    [429, true],
    [500, true],
    [503, true],
    [408, true],
    [400, false],
    [401, false],
    [404, false],
  ])("fails as a provider that answers %d", async (status, isRetryable) => {
    const move = { throw: { status, message: "no", retryAfterMs: 200 } };
    const { error, seen } = await stream(plays(move));
    expect(seen).toEqual([]);
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      statusCode: status,
      isRetryable,
      message: "no",
      responseHeaders: { "retry-after-ms": "200" },
    });
    await expect(ask(plays(move))).rejects.toMatchObject({ statusCode: status });
  });

  it("says nothing about when to come back unless the move does", async () => {
    const { error } = await stream(plays({ throw: { status: 429, message: "no" } }));
    expect(error).toMatchObject({ responseHeaders: {} });
  });

  it.each<[string, Move, string[]]>([
    ["a hang", { hang: true }, []],
    ["a silence after a piece", { chunkThenSilence: "Let me " }, ["Let me "]],
    ["a long wait", { text: "late", waitMs: 1e6 }, []],
  ])("ends %s only when the request is aborted", async (_, move, said) => {
    const stop = new AbortController();
    const answer = stream(plays(move), stop.signal);
    const first = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 30, "still open"))]);
    expect(first).toBe("still open");
    stop.abort("enough");
    expect(await answer).toEqual({ seen: [...said, "abort enough"], error: undefined });

    const again = new AbortController();
    const reply = ask(plays(move), again.signal);
    again.abort(new Error("enough"));
    await expect(reply).rejects.toThrow("enough");
  });

  describe("asked without the SDK", () => {
    const bare = (...moves: readonly Move[]) => {
      const from = plays(...moves);
      if (typeof from === "string" || from.specificationVersion !== "v4") throw new Error("another kind of model");
      return {
        doStream: async (abortSignal: AbortSignal) => from.doStream({ prompt: [], abortSignal }),
        doGenerate: async (abortSignal: AbortSignal) => from.doGenerate({ prompt: [], abortSignal }),
      };
    };

    it("takes no move for a request that was aborted before it began", async () => {
      const from = bare({ text: "one" });
      await expect(from.doStream(AbortSignal.abort(new Error("early")))).rejects.toThrow("early");
      expect((await from.doGenerate(new AbortController().signal)).content).toEqual([{ type: "text", text: "one" }]);
    });

    it.each<[string, Move]>([
      ["hangs", { hang: true }],
      ["waits", { text: "late", waitMs: 1e6 }],
      ["fell silent", { chunkThenSilence: "Let me" }],
    ])("rejects with the reason of the abort when it %s", async (_, move) => {
      const stop = new AbortController();
      const answer = bare(move).doGenerate(stop.signal);
      stop.abort(new Error("enough"));
      await expect(answer).rejects.toThrow("enough");
    });

    it("breaks its stream in the middle of the text when it fell silent", async () => {
      const stop = new AbortController();
      const { stream } = await bare({ chunkThenSilence: "Let me" }).doStream(stop.signal);
      setTimeout(() => {
        stop.abort(new Error("enough"));
      }, 5);
      const types: string[] = [];
      const reading = (async () => {
        for await (const part of stream) types.push(part.type);
      })();
      await expect(reading).rejects.toThrow("enough");
      expect(types).toEqual(["stream-start", "text-start", "text-delta"]);
    });
  });

  it("waits on the clock that it is given", async () => {
    const clock = fakeClock();
    const answer = stream(model({ default: [{ text: "late", waitMs: 60_000 }] }, {}, clock));
    while (clock.sleepers() === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await clock.advance(60_000);
    expect((await answer).seen[0]).toBe("late");
  });
});

describe("scriptedModels()", () => {
  const script: Script = {
    roles: { planner: [{ text: "1" }, { text: "2" }, { text: "3" }] },
    default: [{ text: "d" }],
  };
  const says = async (from: ReturnType<typeof model>) => (await ask(from)).text;

  it("starts the list anew for every run of a role, also side by side", async () => {
    const models = scriptedModels(script);
    const [a, b] = ["r1", "r2"].map((run) => models.resolve(undefined, { ...use, run }));
    if (a?.ok !== true || b?.ok !== true) throw new Error("not resolved");
    expect(await says(a.model)).toBe("1");
    expect(await says(b.model)).toBe("1");
    expect(await says(a.model)).toBe("2");
  });

  it("goes on where a resumed run had come to, tool call ids included", async () => {
    expect(await says(model(script, { requests: 2 }))).toBe("3");
    const call = { call: [{ tool: "read", input: { path: "a" } }], repeat: true } as const;
    expect((await stream(model({ default: [call] }, { requests: 4 }))).seen[0]).toContain("call-5-1");
  });

  it("takes the next move for a request that is made again", async () => {
    const from = plays({ throw: { status: 500, message: "no" } }, { text: "yes" });
    expect(APICallError.isInstance((await stream(from)).error)).toBe(true);
    expect(await says(from)).toBe("yes");
  });

  it("repeats the last move when it says so, also far behind the end", async () => {
    const from = plays({ text: "1" }, { text: "2", repeat: true });
    expect([await says(from), await says(from), await says(from)]).toEqual(["1", "2", "2"]);
  });

  it("does not repeat a move that says it does not", async () => {
    const from = plays({ text: "1", repeat: false });
    await says(from);
    await expect(says(from)).rejects.toThrow("the script has 1 move");
  });

  it("plays the default for a role without a list, but not for one with an empty list", async () => {
    expect(await says(model(script, { role: "programmer" }))).toBe("d");
    await expect(says(model({ ...script, roles: { planner: [] } }))).rejects.toThrow("the script has 0 moves");
  });

  it("knows only the roles that the script names, whatever they are called", async () => {
    for (const role of ["constructor", "__proto__", "toString", ""])
      expect(await says(model(script, { role }))).toBe("d");
    const hostile = { roles: Object.fromEntries([["__proto__", [{ text: "mine" }]]]), default: [{ text: "d" }] };
    expect(await says(model(hostile, { role: "__proto__" }))).toBe("mine");
  });

  it("fails with role and step when the list runs out, and says that trying again does not help", async () => {
    const from = plays({ text: "1" });
    await says(from);
    const { error } = await stream(from);
    expect(error).toBeInstanceOf(ScriptExhaustedError);
    expect(error).toMatchObject({
      code: "POLYGLAV_SCRIPT_EXHAUSTED",
      message: 'Cannot answer request 2 of role "planner": the script has 1 move',
      hint: 'Add a move, or "repeat": true to the last one',
      role: "planner",
      step: 2,
      isRetryable: false,
    });
    expect((await stream(model({}))).error).toMatchObject({
      message: 'Cannot answer request 1 of role "planner": the script has no moves for it and no default',
      hint: 'Add a list of moves for "planner", or a "default" list',
    });
  });

  it.each([
    [undefined, "fake/script"],
    ["local/qwen3", "fake/script"],
    ["fake/demo", "fake/demo"],
  ])("reports the model %s as %s", (asked, ref) => {
    expect(scriptedModels(script).resolve(asked, use)).toMatchObject({
      ok: true,
      ref,
      model: { provider: "fake", modelId: ref.slice(5) },
    });
  });
});
