import { asSchema, jsonSchema } from "@ai-sdk/provider-utils";
import { z } from "zod";

const limits = z
  .object({
    steps: z.int().min(0),
    tokens: z.int().min(0),
    cost: z.number().min(0),
    calls: z.int().min(0),
    ms: z.int().min(0),
    depth: z.int().min(0),
    agents: z.int().min(0),
  })
  .partial()
  .describe(
    "What it may use at most, all below it included; cost in US dollars. It can only lower what its role allows",
  );

const made = z
  .object({
    prompt: z.string().min(1).describe("What the sub-agent is told before its task"),
    tool_permission: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("What it may do, such as { read: 'allow' }; what is not named is denied"),
  })
  .describe("A role made up for this task");

const fields = z.object({
  role: z
    .union([z.string().min(1), made])
    .describe("The role that is to do it, or one made up for this task: { prompt, tool_permission }"),
  task: z.string().min(1).describe("The whole task: the sub-agent sees nothing of this conversation"),
  skills: z.array(z.string()).optional().describe("Skills to add to those the role always has"),
  resume: z
    .string()
    .optional()
    .describe("The id of a run of yours that has ended: the sub-agent goes on with its conversation"),
  context: z
    .enum(["continue", "compact", "new"])
    .optional()
    .describe(
      "With resume: the conversation as it was (default), what was said without the results of its calls, or nothing",
    ),
  schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("A JSON Schema: the answer is a JSON value that fits it"),
  background: z.boolean().optional().describe("true: you go on at once, and are told the answer when it is there"),
  limits: limits.optional(),
});

/** What a model may pass to `delegate`. */
export type DelegateInput = z.infer<typeof fields>;

/** Reads it. Roles were called types once: models that learned it then are understood, and none is told of it. */
export const readDelegateInput = (input: unknown): DelegateInput =>
  fields.parse(isTyped(input) && !Object.hasOwn(input, "role") ? { ...input, role: input.type } : input);

const isTyped = (input: unknown): input is { readonly type: unknown } =>
  typeof input === "object" && input !== null && "type" in input;

/** The schema as models see it, which reads the older form, too. */
export const delegateSchema = jsonSchema<DelegateInput>(() => asSchema(fields).jsonSchema, {
  validate: (input) => {
    try {
      return { success: true, value: readDelegateInput(input) };
    } catch (cause) {
      return { success: false, error: cause instanceof Error ? cause : new Error(String(cause)) };
    }
  },
});
