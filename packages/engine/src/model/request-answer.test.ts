import { APICallError, type LanguageModelV4, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../testing/fake-clock.ts";
import type { Move } from "../testing/script.ts";
import { scriptedModel } from "../testing/scripted-model.ts";
import { type AnswerOrder, type Gates, type ModelSeat, requestAnswer } from "./request-answer.ts";

const status = (code: number, retryAfterMs?: number): Move => ({
  throw: { status: code, message: "sorry", ...(retryAfterMs !== undefined && { retryAfterMs }) },
});
const usage = { input: 10, output: 5 };

interface Stage {
  /** What each model does, request by request, by its reference; the first one named is asked first. */
  readonly models: Readonly<Record<string, readonly Move[] | LanguageModelV4>>;
  readonly order?: Partial<AnswerOrder>;
  readonly seat?: Partial<ModelSeat>;
  readonly gates?: Partial<Gates>;
}

/** Asks for an answer on a clock that goes on by itself, and tells in order what happened. */
async function play({ models, order = {}, seat, gates }: Stage) {
  const clock = fakeClock(0);
  const story: string[] = [];
  const say = (line: string): void => void story.push(`${clock.now()} ${line}`);
  const seats = Object.entries(models).map(([ref, moves]): ModelSeat => {
    let step = 0;
    const next = () => {
      step += 1;
      const move = "doStream" in moves ? undefined : moves[step - 1];
      if (move === undefined) throw new Error("the script is over");
      return { step, move };
    };
    const model = "doStream" in moves ? moves : scriptedModel(ref, next, clock);
    return { ref, model, account: ref.split("/")[0] ?? "", ...seat };
  });
  const [first, ...others] = seats;
  if (first === undefined) throw new Error("no model");
  const asked = requestAnswer({
    seats: [first, ...others],
    instructions: "",
    messages: [{ author: "user", text: "Go" }],
    tools: [],
    settings: {},
    signal: new AbortController().signal,
    idleTimeoutMs: 10_000,
    stream: true,
    clock,
    retries: 2,
    mayBeEmpty: false,
    random: () => 0,
    hooks: {
      requested: (attempt, ref) => {
        say(`requested ${attempt} ${ref}`);
      },
      failed: ({ attempt, ref, error, began, tokens, waitMs, next }) => {
        const cost = tokens === undefined ? (began ? " unknown" : "") : ` ${tokens.inputTokens}/${tokens.outputTokens}`;
        const then = waitMs === undefined ? (next === undefined ? "" : ` next ${next}`) : ` again in ${waitMs}`;
        say(`failed ${attempt} ${ref} ${error.code.replace("POLYGLAV_", "")}${cost}${then}`);
      },
      text: (kind, piece) => {
        say(`${kind} ${piece}`);
      },
      warning: say,
    },
    gates: {
      enter: (account) => {
        say(`enter ${account}`);
        return Promise.resolve(() => {
          say(`leave ${account}`);
        });
      },
      throttled: (account, waitMs) => {
        say(`throttled ${account} ${waitMs}`);
      },
      succeeded: (account) => {
        say(`succeeded ${account}`);
      },
      ...gates,
    },
    reserve: (of) => {
      say(`reserve ${of.ref}`);
      return {
        ok: true,
        settle: (tokens, began) => {
          say(`settle ${tokens === undefined ? (began ? "unknown" : "nothing") : JSON.stringify(tokens.inputTokens)}`);
        },
        cancel: () => {
          say("cancel");
        },
      };
    },
    ...order,
  });
  const state = { isDone: false };
  const done = asked.finally(() => {
    state.isDone = true;
  });
  done.catch(() => undefined);
  await clock.advance(0);
  for (let n = 0; n < 1_000 && !state.isDone; n += 1) await clock.advance(100);
  return { answer: await done, story };
}

const bare = (story: readonly string[], what: RegExp): string[] => story.filter((line) => what.test(line));

describe("requestAnswer()", () => {
  it("asks once where nothing is wrong, with a permit and a reservation around the request alone", async () => {
    const { answer, story } = await play({ models: { "a/1": [{ text: "Hello.", usage }] } });
    expect(answer).toEqual({
      ok: true,
      ref: "a/1",
      attempt: 1,
      said: [{ type: "text", text: "Hello." }],
      text: "Hello.",
      calls: [],
      finish: "stop",
      tokens: { inputTokens: 10, outputTokens: 5 },
    });
    expect(story).toEqual([
      ...[
        "0 enter a",
        "0 reserve a/1",
        "0 requested 1 a/1",
        "0 text Hello.",
        "0 settle 10",
        "0 succeeded a",
        "0 leave a",
      ],
    ]);
  });

  it("asks again after a wait, during which it holds nothing", async () => {
    const { answer, story } = await play({ models: { "a/1": [status(500), status(429, 700), { text: "Hello." }] } });
    expect(answer).toMatchObject({ ok: true, attempt: 3 });
    expect(story).toEqual([
      ...["0 enter a", "0 reserve a/1", "0 requested 1 a/1", "0 settle nothing", "0 leave a"],
      "0 failed 1 a/1 MODEL_FAILED again in 250",
      ...[
        "250 enter a",
        "250 reserve a/1",
        "250 requested 2 a/1",
        "250 settle nothing",
        "250 throttled a 700",
        "250 leave a",
      ],
      "250 failed 2 a/1 MODEL_FAILED again in 700",
      ...["950 enter a", "950 reserve a/1", "950 requested 3 a/1", "950 text Hello.", "950 settle undefined"],
      ...["950 succeeded a", "950 leave a"],
    ]);
  });

  it("gives up after the last retry, with the words that came", async () => {
    const { answer, story } = await play({
      models: { "a/1": [{ chunkThenSilence: "Let me" }, status(500)] },
      order: { retries: 1 },
    });
    expect(answer).toEqual({
      ...{ ok: false, why: "failed", text: "Let me" },
      error: expect.objectContaining({ message: expect.stringContaining("500: sorry (after 2 attempts)") }),
    });
    expect(bare(story, /failed|settle/)).toEqual([
      ...["10000 settle unknown", "10000 failed 1 a/1 MODEL_IDLE unknown again in 250"],
      ...["10250 settle nothing", "10250 failed 2 a/1 MODEL_FAILED"],
    ]);
  });

  it("asks again for an answer without a word, which cost what it cost", async () => {
    const { answer, story } = await play({
      models: {
        "a/1": [
          { text: " \n", usage },
          { text: "Hello.", usage },
        ],
      },
    });
    expect(answer).toMatchObject({ ok: true, text: "Hello.", attempt: 2 });
    expect(bare(story, /failed|settle/)).toEqual([
      "0 settle 10",
      "0 failed 1 a/1 MODEL_EMPTY 10/5 again in 250",
      "250 settle 10",
    ]);
  });

  it("takes silence for an answer in the end, and at once where it may be one", async () => {
    const silent: Move[] = [{ text: "" }, { text: "" }, { text: "" }];
    const { answer, story } = await play({ models: { "a/1": silent } });
    expect(answer).toMatchObject({ ok: true, text: "", calls: [], attempt: 3 });
    expect(bare(story, /failed/)).toHaveLength(2);
    expect((await play({ models: { "a/1": silent }, order: { mayBeEmpty: true } })).answer).toMatchObject({
      attempt: 1,
    });
  });

  it("does not take a call without a word for silence", async () => {
    const { answer } = await play({ models: { "a/1": [{ call: [{ tool: "read", input: {} }] }] } });
    expect(answer).toMatchObject({ ok: true, finish: "calls", attempt: 1 });
  });
});

describe("the next model", () => {
  it("is asked when the first is exhausted, with retries of its own", async () => {
    const models = { "a/1": [status(429), status(429), status(429)], "b/2": [status(500), { text: "Hello." }] };
    const { answer, story } = await play({ models });
    expect(answer).toMatchObject({ ok: true, ref: "b/2", text: "Hello.", attempt: 5 });
    expect(bare(story, /failed|requested|throttled/)).toEqual([
      ...["0 requested 1 a/1", "0 throttled a 250", "0 failed 1 a/1 MODEL_FAILED again in 250"],
      ...["250 requested 2 a/1", "250 throttled a 500", "250 failed 2 a/1 MODEL_FAILED again in 500"],
      ...["750 requested 3 a/1", "750 throttled a 1000", "750 failed 3 a/1 MODEL_FAILED next b/2"],
      ...["750 requested 4 b/2", "750 failed 4 b/2 MODEL_FAILED again in 250", "1000 requested 5 b/2"],
    ]);
  });

  it.each([401, 402, 403, 404])("is asked at once when the first answers %i", async (code) => {
    const { answer, story } = await play({ models: { "a/1": [status(code)], "b/2": [{ text: "Hello." }] } });
    expect(answer).toMatchObject({ ok: true, ref: "b/2", attempt: 2 });
    expect(bare(story, /failed/)[0]).toMatch(/next b\/2$/);
  });

  it("is asked at once when the first asks for a wait of an hour", async () => {
    const { answer, story } = await play({ models: { "a/1": [status(429, 3_600_000)], "b/2": [{ text: "Hello." }] } });
    expect(answer).toMatchObject({ ok: true, ref: "b/2", attempt: 2 });
    expect(bare(story, /throttled/)).toEqual(["0 throttled a 120000"]);
  });

  it.each([400, 413, 422])("is not asked when the request itself is to blame (%i)", async (code) => {
    const { answer } = await play({ models: { "a/1": [status(code)], "b/2": [{ text: "Hello." }] } });
    expect(answer).toMatchObject({ ok: false, why: "failed", error: { code: "POLYGLAV_MODEL_FAILED" } });
  });

  it("is not asked for an answer that was withheld", async () => {
    const withheld: LanguageModelV4 = {
      ...scriptedModel("a/1", () => ({ step: 1, move: { text: "" } }), fakeClock()),
      doStream: async () => ({
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start(controller) {
            controller.enqueue({
              ...{ type: "finish", finishReason: { unified: "content-filter", raw: "refusal" } },
              usage: {
                inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
                outputTokens: { total: 0, text: 0, reasoning: undefined },
              },
            });
            controller.close();
          },
        }),
      }),
    };
    const { answer } = await play({ models: { "a/1": withheld, "b/2": [{ text: "Hello." }] } });
    expect(answer).toMatchObject({ ok: true, ref: "a/1", finish: "filter" });
  });

  it("has the last word when all fail", async () => {
    const { answer, story } = await play({
      models: { "a/1": [status(404)], "b/2": [status(401)], "c/3": [status(402)] },
    });
    expect(answer).toMatchObject({ ok: false, why: "failed", error: { message: expect.stringContaining("402") } });
    expect(bare(story, /failed/)).toHaveLength(3);
  });
});

