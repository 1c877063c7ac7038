import {
  type FinishReason,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type TextStreamPart,
  type ToolSet,
  type Warning,
  streamText,
} from "ai";
import { cutFault, idleFault, modelFault } from "./model-fault.ts";
import type { Clock } from "../ports.ts";
import type { ModelFault } from "./retry.ts";
import { NO_USAGE, type Usage } from "./usage.ts";

// The one file that knows the parts of the SDK's stream.

/** How a model is to answer; what is not set is up to the model. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
}

/** One request to a model. */
export interface StepRequest {
  readonly model: LanguageModel;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** Tools without `execute`: the engine runs them, the SDK only describes them. */
  readonly tools: ToolSet;
  readonly settings: ModelSettings;
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
  readonly clock: Clock;
  /** Called with every piece of text as it comes. */
  readonly onText: (kind: "text" | "thinking", text: string) => void;
  /** Called with what the provider says about the request, such as a setting that it does not know. */
  readonly onWarning: (message: string) => void;
}

/** A tool call as the model wrote it: `input` is parsed JSON, or the raw text where it was no JSON. */
export interface ToolCall {
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
}

export type StepResult =
  | {
      readonly ok: true;
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly finish: "stop" | "calls" | "length" | "filter";
      readonly usage: Usage;
      /** What goes back to the model with the next request. */
      readonly message: ModelMessage;
    }
  /** It failed, or (without a fault) the signal of the request aborted. */
  | {
      readonly ok: false;
      readonly fault: ModelFault | undefined;
      /** Whether the answer had begun: then it cost something that nobody reported. */
      readonly began: boolean;
    };

type AssistantContent = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>;

/**
 * Makes one model call and reads it to its end. Never throws and never tries again: that is for the loop to decide.
 * Tool calls count only after a finish reason, because a stream that is cut inside a call can already have shown it.
 */
export async function modelStep(request: StepRequest): Promise<StepResult> {
  // The SDK prints its warnings unless somebody decided otherwise; here they are events.
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  const idle = new AbortController();
  const signal = AbortSignal.any([request.signal, idle.signal]);
  const watch = idleWatch(request, idle);
  const failed = (fault: ModelFault | undefined): StepResult => ({ ok: false, fault, began: watch.began() });
  try {
    const { stream } = streamText({
      model: request.model,
      instructions: request.instructions,
      messages: [...request.messages],
      tools: request.tools,
      maxRetries: 0,
      abortSignal: signal,
      // Failures arrive below as `error` parts; by default the SDK prints them, too.
      onError: () => undefined,
      ...request.settings,
    });
    return (await readParts(stream, request, signal, watch.seen)) ?? failed(cutFault());
  } catch (cause) {
    if (request.signal.aborted) return failed(undefined);
    if (idle.signal.aborted) return failed(idleFault(request.idleTimeoutMs));
    return failed(modelFault(cause, request.clock.now()));
  } finally {
    watch.end();
    // The SDK tees its stream, so ending the iteration alone would leave the model running.
    idle.abort();
  }
}

