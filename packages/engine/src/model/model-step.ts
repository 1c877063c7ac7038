import type { JSONSchema7, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { LanguageModel } from "ai";
import type { Clock } from "../ports.ts";
import { type AnswerReader, type ReadAnswer, answerReader } from "./answer-reader.ts";
import type { Message } from "./message.ts";
import { cutFault, idleFault, modelFault, slowFault } from "./model-fault.ts";
import { providerModel } from "./provider-model.ts";
import type { ModelFault } from "./retry.ts";
import { toPrompt } from "./to-prompt.ts";

/** How a model is to answer; what is not set is up to the model. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
}

/** A tool as a model sees it: it is described, and nothing runs before the engine has decided. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchema7;
}

/** One request to a model. */
export interface StepRequest {
  readonly model: LanguageModel;
  readonly instructions: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly settings: ModelSettings;
  readonly maxOutputTokens?: number | undefined;
  readonly signal: AbortSignal;
  /** How long the model may say nothing. */
  readonly idleTimeoutMs: number;
  /** How long the whole answer may take. */
  readonly totalTimeoutMs?: number | undefined;
  /**
   * Whether somebody listens. Without a stream an answer comes in one piece: then all of it has to come within
   * `totalTimeoutMs`, or, where that is not given, within `idleTimeoutMs`.
   */
  readonly stream: boolean;
  readonly clock: Clock;
  /** Whether an earlier call of this run has that id: some servers count them anew in each answer. */
  readonly isTaken?: ((call: string) => boolean) | undefined;
  /** Called with every piece of text as it comes. */
  readonly onText: (kind: "text" | "thinking", text: string) => void;
  /** Called with what the provider says about the request, such as a setting that it does not know. */
  readonly onWarning: (message: string) => void;
}

export type StepResult =
  | ({ readonly ok: true } & ReadAnswer)
  /** It failed, or (without a fault) the signal of the request aborted. */
  | {
      readonly ok: false;
      readonly fault: ModelFault | undefined;
      /** Whether the answer had begun: then it cost something that nobody reported. */
      readonly began: boolean;
      /** What came before. */
      readonly text: string;
    };

/** How long a stream may stay open when all has been said: a provider that does not close it must not hold the run. */
const CLOSING_MS = 1_000;

/** A stream that always has something ready would never let the timers and signals have their turn. */
const PARTS_AT_ONCE = 4_096;
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Makes one model call by the provider's spec and reads the answer to its end. Never throws and never tries again: that
 * is for the caller to decide. Tool calls count only after a finish reason, because a stream that is cut inside a call
 * can already have shown it. A provider that does not listen to the signal does not hold the caller. ADR 0015.
 */
export async function modelStep(request: StepRequest): Promise<StepResult> {
  const { signal, clock, stream } = request;
  const reader = answerReader(request);
  const failed = (fault: ModelFault | undefined, isGivenUp: boolean): StepResult => ({
    ok: false,
    fault,
    // Without a stream, nobody knows what a provider had done by the time we stopped waiting for it.
    began: reader.hasBegun() || (isGivenUp && !stream),
    text: reader.text(),
  });
  if (signal.aborted) return { ok: false, fault: undefined, began: false, text: "" };
  const call = new AbortController();
  const isStopped = (): boolean => signal.aborted;
  const watch = watchStep(request, call.signal);
  try {
    const ending = await Promise.race([ask(request, reader, watch, call.signal), watch.ending]);
    if (isStopped()) return failed(undefined, true);
    if (ending !== "over" && !reader.hasFinish()) return failed(ending, true);
    const answer = reader.answer();
    return answer === undefined ? failed(cutFault(), false) : { ok: true, ...answer };
  } catch (cause) {
    return isStopped() ? failed(undefined, true) : failed(modelFault(cause, clock.now()), false);
  } finally {
    watch.end();
    // Whatever is still open has to be closed.
    call.abort(isStopped() ? signal.reason : ENDED);
  }
}

/** Asks the model and gives the reader what it answers. Throws what the provider throws. */
async function ask(request: StepRequest, reader: AnswerReader, watch: Watch, signal: AbortSignal): Promise<"over"> {
  const isOver = (): boolean => signal.aborted;
  const model = await providerModel(request.model);
  if (!request.stream) {
    const result = await model.doGenerate(toCallOptions(request, signal));
    if (!isOver()) reader.readWhole(result);
    return "over";
  }
  const { stream } = await model.doStream(toCallOptions(request, signal));
  const source = stream.getReader();
  // Ends the read that is waiting, too, whatever the provider does with the signal.
  const cancel = async (): Promise<void> => {
    try {
      await source.cancel(signal.reason);
    } catch {
      // The stream had failed before, or fails at this: nobody reads it any more.
    }
  };
  if (isOver()) {
    await cancel();
    return "over";
  }
  const onAbort = (): void => void cancel();
  signal.addEventListener("abort", onAbort);
  for (let parts = 1; ; parts += 1) {
    const { done, value } = await source.read();
    if (isOver()) return "over";
    if (done) break;
    // What only keeps the connection open is nothing that the model says.
    if (value.type !== "ping" && value.type !== "raw") watch.seen();
    reader.readPart(value);
    if (reader.hasFinish()) watch.closing();
    if (parts % PARTS_AT_ONCE === 0) await nextTurn();
  }
  signal.removeEventListener("abort", onAbort);
  return "over";
}

function toCallOptions(request: StepRequest, abortSignal: AbortSignal): LanguageModelV4CallOptions {
  const { instructions, messages, tools, settings, maxOutputTokens } = request;
  return {
    prompt: toPrompt(instructions, messages),
    abortSignal,
    ...settings,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((each) => ({ type: "function", ...each })), toolChoice: { type: "auto" } }),
  };
}

/** What ends the waiting for an answer before the answer does. */
interface Watch {
  /** Resolves with the fault; with `over` where all had been said; and with either when the request is stopped. */
  readonly ending: Promise<ModelFault | "over">;
  readonly seen: () => void;
  /** All has been said: what is missing is the end of the stream. Called any number of times. */
  readonly closing: () => void;
  readonly end: () => void;
}

/** @param signal ends the watch */
function watchStep(request: StepRequest, signal: AbortSignal): Watch {
  const { clock, stream, totalTimeoutMs } = request;
  const idleMs = stream || totalTimeoutMs === undefined ? request.idleTimeoutMs : Infinity;
  const totalMs = totalTimeoutMs ?? Infinity;
  const began = clock.now();
  let last = began;
  let isClosing = false;
  let end: (fault: ModelFault | "over") => void = () => undefined;
  const ending = new Promise<ModelFault | "over">((resolve) => {
    end = resolve;
  });
  const onStop = (): void => {
    end("over");
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      const now = clock.now();
      if (now >= began + totalMs) end(slowFault(totalMs));
      else if (now >= last + idleMs) end(idleFault(idleMs));
      else {
        await clock.sleep(Math.min(began + totalMs, last + idleMs) - now, signal);
        continue;
      }
      return;
    }
  };
  request.signal.addEventListener("abort", onStop);
  void watch();
  return {
    ending,
    seen() {
      last = clock.now();
    },
    closing() {
      if (isClosing) return;
      isClosing = true;
      void clock.sleep(CLOSING_MS, signal).then(onStop);
    },
    end() {
      request.signal.removeEventListener("abort", onStop);
    },
  };
}

/** Why a request is closed that nobody stopped. One for all: the stack of an error costs more than the rest of a step. */
const ENDED = new DOMException("The request has ended", "AbortError");