describe("a limit", () => {
  it("is told before a request that would break it, and the permit goes back", async () => {
    let requests = 0;
    const { answer, story } = await play({
      models: { "a/1": [{ chunkThenSilence: "Let me" }, { text: "never" }] },
      order: {
        reserve: () => {
          requests += 1;
          return requests > 1
            ? { ok: false, limit: "cost", message: "The money is spent" }
            : { ok: true, settle: () => undefined, cancel: () => undefined };
        },
      },
    });
    expect(answer).toEqual({
      ok: false,
      why: "exhausted",
      limit: "cost",
      message: "The money is spent",
      text: "Let me",
    });
    expect(bare(story, /enter|leave|requested/)).toHaveLength(5);
  });

  it("on the length of an answer is the least of the model's and the reservation's", async () => {
    const asked: (number | undefined)[] = [];
    const scripted = scriptedModel("a/1", () => ({ step: 1, move: { text: "x" } }), fakeClock());
    const model: LanguageModelV4 = {
      ...scripted,
      doStream: (options) => {
        asked.push(options.maxOutputTokens);
        return scripted.doStream(options);
      },
    };
    const reserving = (maxOutputTokens?: number): Partial<AnswerOrder> => ({
      reserve: () => ({ ok: true, maxOutputTokens, settle: () => undefined, cancel: () => undefined }),
    });
    for (const [mine, theirs] of [[], [100], [undefined, 50], [100, 50], [50, 100]]) {
      const seat = mine === undefined ? {} : { maxOutputTokens: mine };
      await play({ models: { "a/1": model }, seat, order: reserving(theirs) });
    }
    expect(asked).toEqual([undefined, 100, 50, 50, 50]);
  });
});

