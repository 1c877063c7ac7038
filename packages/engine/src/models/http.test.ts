import {
  APICallError,
  InvalidResponseDataError,
  type ModelMessage,
  type ToolSet,
  StreamProviderError,
  generateText,
  streamText,
} from "ai";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type MockServer, type MockServerOptions, type WireScript, startMockServer } from "../../tests/mock-server.ts";
import type { WireMove } from "../../tests/mock-answer.ts";
import { createModels } from "./create-models.ts";

let server: MockServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const use = { role: "planner", run: "r1", requests: 0 };
const tools: ToolSet = { read: { inputSchema: z.object({ path: z.string() }) } };
const messages: ModelMessage[] = [{ role: "user", content: "hi" }];

async function model(
  moves: readonly WireMove[],
  options: MockServerOptions = {},
  config: object = {},
  env: Record<string, string> = {},
) {
  const script: WireScript = { default: moves };
  server = await startMockServer(script, options);
  const models = createModels({ providers: { local: { base_url: server.url, ...config } }, env });
  const resolved = models.resolve("local/mock-1", use);
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.model;
}

/** The parts of the next answer that matter, the error part among them, and what reading them throws. */
async function stream(from: Awaited<ReturnType<typeof model>>, abortSignal?: AbortSignal) {
  const seen: string[] = [];
  let error: unknown;
  let thrown: unknown;
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
        seen.push(`${part.invalid === true ? "invalid " : ""}${part.toolName} ${JSON.stringify(part.input)}`);
      else if (part.type === "finish")
        seen.push(`finish ${part.finishReason} ${part.totalUsage.inputTokens}/${part.totalUsage.outputTokens}`);
      else if (part.type === "abort") seen.push("abort");
      else if (part.type === "error") error = part.error;
    }
  } catch (cause) {
    thrown = cause;
  }
  return { seen, error, thrown };
}

describe("a model over HTTP", () => {
  it("streams text and tool calls, and asks for the tokens", async () => {
    const from = await model([
      {
        text: "Reading two.",
        call: [
          { tool: "read", input: { path: "a" } },
          { tool: "read", input: { path: "b" } },
        ],
        usage: { input: 10, output: 5 },
      },
    ]);
    expect(await stream(from)).toEqual({
      seen: ["Reading ", "two.", 'read {"path":"a"}', 'read {"path":"b"}', "finish tool-calls 10/5"],
      error: undefined,
      thrown: undefined,
    });
    expect(server?.requests).toMatchObject([
      { model: "mock-1", tools: ["read"], stream: true, authorization: undefined, ended: "whole" },
    ]);
  });

  it("answers without a stream, too", async () => {
    const from = await model([{ text: "Hello.", usage: { input: 1, output: 2 } }]);
    const { text, usage } = await generateText({ model: from, messages, maxRetries: 0 });
    expect({ text, input: usage.inputTokens, output: usage.outputTokens }).toEqual({
      text: "Hello.",
      input: 1,
      output: 2,
    });
  });

  it("sends the key that the named variable holds", async () => {
    const from = await model(
      [{ text: "in" }],
      { key: "sk-right" },
      { api_key_env: "LOCAL_KEY" },
      { LOCAL_KEY: " sk-right\n" },
    );
    expect((await stream(from)).seen[0]).toBe("in");
    expect(server?.requests[0]?.authorization).toBe("Bearer sk-right");
  });

  it("uses the fetch that it is given", async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(url instanceof Request ? url.url : String(url));
      return new Response(null, { status: 404 });
    };
    const resolved = createModels({ providers: { local: { base_url: "http://host/v1/" } }, env: {}, fetch }).resolve(
      "local/m",
      use,
    );
    if (!resolved.ok) throw new Error(resolved.error.message);
    expect((await stream(resolved.model)).error).toMatchObject({ statusCode: 404 });
    expect(asked).toEqual(["http://host/v1/chat/completions"]);
  });
});

