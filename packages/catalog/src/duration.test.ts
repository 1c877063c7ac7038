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
    [0, 0],
    ["0s", 0],
  ])("reads %j as %i ms", (written, ms) => {
    expect(durationMs(written)).toBe(ms);
  });

  it.each(["", "s", "soon", "-1s", "1d", "1e3", "0x10", "1s1", -1, NaN, Infinity, null, true, [5], "600h"])(
    "does not read %j",
    (written) => {
      expect(durationMs(written)).toBeUndefined();
    },
  );
});