describe("a step that is stopped", () => {
  const stoppedAt = (ms: number, models: Stage["models"], more: Partial<Stage> = {}) => {
    const stop = new AbortController();
    const order = {
      signal: stop.signal,
      random: () => {
        setTimeout(() => {
          stop.abort();
        }, ms);
        return 0;
      },
    };
    return play({ models, ...more, order: { ...order, ...more.order } });
  };

  it("in the middle of an answer says so, and fails nobody", async () => {
    const { answer, story } = await stoppedAt(0, { "a/1": [{ chunkThenSilence: "Let me" }] });
    expect(answer).toEqual({ ok: false, why: "stopped", ref: "a/1", began: true, text: "Let me" });
    expect(bare(story, /failed|settle|leave/).map((line) => line.replace(/^\d+ /, ""))).toEqual([
      "settle unknown",
      "leave a",
    ]);
  });

  it("while it waits to ask again asks nobody", async () => {
    const { answer, story } = await stoppedAt(0, { "a/1": [status(429, 90_000), { text: "never" }] });
    expect(answer).toMatchObject({ ok: false, why: "stopped", began: false });
    expect(bare(story, /requested/)).toHaveLength(1);
  });

  it("while it waits for a permit reserves nothing", async () => {
    const enter: Gates["enter"] = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          resolve(undefined);
        });
      });
    const { answer, story } = await stoppedAt(0, { "a/1": [{ text: "never" }] }, { gates: { enter } });
    expect(answer).toMatchObject({ ok: false, why: "stopped", began: false });
    expect(story).toEqual([]);
  });

  it("as the permit comes gives it back unused", async () => {
    const stop = new AbortController();
    let left = 0;
    const enter: Gates["enter"] = () => {
      stop.abort();
      return Promise.resolve(() => (left += 1));
    };
    const { answer, story } = await play({
      models: { "a/1": [{ text: "never" }] },
      gates: { enter },
      order: { signal: stop.signal },
    });
    expect(answer).toMatchObject({ ok: false, why: "stopped" });
    expect({ story, left }).toEqual({ story: [], left: 1 });
  });
});