/** Reads an answer whole; `undefined` for one that ended without saying why. Throws what the stream throws. */
async function readParts(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  request: StepRequest,
  signal: AbortSignal,
  seen: (type: string) => void,
): Promise<StepResult | undefined> {
  const content: AssistantContent = [];
  const calls: ToolCall[] = [];
  let text = "";
  let finish: "end" | "length" | "filter" | undefined;
  let usage: Usage = { ...NO_USAGE, calls: 1, unknown: 1 };

  for await (const part of untilAborted(stream, signal)) {
    seen(part.type);
    switch (part.type) {
      case "start-step":
        for (const warning of part.warnings) request.onWarning(describeWarning(warning));
        break;
      case "text-delta":
        text += part.text;
        grow(content, "text", part.text);
        request.onText("text", part.text);
        break;
      case "reasoning-delta":
        grow(content, "reasoning", part.text);
        request.onText("thinking", part.text);
        break;
      case "reasoning-end": {
        // Some providers sign their reasoning and want the signature back.
        const last = content.at(-1);
        if (last?.type === "reasoning" && part.providerMetadata !== undefined)
          last.providerOptions = part.providerMetadata;
        break;
      }
      case "tool-call":
        calls.push({ call: part.toolCallId, tool: part.toolName, input: part.input });
        content.push({
          type: "tool-call",
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          // A provider serialises this: text that is no JSON would come back to the model in quotes upon quotes.
          input: typeof part.input === "string" ? {} : (part.input ?? {}),
          ...(part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata }),
        });
        break;
      case "finish-step":
        finish = readFinish(part.finishReason, part.rawFinishReason);
        usage = readUsage(part.usage);
        break;
      case "error":
        throw part.error;
      default:
        break;
    }
  }
  if (signal.aborted) throw signal.reason;
  if (finish === undefined) return undefined;
  const ended = calls.length > 0 ? "calls" : "stop";
  return {
    ok: true,
    text,
    calls,
    finish: finish === "end" ? ended : finish,
    usage,
    message: { role: "assistant", content },
  };
}

/**
 * Reads why an answer ended. Servers have words of their own (`eos_token`, `end_turn`), which the SDK calls `other`; only
 * an answer that ended without any word was cut.
 */
function readFinish(finish: FinishReason, raw: string | undefined): "end" | "length" | "filter" | undefined {
  switch (finish) {
    case "length":
      return "length";
    case "content-filter":
      return "filter";
    case "stop":
    case "tool-calls":
      return "end";
    case "other":
      return raw === undefined ? undefined : "end";
    case "error":
    case "interrupted":
      return undefined;
  }
}

function describeWarning(warning: Warning): string {
  switch (warning.type) {
    case "unsupported":
    case "compatibility":
      return `The model takes ${warning.feature} differently or not at all${warning.details === undefined ? "" : `: ${warning.details}`}`;
    case "deprecated":
    case "other":
      return warning.message;
  }
}

function readUsage(usage: LanguageModelUsage): Usage {
  const { inputTokens, outputTokens } = usage;
  const known = inputTokens !== undefined && outputTokens !== undefined;
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, calls: 1, unknown: known ? 0 : 1 };
}

function grow(content: AssistantContent, type: "text" | "reasoning", text: string): void {
  const last = content.at(-1);
  if (last?.type === type && last.providerOptions === undefined) last.text += text;
  else if (text !== "") content.push({ type, text });
}

/** Reads a stream, but not past the abort of a signal: a provider that does not listen must not hold the run. */
async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = stream[Symbol.asyncIterator]();
  const aborted = new Promise<"aborted">((resolve) => {
    if (signal.aborted) resolve("aborted");
    else
      signal.addEventListener(
        "abort",
        () => {
          resolve("aborted");
        },
        { once: true },
      );
  });
  for (;;) {
    const next = iterator.next();
    // Where the abort wins, nobody waits for this step any more: its failure is not an unhandled one.
    next.catch(() => undefined);
    const step = await Promise.race([next, aborted]);
    if (step === "aborted" || step.done === true) return;
    yield step.value;
  }
}

/** Aborts a request whose model has said nothing for `idleTimeoutMs`. */
function idleWatch(
  request: StepRequest,
  idle: AbortController,
): { readonly seen: (type: string) => void; readonly began: () => boolean; readonly end: () => void } {
  const ended = new AbortController();
  let last = request.clock.now();
  let began = false;
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const left = last + request.idleTimeoutMs - request.clock.now();
      if (left <= 0) {
        idle.abort();
        return;
      }
      await request.clock.sleep(left, ended.signal);
    }
  };
  void watch();
  return {
    seen(type) {
      last = request.clock.now();
      began ||= /^(text|reasoning|tool-)/.test(type);
    },
    began: () => began,
    end() {
      ended.abort();
    },
  };
}
