import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, type Limits, limitsOf, hindranceGuard, spawnRefusal } from "./limits.ts";

describe("hindranceGuard()", () => {
  const denied = (key: string) => ({ of: "denial", key }) as const;
  const [a, b] = [denied("a"), denied("b")];

  it("ends a run at the third step in a row that is hindered by the same thing", () => {
    const guard = hindranceGuard();
    expect([guard.saw([a]), guard.saw([a]), guard.saw([a])]).toEqual([undefined, undefined, a]);
  });

  it("starts anew after another hindrance, and after a step that was carried out", () => {
    const guard = hindranceGuard();
    const steps = [[a], [a], [b], [a], [a], [undefined], [a], [a]];
    expect(steps.map((step) => guard.saw(step))).toEqual(steps.map(() => undefined));
    expect(guard.saw([a])).toBe(a);
  });

  it("counts the calls of one step once, and only when all are hindered alike", () => {
    const guard = hindranceGuard();
    expect(guard.saw([a, a, a, a])).toBeUndefined();
    expect(guard.saw([a, undefined])).toBeUndefined();
    expect(guard.saw([a, b])).toBeUndefined();
    expect([guard.saw([a, a]), guard.saw([a]), guard.saw([a, a])]).toEqual([undefined, undefined, a]);
  });

  it("tells a limit from a denial of the same key", () => {
    const guard = hindranceGuard(2);
    expect(guard.saw([a])).toBeUndefined();
    expect(guard.saw([{ of: "limit", key: "a" }])).toBeUndefined();
  });

  it("never ends a run that is not hindered", () => {
    const guard = hindranceGuard();
    for (let i = 0; i < 10; i += 1) expect(guard.saw([undefined])).toBeUndefined();
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
