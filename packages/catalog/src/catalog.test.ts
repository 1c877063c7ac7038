import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { type WrittenLayers } from "./layers.ts";

const withRoles = (roles: WrittenLayers) => createCatalog({ trusted: true, roles });

describe("the roles of a catalog", () => {
  it("are none where no layer has any", () => {
    const catalog = createCatalog({ roles: { bundled: {} }, teams: { bundled: {} } });
    expect([catalog.roles.names(), catalog.teams.names(), catalog.skills.names()]).toEqual([[], [], []]);
    expect(catalog.role("researcher")).toBeUndefined();
    expect(catalog.team("writing")).toBeUndefined();
  });

  it("take each field from the highest layer that has it", () => {
    const view = withRoles({
      global: { x: { system_prompt: "G", model: "m1" } },
      local: { x: { system_prompt: "L" } },
    }).role("x");
    expect(view).toMatchObject({ role: { system_prompt: "L", model: ["m1"] }, origin: "merged" });
  });

  it("let a plugin set the prompt of a bundled role and keep its permissions", () => {
    const view = withRoles({ plugin: { researcher: { system_prompt: "P" } } }).role("researcher");
    expect(view?.role).toMatchObject({ system_prompt: "P", tool_permission: { edit: "deny" } });
    expect(view?.origin).toBe("merged");
  });

  it("merge permission maps by category, so that a local word never drops a bundled deny", () => {
    const role = withRoles({ local: { researcher: { tool_permission: { read: "allow" } } } }).role("researcher")?.role;
    expect(role?.tool_permission).toEqual({ bash: "deny", edit: "deny", read: "allow", web: "allow" });
    const policy = withRoles({ local: { leader: { ask_policy: { direction: "caller" } } } }).role("leader")?.role;
    expect(policy?.ask_policy).toEqual({ permission: "auto", direction: "caller" });
  });

  it("replace lists and other maps whole", () => {
    const role = withRoles({
      global: { x: { tags: ["a", "b"], limits: { steps: 1, ms: 1 } } },
      local: { x: { tags: [], limits: { steps: 2 } } },
    }).role("x")?.role;
    expect(role).toMatchObject({ tags: [], limits: { steps: 2 } });
    expect(role?.limits).not.toHaveProperty("ms");
  });

  it("forget a field, a word or a whole role where null stands", () => {
    const catalog = withRoles({
      local: {
        tester: null,
        writer: { description: null, tool_permission: { bash: null } },
        editor: { tool_permission: null },
      },
    });
    expect(catalog.roles.has("tester")).toBe(false);
    expect(catalog.role("writer")?.role).toMatchObject({ description: "" });
    expect(catalog.role("writer")?.role.tool_permission).toEqual({ edit: "allow", read: "allow", web: "deny" });
    expect(catalog.role("editor")?.role.tool_permission).toEqual({});
  });

  it("know the layer, file, line and column of every word, and what it shadows", () => {
    const catalog = withRoles({
      global: {
        entries: new Map([["programmer", { tool_permission: { bash: "ask" } }]]),
        where: (_, field, key) => ({ file: "roles.json", line: field === undefined ? 1 : 2, column: key?.length ?? 1 }),
      },
    });
    expect(catalog.roles.explain("programmer")?.fields.tool_permission?.keys?.bash).toEqual({
      value: "ask",
      from: { layer: "global", file: "roles.json", line: 2, column: 4 },
      shadowed: [{ layer: "bundled", value: "allow" }],
    });
    expect(catalog.roles.origin("programmer")).toBe("merged");
  });

  it("are looked up exactly, hostile names like any other", () => {
    const local = Object.fromEntries([
      ["__proto__", { system_prompt: "p" }],
      ["constructor", {}],
      ["", { tags: ["t"] }],
    ]);
    const catalog = withRoles({ local });
    expect(catalog.role("__proto__")?.role.system_prompt).toBe("p");
    expect(catalog.role("constructor")?.role.system_prompt).toBe("");
    expect(catalog.role("")?.role.tags).toEqual(["t"]);
    for (const name of ["toString", "hasOwnProperty", "Writer", " writer"]) {
      expect(catalog.role(name)).toBeUndefined();
      expect(createCatalog().faultsOf(name)).toEqual([]);
    }
    expect(catalog.problems.map(({ code, severity, name }) => [code, severity, name])).toEqual([
      ["role/bad-name", "warning", "__proto__"],
      ["role/bad-name", "warning", ""],
    ]);
  });

  it("are the same object at every look, and frozen", () => {
    const catalog = createCatalog();
    expect(catalog.role("writer")).toBe(catalog.role("writer"));
    expect(Object.isFrozen(catalog.role("writer")?.role)).toBe(true);
    expect(Object.isFrozen(catalog.role("writer")?.role.tags)).toBe(true);
  });
});

