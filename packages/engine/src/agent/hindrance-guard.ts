import type { Hindrance } from "./hindrance.ts";

/** How many steps in a row may be hindered by the same thing before the run ends. */
export const EQUAL_HINDRANCES = 3;

/** What hindered the last steps of a run alike, and how many they are. */
export interface Hindered {
  readonly key: string;
  readonly hindrance: Hindrance;
  readonly steps: number;
}

/**
 * Counts steps that were hindered by the same thing in a row. A model that is hindered and tries the same again learns
 * nothing from the third time that the first did not say; letting it go on only costs money.
 *
 * @param calls what hindered each call of the step, `undefined` for one that was carried out. Calls of one step were
 *   made before any of their answers was read: they count once, and only if all were hindered alike
 */
export function countHindrance(
  before: Hindered | undefined,
  calls: readonly (Hindrance | undefined)[],
): Hindered | undefined {
  const [first] = calls;
  if (first === undefined) return undefined;
  const key = keyOf(first);
  if (!calls.every((call) => call !== undefined && keyOf(call) === key)) return undefined;
  const below = Math.max(...calls.map((call) => call?.steps ?? 1));
  return { key, hindrance: first, steps: Math.max(below, before?.key === key ? before.steps + 1 : 1) };
}

const keyOf = ({ of, key }: Hindrance): string => `${of} ${key}`;

/** How many steps in a row may fail in the same way before the run ends. */
export const EQUAL_FAILURES = 5;

/** What makes two failed calls the same. */
interface FailedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly output: string;
  readonly status: string | undefined;
}

/**
 * Counts steps whose calls all failed, and were the same as those of the step before, with the same answers. Who looks
 * again and again at what has not changed yet is not counted: it waits.
 */
export function countFailures(
  before: { readonly key: string; readonly steps: number } | undefined,
  calls: readonly FailedCall[],
): { readonly key: string; readonly steps: number } | undefined {
  if (calls.some(({ status }) => status !== "error")) return undefined;
  const whole = JSON.stringify(calls.map(({ tool, input, output }) => [tool, input, output]));
  const key = whole.length <= MOST_KEY ? whole : `${whole.length} ${whole.slice(0, MOST_KEY)}`;
  return { key, steps: before?.key === key ? before.steps + 1 : 1 };
}

const MOST_KEY = 2_000;
