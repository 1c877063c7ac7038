import { describe, expect, it } from "vitest";
import { durationMs } from "./duration.ts";

describe("durationMs", () => {
  it.each([
    ["500ms", 500],
    ["60s", 60_000],
    ["2m", 120_000],
    ["1.5h", 5_400_000],
    ["90", 90_000],
    [" 3 s ", 3000],
    [90, 90_000],
    [0.5, 500],
    ["0.001s", 1],
    ["1 s", 1000],
    ["2147483647ms", 2_147_483_647],
  ])("reads %j as %i ms", (written, ms) => {
    expect(durationMs(written)).toBe(ms);
  });

  it.each([
    ...["", "s", "soon", "-1s", "1d", "1e3", "1e3s", "0x10", "1s1", "1s1s", "5M", "1.s", ".5s", "１s", "Infinitys"],
    ...["0", "0s", "0.0001ms", 0, 0.0001, -1, NaN, Infinity, null, undefined, true, [5], ["5s"]],
    ...["600h", "2147483648ms", 2_147_484],
  ])("does not read %j", (written) => {
    expect(durationMs(written)).toBeUndefined();
  });
});
