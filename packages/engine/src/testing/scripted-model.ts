import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4Content,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Clock } from "../ports.ts";
import { splitText } from "./split-text.ts";
import type { Move, ScriptedFault } from "./script.ts";

/** A move, and which request of its run it answers, counted from 1. */
export interface Turn {
  readonly step: number;
  readonly move: Move;
}

/** A language model that answers each request with the next move. `next` throws when there is none. */
export function scriptedModel(ref: string, next: () => Turn, clock: Clock): LanguageModelV4 {
  const [provider = "fake", ...id] = ref.split("/");

  // An answer that cannot be given is thrown here, by both ways of asking.
  const take = async (signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    const { step, move } = next();
    if (move.waitMs !== undefined) {
      await clock.sleep(move.waitMs, signal);
      signal.throwIfAborted();
    }
    if ("throw" in move) throw apiError(ref, move.throw);
    if ("hang" in move) return untilAborted(signal);
    return answer(move, step);
  };

  return {
    specificationVersion: "v4",
    provider,
    modelId: id.join("/"),
    supportedUrls: {},
    async doGenerate({ abortSignal: signal = never() }) {
      const { content, silent, finishReason, usage } = await take(signal);
      if (silent) return untilAborted(signal);
      return { content: [...content], finishReason, usage, warnings: [] };
    },
    async doStream({ abortSignal: signal = never() }) {
      return { stream: toStream(await take(signal), signal) };
    },
  };
}

interface Answer {
  readonly content: readonly Extract<LanguageModelV4Content, { type: "text" | "tool-call" }>[];
  /** Nothing follows the content, not even an end. */
  readonly silent: boolean;
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
}

function answer(move: Extract<Move, { text?: string } | { chunkThenSilence: string }>, step: number): Answer {
  const silent = "chunkThenSilence" in move;
  const text = silent ? move.chunkThenSilence : move.text;
  const calls = "call" in move ? move.call : [];
  return {
    content: [
      ...(text === undefined || text === "" ? [] : [{ type: "text" as const, text }]),
      ...calls.map(({ tool, input }, index) => ({
        type: "tool-call" as const,
        toolCallId: toolCallId(step, index),
        toolName: tool,
        input: JSON.stringify(input),
      })),
    ],
    silent,
    finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
    usage: toUsage(move.usage),
  };
}

/** Unique within a run, also when it is resumed, and the same every time. */
export function toolCallId(step: number, index: number): string {
  return `call-${step}-${index + 1}`;
}

function toStream(
  { content, silent, finishReason, usage }: Answer,
  signal: AbortSignal,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings: [] });
      const split = silent ? (text: string) => [text] : splitText;
      for (const part of content.flatMap((piece, index) => toParts(piece, String(index), split))) {
        // Silence comes in the middle of a text.
        if (silent && part.type === "text-end") break;
        controller.enqueue(part);
      }
      if (silent) {
        untilAborted(signal).catch((reason: unknown) => {
          controller.error(reason);
        });
        return;
      }
      controller.enqueue({ type: "finish", finishReason, usage });
      controller.close();
    },
  });
}

function toParts(
  piece: Answer["content"][number],
  id: string,
  split: (text: string) => readonly string[],
): readonly LanguageModelV4StreamPart[] {
  if (piece.type === "text") {
    return [
      { type: "text-start", id },
      ...split(piece.text).map((delta) => ({ type: "text-delta" as const, id, delta })),
      { type: "text-end", id },
    ];
  }
  const { toolCallId, toolName, input } = piece;
  return [
    { type: "tool-input-start", id: toolCallId, toolName },
    { type: "tool-input-delta", id: toolCallId, delta: input },
    { type: "tool-input-end", id: toolCallId },
    piece,
  ];
}

function apiError(ref: string, { status, retryAfterMs, message }: ScriptedFault): APICallError {
  return new APICallError({
    message,
    url: `scripted:${ref}`,
    requestBodyValues: {},
    statusCode: status,
    responseHeaders: retryAfterMs === undefined ? {} : { "retry-after-ms": String(retryAfterMs) },
  });
}

function toUsage(usage: Move["usage"]): LanguageModelV4Usage {
  return {
    inputTokens: { total: usage?.input, noCache: usage?.input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: usage?.output, text: usage?.output, reasoning: undefined },
  };
}

/** Rejects with the reason of the abort, and never before: what a provider does that does not answer. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      // As `fetch` does: the reason is whatever the caller gave, an Error or not.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

function never(): AbortSignal {
  return new AbortController().signal;
}
