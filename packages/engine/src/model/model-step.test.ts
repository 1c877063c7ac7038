import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { type LanguageModel, wrapLanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { type FakeClock, fakeClock } from "../testing/fake-clock.ts";
import { type StepRequest, type StepResult, modelStep } from "./model-step.ts";

type Part = LanguageModelV4StreamPart;
type Stream = ReadableStream<Part>;

const usage: LanguageModelV4GenerateResult["usage"] = {
  inputTokens: { total: 10, noCache: 8, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};
const finish = (unified: LanguageModelV4GenerateResult["finishReason"]["unified"] = "stop", raw?: string): Part => ({
  type: "finish",
  finishReason: { unified, raw },
  usage,
});
const text = (delta: string, id = "0"): Part => ({ type: "text-delta", id, delta });
const call = (toolCallId: string, input = "{}", toolName = "read"): Extract<Part, { type: "tool-call" }> => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input,
});

/** A stream of parts that then ends, or stays open. */
function streamOf(
  parts: readonly Part[],
  { open = false, onCancel }: { readonly open?: boolean; readonly onCancel?: (reason: unknown) => void } = {},
): Stream {
  return new ReadableStream<Part>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      if (!open) controller.close();
    },
    cancel: (reason) => onCancel?.(reason),
  });
}

/** A model that answers with what it is given, or as it is told. */
function modelOf(
  answer: readonly Part[] | ((options: LanguageModelV4CallOptions) => PromiseLike<{ stream: Stream }>),
  generate?: (options: LanguageModelV4CallOptions) => PromiseLike<LanguageModelV4GenerateResult>,
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "fake",
    modelId: "m",
    supportedUrls: {},
    doStream: typeof answer === "function" ? answer : async () => ({ stream: streamOf(answer) }),
    doGenerate: generate ?? (() => Promise.reject(new Error("not asked for"))),
  };
}

const generating = (
  content: LanguageModelV4Content[],
  more: Partial<LanguageModelV4GenerateResult> = {},
): LanguageModelV4 =>
  modelOf([], async () => ({
    content,
    finishReason: { unified: "stop", raw: undefined },
    usage,
    warnings: [],
    ...more,
  }));

interface Played {
  readonly result: StepResult;
  readonly pieces: readonly string[];
  readonly warnings: readonly string[];
}

async function play(model: LanguageModel, more: Partial<StepRequest> = {}): Promise<Played> {
  const pieces: string[] = [];
  const warnings: string[] = [];
  const result = await modelStep({
    model,
    instructions: "Be brief.",
    messages: [{ author: "user", text: "Go" }],
    tools: [{ name: "read", description: "Reads", inputSchema: { type: "object" } }],
    settings: {},
    signal: new AbortController().signal,
    idleTimeoutMs: 60_000,
    stream: true,
    clock: systemClock,
    onText: (kind, piece) => pieces.push(`${kind}: ${piece}`),
    onWarning: (message) => warnings.push(message),
    ...more,
  });
  return { result, pieces, warnings };
}

const answered = async (model: LanguageModel, more: Partial<StepRequest> = {}) => {
  const { result } = await play(model, more);
  if (!result.ok) throw new Error(result.fault?.error.message ?? "stopped");
  return result;
};
const failed = async (model: LanguageModel, more: Partial<StepRequest> = {}) => {
  const { result } = await play(model, more);
  if (result.ok) throw new Error("answered");
  return result;
};

