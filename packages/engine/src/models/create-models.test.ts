import { describe, expect, it } from "vitest";
import { type ModelsOptions, createModels } from "./create-models.ts";

const use = { role: "planner", run: "r1", requests: 0 };
const local = { base_url: "http://127.0.0.1:1/v1" };

const resolve = (ref: string | undefined, options: Partial<ModelsOptions> = {}) =>
  createModels({ providers: { local }, env: {}, ...options }).resolve(ref, use);

/** The model that was chosen, or the error in one line. */
function outcome(ref: string | undefined, options?: Partial<ModelsOptions>): string {
  const resolved = resolve(ref, options);
  if (resolved.ok) return resolved.ref;
  const { code, message, hint } = resolved.error;
  return `${code} ${message} (${hint})`;
}

describe("createModels()", () => {
  it("splits a reference at the first slash", () => {
    expect(resolve("local/org/model/x")).toMatchObject({
      ok: true,
      ref: "local/org/model/x",
      model: { specificationVersion: "v4", provider: "local.chat", modelId: "org/model/x" },
    });
  });

  it("takes no reference for the default, and a bare model for one of the default's provider", () => {
    expect(outcome(undefined, { defaultRef: "local/qwen3" })).toBe("local/qwen3");
    expect(outcome("", { defaultRef: "local/qwen3" })).toBe("local/qwen3");
    expect(outcome("llama", { defaultRef: "local/qwen3" })).toBe("local/llama");
  });

  it("takes a model that the usual provider lists for one of it, slashes and all", () => {
    const providers = { local: { ...local, models: ["org/llama"] } };
    expect(outcome("org/llama", { providers, defaultRef: "local/qwen3" })).toBe("local/org/llama");
    expect(outcome("org/other", { providers, defaultRef: "local/qwen3" })).toContain('there is no provider "org"');
  });

  it("tells which providers it has, local also when only the environment knows it", () => {
    const env = { POLYGLAV_BASE_URL: "http://127.0.0.1:2/v1" };
    expect(createModels({ providers: { mine: local }, env }).providers).toEqual(["mine", "local"]);
    expect(createModels({ providers: { mine: local }, env: {} }).providers).toEqual(["mine"]);
  });

  it("takes providers as the config has them, a map, and as a plain object", () => {
    expect(outcome("local/a", { providers: new Map([["local", local]]) })).toBe("local/a");
    expect(outcome("__proto__/a", { providers: new Map([["__proto__", local]]) })).toBe("__proto__/a");
  });

  it("says what the config knows of a model, by its name, or by * for those that have none", () => {
    const prices = { "org/large": { input: 3, output: 15 }, "*": { input: 0, output: 0 } };
    const providers = { local: { ...local, prices, max_output_tokens: { small: 512 } } };
    expect(resolve("local/org/large", { providers })).toMatchObject({ price: { input: 3, output: 15 } });
    expect(resolve("local/small", { providers })).toMatchObject({
      price: { input: 0, output: 0 },
      maxOutputTokens: 512,
    });
    const { price, maxOutputTokens } = { price: 0, maxOutputTokens: 0, ...resolve("local/constructor") };
    expect({ price, maxOutputTokens }).toEqual({ price: undefined, maxOutputTokens: undefined });
  });

  it("has one account for all names of one place and key, and one for each other", () => {
    const keyed = { ...local, api_key_env: "LOCAL_KEY" };
    const providers = { local, copy: local, keyed, other: { base_url: "http://127.0.0.1:2/v1" } };
    const accounts = Object.keys(providers).map((id) => {
      const resolved = resolve(`${id}/m`, { providers, env: { LOCAL_KEY: "k" } });
      return resolved.ok && resolved.account;
    });
    expect(accounts).toEqual(["local", "local", "keyed", "other"]);
  });

  it("says what to do when no model is named", () => {
    const hint =
      'Name one with --model provider/model, or as "model" in config.json; POLYGLAV_BASE_URL gives the provider local the address of any OpenAI-compatible server';
    expect(outcome(undefined)).toBe(`POLYGLAV_NO_MODEL Cannot choose a model: none is configured (${hint})`);
    expect(outcome(undefined, { defaultRef: "" })).toContain("none is configured");
    expect(outcome("local/")).toBe(`POLYGLAV_NO_MODEL Cannot choose a model: "local/" names none (${hint})`);
  });

  it("names the nearest provider and all that there are", () => {
    const providers = { local, openai: local };
    expect(outcome("locla/a", { providers })).toBe(
      'POLYGLAV_UNKNOWN_PROVIDER Cannot use model "locla/a": there is no provider "locla" (Did you mean "local"? Known providers: local, openai)',
    );
    expect(outcome("anthropic/a", { providers })).toContain(
      '(Known providers: local, openai; add it under "providers" in config.json)',
    );
    expect(outcome("anthropic/a", { providers: {} })).toContain("(No provider is configured; add it");
    expect(outcome("local/a", { providers: {} })).toContain("(Set POLYGLAV_BASE_URL to the address of");
    expect(outcome("/a")).toContain('there is no provider ""');
  });

  it.each(["constructor", "__proto__", "toString"])("knows no provider %s that nobody configured", (id) => {
    expect(outcome(`${id}/a`)).toContain("POLYGLAV_UNKNOWN_PROVIDER");
  });

  it("asks for a provider when a bare model has no home", () => {
    const expected =
      'POLYGLAV_UNKNOWN_PROVIDER Cannot use model "qwen3": it names no provider (Write provider/model, for example local/qwen3)';
    expect(outcome("qwen3")).toBe(expected);
    expect(outcome(undefined, { defaultRef: "qwen3" })).toBe(expected);
  });
});

