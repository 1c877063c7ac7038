import { createCatalog } from "@polyglav/catalog";
import { carve, root, total } from "@polyglav/permissions";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { chooseModels } from "./choose-model.ts";
import type { PlanInput } from "../agent/plan.ts";
import type { ModelPort } from "../ports.ts";

interface Asked extends Partial<PlanInput> {
  /** The models of the role `r`, which the user wrote, or with `folder` the folder. */
  readonly model?: string | readonly string[];
  readonly folder?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly port?: Partial<ModelPort>;
  readonly callerModel?: string;
  /** Models that cannot be had. */
  readonly missing?: readonly string[];
}

/** What a run of `r` comes to: the reference, with its warnings; or the model to ask about; or the error. */
function outcome({
  model,
  folder = false,
  config = {},
  port = {},
  missing = [],
  callerModel,
  ...input
}: Asked): unknown {
  const written = { providers: { mine: {}, paid: {} }, model: "mine/small", ...config };
  const roles = { r: { system_prompt: "x", ...(model !== undefined && { model }) } };
  const catalog = createCatalog({
    trusted: true,
    roles: folder ? { local: roles } : { global: roles },
    config: { global: { value: written } },
  });
  const models: ModelPort = {
    resolve: (ref) =>
      ref === undefined || missing.includes(ref)
        ? { ok: false, error: { code: "gone", message: `no ${ref ?? "model"}` } }
        : { ok: true, ref, model: new MockLanguageModelV4() },
    ...port,
  };
  const chosen = chooseModels({ ...who(callerModel), ...input }, catalog, models);
  if (chosen.ok) return [chosen.seats[0]?.ref, ...chosen.warnings.map(({ code }) => code)];
  return "asked" in chosen ? { asked: chosen.asked.ref } : chosen.error;
}

function who(callerModel: string | undefined): PlanInput {
  const caller = callerModel === undefined ? undefined : { ...CALLER, model: callerModel };
  const none = { treeModel: undefined, limits: undefined, schema: undefined };
  return { run: "r1", role: "r", skills: [], requests: 0, caller, answers: new Map(), ...none };
}

const CALLER: NonNullable<PlanInput["caller"]> = {
  authority: root({ id: "root", use: total(carve({}), "ask") }),
  policy: { permission: "auto", direction: "human" },
  model: "",
  limits: { steps: 1, depth: 1, agents: 1 },
};

describe("a reference", () => {
  it("is an alias of the config, once", () => {
    const config = { model_aliases: { fast: "paid/large", loop: "fast" } };
    expect(outcome({ model: "fast", config })).toEqual(["paid/large"]);
    expect(outcome({ treeModel: "fast", config })).toEqual(["paid/large"]);
    expect(outcome({ model: "loop", config })).toEqual(["mine/fast", "model/alias-chain"]);
  });

  it("means a model that a provider lists before an alias of its name", () => {
    const config = { model_aliases: { small: "paid/large" }, providers: { mine: { models: ["small"] }, paid: {} } };
    expect(outcome({ model: "small", config })).toEqual(["mine/small"]);
  });

  it("without a provider is one of the caller's, else of the config's", () => {
    expect(outcome({ model: "x" })).toEqual(["mine/x"]);
    expect(outcome({ model: "x", callerModel: "paid/large" })).toEqual(["paid/x"]);
  });

  it("names a provider only where there is one, and says what it is taken for", () => {
    expect(outcome({ model: "org/x" })).toEqual(["mine/org/x", "model/unknown-provider"]);
    expect(outcome({ model: "org/x", port: { providers: ["org"] } })).toEqual(["org/x"]);
    expect(outcome({ treeModel: "org/x" })).toEqual(["mine/org/x", "model/unknown-provider"]);
  });

  it("that nobody can resolve is kept as it is, for whoever gives the model", () => {
    const config = { providers: {}, model: undefined };
    expect(outcome({ model: "org/x", config })).toEqual(["org/x"]);
    expect(outcome({ model: ["org/x", "y"], config, missing: ["org/x"] })).toEqual(["y", "model/no-provider"]);
    expect(outcome({ model: "org/x", config, missing: ["org/x"] })).toEqual({ code: "gone", message: "no org/x" });
  });

  it("of the caller is not resolved again, even if an alias is called like it", () => {
    const config = { model_aliases: { "mine/small": "paid/large" } };
    expect(outcome({ callerModel: "mine/small", config })).toEqual(["mine/small"]);
  });
});