describe("modelStep()", () => {
  it("asks with everything that a provider needs, and nothing that is not set", async () => {
    const asked: LanguageModelV4CallOptions[] = [];
    const model = modelOf((options) => {
      asked.push(options);
      return Promise.resolve({ stream: streamOf([finish()]) });
    });
    await play(model, { settings: { temperature: 0.2, reasoning: "low" }, maxOutputTokens: 100 });
    await play(model, { tools: [] });
    expect(asked).toMatchObject([
      {
        prompt: [
          { role: "system", content: "Be brief." },
          { role: "user", content: [{ type: "text", text: "Go" }] },
        ],
        tools: [{ type: "function", name: "read", description: "Reads", inputSchema: { type: "object" } }],
        toolChoice: { type: "auto" },
        temperature: 0.2,
        reasoning: "low",
        maxOutputTokens: 100,
      },
      {},
    ]);
    expect(Object.keys(asked[1] ?? {}).toSorted()).toEqual(["abortSignal", "prompt"]);
  });

  it("tells every piece as it comes, and gives the whole", async () => {
    const parts: Part[] = [
      { type: "stream-start", warnings: [{ type: "unsupported", feature: "topK", details: "no" }] },
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", delta: "hm" },
      { type: "reasoning-end", id: "0", providerMetadata: { fake: { signature: "s" } } },
      { type: "text-start", id: "0" },
      ...[text("Read"), text("ing.")],
      { type: "text-end", id: "0" },
      ...[call("1", '{"path":"a"}'), finish("tool-calls")],
    ];
    const { result, pieces, warnings } = await play(modelOf(parts));
    expect(result).toEqual({
      ok: true,
      said: [
        { type: "reasoning", text: "hm", options: { fake: { signature: "s" } } },
        { type: "text", text: "Reading." },
        { type: "call", call: "1", tool: "read", input: { path: "a" } },
      ],
      text: "Reading.",
      calls: [{ call: "1", tool: "read", input: { path: "a" } }],
      finish: "calls",
      tokens: { inputTokens: 10, outputTokens: 5, cachedTokens: 2 },
    });
    expect(pieces).toEqual(["thinking: hm", "text: Read", "text: ing."]);
    expect(warnings).toEqual(["The model takes topK differently or not at all: no"]);
  });

  it("gives the same without a stream", async () => {
    const content: LanguageModelV4Content[] = [
      { type: "reasoning", text: "hm", providerMetadata: { fake: { signature: "s" } } },
      { type: "text", text: "Reading." },
      call("1", '{"path":"a"}'),
    ];
    const warning = { type: "other" as const, message: "careful" };
    const { result, pieces, warnings } = await play(generating(content, { warnings: [warning] }), { stream: false });
    expect(result).toEqual({
      ok: true,
      said: [
        { type: "reasoning", text: "hm", options: { fake: { signature: "s" } } },
        { type: "text", text: "Reading." },
        { type: "call", call: "1", tool: "read", input: { path: "a" } },
      ],
      text: "Reading.",
      calls: [{ call: "1", tool: "read", input: { path: "a" } }],
      finish: "calls",
      tokens: { inputTokens: 10, outputTokens: 5, cachedTokens: 2 },
    });
    expect({ pieces, warnings }).toEqual({ pieces: ["thinking: hm", "text: Reading."], warnings: ["careful"] });
  });

  it("keeps the last that a provider wants back with a part, also with a part without a word", async () => {
    const meta = (n: number) => ({ providerMetadata: { fake: { n } } });
    const { said } = await answered(
      modelOf([
        ...[{ type: "text-start", id: "a", ...meta(1) } as const, { ...text("x", "a"), ...meta(2) }, text("y", "a")],
        ...[{ type: "reasoning-start", id: "r" } as const, { type: "reasoning-end", id: "r", ...meta(3) } as const],
        ...[{ ...call("1"), ...meta(4) }, finish()],
      ]),
    );
    expect(said).toEqual([
      { type: "text", text: "xy", options: { fake: { n: 2 } } },
      { type: "reasoning", text: "", options: { fake: { n: 3 } } },
      { type: "call", call: "1", tool: "read", input: {}, options: { fake: { n: 4 } } },
    ]);
  });

  it.each<[string, Part, string]>([
    ["stop", finish("stop"), "stop"],
    ["tool-calls", finish("tool-calls"), "stop"],
    ["length", finish("length"), "length"],
    ["content-filter", finish("content-filter"), "filter"],
    ["other", finish("other", "eos_token"), "stop"],
  ])("reads why an answer ended: %s", async (_, end, expected) => {
    expect((await answered(modelOf([text("x"), end]))).finish).toBe(expected);
    expect((await answered(modelOf([call("1"), end]))).finish).toBe(expected === "stop" ? "calls" : expected);
  });

  it.each<[string, readonly Part[]]>([
    ["without a finish reason", []],
    ["with one that says nothing", [finish("other")]],
    ["with an error", [finish("error")]],
    ["interrupted", [finish("interrupted", "paused")]],
  ])("takes an answer that ends %s for cut, and none of its calls", async (_, end) => {
    expect(await failed(modelOf([text("Let me"), call("1"), ...end]))).toEqual({
      ok: false,
      fault: expect.objectContaining({
        retryable: true,
        error: expect.objectContaining({ code: "POLYGLAV_MODEL_CUT" }),
      }),
      began: true,
      text: "Let me",
    });
  });

  it("leaves tokens out that nobody reported, or that cannot be", async () => {
    const odd = { inputTokens: { total: undefined }, outputTokens: { total: Number.NaN } };
    const end = (figures: object): Part => Object.assign(finish(), { usage: figures });
    for (const figures of [odd, {}, { inputTokens: { total: -1 } }])
      expect((await answered(modelOf([text("x"), end(figures)]))).tokens).toEqual({});
    const none = Object.assign(finish(), { usage: undefined });
    expect((await answered(modelOf([text("x"), none]))).tokens).toEqual({});
  });
});