describe("the address of a provider", () => {
  it("is POLYGLAV_BASE_URL for local, with or without a config, and for nobody else", () => {
    const env = { POLYGLAV_BASE_URL: "http://127.0.0.1:2/v1" };
    expect(outcome("local/a", { providers: {}, env })).toBe("local/a");
    expect(outcome("local/a", { providers: { local: { base_url: "nonsense" } }, env })).toBe("local/a");
    expect(outcome("other/a", { providers: { other: {} }, env })).toContain('"other": it has no base_url');
    expect(outcome("local/a", { providers: {}, env: { POLYGLAV_BASE_URL: "" } })).toContain(
      "POLYGLAV_UNKNOWN_PROVIDER",
    );
  });

  it.each([
    [undefined, "it has no base_url"],
    ["", "it has no base_url"],
    ["127.0.0.1:11434/v1", "its base_url is no http(s) address"],
    ["file:///etc/passwd", "its base_url is no http(s) address"],
    ["ftp://host/v1", "its base_url is no http(s) address"],
    ["http://", "its base_url is no http(s) address"],
    ["http://me:sk-secret@host/v1", "its base_url contains a user name or password"],
    ["http://sk-secret@host/v1", "its base_url contains a user name or password"],
    ["http://host/v1?key=sk-secret", "its base_url has a query or fragment"],
  ])("cannot be %s, and is not shown", (base_url, state) => {
    const said = outcome("local/a", { providers: { local: { base_url } } });
    expect(said).toBe(
      `POLYGLAV_PROVIDER_NOT_READY Cannot use provider "local": ${state} (Set providers.local.base_url to an address such as http://127.0.0.1:11434/v1)`,
    );
  });

  it("is blamed on the variable when it comes from there", () => {
    expect(outcome("local/a", { env: { POLYGLAV_BASE_URL: "nonsense" } })).toContain(
      "(Set POLYGLAV_BASE_URL to an address",
    );
  });
});

describe("the kind of a provider", () => {
  it("is openai-compatible, said or not, and no other yet", () => {
    expect(outcome("local/a", { providers: { local: { ...local, kind: "openai-compatible" } } })).toBe("local/a");
    expect(outcome("local/a", { providers: { local: { ...local, kind: "anthropic" } } })).toBe(
      'POLYGLAV_PROVIDER_NOT_READY Cannot use provider "local": its kind "anthropic" is not supported (The one kind so far is "openai-compatible")',
    );
  });
});

describe("the key of a provider", () => {
  const withKey = (api_key_env: string, env: Record<string, string> = {}): string =>
    outcome("local/a", { providers: { local: { ...local, api_key_env } }, env });

  it("is needed when the config names its variable", () => {
    expect(withKey("LOCAL_KEY", { LOCAL_KEY: "sk-secret" })).toBe("local/a");
    expect(withKey("LOCAL_KEY")).toBe(
      'POLYGLAV_PROVIDER_NOT_READY Cannot use provider "local": the environment variable "LOCAL_KEY" is not set (Set it, or correct providers.local.api_key_env)',
    );
    expect(withKey("LOCAL_KEY", { LOCAL_KEY: " " })).toContain("is not set");
    expect(withKey("constructor")).toContain("is not set");
  });

  it.each(["sk-secret", "AKIAIOSFODNN7EXAMPLE", "c0ffee", "A_".repeat(30) + "A"])(
    "is not shown when somebody wrote it where its variable belongs: %s",
    (key) => {
      expect(withKey(key)).toContain("the environment variable that its api_key_env names is not set");
      expect(withKey(key)).not.toContain(key);
    },
  );

  it.each(["sk-sec ret", "sk-sec\nret", "sk-sécret", "sk-sec\u0000ret"])("must fit into a header: %j", (key) => {
    const said = withKey("LOCAL_KEY", { LOCAL_KEY: key });
    expect(said).toContain('the environment variable "LOCAL_KEY" holds no key');
    expect(said).not.toContain("sk-");
  });
});
