import { type Answer, SAYS } from "@polyglav/permissions/gate";
import { z } from "zod";

/** What somebody without the lease can want of a run. */
export type Wish =
  /** Answers an open ask: a permission by a word, a question of direction by a text. */
  | { readonly do: "answer"; readonly ask: string; readonly answer: AskAnswer }
  /** Stops the run, or one below it, or (`turn`) only those that somebody waits for. */
  | { readonly do: "cancel"; readonly run?: string | undefined; readonly scope: "all" | "turn"; readonly why: string };

export type AskAnswer = Answer | { readonly say: "text"; readonly text: string };

const answer = z.union([
  z.strictObject({ say: z.literal("text"), text: z.string() }),
  z.strictObject({ say: z.literal("deny"), because: z.string().optional() }),
  z.strictObject({ say: z.literal("once") }),
  z.strictObject({
    say: z.enum(SAYS).exclude(["once", "deny"]),
    pattern: z.string().optional(),
    until: z.number().optional(),
  }),
]);

const wish = z.union([
  z.strictObject({ do: z.literal("answer"), ask: z.string(), answer }),
  z.strictObject({
    do: z.literal("cancel"),
    run: z.string().optional(),
    scope: z.enum(["all", "turn"]),
    why: z.string(),
  }),
]);

/** Reads a letter; `undefined` for whatever is none of ours. */
export function readWish(says: unknown): Wish | undefined {
  const read = wish.safeParse(says);
  if (!read.success) return undefined;
  const { data } = read;
  return data.do === "cancel" ? data : { do: data.do, ask: data.ask, answer: exact(data.answer) };
}

/** An answer without what is undefined in it. */
function exact(given: z.infer<typeof answer>): AskAnswer {
  switch (given.say) {
    case "text":
    case "once":
      return given;
    case "deny":
      return given.because === undefined ? { say: "deny" } : { say: "deny", because: given.because };
    default: {
      const { say, pattern, until } = given;
      return { say, ...(pattern !== undefined && { pattern }), ...(until !== undefined && { until }) };
    }
  }
}
