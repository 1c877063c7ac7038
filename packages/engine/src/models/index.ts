/**
 * Models over HTTP, from any server that speaks the chat completions of OpenAI.
 * @module
 */
export { createModels } from "./create-models.ts";
export type { ModelsOptions } from "./create-models.ts";
export type { ProviderConfig } from "./provider.ts";
export { NoSdkError } from "./lazy-model.ts";
