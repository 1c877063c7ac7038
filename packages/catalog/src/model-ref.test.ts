import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { type ModelOptions, resolveModel } from "./model-ref.ts";
import { resolveRoleModels } from "./role-models.ts";

const written = {
  model: "local/qwen3",
  providers: { local: { models: ["qwen3", "fast", "org/tiny"] }, mine: { models: ["large"] }, constructor: {} },
  model_aliases: {
    fast: "mine/small",
    smart: "mine/large",
    bare: "tiny",
    chain: "smart",
    empty: "",
    "mine/large": "local/qwen3",
    loop: "loop",
  },
};
const { config } = createCatalog({ config: { global: { value: written } } });
const none = createCatalog().config;
const resolve = (ref: string | undefined, options: Partial<ModelOptions> = {}) =>
  resolveModel(ref, { config, ...options });
const codes = (ref: string, options: Partial<ModelOptions> = {}) =>
  resolve(ref, options).problems.map(({ code, severity }) => [code, severity]);

describe("resolveModel()", () => {
  it("splits at the first slash where there is such a provider", () => {
    expect(resolve("mine/a/b")).toEqual({
      ref: "mine/a/b",
      provider: "mine",
      model: "a/b",
      why: { written: "mine/a/b", by: "written", provider: "ref" },
      problems: [],
    });
    expect(resolve("constructor/a")).toMatchObject({ provider: "constructor", problems: [] });
    expect(resolve("__proto__/a").provider).toBe("local");
  });

  it("takes a bare name for a model of the caller's provider, else of the config's", () => {
    expect(resolve("llama", { caller: "mine/large" })).toMatchObject({
      ref: "mine/llama",
      why: { provider: "caller" },
    });
    expect(resolve("llama")).toMatchObject({ ref: "local/llama", why: { provider: "config" }, problems: [] });
    expect(resolve("llama", { caller: "ghost" })).toMatchObject({ ref: "local/llama", why: { provider: "config" } });
  });

  it("takes nothing for the caller's model, else for the config's", () => {
    for (const ref of [undefined, ""]) {
      expect(resolve(ref, { caller: "mine/x" })).toMatchObject({
        ref: "mine/x",
        why: { by: "caller", provider: "ref" },
      });
      expect(resolve(ref)).toMatchObject({ ref: "local/qwen3", why: { by: "config" } });
      expect(resolve(ref, { config: none })).toMatchObject({ ref: undefined, why: { by: "nobody" }, problems: [] });
    }
  });

  it("follows an alias once", () => {
    expect(resolve("smart")).toMatchObject({
      ref: "mine/large",
      why: { written: "smart", alias: { name: "smart", value: "mine/large" } },
      problems: [],
    });
    expect(resolve("bare", { caller: "mine/x" }).ref).toBe("mine/tiny");
    expect(resolve("chain")).toMatchObject({ ref: "local/smart", why: { alias: { value: "smart" } } });
    expect(codes("chain")).toEqual([["model/alias-chain", "warning"]]);
    expect(codes("loop")).toEqual([["model/alias-chain", "warning"]]);
    expect(resolve("empty")).toMatchObject({ ref: "local/empty", why: { written: "empty" } });
    expect(resolve("empty").why.alias).toBeUndefined();
    for (const name of ["constructor", "__proto__", "toString"]) expect(resolve(name).why.alias).toBeUndefined();
  });

  it("takes a model that a provider lists before an alias of the same name", () => {
    expect(resolve("fast")).toMatchObject({ ref: "local/fast", problems: [] });
    expect(resolve("fast", { caller: "mine/large" })).toMatchObject({ ref: "mine/small" });
    expect(resolve("mine/large").why.alias).toBeUndefined();
  });

  it("keeps what begins with no provider, and warns unless its provider lists it", () => {
    expect(resolve("org/tiny")).toMatchObject({ ref: "local/org/tiny", problems: [] });
    expect(resolve("mien/large")).toMatchObject({ ref: "local/mien/large", model: "mien/large" });
    expect(resolve("mien/large", { role: "critic", where: { layer: "local", line: 3 } }).problems).toEqual([
      {
        code: "model/unknown-provider",
        severity: "warning",
        message: 'Cannot find a provider called "mien": "mien/large" is taken for a model of "local"',
        hint: 'Did you mean "mine/large"?',
        name: "critic",
        field: "model",
        layer: "local",
        line: 3,
      },
    ]);
    expect(resolve("zzz/a").problems[0]?.hint).toBe("Write provider/model; the providers are constructor, local, mine");
  });

  it("keeps what nobody can place, with a warning", () => {
    expect(resolve("qwen3", { config: none })).toEqual({
      ref: "qwen3",
      provider: undefined,
      model: "qwen3",
      why: { written: "qwen3", by: "written", provider: "nobody" },
      problems: [
        {
          code: "model/no-provider",
          severity: "warning",
          message: 'Cannot tell the provider of model "qwen3": it names none that there is',
          hint: 'Add a provider under "providers" in config.json',
        },
      ],
    });
    expect(codes("local/")).toEqual([["model/no-name", "warning"]]);
    expect(resolve("local/").provider).toBe("local");
  });

  it("knows providers that are in no config", () => {
    expect(resolve("env/a", { config: none, providers: ["env"] })).toMatchObject({ provider: "env", problems: [] });
    expect(resolve("local/fast", { providers: ["local"] })).toMatchObject({ provider: "local", problems: [] });
    expect(resolve("fast", { providers: ["local"] }).ref).toBe("local/fast");
  });
});

describe("resolveRoleModels()", () => {
  const where = (name: string, field?: string) => ({
    file: "roles.json",
    line: field === "model" ? 2 : 1,
    column: name.length,
  });
  const layer = {
    entries: new Map([
      ["critic", { model: ["smart", "", "mien/x"] }],
      ["poet", {}],
    ]),
    where,
  };
  const place = (path: readonly string[]) => ({ file: "config.json", line: path.length });
  const catalog = createCatalog({ roles: { global: layer }, config: { global: { value: written, where: place } } });

  it("resolves each, in order, with the places of all that was written", () => {
    const models = resolveRoleModels(catalog, "critic");
    expect(models.map(({ ref }) => ref)).toEqual(["mine/large", "local/mien/x"]);
    expect(models[0]?.why).toMatchObject({
      where: { layer: "global", file: "roles.json", line: 2 },
      alias: { name: "smart", where: { layer: "global", file: "config.json", line: 2 } },
    });
    expect(models[1]?.problems).toMatchObject([{ name: "critic", field: "model", file: "roles.json", line: 2 }]);
  });

  it("gives a role that names none, or is none, its caller's", () => {
    for (const role of ["poet", "ghost", "constructor"]) {
      expect(resolveRoleModels(catalog, role, { caller: "mine/large" }).map(({ ref }) => ref)).toEqual(["mine/large"]);
    }
  });
});
