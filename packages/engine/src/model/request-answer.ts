import type { LanguageModel } from "ai";
import type { Price } from "../budget/price.ts";
import type { LimitName } from "../log/log-entry.ts";
import type { RunError } from "../run/outcome.ts";
import type { ReadAnswer } from "./answer-reader.ts";
import { emptyFault } from "./model-fault.ts";
import { type StepRequest, type StepResult, modelStep } from "./model-step.ts";
import { type ModelFault, planRetry, waitOf } from "./retry.ts";
import type { Tokens } from "./usage.ts";

/** A model that a run may use, and what there is to know about it. */
export interface ModelSeat {
  /** `provider/model`. */
  readonly ref: string;
  readonly model: LanguageModel;
  /** Requests with the same account share its rate limits. */
  readonly account: string;
  readonly price?: Price;
  /** The most tokens that one answer of it can have. */
  readonly maxOutputTokens?: number;
}

/** One step of a run: what is asked, of whom, and how often. */
export interface AnswerOrder extends Omit<StepRequest, "model" | "maxOutputTokens" | "onText" | "onWarning"> {
  /** The models that it may use. Another one is asked only when those before it failed. */
  readonly seats: readonly [ModelSeat, ...ModelSeat[]];
  /** How many requests may follow the first, for each model. */
  readonly retries: number;
  /** Whether an answer without a word and without a call will do, as after a run has said what it had to say. */
  readonly mayBeEmpty: boolean;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly hooks: AnswerHooks;
  readonly gates: Gates;
  /** Sets aside, right before each request, what it may cost. Called while a permit is held, so it must not wait. */
  readonly reserve: (seat: ModelSeat) => Reservation;
}

/** What a step tells while it goes on. Must not throw. */
export interface AnswerHooks {
  /** A request is about to be made. Attempts count from 1, over all models. */
  readonly requested: (attempt: number, ref: string) => void;
  /** A request failed, and was not stopped. */
  readonly failed: (failure: Failure) => void;
  readonly text: (kind: "text" | "thinking", piece: string) => void;
  readonly warning: (message: string) => void;
}

export interface Failure {
  readonly attempt: number;
  readonly ref: string;
  readonly error: RunError;
  /** Whether its answer had begun: then it cost something. */
  readonly began: boolean;
  /** Set where the provider said what it cost. */
  readonly tokens?: Tokens;
  /** Set when the same model is asked again, in so many milliseconds. */
  readonly waitMs?: number;
  /** Set when another model is asked next. */
  readonly next?: string;
}

/** Lets requests through to providers, so that all runs keep to what one account may do. */
export interface Gates {
  /** Resolves when a request may be made, with what gives the permit back; with nothing when the signal aborts. */
  readonly enter: (account: string, signal: AbortSignal) => Promise<(() => void) | undefined>;
  /** Too much was asked: nobody enters for so many milliseconds. */
  readonly throttled: (account: string, waitMs: number) => void;
  readonly succeeded: (account: string) => void;
}

/** What was set aside for one request, or which limit it would break. */
export type Reservation =
  | {
      readonly ok: true;
      /** The most tokens that the answer may have, where a limit is near. */
      readonly maxOutputTokens?: number | undefined;
      /** Called once when the request has ended. Without tokens, nobody knows what it cost, or nothing if it never began. */
      readonly settle: (tokens: Tokens | undefined, began: boolean) => void;
      /** Called instead when the request was never made. */
      readonly cancel: () => void;
    }
  | { readonly ok: false; readonly limit: LimitName; readonly message: string };

/** How a step ended. `text` is the last that a model said before that. */
export type Answer =
  | ({ readonly ok: true; readonly ref: string; readonly attempt: number } & ReadAnswer)
  | { readonly ok: false; readonly why: "failed"; readonly error: RunError; readonly text: string }
  | {
      readonly ok: false;
      readonly why: "exhausted";
      readonly limit: LimitName;
      readonly message: string;
      readonly text: string;
    }
  /** The signal of the order aborted. `began`: in the middle of an answer, which cost something. */
  | {
      readonly ok: false;
      readonly why: "stopped";
      readonly ref: string;
      readonly began: boolean;
      readonly text: string;
    };

