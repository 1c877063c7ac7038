import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ReadyProvider } from "./provider.ts";

/** A request that cannot be made because `@ai-sdk/openai-compatible` cannot be loaded. */
export class NoSdkError extends Error {
  override readonly name = "NoSdkError";
  readonly code = "POLYGLAV_NO_SDK";
  readonly hint = "Install it beside the engine: npm install @ai-sdk/openai-compatible";

  constructor(options: { readonly cause: unknown }) {
    super("Cannot ask the model: the package @ai-sdk/openai-compatible cannot be loaded", options);
  }
}

/**
 * A model that loads the SDK with its first request: a program that asks no model does not pay for it, and a provider
 * can be resolved without waiting.
 */
export function lazyModel(
  { id, baseUrl, apiKey }: ReadyProvider,
  modelId: string,
  fetch: typeof globalThis.fetch | undefined,
): LanguageModelV4 {
  let loaded: Promise<LanguageModelV4> | undefined;
  const load = (): Promise<LanguageModelV4> =>
    (loaded ??= import("@ai-sdk/openai-compatible").then(
      ({ createOpenAICompatible }) =>
        createOpenAICompatible({
          name: id,
          baseURL: baseUrl,
          // Streams report no tokens unless they are asked to.
          includeUsage: true,
          ...(apiKey === undefined ? {} : { apiKey }),
          ...(fetch === undefined ? {} : { fetch }),
        })(modelId),
      (cause: unknown) => {
        throw new NoSdkError({ cause });
      },
    ));

  return {
    specificationVersion: "v4",
    provider: `${id}.chat`,
    modelId,
    supportedUrls: {},
    doGenerate: async (options) => withoutKey(apiKey, async () => (await load()).doGenerate(options)),
    doStream: async (options) => withoutKey(apiKey, async () => (await load()).doStream(options)),
  };
}

/** Some servers answer a wrong key with the key: it must not reach a message, and from there a log. */
async function withoutKey<T>(apiKey: string | undefined, ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (apiKey !== undefined && cause instanceof Error && cause.message.includes(apiKey)) {
      cause.message = cause.message.replaceAll(apiKey, "[key]");
    }
    throw cause;
  }
}