describe("a model that keeps to no order", () => {
  it("may send blocks in turns, without a beginning, after their end, and calls after the finish", async () => {
    const { said, finish: ended } = await answered(
      modelOf([
        ...[text("a1 ", "a"), text("b1 ", "b"), text("a2 ", "a"), { type: "text-end", id: "a" } as const],
        ...[text("a3", "a"), { type: "reasoning-end", id: "nobody" } as const, finish(), call("1")],
      ]),
    );
    expect(said).toEqual([
      { type: "text", text: "a1 a2 b1 a3" },
      { type: "call", call: "1", tool: "read", input: {} },
    ]);
    expect(ended).toBe("calls");
  });

  it("gives calls ids of their own, whatever ids it sends", async () => {
    const ids = ["", "", "x", "x", "x-1", "__proto__", "constructor", "__proto__"];
    const { calls } = await answered(modelOf([...ids.map((id) => call(id)), finish()]), {
      isTaken: (id) => id === "constructor",
    });
    expect(calls.map((each) => each.call)).toEqual([
      ...["call-1", "call-2", "x", "x-1", "x-1-1", "__proto__", "constructor-1", "__proto__-1"],
    ]);
  });

  it("may send arguments that are to be mended, or that stay text, and names in another case", async () => {
    const { calls } = await answered(
      modelOf([
        call("1", ""),
        call("2", '"{\\"a\\":1}"'),
        call("3", '{"path": oops'),
        call("4", "{}", "READ"),
        finish(),
      ]),
    );
    expect(calls.map(({ tool, input }) => [tool, input])).toEqual([
      ["read", {}],
      ["read", { a: 1 }],
      ["read", '{"path": oops'],
      ["read", {}],
    ]);
  });

  it("runs tools of its own, which are no calls to us", async () => {
    const { result, warnings } = await play(
      modelOf([
        { ...call("1", "{}", "web_search"), providerExecuted: true },
        { type: "tool-result", toolCallId: "1", toolName: "web_search", result: [] },
        { type: "tool-approval-request", approvalId: "p", toolCallId: "1" },
        ...[text("Found."), finish("tool-calls")],
      ]),
    );
    expect(result).toMatchObject({ ok: true, said: [{ type: "text", text: "Found." }], calls: [], finish: "stop" });
    expect(warnings).toEqual(["The model sent something that cannot be used here: tool-approval-request"]);
  });
});