/**
 * Gets one answer: asks the first model, again where that can help, and then the next one. An answer without a word is
 * asked for again like one that was cut; the last one counts when there is nothing left to try. A permit is held for
 * the request alone, never while waiting to make another. Never throws, unless a hook or a port does.
 */
export async function requestAnswer(order: AnswerOrder): Promise<Answer> {
  const { signal, clock, hooks, retries } = order;
  const [first, ...others] = order.seats;
  let seat = first;
  let tried = 0;
  let text = "";
  for (let attempt = 1; ; attempt += 1) {
    tried += 1;
    const { ref } = seat;
    const random = order.random();
    const made = await makeRequest(order, seat, { attempt, tried, random });
    if (made.kind === "exhausted")
      return { ok: false, why: "exhausted", limit: made.limit, message: made.message, text };
    if (made.kind === "stopped") return { ok: false, why: "stopped", ref, began: false, text };
    const { result } = made;
    const fault = result.ok ? emptiness(result, order) : result.fault;
    if (result.ok && fault === undefined) return { ...result, ref, attempt };
    if (result.text.trim() !== "") ({ text } = result);
    const began = result.ok || result.began;
    if (fault === undefined) return { ok: false, why: "stopped", ref, began, text };

    const [next] = others;
    const plan = planRetry(fault, { attempt: tried, retries, hasNext: next !== undefined }, random);
    if (result.ok && plan.then === "give-up") return { ...result, ref, attempt };
    const error = plan.then === "retry" ? fault.error : plan.error;
    hooks.failed({
      ...{ attempt, ref, error, began },
      ...(result.ok && { tokens: result.tokens }),
      ...(plan.then === "retry" && { waitMs: plan.waitMs }),
      ...(plan.then === "next-model" && next !== undefined && { next: next.ref }),
    });
    if (plan.then === "retry") {
      await clock.sleep(plan.waitMs, signal);
      if (signal.aborted) return { ok: false, why: "stopped", ref, began: false, text };
    } else if (plan.then === "next-model" && next !== undefined) {
      seat = next;
      others.shift();
      tried = 0;
    } else return { ok: false, why: "failed", error, text };
  }
}

type Made =
  | { readonly kind: "answered"; readonly result: StepResult }
  | { readonly kind: "stopped" }
  | ({ readonly kind: "exhausted" } & Extract<Reservation, { ok: false }>);

/** Makes one request, with a permit and a reservation that end with it. */
async function makeRequest(
  order: AnswerOrder,
  seat: ModelSeat,
  { attempt, tried, random }: { readonly attempt: number; readonly tried: number; readonly random: number },
): Promise<Made> {
  const { hooks, gates, signal } = order;
  const release = await gates.enter(seat.account, signal);
  if (release === undefined) return { kind: "stopped" };
  try {
    if (signal.aborted) return { kind: "stopped" };
    const reserved = order.reserve(seat);
    if (!reserved.ok) return { kind: "exhausted", ...reserved };
    let result: StepResult | undefined;
    try {
      hooks.requested(attempt, seat.ref);
      result = await modelStep({
        ...order,
        model: seat.model,
        maxOutputTokens: least(seat.maxOutputTokens, reserved.maxOutputTokens),
        onText: hooks.text,
        onWarning: hooks.warning,
      });
    } finally {
      if (result === undefined) reserved.cancel();
      else if (result.ok) reserved.settle(result.tokens, true);
      else reserved.settle(undefined, result.began);
    }
    // Said while the permit is held: whoever waits for it must not be the next to be refused.
    if (result.ok) gates.succeeded(seat.account);
    else if (result.fault?.throttled === true) gates.throttled(seat.account, waitOf(result.fault, tried, random));
    return { kind: "answered", result };
  } finally {
    release();
  }
}

/** An answer that says nothing and does nothing counts as a fault, unless silence is an answer here. */
function emptiness({ text, calls, finish }: ReadAnswer, { mayBeEmpty }: AnswerOrder): ModelFault | undefined {
  return !mayBeEmpty && finish === "stop" && calls.length === 0 && text.trim() === "" ? emptyFault() : undefined;
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
