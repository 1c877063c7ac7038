import type { Verdict } from "../../verdict.ts";

/** Says a verdict in one line: what it came to, about what, and the word that decides. */
export function whyOf({ decision, because }: Verdict, what: string): string {
  const reasons = because.map(({ text, decision: word }) => `${text} is ${word}`).join("; ");
  return `${SAID[decision]}: ${what}: ${reasons}`;
}

const SAID = { allow: "allowed", ask: "to be asked", deny: "denied" } as const;
