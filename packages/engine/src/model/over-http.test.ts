import { afterEach, describe, expect, it } from "vitest";
import type { WireMove } from "../../tests/mock-answer.ts";
import { type MockServer, type MockServerOptions, startMockServer } from "../../tests/mock-server.ts";
import { systemClock } from "../clock.ts";
import { createModels } from "../models/create-models.ts";
import type { Message } from "./message.ts";
import { type StepRequest, modelStep } from "./model-step.ts";

let server: MockServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Asked {
  readonly options?: MockServerOptions;
  readonly request?: Partial<StepRequest>;
}

/** Makes one request to a server that plays these moves, and tells what was heard of it. */
async function ask(moves: readonly WireMove[], { options = {}, request = {} }: Asked = {}) {
  server ??= await startMockServer({ default: moves }, options);
  const models = createModels({ providers: { local: { base_url: server.url } }, env: {} });
  const resolved = models.resolve("local/mock-1", { role: "planner", run: "r1", requests: 0 });
  if (!resolved.ok) throw new Error(resolved.error.message);
  const heard: string[] = [];
  const result = await modelStep({
    model: resolved.model,
    instructions: "Be brief.",
    messages: [{ author: "user", text: "Go" }],
    tools: [{ name: "read", description: "Reads", inputSchema: { type: "object", properties: {} } }],
    settings: {},
    signal: new AbortController().signal,
    idleTimeoutMs: 60_000,
    stream: true,
    clock: systemClock,
    onText: (_, piece) => heard.push(piece),
    onWarning: (message) => heard.push(`warning: ${message}`),
    ...request,
  });
  return { result, heard };
}

const both = [true, false];