describe("a provider that fails", () => {
  it.each<[string, LanguageModelV4["doStream"]]>([
    [
      "by throwing at once",
      () => {
        throw new Error("broken");
      },
    ],
    ["by rejecting", () => Promise.reject(new Error("broken"))],
    ["with an error as a part", async () => ({ stream: streamOf([{ type: "error", error: new Error("broken") }]) })],
    [
      "by an error of its stream",
      async () => ({
        stream: new ReadableStream<Part>({
          start(controller) {
            controller.error(new Error("broken"));
          },
        }),
      }),
    ],
  ])("%s is a fault", async (_, doStream) => {
    expect(await failed(modelOf(doStream))).toMatchObject({
      fault: { retryable: false, error: { message: "Cannot get an answer from the model: broken" } },
      began: false,
    });
  });

  it.each([undefined, null, "text", 7, {}, Object.create(null)])(
    "with %j, which is no error, is a fault",
    async (thrown) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      const reject = (): Promise<never> => Promise.reject(thrown);
      for (const stream of [true, false])
        expect((await failed(modelOf(reject, reject), { stream })).fault).toMatchObject({ retryable: false });
    },
  );

  it("in the middle keeps what came, and has its stream closed", async () => {
    const closed: unknown[] = [];
    let signal: AbortSignal | undefined;
    const model = modelOf(async (options) => {
      signal = options.abortSignal;
      const parts: Part[] = [text("Let me"), { type: "error", error: { message: "Overloaded" } }, text("never read")];
      return { stream: streamOf(parts, { open: true, onCancel: (reason) => closed.push(reason) }) };
    });
    const { result, pieces } = await play(model);
    expect(result).toMatchObject({
      ok: false,
      fault: { retryable: true, throttled: true },
      began: true,
      text: "Let me",
    });
    expect({ pieces, closed: closed.length, aborted: signal?.aborted }).toEqual({
      pieces: ["text: Let me"],
      closed: 1,
      aborted: true,
    });
  });

  it("with something else than a stream is a fault, too", async () => {
    const odd: LanguageModelV4 = Object.assign(modelOf([]), { doStream: async () => ({}) });
    expect((await failed(odd)).fault).toMatchObject({ retryable: false });
  });
});

describe("the time that a model has", () => {
  const hanging = modelOf(
    () => new Promise(() => undefined),
    () => new Promise(() => undefined),
  );
  /** Lets the time go on while a step is under way. */
  const played = async (
    model: LanguageModel,
    clock: FakeClock,
    ms: readonly number[],
    more: Partial<StepRequest> = {},
  ) => {
    const step = play(model, { clock, idleTimeoutMs: 1_000, ...more });
    for (const each of ms) await clock.advance(each);
    const { result } = await Promise.race([step, Promise.reject(new Error("still open"))]);
    return result;
  };

  it("ends when it has said nothing for too long, whether or not it listens to its signal", async () => {
    expect(await played(hanging, fakeClock(), [999, 1])).toMatchObject({
      ok: false,
      fault: { retryable: true, error: { code: "POLYGLAV_MODEL_IDLE" } },
      began: false,
    });
    await expect(played(hanging, fakeClock(), [999])).rejects.toThrow("still open");
  });

  it("begins anew with every part, but not with what only keeps the connection open", async () => {
    let controller: ReadableStreamDefaultController<Part> | undefined;
    const slow = modelOf(async () => ({
      stream: new ReadableStream<Part>({
        start(it) {
          controller = it;
        },
      }),
    }));
    const clock = fakeClock();
    const step = play(slow, { clock, idleTimeoutMs: 1_000 });
    for (let n = 0; n < 5; n += 1) {
      await clock.advance(900);
      controller?.enqueue(text("x"));
      await clock.advance(0);
    }
    await clock.advance(900);
    controller?.enqueue({ type: "ping" });
    await clock.advance(100);
    expect((await step).result).toMatchObject({
      ok: false,
      fault: { error: { code: "POLYGLAV_MODEL_IDLE" } },
      text: "xxxxx",
    });
  });

  it("ends altogether after the total, however much it says", async () => {
    const endless = modelOf(async () => ({
      stream: new ReadableStream<Part>({
        pull(controller) {
          controller.enqueue(text("x"));
        },
      }),
    }));
    const { result } = await play(endless, { totalTimeoutMs: 20 });
    expect(result).toMatchObject({ ok: false, fault: { error: { code: "POLYGLAV_MODEL_SLOW" } }, began: true });
  });

  it("is, without a stream, for the whole answer: the total, or else the idle time; and nobody knows what it cost", async () => {
    const stream = { stream: false };
    expect(await played(hanging, fakeClock(), [1_000], stream)).toMatchObject({
      fault: { error: { code: "POLYGLAV_MODEL_IDLE" } },
      began: true,
    });
    const total = { ...stream, totalTimeoutMs: 5_000 };
    await expect(played(hanging, fakeClock(), [4_999], total)).rejects.toThrow("still open");
    expect(await played(hanging, fakeClock(), [5_000], total)).toMatchObject({
      fault: { error: { code: "POLYGLAV_MODEL_SLOW" } },
    });
  });

  it("does not count when all was said: a stream that is never closed is closed after a second", async () => {
    let closed = 0;
    const model = modelOf(async () => ({
      stream: streamOf([text("Done."), finish()], { open: true, onCancel: () => (closed += 1) }),
    }));
    expect(await played(model, fakeClock(), [0, 1_000], { idleTimeoutMs: 60_000 })).toMatchObject({
      ok: true,
      text: "Done.",
    });
    expect(await played(model, fakeClock(), [0, 200], { idleTimeoutMs: 200 })).toMatchObject({
      ok: true,
      text: "Done.",
    });
    expect(closed).toBe(2);
  });

  it("leaves no timer behind, whatever the end", async () => {
    for (const model of [modelOf([text("x"), finish()]), modelOf([text("x")]), generating([])]) {
      const clock = fakeClock();
      await play(model, { clock });
      await clock.advance(0);
      expect(clock.sleepers()).toBe(0);
    }
  });
});