it("a hook that throws leaves neither a permit nor a reservation behind", async () => {
  const story: string[] = [];
  const broken = play({
    models: { "a/1": [{ text: "never" }] },
    gates: { enter: () => Promise.resolve(() => void story.push("left")) },
    order: {
      reserve: () => ({ ok: true, settle: () => undefined, cancel: () => void story.push("cancelled") }),
      hooks: {
        requested: () => {
          throw new Error("the disk is full");
        },
        failed: () => undefined,
        text: () => undefined,
        warning: () => undefined,
      },
    },
  });
  await expect(broken).rejects.toThrow("the disk is full");
  expect(story).toEqual(["cancelled", "left"]);
});

it("an error of a provider keeps its wait, whatever its shape", async () => {
  const dated = new APICallError({
    ...{ message: "busy", url: "u", requestBodyValues: {}, statusCode: 503 },
    responseHeaders: { "retry-after": new Date(5_000).toUTCString() },
  });
  let requests = 0;
  const scripted = scriptedModel("a/1", () => ({ step: 1, move: { text: "x" } }), fakeClock());
  const model: LanguageModelV4 = {
    ...scripted,
    doStream: (options) => (++requests === 1 ? Promise.reject(dated) : scripted.doStream(options)),
  };
  const { story } = await play({ models: { "a/1": model } });
  expect(bare(story, /failed|throttled/)).toEqual(["0 throttled a 5000", "0 failed 1 a/1 MODEL_FAILED again in 5000"]);
});
