import { KNOWN } from "../category.ts";
import { isRecord } from "../request.ts";
import type { Approver, Ask } from "./ask.ts";
import { isTime } from "./clock.ts";
import { coveredBy } from "./wider.ts";

/**
 * What can be said to an ask: yes to this call alone; yes to this and the same calls of this run, of this session, of
 * this project; or no.
 */
export const SAYS = ["once", "run", "session", "project", "deny"] as const;
export type Say = (typeof SAYS)[number];

/** An answer to an ask. */
export type Answer =
  | { readonly say: "once" }
  | {
      readonly say: "run" | "session" | "project";
      /** All calls that this pattern matches, instead of exactly the one that was shown. Never for several actions at once. */
      readonly pattern?: string;
      /**
       * Milliseconds since the epoch, no more than a date can be (8.64e15). Without it a session's yes ends after 12
       * hours and a project's after 30 days.
       */
      readonly until?: number;
    }
  | { readonly say: "deny"; readonly because?: string };

/** An answer that lets something through. */
export type Yes = Exclude<Answer, { readonly say: "deny" }>;

/** Reads an answer from outside: whatever does not have the shape of a yes is a no. */
export function readAnswer(given: unknown): Answer {
  if (!isRecord(given)) return { say: "deny" };
  const { say, because, pattern, until } = given;
  if (say === "once") return { say };
  if (
    (say === "run" || say === "session" || say === "project") &&
    (pattern === undefined || typeof pattern === "string") &&
    (until === undefined || isTime(until))
  ) {
    return { say, ...(pattern !== undefined && { pattern }), ...(until !== undefined && { until }) };
  }
  return { say: "deny", ...(typeof because === "string" && { because }) };
}

/** Says why an answer cannot be taken; `undefined` where it can. */
export function whyNot({ allowed, wider, request }: Ask, answer: Yes, by: Approver, now: number): string | undefined {
  if (!allowed.includes(answer.say)) return `"${answer.say}" is not offered here`;
  if (answer.say === "once") return undefined;
  if (by !== "operator") return `"${answer.say}" is for the operator to say`;
  const { until, pattern } = answer;
  if (until !== undefined && until <= now) return "it would be over already";
  if (pattern === undefined || wider.some((offered) => offered.pattern === pattern)) return undefined;
  if (coveredBy(request, pattern, KNOWN)) return undefined;
  return `the pattern ${JSON.stringify(pattern)} does not cover this call, or cannot be read`;
}
