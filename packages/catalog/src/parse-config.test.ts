import { describe, expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";

const settings = (written: unknown) => parseConfig(written).value.settings;
const providers = (written: unknown) => parseConfig({ providers: written });
const codes = (written: unknown) => parseConfig(written).problems.map(({ code, field }) => [code, field]);

describe("parseConfig", () => {
  it("takes every key that the config has", () => {
    const written = {
      model: "local/qwen3",
      model_aliases: { fast: "local/small" },
      root_role: "leader",
      tool_permission: { bash: "allow" },
      grant_permission: { bash: "allow" },
      ask_policy: { permission: "human" },
      temporary_roles: "ask",
      limits: { steps: 5 },
      idle_timeout: "90s",
      retries: 0,
      modes: { plan: {} },
      plugins: ["a"],
      mcp: { servers: [] },
      "x-mine": 1,
    };
    expect(parseConfig(written)).toEqual({ value: { settings: written, providers: new Map() }, problems: [] });
  });

  it("keeps unknown keys, with a warning that names the nearest, and passes over $schema", () => {
    const { value, problems } = parseConfig({ $schema: "s", modle: "m", unattended: true });
    expect(value.settings).toEqual({ modle: "m", unattended: true });
    expect(problems.map(({ severity, code, field, hint }) => [severity, code, field, hint])).toEqual([
      ["warning", "config/unknown-field", "modle", 'Did you mean "model"?'],
      ["warning", "config/unknown-field", "unattended", undefined],
    ]);
  });

  it("drops one wrong key and keeps all others", () => {
    const { value, problems } = parseConfig({ model: 5, retries: 1, idle_timeout: "soon" });
    expect(value.settings).toEqual({ retries: 1 });
    expect(problems.map((problem) => problem.message)).toEqual([
      'Cannot read config key "model": expected a model reference such as "local/qwen3", found 5',
      'Cannot read config key "idle_timeout": expected seconds, or a time such as "90s", found "soon"',
    ]);
    expect(problems[0]).not.toHaveProperty("name");
  });

  it.each([
    ["retries", -1],
    ["retries", "2"],
    ["idle_timeout", 0],
    ["idle_timeout", null, true],
    ["root_role", ""],
    ["root_role", 5],
    ["model_aliases", []],
    ["ask_policy", { permission: "maybe" }],
    ["limits", { steps: -1 }],
  ])("takes nothing of %s from %j", (key, value, isFine = false) => {
    expect(codes({ [key]: value })).toHaveLength(isFine ? 0 : 1);
    expect(
      Object.values(settings({ [key]: value })).every((left) => left === null || JSON.stringify(left) === "{}"),
    ).toBe(true);
  });

  it("drops a wrong alias alone", () => {
    expect(settings({ model_aliases: { fast: "a/b", slow: 5, off: null } })).toEqual({
      model_aliases: { fast: "a/b", off: null },
    });
  });

  it("reads assistant_role as root_role, which wins where both are written", () => {
    expect(settings({ assistant_role: "a" })).toEqual({ root_role: "a" });
    expect(settings({ assistant_role: "a", root_role: "b" })).toEqual({ root_role: "b" });
    expect(settings({ root_role: "b", assistant_role: "a" })).toEqual({ root_role: "b" });
    expect(settings({ assistant_role: null })).toEqual({ root_role: null });
  });

  it("fails closed where permissions are concerned", () => {
    expect(settings({ tool_permission: { bash: "yes" }, temporary_roles: "sure" })).toEqual({
      tool_permission: { bash: "deny" },
      temporary_roles: "deny",
    });
    expect(settings({ grant_permission: "all" }).grant_permission).toMatchObject({ "*": "deny", bash: "deny" });
  });

  it("reads providers one by one", () => {
    const { value, problems } = providers({
      local: { base_url: "http://127.0.0.1:11434/v1", models: ["a"], api_key_env: null },
      far: { kind: "openai-compatible", base_url: "ftp://x", bse_url: 1 },
      odd: 5,
      gone: null,
      constructor: { base_url: "https://example.test" },
    });
    expect(value.providers).toEqual(
      new Map([
        ["local", { base_url: "http://127.0.0.1:11434/v1", models: ["a"], api_key_env: null }],
        ["far", { kind: "openai-compatible" }],
        ["gone", null],
        ["constructor", { base_url: "https://example.test" }],
      ]),
    );
    expect(problems.map(({ severity, field, hint }) => [severity, field, hint])).toEqual([
      ["error", "providers.far.base_url", undefined],
      ["warning", "providers.far.bse_url", 'Did you mean "base_url"?'],
      ["error", "providers.odd", undefined],
    ]);
    expect(problems[0]?.message).toContain('config key "providers.far.base_url"');
  });

  it("says of providers that are no map", () => {
    expect(codes({ providers: [] })).toEqual([["config/wrong-type", "providers"]]);
    expect(providers(null)).toEqual({ value: { settings: {}, providers: null }, problems: [] });
  });

  it("never shows what stands where a key may have been pasted", () => {
    const { problems } = providers({ far: { api_key_env: "sk-very-secret", base_url: "sk-very-secret" } });
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toContain("secret");
  });

  it.each([null, [], 5, "x"].map((written) => [written]))("says that %j is no config", (written) => {
    expect(codes(written)).toEqual([["config/not-an-object", undefined]]);
  });

  it("treats hostile keys like any unknown key", () => {
    const { value, problems } = parseConfig(JSON.parse('{ "__proto__": { "model": "evil" }, "constructor": 1 }'));
    expect(value.settings.model).toBeUndefined();
    expect(problems.map((problem) => problem.severity)).toEqual(["warning", "warning"]);
  });

  it("says where things stand", () => {
    const { problems } = parseConfig(
      { providers: { far: { models: 5 } }, tool_permission: { bash: 1 } },
      { layer: "global", where: (path) => ({ file: "f", line: path.length }) },
    );
    expect(problems.map(({ layer, line, field }) => [layer, line, field])).toEqual([
      ["global", 3, "providers.far.models"],
      ["global", 2, "tool_permission.bash"],
    ]);
  });
});
