import { use } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { type PluginEntries } from "./plugins.ts";

const load = (...plugins: readonly PluginEntries[]) => createCatalog({ plugins });
const said = { description: "d", system_prompt: "p" };

describe("plugins", () => {
  it("bring roles, teams and skills, by name or in a list", () => {
    for (const catalog of [
      load({ name: "p", roles: { poet: said }, teams: { t: { stages: ["poet"] } }, skills: { rhyme: "# Rhyme\n" } }),
      load({
        name: "p",
        roles: [{ name: "poet", ...said }],
        teams: [{ name: "t", stages: ["poet"] }],
        skills: [{ name: "rhyme", content: "# Rhyme\n" }],
      }),
    ]) {
      expect(catalog.problems).toEqual([]);
      expect(catalog.role("poet")).toMatchObject({
        role: { name: "poet", system_prompt: "p" },
        origin: "plugin",
        faults: [],
      });
      expect(catalog.team("t")).toMatchObject({ origin: "plugin", team: { stages: [{ role: "poet" }] } });
      expect(catalog.skills.get("rhyme")).toMatchObject({ name: "rhyme", content: "# Rhyme\n" });
      expect(catalog.roles.explain("poet")?.fields.system_prompt?.from).toEqual([{ layer: "plugin", source: "p" }]);
    }
  });

  it("stand between what is bundled and what people write, whoever is trusted", () => {
    const plugins = [{ name: "p", roles: { writer: { model: "p/m", tool_permission: { bash: "ask" } } } }];
    const roles = { global: { writer: { tool_permission: { bash: "allow" } } } };
    const catalog = createCatalog({ plugins, roles });
    expect(catalog.role("writer")).toMatchObject({ origin: "merged", role: { model: ["p/m"] } });
    expect(catalog.roles.explain("writer")?.fields.tool_permission?.keys?.bash).toMatchObject({
      value: "allow",
      from: { layer: "global" },
      shadowed: [
        { layer: "bundled", value: "deny" },
        { layer: "plugin", source: "p", value: "ask" },
      ],
    });
  });

  it("hold permissions like any layer", () => {
    const catalog = load({ name: "p", roles: { poet: { tool_permission: { read: "deny" } } } });
    expect(use(catalog.authority(catalog.rootAuthority(), "poet", "r1"), "read")).toBe("deny");
  });

  it("replace whole entries of earlier ones, with a warning", () => {
    const catalog = load(
      {
        name: "a",
        roles: { poet: { model: "a/m", tags: ["t"] } },
        skills: { s: "A\n" },
        teams: { t: { tags: ["x"] } },
      },
      { name: "b", roles: { poet: said }, skills: { s: "B\n" }, teams: { t: { description: "d" } } },
    );
    expect(catalog.roles.get("poet")).toEqual(said);
    expect(catalog.skills.get("s")?.content).toBe("B\n");
    expect(catalog.team("t")?.team.tags).toEqual([]);
    expect(catalog.problems.map(({ code, severity, name, source }) => [code, severity, name, source])).toEqual([
      ["registry/same-name", "warning", "poet", "a"],
      ["registry/same-name", "warning", "t", "a"],
      ["registry/same-name", "warning", "s", "a"],
    ]);
    expect(catalog.roles.explain("poet")?.fields.model?.shadowed).toMatchObject([{ source: "a", value: "a/m" }]);
  });

  it("are each read by themselves: what is wrong in one takes nothing else down, and says whose it is", () => {
    const catalog = load(
      { name: "p", roles: { poet: { tags: "t", tool_permission: { bash: "alow" } }, fine: said, "a b": said } },
      { name: "q", roles: [said, { name: "", ...said }, 5, null, { name: "other", ...said }] },
      { name: "", roles: { lost: said }, teams: { lost: {} } },
    );
    expect(catalog.problems.map(({ code, severity, source, message }) => [code, severity, source, message])).toEqual([
      ["carve/unknown-word", "error", "p", expect.stringContaining('"alow"')],
      ["role/wrong-type", "error", "p", expect.stringContaining('field "tags" of role "poet"')],
      ["plugin/no-name", "error", "q", 'Cannot use entry 0 of the roles of plugin "q": it has no name'],
      ["plugin/no-name", "error", "q", 'Cannot use entry 1 of the roles of plugin "q": it has no name'],
      [
        "plugin/not-an-entry",
        "error",
        "q",
        'Cannot use entry 2 of the roles of plugin "q": expected an object, found 5',
      ],
      [
        "plugin/not-an-entry",
        "error",
        "q",
        'Cannot use entry 3 of the roles of plugin "q": expected an object, found null',
      ],
      ["plugin/no-name", "error", undefined, "Cannot use plugin 2: it has no name"],
      ["role/bad-name", "warning", "p", expect.stringContaining('"a b"')],
    ]);
    expect(["poet", "fine", "a b", "other"].map((name) => catalog.role(name)?.faults.length)).toEqual([2, 0, 0, 0]);
    expect(catalog.roles.has("lost")).toBe(false);
    expect(catalog.faults).toEqual([]);
  });

  it("cannot take away what is bundled", () => {
    const catalog = load({ name: "p", roles: { writer: null } });
    expect(catalog.roles.has("writer")).toBe(true);
    expect(catalog.problems.map(({ code }) => code)).toEqual(["plugin/not-an-entry"]);
  });

  it("may bring skills that say more than their text", () => {
    const skills = {
      s: { content: "# S\n", description: "d", tags: ["t"] },
      odd: { content: "# O\n", description: 1, tags: [1] },
      bad: {},
    };
    const catalog = load({ name: "p", skills });
    expect(catalog.skills.get("s")).toMatchObject({ content: "# S\n", description: "d", tags: ["t"] });
    expect(catalog.skills.get("odd")?.tags).toBeUndefined();
    expect(catalog.problems).toMatchObject([
      {
        code: "plugin/wrong-type",
        source: "p",
        name: "bad",
        message: 'Cannot read skill "bad": expected its text as "content", found nothing',
      },
    ]);
  });

  it("may be anything at all", () => {
    const odd: unknown = JSON.parse(
      '[1, null, {}, { "name": "p", "roles": "x", "teams": 5, "skills": null }, { "name": "__proto__", "roles": { "__proto__": {}, "constructor": {} } }]',
    );
    const catalog = createCatalog({ plugins: Array.isArray(odd) ? odd : [] });
    expect(catalog.problems.map(({ code, source }) => [code, source])).toEqual([
      ["plugin/no-name", undefined],
      ["plugin/no-name", undefined],
      ["plugin/no-name", undefined],
      ["plugin/wrong-type", "p"],
      ["role/bad-name", "__proto__"],
      ["plugin/wrong-type", "p"],
    ]);
    expect(catalog.roles.has("__proto__")).toBe(true);
    expect(catalog.role("constructor")?.origin).toBe("plugin");
  });

  it("may name an entry twice, and the later counts", () => {
    const catalog = load({
      name: "p",
      roles: [
        { name: "x", model: "a" },
        { name: "x", tags: ["t"] },
      ],
    });
    expect(catalog.roles.get("x")).toEqual({ tags: ["t"] });
    expect(catalog.problems).toMatchObject([{ code: "plugin/same-name", severity: "warning", name: "x", source: "p" }]);
  });

  it("stand above a layer that is given by hand", () => {
    const roles = { plugin: { poet: { model: "a" }, other: {} } };
    const catalog = createCatalog({ roles, plugins: [{ name: "p", roles: { poet: { tags: [] } } }] });
    expect(catalog.roles.get("poet")).toEqual({ tags: [] });
    expect(catalog.roles.origin("other")).toBe("plugin");
  });
});