describe("a step that is stopped", () => {
  const reason = new Error("enough");

  it("asks nobody when it was stopped before", async () => {
    const asked = modelOf(() => Promise.reject(new Error("asked")));
    expect(await failed(asked, { signal: AbortSignal.abort(reason) })).toEqual({
      ...{ ok: false, fault: undefined, began: false, text: "" },
    });
  });

  it("ends at once, and the provider sees its stream cancelled with the reason", async () => {
    const stop = new AbortController();
    const seen: unknown[] = [];
    const model = modelOf(async ({ abortSignal }) => {
      abortSignal?.addEventListener("abort", () => seen.push(["signal", abortSignal.reason]));
      return { stream: streamOf([text("Let me")], { open: true, onCancel: (why) => seen.push(["stream", why]) }) };
    });
    const { result, pieces } = await play(model, {
      signal: stop.signal,
      onText: () => {
        setTimeout(() => {
          stop.abort(reason);
        }, 0);
      },
    });
    expect(result).toEqual({ ok: false, fault: undefined, began: true, text: "Let me" });
    expect(pieces).toEqual([]);
    expect(seen).toEqual([
      ["signal", reason],
      ["stream", reason],
    ]);
  });

  it("closes a stream that comes after the stop, and reads nothing of it", async () => {
    const stop = new AbortController();
    let come: (result: { stream: Stream }) => void = () => undefined;
    const closed: unknown[] = [];
    const model = modelOf(() => new Promise((resolve) => (come = resolve)));
    const step = play(model, { signal: stop.signal });
    await Promise.resolve();
    stop.abort(reason);
    expect(await step).toMatchObject({ result: { ok: false, fault: undefined }, pieces: [] });
    come({ stream: streamOf([text("late")], { open: true, onCancel: (why) => closed.push(why) }) });
    await expect.poll(() => closed).toEqual([reason]);
  });

  it.each<[string, () => Promise<void>]>([
    ["hangs", () => new Promise<void>(() => undefined)],
    ["fails", () => Promise.reject(new Error("no"))],
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
  ])("does not wait for a stream whose cancelling %s", async (_, cancel) => {
    const stop = new AbortController();
    const model = modelOf(async () => ({ stream: new ReadableStream<Part>({ cancel }) }));
    setTimeout(() => {
      stop.abort(reason);
    }, 5);
    expect(await failed(model, { signal: stop.signal })).toMatchObject({ fault: undefined });
  });

  it("stops also where the provider always has something ready", async () => {
    const stop = new AbortController();
    const endless = modelOf(async () => ({
      stream: new ReadableStream<Part>({
        pull(controller) {
          controller.enqueue({ type: "ping" });
        },
      }),
    }));
    setTimeout(() => {
      stop.abort(reason);
    }, 5);
    expect(await failed(endless, { signal: stop.signal })).toMatchObject({ fault: undefined });
  });

  it("without a stream may have cost something, and hears no late answer", async () => {
    const stop = new AbortController();
    let come: (result: LanguageModelV4GenerateResult) => void = () => undefined;
    const model = modelOf([], () => new Promise((resolve) => (come = resolve)));
    const step = play(model, { signal: stop.signal, stream: false });
    await new Promise((resolve) => setTimeout(resolve, 1));
    stop.abort(reason);
    const { result, pieces } = await step;
    expect(result).toEqual({ ok: false, fault: undefined, began: true, text: "" });
    come({
      content: [{ type: "text", text: "late" }],
      finishReason: { unified: "stop", raw: "stop" },
      usage,
      warnings: [],
    });
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(pieces).toEqual([]);
  });

  it("leaves nothing on the signal of the run, however many steps there were", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>): void => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      listeners -= 1;
      remove(...args);
    };
    for (const model of [modelOf([finish()]), modelOf([]), modelOf(() => Promise.reject(new Error("no")))])
      await play(model, { signal });
    expect(listeners).toBe(0);
  });
});

