import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { DEFAULT_LIMITS, type RunLimits, runLimits, spawnRefusal } from "./run-limits.ts";

describe("runLimits()", () => {
  const of = (limits: object, config: object = {}, trusted = true) => {
    const roles = trusted ? { local: { one: { limits } } } : { global: { one: {} }, local: { one: { limits } } };
    return runLimits(createCatalog({ trusted, roles, config: { global: { value: config } } }), "one");
  };

  it("takes the role's word before that of the config, and the default last", () => {
    expect(of({ steps: 3 }, { limits: { steps: 9, agents: 7 } })).toEqual({
      steps: 3,
      tokens: Infinity,
      cost: Infinity,
      depth: 3,
      agents: 7,
      ms: Infinity,
    });
  });

  it("takes 0 for a limit", () => {
    expect(of({ steps: 0 }, { limits: { steps: 5 } }).steps).toBe(0);
  });

  it("lets a folder that is not trusted only lower", () => {
    expect(of({ steps: 9, depth: 0 }, { limits: { steps: 5 } }, false)).toMatchObject({ steps: 5, depth: 0 });
    expect(of({ steps: 2 }, {}, false).steps).toBe(2);
    expect(of({ steps: 500 }, {}, false).steps).toBe(50);
  });
});

describe("spawnRefusal()", () => {
  const at = (descendants = 0, limits: Partial<RunLimits> = {}) => ({
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
