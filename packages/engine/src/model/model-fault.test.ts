import { APICallError, InvalidResponseDataError, NoOutputGeneratedError, RetryError } from "ai";
import { describe, expect, it } from "vitest";
import { modelFault } from "./model-fault.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const answered = (statusCode: number, responseHeaders: Record<string, string> = {}) =>
  new APICallError({
    message: "sorry",
    url: "http://localhost/v1",
    requestBodyValues: {},
    statusCode,
    responseHeaders,
  });

describe("modelFault()", () => {
  it("tries again what a provider may answer differently a moment later", () => {
    for (const status of [408, 409, 425, 429, 500, 502, 503, 529])
      expect(modelFault(answered(status), NOW).retryable).toBe(true);
    for (const status of [400, 401, 402, 403, 404, 413, 422])
      expect(modelFault(answered(status), NOW).retryable).toBe(false);
  });

  it("says what another model may do better: not what is wrong with the request", () => {
    for (const status of [401, 402, 403, 404, 408, 429, 500, 529])
      expect(modelFault(answered(status), NOW).elsewhere).toBe(true);
    for (const status of [400, 405, 413, 422]) expect(modelFault(answered(status), NOW).elsewhere).toBe(false);
    const named = (name: string) => Object.assign(new Error("x"), { name });
    expect(modelFault(named("AI_LoadAPIKeyError"), NOW)).toMatchObject({ retryable: false, elsewhere: true });
    expect(modelFault(named("AI_NoSuchModelError"), NOW)).toMatchObject({ retryable: false, elsewhere: true });
    expect(modelFault(named("TypeError"), NOW)).toMatchObject({ retryable: false, elsewhere: false });
  });

  it("knows when a provider is asked too much, and when an account has run dry", () => {
    for (const status of [429, 503, 529]) expect(modelFault(answered(status), NOW).throttled).toBe(true);
    for (const status of [401, 408, 500]) expect(modelFault(answered(status), NOW).throttled).toBe(false);
    const dry = new APICallError({
      ...{ message: "no credit", url: "u", requestBodyValues: {}, statusCode: 429 },
      responseBody: '{"error":{"code":"insufficient_quota"}}',
    });
    expect(modelFault(dry, NOW)).toMatchObject({ retryable: false, elsewhere: true, throttled: false });
  });

  it("names a rejected key", () => {
    for (const status of [401, 403]) expect(modelFault(answered(status), NOW).error.code).toBe("POLYGLAV_KEY_REJECTED");
    expect(modelFault(answered(400), NOW).error).toEqual({
      code: "POLYGLAV_MODEL_FAILED",
      message: "Cannot get an answer from the model: the provider answered 400: sorry",
    });
  });

  it("reads how long to wait, in all three ways to say it", () => {
    const after = (headers: Record<string, string>) => modelFault(answered(429, headers), NOW).retryAfterMs;
    expect(after({ "retry-after-ms": "250", "retry-after": "9" })).toBe(250);
    expect(after({ "retry-after": "2" })).toBe(2_000);
    expect(after({ "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" })).toBe(5_000);
    expect(after({ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" })).toBe(0);
    expect(after({ "retry-after": "soon" })).toBeUndefined();
    expect(after({ "retry-after": "-3" })).toBeUndefined();
    expect(after({})).toBeUndefined();
  });

  it("looks through the wrappers of the SDK", () => {
    const inner = answered(503);
    expect(
      modelFault(new RetryError({ message: "m", reason: "maxRetriesExceeded", errors: [inner] }), NOW).retryable,
    ).toBe(true);
    expect(modelFault(new NoOutputGeneratedError({ cause: inner }), NOW).retryable).toBe(true);
  });

  it("tries again when the connection broke, however deep that is told", () => {
    const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    expect(modelFault(new TypeError("terminated", { cause: reset }), NOW).retryable).toBe(true);
    expect(modelFault(new Error("outer", { cause: reset }), NOW).retryable).toBe(true);
    expect(modelFault(new Error("something else"), NOW).retryable).toBe(false);
  });

  it("tries again when an answer broke off in the middle, in all the ways the SDK says that", () => {
    const reset = new APICallError({
      message: "terminated",
      url: "u",
      requestBodyValues: {},
      statusCode: 200,
      isRetryable: true,
    });
    expect(modelFault(reset, NOW)).toMatchObject({
      retryable: true,
      error: { code: "POLYGLAV_MODEL_CUT" },
    });
    const cut = new InvalidResponseDataError({ data: {}, message: "no finish" });
    expect(modelFault(cut, NOW)).toMatchObject({ retryable: true, error: { code: "POLYGLAV_MODEL_CUT" } });
    const sent = Object.assign(new Error("overloaded"), { isRetryable: true });
    expect(modelFault(sent, NOW).retryable).toBe(true);
    expect(modelFault(Object.assign(new Error("no"), { isRetryable: "yes" }), NOW).retryable).toBe(false);
  });

  it("reads an error that a server sent in mid-stream, in all the shapes that are about", () => {
    const sent = (error: unknown) => modelFault(error, NOW);
    for (const again of [
      { message: "slow down", code: "429" },
      { error: { message: "slow down", code: 429 } },
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      { response: { error: { message: "x", status: 503 } } },
      { message: "x", is_retryable: true },
      Object.assign(new Error("x"), { statusCode: 500 }),
    ])
      expect(sent(again)).toMatchObject({ retryable: true, elsewhere: true });
    expect(sent({ error: { message: "too long", code: 400 } })).toMatchObject({
      retryable: false,
      elsewhere: false,
      error: { message: "Cannot get an answer from the model: too long" },
    });
    expect(sent({ message: "slow down", code: "429" }).throttled).toBe(true);
    expect(sent({ message: "no", statusCode: 500, isRetryable: false }).retryable).toBe(false);
    expect(sent({ message: "what is this" })).toMatchObject({ retryable: false, elsewhere: false });
  });

  it("tries again what was no answer at all", () => {
    const named = (name: string) => Object.assign(new Error("x"), { name });
    expect(modelFault(named("AI_JSONParseError"), NOW)).toMatchObject({ retryable: true, elsewhere: true });
    expect(modelFault(named("AI_TypeValidationError"), NOW)).toMatchObject({ retryable: true, elsewhere: true });
  });

  it("keeps the code and hint of an error of ours, and never tries it again", () => {
    const ours = Object.assign(new Error("Cannot answer"), { code: "POLYGLAV_SCRIPT_EXHAUSTED", hint: "Add a move" });
    expect(modelFault(ours, NOW)).toEqual({
      ...{ retryable: false, elsewhere: false, throttled: false },
      error: { code: "POLYGLAV_SCRIPT_EXHAUSTED", message: "Cannot answer", hint: "Add a move" },
    });
  });

  it("survives whatever is thrown", () => {
    for (const thrown of [undefined, null, "text", 7, {}, Object.create(null)])
      expect(modelFault(thrown, NOW).retryable).toBe(false);
  });
});
