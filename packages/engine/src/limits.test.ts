import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, type Limits, limitsOf, refusalGuard, spawnRefusal } from "./limits.ts";

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
  const at = (descendants = 0, limits: Partial<Limits> = {}) => ({
    limits: { ...DEFAULT_LIMITS, ...limits },
    descendants,
  });

  it("lets three delegations lie below each other and refuses the fourth", () => {
    expect(spawnRefusal([at(), at(), at()])).toBeUndefined();
    expect(spawnRefusal([at(), at(), at(), at()])?.code).toBe("POLYGLAV_DEPTH");
  });

  it("lets a role with depth 0 delegate nothing, wherever it stands", () => {
    expect(spawnRefusal([at(0, { depth: 0 })])?.code).toBe("POLYGLAV_DEPTH");
    expect(spawnRefusal([at(), at(0, { depth: 1 })])?.code).toBe("POLYGLAV_DEPTH");
  });

  it("refuses the agent after the last, whoever above has used them up", () => {
    expect(spawnRefusal([at(0), at(49)])).toBeUndefined();
    expect(spawnRefusal([at(0), at(50)])).toMatchObject({
      code: "POLYGLAV_AGENTS",
      message: expect.stringContaining("50"),
    });
    expect(spawnRefusal([at(2, { agents: 2 }), at(2)])?.code).toBe("POLYGLAV_AGENTS");
  });
});

describe("limitsOf()", () => {
  it("takes the role's word before that of the config, and the default last", () => {
    expect(limitsOf({ role: { steps: 3 }, config: { steps: 9, agents: 7 }, bounds: [] })).toEqual({
      steps: 3,
      depth: 3,
      agents: 7,
      ms: Infinity,
    });
  });

  it("lets a bound only lower, and takes 0 for a limit", () => {
    expect(limitsOf({ role: { steps: 3 }, config: {}, bounds: [{ steps: 9 }, { depth: 0 }, undefined] })).toMatchObject(
      { steps: 3, depth: 0 },
    );
    expect(limitsOf({ role: {}, config: {}, bounds: [{ ms: 5 }] }).ms).toBe(5);
    expect(limitsOf({ role: { steps: 0 }, config: { steps: 5 }, bounds: [] }).steps).toBe(0);
  });
});
