import { createCatalog, resolveModel, resolveRoleModels } from "@polyglav/catalog";
import { describe, expect, it } from "vitest";
import { needsApproval } from "./approval.ts";

interface World {
  readonly local?: Readonly<Record<string, unknown>>;
  readonly global?: Readonly<Record<string, unknown>>;
  readonly plugin?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<"global" | "local" | "flag", Readonly<Record<string, unknown>>>>;
}

const providers = { mine: {}, paid: {} };

/** Whether somebody has to approve the first model of the role `r`. */
function asks({ local = {}, global = {}, plugin = {}, config }: Partial<World>): boolean {
  const { global: ofUser, local: ofFolder, flag } = config ?? { global: {}, local: {}, flag: {} };
  const catalog = createCatalog({
    trusted: true,
    roles: { local, global },
    plugins: [{ name: "p", roles: plugin }],
    config: {
      global: { value: { providers, model: "mine/small", ...ofUser } },
      local: { value: ofFolder },
      flag: { value: flag },
    },
  });
  const [meant] = resolveRoleModels(catalog, "r");
  if (meant === undefined) throw new Error("no model");
  return needsApproval(meant, catalog, []);
}

const nothing = { global: {}, local: {}, flag: {} };

describe("needsApproval()", () => {
  it("is for models that only a role of the folder or of a plugin names", () => {
    expect(asks({ local: { r: { model: "paid/large" } } })).toBe(true);
    expect(asks({ plugin: { r: { model: "paid/large" } } })).toBe(true);
    expect(asks({ global: { r: { model: "paid/large" } } })).toBe(false);
    expect(asks({ local: { r: { system_prompt: "x" } } })).toBe(false);
  });

  it("looks at who wrote the field, not at who defines the role", () => {
    const global = { r: { model: "paid/large" } };
    expect(asks({ global, local: { r: { system_prompt: "x" } } })).toBe(false);
    expect(asks({ global, local: { r: { model: "paid/huge" } } })).toBe(true);
  });

  it("takes what the user names anywhere for approved, however it is written and whatever hides it", () => {
    const local = { r: { model: "paid/large" } };
    expect(asks({ local, global: { other: { model: ["mine/x", "paid/large"] } } })).toBe(false);
    expect(asks({ local, global: { r: { model: "paid/large" } } })).toBe(false);
    expect(asks({ local, config: { ...nothing, global: { model: "paid/large" } } })).toBe(false);
    expect(asks({ local, config: { ...nothing, flag: { model: "paid/large" } } })).toBe(false);
    expect(asks({ local, config: { ...nothing, global: { model_aliases: { big: "paid/large" } } } })).toBe(false);
    expect(asks({ local: { r: { model: "small" } } })).toBe(false);
    const hidden = { global: { model: "paid/large" }, local: { model: "mine/x" }, flag: {} };
    expect(asks({ local, config: hidden })).toBe(false);
  });

  it("reads what the user names by the user's own aliases and model, the highest of them", () => {
    const over = (low: string, high: string) => ({
      global: { model_aliases: { fast: low }, model: "fast" },
      local: {},
      flag: { model_aliases: { fast: high } },
    });
    const local = { r: { model: "paid/large" } };
    expect(asks({ local, config: over("mine/x", "paid/large") })).toBe(false);
    expect(asks({ local, config: over("paid/large", "mine/x") })).toBe(false);
    const global = { other: { model: "large" } };
    expect(asks({ local, global })).toBe(true);
    expect(asks({ local, global, config: { ...nothing, global: { model: "paid/x" } } })).toBe(false);
    expect(asks({ local, global, config: over("mine/x", "paid/x") })).toBe(false);
    expect(asks({ local, global, config: over("paid/x", "mine/x") })).toBe(true);
    const elsewhere = { global: { model: "mine/x" }, local: { model: "paid/x" }, flag: {} };
    expect(asks({ local, global, config: elsewhere })).toBe(true);
  });

  it("is for no role that names none: the config of a trusted folder may choose", () => {
    const local = { r: { system_prompt: "x" } };
    expect(asks({ local, config: { ...nothing, local: { model: "paid/large" } } })).toBe(false);
    const alias = { global: { model: "fast" }, local: { model_aliases: { fast: "paid/large" } }, flag: {} };
    expect(asks({ local, config: alias })).toBe(false);
  });

  it("does not take what the config of the folder names for approved", () => {
    const local = { r: { model: "paid/large" } };
    expect(asks({ local, config: { ...nothing, local: { model: "paid/large" } } })).toBe(true);
    expect(asks({ local, config: { ...nothing, local: { model_aliases: { big: "paid/large" } } } })).toBe(true);
  });

  it("is for a role of the user, too, where an alias of the folder says which model it is", () => {
    const global = { r: { model: "fast" } };
    const fast = (value: string) => ({ model_aliases: { fast: value } });
    expect(asks({ global, config: { ...nothing, global: fast("paid/large") } })).toBe(false);
    expect(asks({ global, config: { ...nothing, local: fast("paid/large") } })).toBe(true);
    expect(asks({ global, config: { global: fast("mine/x"), local: fast("paid/large"), flag: {} } })).toBe(true);
    expect(asks({ global, config: { global: fast("paid/large"), local: fast("paid/large"), flag: {} } })).toBe(false);
    // The alias means something else to the user than what the folder makes of it.
    const local = { r: { model: "fast" } };
    expect(asks({ local, config: { global: fast("mine/x"), local: fast("paid/large"), flag: {} } })).toBe(true);
  });

  it("does not read a list of what a provider has as a choice", () => {
    const local = { r: { model: "paid/large" } };
    const listed = { providers: { ...providers, paid: { models: ["large"] } } };
    expect(asks({ local, config: { ...nothing, global: listed } })).toBe(true);
  });

  it.each(["constructor", "__proto__", "toString"])("knows no alias or role %s that nobody wrote", (name) => {
    expect(asks({ local: { r: { model: name } } })).toBe(true);
    const local: Record<string, unknown> = Object.fromEntries([
      [name, { model: "paid/large" }],
      ["r", { model: "paid/large" }],
    ]);
    expect(asks({ local })).toBe(true);
  });

  it("is for nothing that the operator wrote on the command line", () => {
    const local = { value: { model_aliases: { fast: "paid/large" } } };
    const catalog = createCatalog({ trusted: true, config: { global: { value: { providers } }, local } });
    expect(needsApproval(resolveModel("fast", { config: catalog.config }), catalog, [])).toBe(false);
  });
});
