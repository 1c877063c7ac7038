const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest time that a timer of Node can hold: 2^31 - 1 milliseconds, almost 25 days. */
const LONGEST_MS = 2_147_483_647;

/**
 * Reads a time such as `500ms`, `30s`, `5m` or `1.5h` in milliseconds. Gives `undefined` for everything else: a number
 * without a unit, nothing or less than a millisecond, more than a timer can hold.
 */
export function parseDuration(written: string): number | undefined {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(written);
  if (parts === null) return undefined;
  const [, amount = "", unit = ""] = parts;
  const ms = Math.round(Number(amount) * (UNITS_MS[unit] ?? Number.NaN));
  return ms >= 1 && ms <= LONGEST_MS ? ms : undefined;
}
