import type { Hindrance } from "./hindrance.ts";

/** How many steps in a row may be hindered by the same thing before the run ends. */
export const EQUAL_HINDRANCES = 3;

/**
 * Counts steps that were hindered by the same thing in a row. A model that is hindered and tries the same again learns
 * nothing from the third time that the first did not say; letting it go on only costs money.
 */
export interface HindranceGuard {
  /**
   * Takes what hindered each call of a step, `undefined` for one that was carried out. Calls of one step were made before
   * any of their answers was read: they count once, and only if all were hindered alike. Gives the hindrance that the run
   * has to end with.
   */
  readonly saw: (calls: readonly (Hindrance | undefined)[]) => Hindrance | undefined;
}

export function hindranceGuard(most: number = EQUAL_HINDRANCES): HindranceGuard {
  let last: string | undefined;
  let count = 0;
  return {
    saw(calls) {
      const [first] = calls;
      const key = keyOf(first);
      const alike = key !== undefined && calls.every((call) => keyOf(call) === key);
      count = alike ? (key === last ? count + 1 : 1) : 0;
      last = alike ? key : undefined;
      return count >= most ? first : undefined;
    },
  };
}

function keyOf(hindrance: Hindrance | undefined): string | undefined {
  return hindrance === undefined ? undefined : `${hindrance.of} ${hindrance.key}`;
}
