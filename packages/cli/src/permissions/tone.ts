import type { Decision } from "@polyglav/permissions";
import type { Tone } from "../line.ts";

const TONES: Readonly<Record<Decision, Tone>> = { allow: "good", ask: "warn", deny: "bad" };

/** How a decision looks. */
export const toneOf = (decision: string): Tone =>
  decision === "allow" || decision === "ask" ? TONES[decision] : TONES.deny;
