import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog.ts";
import { type ModelOptions, resolveModel } from "../src/model-ref.ts";

const names = ["local", "mine", "fast", "smart", "a", "constructor", "__proto__", ""];
const name = fc.constantFrom(...names);
const ref = fc.oneof(
  name,
  fc.tuple(name, name).map((parts) => parts.join("/")),
  fc.constantFrom("a/b/c", "/", "local/"),
);
const dictionary = <T>(value: fc.Arbitrary<T>) => fc.dictionary(name, value, { maxKeys: 4 });
const options: fc.Arbitrary<ModelOptions> = fc
  .record({
    model: ref,
    providers: dictionary(fc.record({ models: fc.array(name, { maxLength: 2 }) })),
    model_aliases: fc.dictionary(ref, ref, { maxKeys: 4 }),
    caller: fc.option(ref, { nil: undefined }),
  })
  .map(({ caller, ...value }) => ({ config: createCatalog({ config: { global: { value } } }).config, caller }));

const law = (title: string, holds: (written: string, given: ModelOptions) => void): void => {
  it(title, () => {
    fc.assert(
      fc.property(ref, options, (written, given) => {
        holds(written, given);
      }),
      { numRuns: 2000 },
    );
  });
};

describe("a reference to a model", () => {
  law("is a model of a provider that there is, or kept as it was written with a warning", (written, given) => {
    const { ref, provider, model, why, problems } = resolveModel(written, given);
    if (provider !== undefined) {
      expect(ref).toBe(`${provider}/${model}`);
      expect(given.config.providers.has(provider)).toBe(true);
    } else if (ref === undefined) expect([written, given.caller ?? "", given.config.model ?? ""]).toEqual(["", "", ""]);
    else {
      expect(ref).toBe(why.alias?.value ?? why.written);
      expect(problems.map(({ code }) => code)).toContain("model/no-provider");
    }
    expect(problems.every(({ severity }) => severity === "warning")).toBe(true);
  });

  law("means through an alias what the alias stands for means without any", (written, given) => {
    const { why, ref } = resolveModel(written, given);
    if (why.alias === undefined) return;
    const withoutAliases: ModelOptions = { ...given, config: { ...given.config, model_aliases: new Map() } };
    const caller = resolveModel(given.caller, given).ref;
    expect(given.config.model_aliases.get(why.written)).toBe(why.alias.value);
    if (why.by === "written" && caller === given.caller) {
      expect(ref).toBe(resolveModel(why.alias.value, withoutAliases).ref);
    }
  });

  law("that says its provider means the same whoever asks", (written, given) => {
    const found = resolveModel(written, given);
    if (found.why.by !== "written" || found.why.provider !== "ref" || found.why.alias !== undefined) return;
    const other = resolveModel(written, { config: { ...given.config, model: undefined, model_aliases: new Map() } });
    expect(other.ref).toBe(found.ref);
  });
});
