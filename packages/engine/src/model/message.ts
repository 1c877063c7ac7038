/**
 * What a run and its model have said to each other, as the log keeps it and as every provider gets it. Plain data, so
 * that it survives the process; what only one provider understands travels in `options`, untouched.
 */
export type Message =
  | { readonly author: "user"; readonly text: string }
  | { readonly author: "assistant"; readonly said: Said }
  | { readonly author: "tool"; readonly answers: readonly ToolAnswer[] };

/** What a model said in one step, in its order. */
export type Said = readonly SaidPart[];

export type SaidPart =
  | { readonly type: "text"; readonly text: string; readonly options?: PartOptions }
  /** Some providers sign their reasoning and want it back with the signature. */
  | { readonly type: "reasoning"; readonly text: string; readonly options?: PartOptions }
  | ({ readonly type: "call"; readonly options?: PartOptions } & ToolCall);

/** What a provider wants back with a part, by the name of the provider. */
export type PartOptions = Readonly<Record<string, JsonObject>>;

export type JsonValue = null | string | number | boolean | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/**
 * A tool call as the model wrote it: `input` is parsed JSON, or, as a string, the raw text where it was none. No two
 * calls of a step have the same `call`.
 */
export interface ToolCall {
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
}

/** What a model is told about one of its calls. */
export interface ToolAnswer {
  readonly call: string;
  readonly tool: string;
  readonly output: string;
  /** Whether the call failed: some providers mark that. */
  readonly failed: boolean;
}

/**
 * The text of a step, without its reasoning.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { textOf } from "@polyglav/engine";
 *
 * assert.equal(textOf([{ type: "reasoning", text: "Hm." }, { type: "text", text: "Yes." }]), "Yes.");
 * ```
 */
export function textOf(said: Said): string {
  return said.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/**
 * The calls of a step, in their order.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { callsOf } from "@polyglav/engine";
 *
 * const said = [{ type: "call", call: "c1", tool: "read", input: { path: "a" } }] as const;
 * assert.deepEqual(callsOf(said), [{ call: "c1", tool: "read", input: { path: "a" } }]);
 * ```
 */
export function callsOf(said: Said): readonly ToolCall[] {
  return said.flatMap((part) =>
    part.type === "call" ? [{ call: part.call, tool: part.tool, input: part.input }] : [],
  );
}