describe("a fault over HTTP", () => {
  it("is an error part that no retry helps when the key is wrong, without the key", async () => {
    const from = await model(
      [{ http: { status: 401, body: { error: { message: "Wrong key sk-wrong" } } } }],
      {},
      { api_key_env: "LOCAL_KEY" },
      { LOCAL_KEY: "sk-wrong" },
    );
    const { seen, error, thrown } = await stream(from);
    expect({ seen, thrown }).toEqual({ seen: [], thrown: undefined });
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode: 401, isRetryable: false, message: "Wrong key [key]" });
  });

  it("is an error part that says when to come back for a 429", async () => {
    const move = { throw: { status: 429, retryAfterMs: 1500, message: "slow down" } };
    const { error } = await stream(await model([move]));
    expect(error).toMatchObject({
      statusCode: 429,
      isRetryable: true,
      message: "slow down",
      responseHeaders: { "retry-after": "2", "retry-after-ms": "1500" },
    });
  });

  it("is an error part to try again for a 500, whatever its body", async () => {
    const { error } = await stream(await model([{ http: { status: 500, body: "<h1>oops</h1>" } }]));
    expect(error).toMatchObject({ statusCode: 500, isRetryable: true });
  });

  it("is an error part without a status when nobody listens", async () => {
    const from = await model([]);
    await server?.close();
    const { error, thrown } = await stream(from);
    expect(thrown).toBeUndefined();
    expect(error).toMatchObject({ isRetryable: true, statusCode: undefined });
  });

  it("is an error part and no exception when the body ends early, even after a whole tool call", async () => {
    const from = await model([
      { breakOff: "end", text: "Let me" },
      { breakOff: "end", rawCall: [{ tool: "read", arguments: '{"path":"a"}' }] },
      { breakOff: "end", rawCall: [{ tool: "read", arguments: '{"path":' }] },
    ]);
    const text = await stream(from);
    expect(text).toMatchObject({ seen: ["Let ", "me", "finish error undefined/undefined"], thrown: undefined });
    expect(InvalidResponseDataError.isInstance(text.error)).toBe(true);
    expect((await stream(from)).seen).toEqual(['read {"path":"a"}', "finish error undefined/undefined"]);
    expect((await stream(from)).seen).toEqual(['invalid read "{\\"path\\":"', "finish error undefined/undefined"]);
  });

  it("is an exception with status 200 that may be tried again when the connection is reset", async () => {
    const { seen, error, thrown } = await stream(await model([{ breakOff: "reset", text: "Let me" }]));
    expect({ seen, error }).toEqual({ seen: ["Let ", "me"], error: undefined });
    expect(APICallError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({ statusCode: 200, isRetryable: true });
  });

  it("is an error part of its own kind when the server reports one in mid-stream", async () => {
    const body = 'data: {"error":{"message":"overloaded","code":"503"}}\n\n';
    const from = await model([{ http: { status: 200, headers: { "content-type": "text/event-stream" }, body } }]);
    const { error } = await stream(from);
    expect(StreamProviderError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ isRetryable: true, statusCode: 503 });
  });

  it("is an invalid tool call and no error when the arguments are no JSON or of the wrong type", async () => {
    const rawCall = [
      { tool: "read", arguments: '{"path": oops' },
      { tool: "read", arguments: '{"path": 7}' },
      { tool: "constructor", arguments: "{}" },
    ];
    const { seen, error } = await stream(await model([{ rawCall }]));
    expect(error).toBeUndefined();
    expect(seen).toEqual([
      'invalid read "{\\"path\\": oops"',
      'invalid read {"path":7}',
      "invalid constructor {}",
      "finish tool-calls undefined/undefined",
    ]);
  });

  it.each<[string, WireMove, string[]]>([
    ["hang", { hang: true }, []],
    ["silence", { chunkThenSilence: "Let me" }, ["Let me"]],
  ])("is none for a %s: only the abort ends it, and the server sees the client leave", async (_, move, said) => {
    const from = await model([move]);
    const stop = new AbortController();
    const answer = stream(from, stop.signal);
    const first = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 100, "still open"))]);
    expect(first).toBe("still open");
    stop.abort();
    expect(await answer).toEqual({ seen: [...said, "abort"], error: undefined, thrown: undefined });
    await expect.poll(() => server?.requests[0]?.ended).toBe("left");
  });
});