describe("one broken entry", () => {
  const catalog = withRoles({
    local: {
      entries: new Map<string, unknown>([
        ["programmer", { tool_permission: "all", tags: ["mine"] }],
        ["tester", 5],
        ["ghost", ["a"]],
        ["writer", { modle: "m" }],
        ["mine", { skills: "abc", system_prompt: "p" }],
      ]),
    },
  });

  it("takes nothing from the others", () => {
    expect(catalog.roles.names()).toHaveLength(12);
    expect(catalog.role("editor")).toEqual(createCatalog().role("editor"));
    expect(catalog.role("mine")?.role).toMatchObject({ system_prompt: "p", skills: [] });
  });

  it("takes from its own role only the broken field", () => {
    expect(catalog.role("programmer")?.role.tags).toEqual(["mine"]);
    expect(catalog.role("programmer")?.role.tool_permission).toMatchObject({ bash: "deny", read: "deny", "*": "deny" });
  });

  it("neither defines nor changes anything where it is no object at all", () => {
    expect(catalog.role("tester")?.role).toEqual(createCatalog().role("tester")?.role);
    expect(catalog.role("tester")?.origin).toBe("bundled");
    expect(catalog.roles.has("ghost")).toBe(false);
    expect(catalog.faultsOf("ghost")).toMatchObject([{ code: "role/not-an-object" }]);
  });

  it("is a fault of its own role and of no other", () => {
    const faulty = catalog.roles.names().filter((name) => (catalog.role(name)?.faults.length ?? 0) > 0);
    expect(faulty).toEqual(["mine", "programmer", "tester"]);
    expect(catalog.faults).toEqual([]);
    expect(catalog.faultsOf("mine")).toEqual(catalog.role("mine")?.faults);
    expect(catalog.faultsOf("mine")).toMatchObject([{ code: "role/wrong-type", field: "skills", layer: "local" }]);
  });
});

describe("a layer that cannot be read", () => {
  const problem = { code: "file/syntax", severity: "error", message: "Cannot read it", file: "f", line: 3 } as const;
  const unread = { entries: new Map<string, unknown>(), readable: false, problems: [problem] };

  it("is empty for listing and a fault of every run, whether trusted or not", () => {
    for (const trusted of [true, false]) {
      for (const layer of ["global", "local"]) {
        const catalog = createCatalog({ trusted, roles: { [layer]: unread } });
        expect(catalog.roles.names()).toHaveLength(11);
        expect(catalog.problems).toEqual([problem]);
        expect(catalog.faults).toEqual([problem]);
        expect(catalog.role("writer")?.faults).toEqual([problem]);
      }
    }
  });

  it("is a fault also where its reader gave no reason", () => {
    for (const catalog of [
      createCatalog({ roles: { global: { entries: new Map(), readable: false } } }),
      createCatalog({ config: { global: { value: undefined, readable: false } } }),
    ]) {
      expect(catalog.faults).toMatchObject([{ code: "catalog/unreadable", severity: "error", layer: "global" }]);
      expect(catalog.problems).toEqual(catalog.faults);
    }
  });

  it("stops every run when it is the config, and none when it holds only teams", () => {
    expect(
      createCatalog({ config: { local: { value: undefined, readable: false, problems: [problem] } } }).faults,
    ).toEqual([problem]);
    const teams = createCatalog({ trusted: true, teams: { local: unread } });
    expect([teams.faults, teams.problems]).toEqual([[], [problem]]);
  });

  it("stops every run for an error in a config that can be read, and none for a warning", () => {
    const load = (value: unknown) => createCatalog({ trusted: true, config: { local: { value } } });
    expect(load({ retries: "x" }).role("writer")?.faults).toMatchObject([{ code: "config/wrong-type" }]);
    expect(load({ retrys: 1 }).faults).toEqual([]);
    expect(load([]).faults).toMatchObject([{ code: "config/not-an-object" }]);
  });
});

describe("the teams and skills of a catalog", () => {
  it("let a plugin set the description of a team and keep its four stages", () => {
    const view = createCatalog({ teams: { plugin: { writing: { description: "P" } } } }).team("writing");
    expect(view?.team.description).toBe("P");
    expect(view?.team.stages).toHaveLength(4);
    expect(view?.origin).toBe("merged");
  });

  it("replace the stages of a team whole", () => {
    const load = (local: unknown) =>
      createCatalog({ trusted: true, teams: { global: { t: { stages: ["a"] } }, local: { t: local } } }).team("t")
        ?.team;
    expect(load({ tags: ["x"] })?.stages.map(({ role }) => role)).toEqual(["a"]);
    expect(load({ stages: ["b"] })?.stages.map(({ role }) => role)).toEqual(["b"]);
  });

  it("put local skills over global ones", () => {
    const skill = (content: string) => ({
      entries: new Map([["s", { name: "s", content, description: content }]]),
      problems: [],
    });
    const skills = { global: skill("G"), local: skill("L") };
    expect(createCatalog({ trusted: true, skills }).skills.get("s")?.content).toBe("L");
    expect(createCatalog({ trusted: false, skills }).skills.get("s")?.content).toBe("G");
  });
});
