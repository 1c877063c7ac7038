import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { parseRole, type RolePatch } from "./parse-role.ts";
import { roleSchema } from "./role-schema.ts";

const parse = (written: unknown) => parseRole(written, { name: "x", layer: "local" });
const codes = (written: unknown) => parse(written).problems.map(({ severity, code, field }) => [severity, code, field]);

describe("parseRole", () => {
  it("takes every field that a role has", () => {
    const written = {
      description: "d",
      system_prompt: "p",
      model: ["a/b", "c"],
      skills: ["s"],
      tags: [],
      tool_permission: { bash: "deny", "*": "ask" },
      grant_permission: {},
      ask_policy: { permission: "auto", direction: "human" },
      accepts_delegation: "ask",
      temperature: 0,
      top_p: 1,
      reasoning: "high",
      limits: { steps: 1, tokens: 2, cost: 0.5, ms: 3, depth: 0, agents: 4 },
      output: { type: "object" },
      inherit_context: true,
      "x-harness": { any: [1, null] },
    };
    expect(parse(written)).toEqual({ value: written, problems: [] });
  });

  it("says nothing for what is not written, and keeps empty values apart from that", () => {
    expect(parse({})).toEqual({ value: {}, problems: [] });
    expect(parse({ system_prompt: "", tags: [], tool_permission: {} }).value).toEqual({
      system_prompt: "",
      tags: [],
      tool_permission: {},
    });
  });

  it("keeps null as the tombstone of a field, of a category and of a route", () => {
    const written = { model: null, tool_permission: { bash: null }, ask_policy: { direction: null }, "x-y": null };
    expect(parse(written)).toEqual({ value: written, problems: [] });
    expect(parse({ tool_permission: null, limits: null }).value).toEqual({ tool_permission: null, limits: null });
  });

  it("drops one wrong field and keeps all others", () => {
    const { value, problems } = parse({ system_prompt: "p", skills: "abc", tags: ["t"], temperature: "hot" });
    expect(value).toEqual({ system_prompt: "p", tags: ["t"] });
    expect(problems.map((problem) => problem.message)).toEqual([
      'Cannot read field "skills" of role "x": expected a list of skill names, found "abc"',
      'Cannot read field "temperature" of role "x": expected a number from 0 to 2, found "hot"',
    ]);
    expect(problems[0]).toMatchObject({
      code: "role/wrong-type",
      severity: "error",
      layer: "local",
      name: "x",
      field: "skills",
    });
  });

  it.each([
    ["description", 5],
    ["system_prompt", ["p"]],
    ["model", 5],
    ["model", ["a", 5]],
    ["skills", ["a", null]],
    ["tags", {}],
    ["temperature", 2.1],
    ["temperature", -0.1],
    ["top_p", 1.1],
    ["reasoning", "huge"],
    ["limits", 5],
    ["limits", []],
    ["ask_policy", "auto"],
    ["output", "string"],
    ["inherit_context", "yes"],
  ])("refuses for %s the value %j", (field, value) => {
    expect(parse({ [field]: value, tags_: 1 }).value).toEqual({});
    expect(codes({ [field]: value })[0]).toEqual([
      "error",
      "role/wrong-type",
      expect.stringMatching(new RegExp(`^${field}`)),
    ]);
  });

  it("drops a wrong limit and a wrong route alone", () => {
    const { value, problems } = parse({
      limits: { steps: 1.5, tokens: -1, cost: "1", ms: null, depth: 2 },
      ask_policy: { permission: "Deny", direction: "caller" },
    });
    expect(value).toEqual({ limits: { ms: null, depth: 2 }, ask_policy: { direction: "caller" } });
    expect(problems.map((problem) => problem.field)).toEqual([
      "ask_policy.permission",
      "limits.steps",
      "limits.tokens",
      "limits.cost",
    ]);
    expect(problems[0]?.message).toContain('expected one of "auto", "human", "caller", "deny", found "Deny"');
  });

  it("reads lead and leader as caller", () => {
    expect(parse({ ask_policy: { permission: "lead", direction: "leader" } })).toEqual({
      value: { ask_policy: { permission: "caller", direction: "caller" } },
      problems: [],
    });
  });

  it("warns of unknown fields at any depth and names the nearest", () => {
    const { value, problems } = parse({ modle: "m", limits: { stps: 1 }, ask_policy: { direktion: "human" }, zzz: 1 });
    expect(value).toEqual({ limits: {}, ask_policy: {} });
    expect(problems.map(({ severity, code, field, hint }) => [severity, code, field, hint])).toEqual([
      ["warning", "role/unknown-field", "modle", 'Did you mean "model"?'],
      ["warning", "role/unknown-field", "zzz", undefined],
      ["warning", "role/unknown-field", "ask_policy.direktion", 'Did you mean "direction"?'],
      ["warning", "role/unknown-field", "limits.stps", 'Did you mean "steps"?'],
    ]);
  });

  it("warns of an inner name that is not the key, and of no other", () => {
    expect(codes({ name: "x" })).toEqual([]);
    expect(codes({ name: "y" })).toEqual([["warning", "role/other-name", "name"]]);
    expect(codes({ name: 5 })).toEqual([["warning", "role/other-name", "name"]]);
  });

  describe("where permissions are concerned, fails closed", () => {
    it("denies a category whose word cannot be read, and keeps the others", () => {
      const { value, problems } = parse({
        tool_permission: { bash: "Deny", edit: true, web: ["allow"], read: { "*": "allow" }, list: "allow" },
      });
      expect(value.tool_permission).toEqual({ bash: "deny", edit: "deny", web: "deny", read: "deny", list: "allow" });
      expect(problems.map(({ severity, field }) => [severity, field])).toEqual([
        ["error", "tool_permission.bash"],
        ["error", "tool_permission.edit"],
        ["error", "tool_permission.web"],
        ["error", "tool_permission.read.*"],
      ]);
      expect(problems[0]?.message).toContain('field "tool_permission.bash" of role "x"');
      expect(problems[0]?.hint).toBe('Did you mean "deny"?');
    });

    it.each([["x"], 5, "allow", true].map((written) => [written]))("denies everything for %j", (written) => {
      const { value, problems } = parse({ tool_permission: written, grant_permission: written });
      expect(value.tool_permission).toMatchObject({ "*": "deny", bash: "deny", read: "deny", delegate: "deny" });
      expect(value.grant_permission).toEqual(value.tool_permission);
      expect(problems.map(({ severity, field }) => [severity, field])).toEqual([
        ["error", "tool_permission"],
        ["error", "grant_permission"],
      ]);
    });

    it("denies bash for prefixes that cannot be read, whichever comes first", () => {
      for (const written of [
        { bash: "allow", bash_allow: ["git |"] },
        { bash_allow: ["git |"], bash: "allow" },
      ]) {
        const { value, problems } = parse({ tool_permission: written });
        expect(value.tool_permission).toEqual({ bash: "deny" });
        expect(problems.map(({ severity, field }) => [severity, field])).toEqual([
          ["error", "tool_permission.bash_allow.0"],
        ]);
      }
      expect(parse({ tool_permission: { bash: "allow", bash_allow: [] } })).toEqual({
        value: { tool_permission: { bash: "allow", bash_allow: [] } },
        problems: [],
      });
    });

    it("denies delegation to the role when its accepts_delegation cannot be read", () => {
      expect(parse({ accepts_delegation: "never" }).value).toEqual({ accepts_delegation: "deny" });
      expect(codes({ accepts_delegation: "never" })).toEqual([["error", "role/wrong-type", "accepts_delegation"]]);
      expect(parse({ accepts_delegation: null }).value).toEqual({ accepts_delegation: null });
    });
  });

  it.each([null, undefined, 5, "role", ["role"], true].map((written) => [written]))(
    "says that %j is no role",
    (written) => {
      expect(parse(written)).toMatchObject({ value: {}, problems: [{ code: "role/not-an-object", name: "x" }] });
    },
  );

  it("treats hostile fields like any unknown field and changes no prototype", () => {
    const written: unknown = JSON.parse(
      '{ "__proto__": { "model": "evil" }, "constructor": 1, "toString": 2, "": 3, "limits": { "__proto__": 1 }, "tool_permission": { "__proto__": "allow", "constructor": "deny" } }',
    );
    const { value, problems } = parse(written);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.model).toBeUndefined();
    expect(Object.keys(value)).toEqual(["limits", "tool_permission"]);
    expect(Object.entries(value.tool_permission ?? {})).toEqual([
      ["__proto__", "allow"],
      ["constructor", "deny"],
    ]);
    expect(problems.filter((problem) => problem.code === "role/unknown-field").map((problem) => problem.field)).toEqual(
      ["__proto__", "constructor", "toString", "", "limits.__proto__"],
    );
  });

  it("says where things stand, as near as it is known", () => {
    const { problems } = parseRole(
      { limits: { steps: "5" }, skills: [1], modle: 1 },
      {
        name: "x",
        layer: "local",
        where: (name, field, key) => {
          if (key === "steps") return { file: "f", line: 3, column: 4 };
          if (key !== undefined) return undefined;
          return { file: "f", line: field === "skills" ? 2 : 1, column: name.length };
        },
      },
    );
    expect(problems.map(({ layer, file, line, field }) => [layer, file, line, field])).toEqual([
      ["local", "f", 1, "modle"],
      ["local", "f", 2, "skills.0"],
      ["local", "f", 3, "limits.steps"],
    ]);
  });

  it("does not touch what it reads", () => {
    const written = Object.freeze({ limits: Object.freeze({ steps: "5", depth: 1 }), skills: Object.freeze([1]) });
    parse(written);
    expect(written).toEqual({ limits: { steps: "5", depth: 1 }, skills: [1] });
  });

  it("gives a patch of a role and can be told to editors as JSON Schema", () => {
    expectTypeOf(parse({}).value).toEqualTypeOf<RolePatch>();
    const schema = z.toJSONSchema(roleSchema, { io: "input" });
    expect(Object.keys(schema.properties ?? {})).toContain("tool_permission");
  });
});
