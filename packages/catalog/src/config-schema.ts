import { type Decision, DECISIONS } from "@polyglav/permissions";
import { z } from "zod";
import { askPolicySchema, type WrittenAskPolicy } from "./ask-policy.ts";
import { durationMs } from "./duration.ts";
import { limitsSchema, type WrittenLimits } from "./limits.ts";
import { type WrittenPermissions, permissionsSchema } from "./permissions.ts";

/** A place where models can be had, as one layer says it. */
export interface WrittenProvider {
  readonly kind?: string | undefined;
  readonly base_url?: string | undefined;
  /** The name of the environment variable that holds the key; never the key. */
  readonly api_key_env?: string | undefined;
  readonly models?: readonly string[] | undefined;
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  readonly max_output_tokens?: Readonly<Record<string, number>> | undefined;
}

/** What the tokens of a model cost, in US dollars per million; those from a cache of the provider may cost less. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
}

/** The config as one layer says it, without its `providers`, which are a registry of their own. */
export interface WrittenConfig {
  readonly model?: string | undefined;
  readonly root_role?: string | undefined;
  readonly tool_permission?: WrittenPermissions | undefined;
  readonly grant_permission?: WrittenPermissions | undefined;
  readonly ask_policy?: WrittenAskPolicy | undefined;
  readonly temporary_roles?: Decision | undefined;
  readonly model_aliases?: Readonly<Record<string, string | null>> | undefined;
  readonly limits?: WrittenLimits | undefined;
  readonly idle_timeout?: string | number | undefined;
  readonly retries?: number | undefined;
  /** Keys that other parts of the product, or newer versions of it, read. */
  readonly [key: string]: unknown;
}

const WORDS = 'one of "deny", "ask", "allow"';
const ALIASES = 'a map from aliases to model references such as { "fast": "local/qwen3" }';
const name = (error: string): z.ZodOptional<z.ZodString> => z.string({ error }).min(1, { error }).optional();
const isWait = (written: unknown): boolean => durationMs(written) !== undefined;

const PRICES = 'a map from models to prices such as { "qwen3": { "input": 0.5, "output": 1.5 } }';
const DOLLARS = "US dollars per million tokens, 0 or more";
const TOKENS = "a whole number of tokens, 1 or more";
const dollars = z.number({ error: DOLLARS }).min(0, { error: DOLLARS });

/** What the tokens of a model cost, in US dollars per million. */
const priceSchema = z.strictObject(
  { input: dollars, output: dollars, cached: dollars.optional() },
  { error: 'an object such as { "input": 0.5, "output": 1.5 }' },
);

/** A provider as files write it. */
export const providerSchema = z.strictObject({
  kind: name('a kind of provider such as "openai-compatible"'),
  base_url: z.url({ protocol: /^https?$/, error: "an address that starts with http:// or https://" }).optional(),
  api_key_env: z
    .string({ error: "the name of an environment variable" })
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "the name of an environment variable" })
    .optional(),
  models: z.array(z.string(), { error: "a list of model names" }).optional(),
  prices: z.record(z.string(), priceSchema, { error: PRICES }).optional(),
  max_output_tokens: z
    .record(z.string(), z.int({ error: TOKENS }).min(1, { error: TOKENS }), { error: "a map from models to tokens" })
    .optional(),
});

/**
 * The keys of the config as files write them. `parseConfig` reads with it, one key at a time. Beside these a file may
 * give `null` for any key and `x-*` keys; `modes`, `plugins` and `mcp` are kept as they are.
 */
export const configSchema = z.strictObject({
  model: z.string({ error: 'a model reference such as "local/qwen3"' }).optional(),
  providers: z.record(z.string(), providerSchema, { error: "a map of providers" }).optional(),
  model_aliases: z.record(z.string(), z.string({ error: ALIASES }).nullable(), { error: ALIASES }).optional(),
  root_role: name("the name of a role"),
  assistant_role: name("the name of a role"),
  tool_permission: permissionsSchema.optional(),
  grant_permission: permissionsSchema.optional(),
  ask_policy: askPolicySchema.optional(),
  temporary_roles: z.enum(DECISIONS, { error: WORDS }).optional(),
  limits: limitsSchema.optional(),
  idle_timeout: z
    .union([z.string(), z.number()], { error: 'seconds, or a time such as "90s"' })
    .refine(isWait, { error: 'seconds, or a time such as "90s"' })
    .optional(),
  retries: z.int({ error: "a whole number, 0 or more" }).min(0, { error: "a whole number, 0 or more" }).optional(),
  modes: z.unknown().optional(),
  plugins: z.unknown().optional(),
  mcp: z.unknown().optional(),
});