describe("a step over HTTP", () => {
  it.each(both)("reads text, calls and tokens (stream: %s)", async (stream) => {
    const { result, heard } = await ask(
      [
        {
          text: "Reading two.",
          call: [
            { tool: "read", input: { path: "a" } },
            { tool: "read", input: { path: "b" } },
          ],
          usage: { input: 10, output: 5 },
        },
      ],
      { request: { stream } },
    );
    expect(result).toMatchObject({
      ok: true,
      text: "Reading two.",
      calls: [
        { tool: "read", input: { path: "a" } },
        { tool: "read", input: { path: "b" } },
      ],
      finish: "calls",
      tokens: { inputTokens: 10, outputTokens: 5 },
    });
    expect(heard.join("")).toBe("Reading two.");
    expect(heard.length > 1).toBe(stream);
    expect(server?.requests).toMatchObject([{ system: "Be brief.", tools: ["read"], stream, ended: "whole" }]);
  });

  it("sends back what was said and answered, in a form that servers take", async () => {
    const messages: Message[] = [
      { author: "user", text: "Go" },
      {
        author: "assistant",
        said: [
          { type: "text", text: "Reading." },
          { type: "call", call: "c1", tool: "read", input: { path: "a" } },
          { type: "call", call: "c2", tool: "read", input: '{"path": oops' },
        ],
      },
      {
        author: "tool",
        answers: [
          { call: "c1", tool: "read", output: "text", failed: false },
          { call: "c2", tool: "read", output: "error: no JSON", failed: true },
        ],
      },
    ];
    await ask([{ text: "ok" }, { text: "ok" }], { request: { messages } });
    expect(server?.requests[0]?.messages).toMatchObject([
      { role: "system" },
      { role: "user", content: "Go" },
      {
        role: "assistant",
        content: "Reading.",
        tool_calls: [
          { id: "c1", function: { name: "read", arguments: '{"path":"a"}' } },
          { id: "c2", function: { name: "read", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: "text" },
      { role: "tool", tool_call_id: "c2", content: "error: no JSON" },
    ]);
  });

  it.each(both)("mends arguments, and leaves as text what cannot be (stream: %s)", async (stream) => {
    const rawCall = [
      { tool: "read", arguments: '{"path": oops' },
      { tool: "READ", arguments: '"{\\"path\\":\\"a\\"}"' },
      { tool: "read", arguments: "" },
      { tool: "constructor", arguments: '{"path": 7}' },
    ];
    const { result } = await ask([{ rawCall }], { request: { stream } });
    expect(result.ok && result.calls.map(({ tool, input }) => [tool, input])).toEqual([
      ["read", '{"path": oops'],
      ["read", { path: "a" }],
      ["read", {}],
      ["constructor", { path: 7 }],
    ]);
  });
});

describe("a fault over HTTP", () => {
  it.each<[string, WireMove, object]>([
    [
      "a key that is refused",
      { http: { status: 401, body: {} } },
      { error: { code: "POLYGLAV_KEY_REJECTED" }, elsewhere: true },
    ],
    [
      "too many requests",
      { throw: { status: 429, retryAfterMs: 1_500, message: "slow" } },
      { retryAfterMs: 1_500, throttled: true },
    ],
    ["a server in trouble", { http: { status: 500, body: "<h1>oops</h1>" } }, { retryable: true }],
    [
      "a bad request",
      { http: { status: 400, body: { error: { message: "bad" } } } },
      { retryable: false, elsewhere: false },
    ],
  ])("%s is read from either kind of answer", async (_, move, expected) => {
    for (const stream of both) {
      const { result } = await ask([move, move], { request: { stream } });
      expect(result).toMatchObject({ ok: false, fault: expected, began: false });
    }
  });

  it("is a connection that nobody answers, to be tried again", async () => {
    await ask([{ text: "ok" }]);
    await server?.close();
    for (const stream of both) {
      const { result } = await ask([], { request: { stream } });
      expect(result).toMatchObject({ ok: false, fault: { retryable: true, elsewhere: true } });
    }
  });

  it.each<[string, WireMove, string]>([
    ["ends early", { breakOff: "end", text: "Let me" }, "Let me"],
    ["is reset", { breakOff: "reset", text: "Let me" }, "Let me"],
    ["ends early after a whole call", { breakOff: "end", rawCall: [{ tool: "read", arguments: '{"path":"a"}' }] }, ""],
    ["ends early in a call", { breakOff: "end", rawCall: [{ tool: "read", arguments: '{"path":' }] }, ""],
  ])("is a stream that %s, whose calls do not count", async (_, move, text) => {
    const { result } = await ask([move]);
    expect(result).toMatchObject({
      ok: false,
      fault: { retryable: true, error: { code: "POLYGLAV_MODEL_CUT" } },
      began: true,
      text,
    });
  });

  it("is an error that the server reports in mid-stream", async () => {
    const body = 'data: {"error":{"message":"overloaded","code":"503"}}\n\n';
    const headers = { "content-type": "text/event-stream" };
    const { result } = await ask([{ http: { status: 200, headers, body } }]);
    expect(result).toMatchObject({
      ok: false,
      fault: {
        retryable: true,
        throttled: true,
        error: { message: "Cannot get an answer from the model: overloaded" },
      },
    });
  });

  it.each(both)("is an answer that is no answer: a page (stream: %s)", async (stream) => {
    const body = "<html>Sign in</html>";
    const { result } = await ask([{ http: { status: 200, headers: { "content-type": "text/html" }, body } }], {
      request: { stream },
    });
    expect(result).toMatchObject({ ok: false, fault: { retryable: true, error: { code: "POLYGLAV_MODEL_CUT" } } });
  });

  it.each<[string, WireMove, boolean]>([
    ["a hang", { hang: true }, true],
    ["a hang", { hang: true }, false],
    ["a silence in the middle", { chunkThenSilence: "Let me" }, true],
  ])("is %s, which the idle time ends (stream: %s)", async (_, move, stream) => {
    const { result } = await ask([move], { request: { stream, idleTimeoutMs: 50 } });
    expect(result).toMatchObject({ ok: false, fault: { error: { code: "POLYGLAV_MODEL_IDLE" } } });
    await expect.poll(() => server?.requests[0]?.ended).toBe("left");
  });
});

it("a stop in mid-stream closes the connection within a tenth of a second", async () => {
  const stop = new AbortController();
  const step = ask([{ chunkThenSilence: "Let me" }], {
    request: {
      signal: stop.signal,
      onText: () => {
        stop.abort();
      },
    },
  });
  const { result } = await step;
  const stopped = performance.now();
  expect(result).toMatchObject({ ok: false, fault: undefined, began: true, text: "Let me" });
  await expect.poll(() => server?.requests[0]?.ended, { interval: 5 }).toBe("left");
  expect(performance.now() - stopped).toBeLessThan(100);
});
