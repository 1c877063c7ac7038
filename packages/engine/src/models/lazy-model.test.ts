import { afterEach, expect, it, vi } from "vitest";
import { NoSdkError, lazyModel } from "./lazy-model.ts";

afterEach(() => {
  vi.doUnmock("@ai-sdk/openai-compatible");
});

const provider = { id: "local", baseUrl: "http://127.0.0.1:1/v1", apiKey: undefined };

it("a model loads the SDK with its first request, and says so when it is not there", async () => {
  let loads = 0;
  vi.doMock("@ai-sdk/openai-compatible", () => {
    loads += 1;
    throw new Error("not installed");
  });
  const model = lazyModel(provider, "m", undefined);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(loads).toBe(0);

  const error: unknown = await Promise.resolve(model.doStream({ prompt: [] })).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(NoSdkError);
  expect(error).toMatchObject({
    code: "POLYGLAV_NO_SDK",
    message: "Cannot ask the model: the package @ai-sdk/openai-compatible cannot be loaded",
    hint: "Install it beside the engine: npm install @ai-sdk/openai-compatible",
  });
  await expect(Promise.resolve(model.doGenerate({ prompt: [] }))).rejects.toBeInstanceOf(NoSdkError);
  expect(loads).toBe(1);
});
