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