describe("models of other kinds", () => {
  const older = (version: string): LanguageModel => {
    const old: unknown = {
      ...modelOf([]),
      specificationVersion: version,
      doStream: async () => ({
        stream: streamOf([text("old"), ...(version === "v3" ? [finish()] : [])]).pipeThrough(
          new TransformStream<Part, unknown>({
            flush(controller) {
              if (version === "v2")
                controller.enqueue({
                  type: "finish",
                  finishReason: "stop",
                  usage: { inputTokens: 1, outputTokens: 2 },
                });
            },
          }),
        ),
      }),
    };
    return Object.assign(modelOf([]), old);
  };

  it.each(["v2", "v3"])("of version %s are asked as well, again and again", async (version) => {
    const model = older(version);
    for (let n = 0; n < 2; n += 1) expect((await answered(model)).text).toBe("old");
  });

  it("of a version that nobody knows are a fault in words", async () => {
    expect((await failed(older("v9"))).fault).toMatchObject({
      retryable: false,
      error: { code: "POLYGLAV_MODEL_VERSION", message: 'Cannot use the model: its specification version is "v9"' },
    });
  });

  it("that are only named are those of the default provider", async () => {
    const before = globalThis.AI_SDK_DEFAULT_PROVIDER;
    const asked: string[] = [];
    const provider: object = {
      specificationVersion: "v4",
      languageModel: (id: string) => {
        asked.push(id);
        return modelOf([text("named"), finish()]);
      },
    };
    try {
      Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: provider });
      expect((await answered("some/model")).text).toBe("named");
      expect(asked).toEqual(["some/model"]);
    } finally {
      globalThis.AI_SDK_DEFAULT_PROVIDER = before;
    }
  });

  it("with middleware of the SDK see it at work", async () => {
    const model = wrapLanguageModel({
      model: modelOf([text("hello"), finish()]),
      middleware: {
        specificationVersion: "v4",
        transformParams: async ({ params }) => ({ ...params, temperature: 0.5 }),
        wrapStream: async ({ doStream, params }) => {
          const { stream, ...rest } = await doStream();
          const loud = new TransformStream<Part, Part>({
            transform(part, controller) {
              controller.enqueue(
                part.type === "text-delta" ? { ...part, delta: `${part.delta} ${params.temperature}` } : part,
              );
            },
          });
          return { stream: stream.pipeThrough(loud), ...rest };
        },
      },
    });
    expect((await answered(model)).text).toBe("hello 0.5");
  });
});
