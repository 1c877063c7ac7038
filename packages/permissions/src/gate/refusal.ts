import type { Verdict } from "../verdict.ts";
import type { Ask } from "./ask.ts";
import type { AskEnd } from "./store.ts";

/** A call may not run, and this is why. */
export type Refusal = Refused | Parked;

/**
 * Why a call was refused: the words or the cap deny it (`denied`); who was asked said no or failed (`rejected`); nobody
 * can be asked (`no-approver`); nobody answered in time (`expired`); who wanted it gave it up (`cancelled`); the store
 * failed, or the question was closed by somebody else (`lost`).
 */
export interface Refused {
  readonly ok: false;
  readonly reason: "denied" | "rejected" | "no-approver" | "expired" | "cancelled" | "lost";
  readonly verdict: Verdict;
  /** What was said, or what happened instead of an answer. */
  readonly because?: string;
  /** The question, where one was asked. */
  readonly ask?: Ask;
}

/** The question is open and nobody waits for it here: the same call, made again after the answer, goes through. */
export interface Parked {
  readonly ok: false;
  readonly reason: "parked";
  readonly verdict: Verdict;
  readonly because?: string;
  readonly ask: Ask;
}

/** What a refusal says beside its reason. */
export type Why = Pick<Refused, "because" | "ask">;

/** The reason that an ask which ended so gives for a refusal. */
export function reasonOf(end: AskEnd): Pick<Refused, "reason" | "because"> {
  switch (end.how) {
    case "answered":
      return end.answer.say === "deny" && end.answer.because !== undefined
        ? { reason: "rejected", because: end.answer.because }
        : { reason: "rejected" };
    case "failed":
      return { reason: "rejected", ...because(end.because) };
    case "cancelled":
    case "expired":
    case "lost":
      return { reason: end.how, ...because(end.because) };
  }
}

const because = (text: string | undefined): Why => (text === undefined ? {} : { because: text });
