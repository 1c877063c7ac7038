import type { Price } from "./price.ts";

/** What a model call may need at most. A ledger reserves it before the call is made. */
export interface Estimate {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** With how little output the call still makes sense, where not all of `outputTokens` is left; without it, with all. */
  readonly leastOutputTokens?: number;
  /** The most output that the settings allow, whatever the budget is. */
  readonly maxOutputTokens?: number;
  /** Of the model; without it nobody knows what the call costs. */
  readonly price?: Price;
}

/** An ordinary step, the last one before a limit, or an answer to somebody below while the agent itself waits. */
export type CallKind = "step" | "closing" | "consult";

/** Output that is reserved for a step where no setting says how long an answer may be, in tokens. */
export const DEFAULT_OUTPUT_TOKENS = 4_096;
/** Output of the one turn that is left when a limit is reached, in tokens: enough to say what was done and what is left. */
export const CLOSING_OUTPUT_TOKENS = 1_024;
/** Less than this is no answer to a step: the agent has its closing turn instead. */
const LEAST_STEP_OUTPUT_TOKENS = 1_024;
const LEAST_CLOSING_OUTPUT_TOKENS = 256;

const BYTES_A_TOKEN = 3;
/** What a message or a tool costs beside its text: who speaks, where it ends. */
const TOKENS_A_TEXT = 8;

export interface CallToEstimate {
  readonly kind: CallKind;
  /** What the last call of the same conversation was reported to have used; what it was sent is sent again. */
  readonly last?: { readonly inputTokens: number; readonly outputTokens: number };
  /** The texts that are new since then, or all of them: instructions, messages, and what describes the tools. */
  readonly texts: readonly string[];
  readonly maxOutputTokens?: number | undefined;
  readonly price?: Price | undefined;
}

/**
 * Estimates what a model call needs at most, in tokens.
 *
 * What the last call really used counts as it was reported, so that an error does not grow with the conversation: only
 * what is new is estimated, by {@link estimateTokens}. The call has to be sent with the `maxOutputTokens` of its
 * reservation: then it cannot overrun what was reserved.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateCall } from "@polyglav/engine";
 *
 * const last = { inputTokens: 900, outputTokens: 60 };
 * const { inputTokens, outputTokens } = estimateCall({ kind: "step", last, texts: ["a result of a tool"] });
 * assert.equal(inputTokens, 900 + 60 + 6 + 8);
 * assert.equal(outputTokens, 4_096);
 * ```
 */
export function estimateCall(call: CallToEstimate): Estimate {
  const news = call.texts.reduce((tokens, text) => tokens + estimateTokens(text) + TOKENS_A_TEXT, 0);
  const most = call.kind === "closing" ? CLOSING_OUTPUT_TOKENS : DEFAULT_OUTPUT_TOKENS;
  const least = call.kind === "closing" ? LEAST_CLOSING_OUTPUT_TOKENS : LEAST_STEP_OUTPUT_TOKENS;
  const set = call.maxOutputTokens;
  const outputTokens = call.kind === "closing" ? Math.min(set ?? most, most) : (set ?? most);
  return {
    inputTokens: (call.last?.inputTokens ?? 0) + (call.last?.outputTokens ?? 0) + news,
    outputTokens,
    leastOutputTokens: Math.min(least, outputTokens),
    ...(set === undefined ? {} : { maxOutputTokens: set }),
    ...(call.price === undefined ? {} : { price: call.price }),
  };
}

/**
 * Estimates the tokens of a text: a token for every three bytes of UTF-8. That is more than nearly every text has: prose
 * in English has about four bytes a token, code three to four, Chinese and Japanese at least three. Long numbers and
 * random letters may have more.
 *
 * There is no tokenizer: the vocabularies of a hundred models are megabytes each, most are secret, and a provider
 * reports the true figure with its first answer.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateTokens } from "@polyglav/engine";
 *
 * assert.equal(estimateTokens("twelve bytes"), 4);
 * ```
 */
export function estimateTokens(text: string): number {
  return Math.ceil(utf8Length(text) / BYTES_A_TOKEN);
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Half of a pair is two bytes of four; one alone is sent as U+FFFD, three bytes, and is counted one short.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}
