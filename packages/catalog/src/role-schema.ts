import { type Decision, DECISIONS } from "@polyglav/permissions";
import { z } from "zod";
import { askPolicySchema, type WrittenAskPolicy } from "./ask-policy.ts";
import { limitsSchema, type WrittenLimits } from "./limits.ts";
import { type WrittenPermissions, permissionsSchema } from "./permissions.ts";

/** How much a model should think before it answers; `auto` leaves it to the model. */
export const REASONING = ["auto", "none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Reasoning = (typeof REASONING)[number];

/**
 * A role as one layer says it: every field may be missing. It is not a {@link Role}, which is what the layers make
 * together, with defaults where all of them are silent.
 */
export interface WrittenRole {
  readonly description?: string | undefined;
  readonly system_prompt?: string | undefined;
  readonly model?: string | readonly string[] | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly tool_permission?: WrittenPermissions | undefined;
  readonly grant_permission?: WrittenPermissions | undefined;
  readonly ask_policy?: WrittenAskPolicy | undefined;
  readonly accepts_delegation?: Decision | undefined;
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly reasoning?: Reasoning | undefined;
  readonly limits?: WrittenLimits | undefined;
  /** A JSON Schema that the answer has to fit. */
  readonly output?: boolean | Readonly<Record<string, unknown>> | undefined;
  readonly inherit_context?: boolean | undefined;
  /** Fields of other tools, kept untouched. */
  readonly [extension: `x-${string}`]: unknown;
}

const between = (low: number, high: number): z.ZodOptional<z.ZodNumber> => {
  const error = `a number from ${low} to ${high}`;
  return z.number({ error }).min(low, { error }).max(high, { error }).optional();
};
const strings = (error: string): z.ZodOptional<z.ZodArray<z.ZodString>> =>
  z.array(z.string({ error }), { error }).optional();
const oneOf = (words: readonly string[]): string => `one of ${words.map((word) => `"${word}"`).join(", ")}`;

/**
 * The fields of a role as files write them, for checking and for editors. `parseRole` reads with it, one field at a
 * time; beside these, a file may give `null` for any field, a `name` (the key of the entry wins), and `x-*` fields.
 */
export const roleSchema = z.strictObject({
  description: z.string({ error: "a string" }).optional(),
  system_prompt: z.string({ error: "a string" }).optional(),
  model: z.union([z.string(), z.array(z.string())], { error: "a model reference, or a list of them" }).optional(),
  skills: strings("a list of skill names"),
  tags: strings("a list of tags"),
  tool_permission: permissionsSchema.optional(),
  grant_permission: permissionsSchema.optional(),
  ask_policy: askPolicySchema.optional(),
  accepts_delegation: z.enum(DECISIONS, { error: oneOf(DECISIONS) }).optional(),
  temperature: between(0, 2),
  top_p: between(0, 1),
  reasoning: z.enum(REASONING, { error: oneOf(REASONING) }).optional(),
  limits: limitsSchema.optional(),
  output: z.union([z.boolean(), z.record(z.string(), z.unknown())], { error: "a JSON Schema" }).optional(),
  inherit_context: z.boolean({ error: "true or false" }).optional(),
});
