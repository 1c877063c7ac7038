/**
 * Reads how long something may take, in milliseconds: a number of seconds, or a string such as `"500ms"`, `"60s"`,
 * `"2m"`, `"1.5h"`; a string without a unit is seconds. `undefined` for anything else, for less than a millisecond, and
 * for more than timers can wait (about 24 days). The config and the flags of the command line are read by it alike.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { durationMs } from "@polyglav/catalog";
 *
 * assert.equal(durationMs("2m"), 120_000);
 * assert.equal(durationMs("60"), 60_000);
 * assert.equal(durationMs(0.5), 500);
 * assert.equal(durationMs("soon"), undefined);
 * ```
 */
export function durationMs(written: unknown): number | undefined {
  const [, digits, unit = "s"] = typeof written === "string" ? (FORM.exec(written.trim()) ?? []) : [];
  const amount = typeof written === "number" ? written : digits === undefined ? NaN : Number(digits);
  const ms = Math.round(amount * (UNITS.get(unit) ?? NaN));
  return ms >= 1 && ms <= LONGEST ? ms : undefined;
}

const FORM = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/;
const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/** Timers of JavaScript hold a signed 32-bit number; a longer wait would end at once. */
const LONGEST = 2 ** 31 - 1;
