import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { type WrittenConfigLayers } from "./config-layers.ts";

const load = (config: Readonly<Record<string, unknown>>, trusted = true) => {
  const layers: WrittenConfigLayers = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, { value }]),
  );
  return createCatalog({ trusted, config: layers });
};

describe("the config", () => {
  it("has defaults for all but the model", () => {
    expect(load({}).config).toEqual({
      model: undefined,
      providers: new Map(),
      model_aliases: new Map(),
      root_role: "assistant",
      tool_permission: {
        ask: "allow",
        bash: "ask",
        catalog: "allow",
        delegate: "allow",
        edit: "allow",
        handoff: "allow",
        list: "allow",
        mcp: "ask",
        read: "allow",
        team: "allow",
        vcs: "ask",
        web: "allow",
      },
      grant_permission: {},
      ask_policy: { permission: "auto", direction: "human" },
      temporary_roles: "deny",
      limits: {},
      idle_timeout_ms: 60_000,
      retries: 2,
      rest: new Map(),
    });
  });

  it("puts global under local under the file of a flag, key by key", () => {
    const { config } = load({
      global: { model: "g", retries: 5, limits: { steps: 1, ms: 1 }, ask_policy: { permission: "deny" } },
      local: { model: "l", limits: { steps: 2 }, idle_timeout: 1.5, ask_policy: { direction: "caller" } },
      flag: { model: "f" },
    });
    expect(config).toMatchObject({
      model: "f",
      retries: 5,
      limits: { steps: 2, ms: 1 },
      idle_timeout_ms: 1500,
      ask_policy: { permission: "deny", direction: "caller" },
    });
  });

  it("keeps every other default when one permission is written", () => {
    const { config } = load({ local: { tool_permission: { bash: "allow" } } });
    expect(config.tool_permission).toMatchObject({ bash: "allow", vcs: "ask", read: "allow" });
  });

  it("falls back to a lower layer, then to the default, where null stands", () => {
    const global = { model: "g", retries: 5, tool_permission: { read: "deny", bash: "deny" } };
    expect(load({ global, local: { model: null, retries: null } }).config).toMatchObject({
      model: undefined,
      retries: 2,
    });
    const { config } = load({ global, local: { tool_permission: { read: null } } });
    expect(config.tool_permission).toMatchObject({ read: "allow", bash: "deny" });
    expect(load({ global, local: { tool_permission: null } }).config.tool_permission.bash).toBe("ask");
  });

  it("takes a * of the operator for every category that the operator does not name, defaults among them", () => {
    const { config } = load({
      global: { tool_permission: { "*": "deny" } },
      local: { tool_permission: { read: "allow" } },
    });
    expect(config.tool_permission).toEqual({ "*": "deny", read: "allow" });
  });

  it("merges a provider field by field", () => {
    const { config } = load({
      global: { providers: { a: { base_url: "http://a", models: ["m"] }, b: {}, constructor: { kind: "k" } } },
      local: { providers: { a: { base_url: "http://l" }, b: null } },
    });
    expect([...config.providers.keys()]).toEqual(["a", "constructor"]);
    expect(config.providers.get("a")).toEqual({
      id: "a",
      kind: "openai-compatible",
      base_url: "http://l",
      api_key_env: undefined,
      models: ["m"],
      prices: {},
      max_output_tokens: {},
    });
    expect(config.providers.get("constructor")?.kind).toBe("k");
    expect(config.providers.get("toString")).toBeUndefined();
  });

  it("says what models cost, and how long an answer may be; a price that is none is a problem, and no price", () => {
    const price = { input: 0.5, output: 1.5, cached: 0.1 };
    const { config } = load({
      global: { providers: { a: { prices: { m: price }, max_output_tokens: { "*": 100 } } } },
    });
    expect(config.providers.get("a")).toMatchObject({ prices: { m: price }, max_output_tokens: { "*": 100 } });
    const wrong = load({ global: { providers: { a: { prices: { m: { input: -1, output: 2 } } } } } });
    expect(wrong.config.providers.get("a")?.prices ?? {}).toEqual({});
    expect(wrong.problems).toMatchObject([{ severity: "error" }]);
  });

  it("takes all providers of lower layers away where null stands for them", () => {
    const global = { providers: { a: { base_url: "http://a" }, b: {} } };
    expect(load({ global, local: { providers: null } }).config.providers).toEqual(new Map());
    const { config } = load({ global, local: { providers: null }, flag: { providers: { a: { kind: "k" } } } });
    expect([...config.providers.values()]).toMatchObject([{ id: "a", kind: "k", base_url: undefined }]);
  });

  it("keeps what it does not read", () => {
    const { config } = load({ local: { modes: { plan: 1 }, unattended: true, __proto: 1 } });
    expect([...config.rest]).toEqual([
      ["unattended", true],
      ["__proto", 1],
      ["modes", { plan: 1 }],
    ]);
  });

  it("takes an empty model for none", () => {
    expect(load({ global: { model: "g" }, local: { model: "" } }).config.model).toBeUndefined();
  });

  it("can say where each of its values comes from", () => {
    const catalog = load({ global: { model: "g", tool_permission: { bash: "deny" } }, local: { model: "l" } });
    const fields = catalog.settings.explain("config")?.fields;
    expect(fields?.model).toMatchObject({ value: "l", from: [{ layer: "local" }], shadowed: [{ layer: "global" }] });
    expect(fields?.tool_permission?.keys?.bash?.from.layer).toBe("global");
  });

  it("warns of a root role that nobody defines", () => {
    const { problems, faults } = load({ local: { root_role: "assistent" } });
    expect(problems).toMatchObject([
      { code: "config/unknown-role", severity: "warning", hint: 'Did you mean "assistant"?' },
    ]);
    expect(faults).toEqual([]);
  });
});
