import { z } from "zod";

/** Upper bounds of one run; a missing one is up to the engine. */
export interface Limits {
  /** Model requests of the run itself. */
  readonly steps?: number;
  /** Tokens of the run and everything under it. */
  readonly tokens?: number;
  /** US dollars that the run and everything under it may cost. */
  readonly cost?: number;
  /** Milliseconds from its start. */
  readonly ms?: number;
  /** How deep delegation may go below it; 0 means that it may not delegate. */
  readonly depth?: number;
  /** Runs below it, all told. */
  readonly agents?: number;
}

export const LIMITS = ["steps", "tokens", "cost", "ms", "depth", "agents"] as const satisfies readonly (keyof Limits)[];

/** Limits in one layer; `null` takes away what lower layers say, or says nothing where there are none. */
export type WrittenLimits = { readonly [K in keyof Limits]?: number | null | undefined };

const whole = (unit: string): z.ZodOptional<z.ZodNullable<z.ZodInt>> => {
  const error = `a whole number of ${unit}, 0 or more`;
  return z.int({ error }).min(0, { error }).nullish();
};
const DOLLARS = "a number of dollars, 0 or more";

/** Limits as files write them. */
export const limitsSchema = z.strictObject(
  {
    steps: whole("steps"),
    tokens: whole("tokens"),
    cost: z.number({ error: DOLLARS }).min(0, { error: DOLLARS }).nullish(),
    ms: whole("milliseconds"),
    depth: whole("levels"),
    agents: whole("runs"),
  },
  { error: 'an object such as { "steps": 20 }' },
);

/** Takes the limits that are set. */
export function limitsOf(written: WrittenLimits | undefined): Limits {
  const limits: { -readonly [K in keyof Limits]: Limits[K] } = {};
  for (const key of LIMITS) {
    const limit = written?.[key];
    if (typeof limit === "number") limits[key] = limit;
  }
  return limits;
}

/** Takes the lower one of each limit: how far something may go when two parties both have a say. */
export function lowerLimits(a: Limits, b: Limits): Limits {
  const limits: { -readonly [K in keyof Limits]: Limits[K] } = {};
  for (const key of LIMITS) {
    const [one, other] = [a[key] ?? b[key], b[key] ?? a[key]];
    if (one !== undefined && other !== undefined) limits[key] = Math.min(one, other);
  }
  return limits;
}
