import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { LanguageModel } from "ai";

/**
 * Gives a model in the form that the engine calls, the fourth version of the provider's spec. Older versions and models
 * that are only named (they are those of the SDK's default provider) need the SDK, which is loaded for them alone.
 * Throws what the SDK throws, and an error with `POLYGLAV_MODEL_VERSION` for a version that it does not know.
 */
export function providerModel(model: LanguageModel): LanguageModelV4 | Promise<LanguageModelV4> {
  if (typeof model === "string") return named(model);
  const version: string = model.specificationVersion;
  if (model.specificationVersion === "v4") return model;
  if (version !== "v3" && version !== "v2") throw new ModelVersionError(version);
  let found = older.get(model);
  if (found === undefined) {
    found = upgraded(model);
    older.set(model, found);
  }
  return found;
}

/** A model whose spec is newer, or none. */
class ModelVersionError extends Error {
  override readonly name = "ModelVersionError";
  readonly code = "POLYGLAV_MODEL_VERSION";
  readonly hint = "It has to be a language model of the AI SDK, of version v2, v3 or v4";

  constructor(version: string) {
    super(`Cannot use the model: its specification version is "${version}"`);
  }
}

const older = new WeakMap<object, Promise<LanguageModelV4>>();

async function upgraded(model: Exclude<LanguageModel, string>): Promise<LanguageModelV4> {
  const { wrapLanguageModel } = await import("ai");
  // The SDK prints what it thinks of old versions unless somebody decided otherwise.
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  return wrapLanguageModel({ model, middleware: [] });
}

/** Not kept: somebody may set another default provider. */
async function named(id: string): Promise<LanguageModelV4> {
  const { gateway, wrapLanguageModel } = await import("ai");
  const provider = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway;
  return wrapLanguageModel({ model: provider.languageModel(id), middleware: [] });
}
