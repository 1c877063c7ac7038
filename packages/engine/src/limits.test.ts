import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, refusalGuard, spawnRefusal } from "./limits.ts";

describe("refusalGuard()", () => {
  it("ends a run at the third equal refusal in a row", () => {
    const guard = refusalGuard();
    expect([guard.saw("bash"), guard.saw("bash"), guard.saw("bash")]).toEqual([false, false, true]);
  });

  it("starts anew after another refusal, and after a call that was carried out", () => {
    const guard = refusalGuard();
    const seen = ["a", "a", "b", "a", "a", undefined, "a", "a"].map((kind) => guard.saw(kind));
    expect(seen).toEqual(Array(8).fill(false));
    expect(guard.saw("a")).toBe(true);
  });

  it("never ends a run that is not refused", () => {
    const guard = refusalGuard();
    for (let i = 0; i < 10; i += 1) expect(guard.saw(undefined)).toBe(false);
  });
});

describe("spawnRefusal()", () => {
  const { depth, agents } = DEFAULT_LIMITS;
  it("lets three delegations lie below each other and refuses the fourth", () => {
    expect(spawnRefusal(depth - 1, 0, DEFAULT_LIMITS)).toBeUndefined();
    expect(spawnRefusal(depth, 0, DEFAULT_LIMITS)?.code).toBe("POLYGLAV_DEPTH");
  });

  it("refuses the agent after the last and says how many there are", () => {
    expect(spawnRefusal(0, agents - 1, DEFAULT_LIMITS)).toBeUndefined();
    expect(spawnRefusal(0, agents, DEFAULT_LIMITS)?.message).toContain(String(agents));
  });
});
