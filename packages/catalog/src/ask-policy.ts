import { z } from "zod";

/** Who answers an ask first. The original's words `lead` and `leader` are read as `caller`. */
export const ASK_ROUTES = ["auto", "human", "caller", "deny"] as const;
export type AskRoute = (typeof ASK_ROUTES)[number];

/** Who answers asks for a permission, and who answers questions about the direction of the work. */
export interface AskPolicy {
  readonly permission: AskRoute;
  readonly direction: AskRoute;
}

/** What one layer says about it; `null` takes away what lower layers say. */
export interface WrittenAskPolicy {
  readonly permission?: AskRoute | null | undefined;
  readonly direction?: AskRoute | null | undefined;
}

const route = z
  .enum([...ASK_ROUTES, "lead", "leader"], { error: 'one of "auto", "human", "caller", "deny"' })
  .transform((word): AskRoute => (word === "lead" || word === "leader" ? "caller" : word))
  .nullish();

/** The ask policy as files write it. */
export const askPolicySchema = z.strictObject(
  { permission: route, direction: route },
  { error: 'an object with "permission" and "direction"' },
);
