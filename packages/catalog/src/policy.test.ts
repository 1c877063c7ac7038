import { carve, decide, explain, resourceOf } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { type CatalogInput, createCatalog } from "./catalog.ts";

const asked = (category: string, text = "x") => ({
  actions: [{ category, resource: resourceOf(category, text) ?? [] }],
});

const decision = (input: CatalogInput, category: string, text?: string) => {
  const catalog = createCatalog(input);
  const me = catalog.authority(catalog.rootAuthority(), "programmer", "r1");
  return decide(me, asked(category, text)).decision;
};

describe("the hard cap", () => {
  it("is the meet of the policies, the words of this command and the mode", () => {
    const policies = [{ value: { cap: { edit: "ask" } } }, { value: { cap: { edit: "allow", read: "ask" } } }];
    expect(decision({}, "edit")).toBe("allow");
    expect(decision({ policies }, "edit")).toBe("ask");
    expect(decision({ policies }, "read")).toBe("ask");
    expect(decision({ policies, cap: carve({ read: "deny" }) }, "read")).toBe("deny");
    expect(decision({ policies, mode: "plan" }, "edit")).toBe("deny");
    expect(decision({ policies, mode: "build" }, "edit")).toBe("ask");
    expect(createCatalog().cap).toBeUndefined();
  });

  it("takes rules, and says where the one that decides was written", () => {
    const where = (path: readonly string[]) => ({ file: "policy.json", line: path.length });
    const policies = [{ value: { cap: { edit: { default: "allow", rules: { "infra/**": "deny" } } } }, where }];
    expect(decision({ policies }, "edit", "src/a.ts")).toBe("allow");
    const catalog = createCatalog({ policies });
    const { because } = explain(catalog.rootAuthority(), asked("edit", "infra/main.tf")).verdict;
    expect(because).toMatchObject([
      { kind: "cap", text: 'policy.cap.edit["infra/**"]', source: { layer: "policy", file: "policy.json", line: 4 } },
    ]);
  });

  it("that cannot be read stops every run", () => {
    for (const policy of [
      { value: [] },
      { value: { cap: "deny" } },
      { value: { cap: { edit: "Deny" } } },
      { value: { cap: { edti: "deny" } } },
      { value: { caps: { edit: "deny" } } },
      { value: undefined, readable: false },
    ]) {
      const catalog = createCatalog({ policies: [policy] });
      expect(catalog.faults.length, JSON.stringify(policy)).toBeGreaterThan(0);
      expect(catalog.faultsOf("programmer")).toEqual(catalog.faults);
    }
    expect(createCatalog({ policies: [{ value: undefined }, { value: {} }, { value: { cap: {} } }] }).faults).toEqual(
      [],
    );
  });
});

describe("modes", () => {
  const modes = {
    careful: { tool_permission: { bash: { default: "deny", rules: { "npm test **": "allow" } } } },
    plan: { tool_permission: { edit: "ask" } },
    wide: { tool_permission: { bash: "allow", web: "allow" } },
    broken: { tool_permission: { bash: "never" } },
  };
  const config = { global: { value: { modes, tool_permission: { bash: "allow" } } } };

  it("of the config cap too, and never widen", () => {
    expect(decision({ config, mode: "careful" }, "bash", "npm test -- -u")).toBe("allow");
    expect(decision({ config, mode: "careful" }, "bash", "npm publish")).toBe("deny");
    expect(decision({ config, mode: "wide" }, "web")).toBe("deny");
    expect(decision({ config, mode: "plan" }, "edit")).toBe("ask");
    expect(createCatalog({ config }).modes).toEqual(["build", "plan", "careful", "wide", "broken"]);
  });

  it("that do not exist or cannot be read stop every run", () => {
    const unknown = createCatalog({ config, mode: "carefull" });
    expect(unknown.faults).toMatchObject([{ code: "config/unknown-mode", hint: 'Did you mean "careful"?' }]);
    expect(createCatalog({ mode: "constructor" }).faults).toHaveLength(1);
    expect(createCatalog({ config, mode: "broken" }).faults).toMatchObject([{ code: "carve/unknown-word" }]);
  });

  it("of a folder, trusted or not, lift no cap of the operator, and only add to it", () => {
    const mode = (said: Readonly<Record<string, unknown>>) => ({ value: { modes: said } });
    const plan = { plan: { tool_permission: {} } };
    const trusting = { trusted: true };
    expect(decision({ ...trusting, config: { local: mode(plan) }, mode: "plan" }, "edit")).toBe("deny");
    const review = (word: string) => ({ review: { tool_permission: { bash: word } } });
    const both = { global: mode(review("deny")), local: mode(review("allow")) };
    expect(decision({ ...trusting, config: both, mode: "review" }, "bash")).toBe("deny");
    const stricter = { global: mode(review("ask")), local: mode(review("deny")) };
    expect(decision({ ...trusting, config: stricter, mode: "review" }, "bash")).toBe("deny");
    expect(decision({ ...trusting, config: { local: mode(review("deny")) }, mode: "review" }, "bash")).toBe("deny");
    const flag = { global: mode(review("deny")), flag: mode(review("ask")) };
    expect(decision({ ...trusting, config: flag, mode: "review" }, "bash")).toBe("ask");
  });

  it("with a key that there is not cap nothing that was meant, so they stop every run, with their place", () => {
    const where = () => ({ file: "config.json", line: 3, column: 5 });
    const value = { modes: { b: { tool_permision: { bash: "deny" } }, c: 5 } };
    expect(createCatalog({ config: { global: { value, where } }, mode: "b" }).faults).toMatchObject([
      {
        code: "config/unknown-field",
        severity: "error",
        hint: 'Did you mean "tool_permission"?',
        file: "config.json",
        line: 3,
      },
    ]);
    expect(createCatalog({ config: { global: { value, where } }, mode: "c" }).faults).toMatchObject([
      { code: "config/wrong-type", line: 3 },
    ]);
  });

  it("of a local layer that is not trusted do not count", () => {
    const local = { value: { modes: { plan: { tool_permission: {} } } } };
    expect(decision({ config: { local }, mode: "plan" }, "edit")).toBe("deny");
  });
});