describe("of the models of a role", () => {
  it("the first that can be had is taken, those of unknown providers last", () => {
    expect(outcome({ model: ["mine/a", "paid/b"] })).toEqual(["mine/a"]);
    expect(outcome({ model: ["mine/a", "paid/b"], missing: ["mine/a"] })).toEqual(["paid/b"]);
    expect(outcome({ model: ["org/a", "paid/b"] })).toEqual(["paid/b"]);
    expect(outcome({ model: ["org/a", "paid/b"], missing: ["paid/b"] })).toEqual([
      "mine/org/a",
      "model/unknown-provider",
    ]);
  });

  it("the first error is told when none can be had", () => {
    expect(outcome({ model: ["mine/a", "paid/b"], missing: ["mine/a", "paid/b"] })).toMatchObject({
      message: "no mine/a",
    });
  });

  it("none is asked about that cannot be had", () => {
    expect(outcome({ folder: true, model: ["mine/a", "paid/b"], missing: ["mine/a"] })).toEqual({ asked: "paid/b" });
  });

  it("the next is taken after a no, with a warning", () => {
    const model = ["paid/b", "mine/small"];
    expect(outcome({ folder: true, model })).toEqual({ asked: "paid/b" });
    expect(outcome({ folder: true, model, answers: new Map([["paid/b", true]]) })).toEqual(["paid/b"]);
    expect(outcome({ folder: true, model, answers: new Map([["paid/b", false]]) })).toEqual([
      "mine/small",
      "POLYGLAV_MODEL_NOT_APPROVED",
    ]);
  });

  it("a no to the last one is told before what could not be had", () => {
    const answers = new Map([["paid/b", false]]);
    expect(outcome({ folder: true, model: ["mine/a", "paid/b"], missing: ["mine/a"], answers })).toEqual({
      code: "POLYGLAV_MODEL_NOT_APPROVED",
      message: 'Cannot use model "paid/b" for role "r": nobody has approved it',
      hint: "Run polyglav models approve paid/b, pass --approve-model paid/b, or name it in your own config.json",
    });
  });

  it("none is asked about when the whole tree has a model", () => {
    expect(outcome({ folder: true, model: "paid/b", treeModel: "paid/large" })).toEqual(["paid/large"]);
  });
});

it("no model at all is for whoever gives models to refuse", () => {
  expect(outcome({ config: { model: undefined } })).toEqual({ code: "gone", message: "no model" });
});

describe("the models of a list", () => {
  it("the later ones stand in, but for those that somebody would have to be asked about", () => {
    const roles = { global: { r: { model: ["mine/a", "paid/b", "org/c"] } } };
    const refs = (catalog: ReturnType<typeof createCatalog>): readonly string[] => {
      const resolve: ModelPort["resolve"] = (ref = "") => ({ ok: true, ref, model: new MockLanguageModelV4() });
      const chosen = chooseModels(who(undefined), catalog, { resolve });
      return chosen.ok ? chosen.seats.map(({ ref, account }) => `${account}: ${ref}`) : [];
    };
    const config = { global: { value: { providers: { mine: {}, paid: {} }, model: "mine/a" } } };
    expect(refs(createCatalog({ trusted: true, roles, config }))).toEqual(["mine: mine/a", "paid: paid/b"]);
    const folder = { local: { r: { model: ["mine/a", "paid/b"] } } };
    expect(refs(createCatalog({ trusted: true, roles: folder, config }))).toEqual(["mine: mine/a"]);
  });
});
