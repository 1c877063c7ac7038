import { type Authority, CATEGORIES, type Decision, use } from "@polyglav/permissions";
import { type Catalog, type Role, type RunLimits, checkRole, runLimits } from "@polyglav/catalog";
import type { LanguageModel } from "ai";
import { chooseModel } from "../model/choose-model.ts";
import type { ModelSettings } from "../model/model-step.ts";
import type { RunError } from "../run/outcome.ts";
import type { AskedModel, ModelPort } from "../ports.ts";
import { assemblePrompt } from "./prompt.ts";

/** Who is to run, for whom. */
export interface PlanInput {
  readonly run: string;
  readonly role: string;
  readonly skills: readonly string[];
  /** The caller's authority; `undefined` for the root, which runs under the operator's own. */
  readonly caller: Authority | undefined;
  /** A model for the whole tree, before that of the role. */
  readonly treeModel: string | undefined;
  /** The caller's model, after that of the role. */
  readonly callerModel: string | undefined;
  /** What was answered about models that somebody has to approve, by reference. */
  readonly answers: ReadonlyMap<string, boolean>;
}

/** All that is settled before the first model call. */
export interface AgentPlan {
  readonly role: string;
  readonly authority: Authority;
  readonly instructions: string;
  readonly model: LanguageModel;
  readonly modelRef: string;
  readonly settings: ModelSettings;
  readonly limits: RunLimits;
  readonly warnings: readonly RunError[];
}

/** A plan, or why there is none. */
export type Settled =
  { readonly ok: true; readonly plan: AgentPlan } | { readonly ok: false; readonly error: RunError };

/** The same, or a model that somebody has to say yes or no to first. */
export type Planned = Settled | { readonly ok: false; readonly asked: AskedModel };

/**
 * Plans a run of a role: who, with which authority, prompt and model, or why not, or which model has to be approved.
 * Decides only; whether the caller may delegate to this role at all is for the gate, which can ask.
 */
export function planAgent(input: PlanInput, catalog: Catalog, models: ModelPort): Planned {
  const checked = checkRole(catalog, input.role, input.caller === undefined ? {} : { verb: "delegate to" });
  if (!checked.ok) return checked;
  const { view } = checked;
  const { role } = view;
  const chosen = chooseModel(input, catalog, models);
  if (!chosen.ok) return chosen;
  const prompt = assemblePrompt(role, input.skills, catalog);
  return {
    ok: true,
    plan: {
      role: input.role,
      authority:
        input.caller === undefined
          ? catalog.rootAuthority({ role: input.role, id: input.run })
          : catalog.authority(input.caller, input.role, input.run),
      instructions: prompt.instructions,
      model: chosen.model,
      modelRef: chosen.ref,
      settings: settingsOf(role),
      limits: runLimits(catalog, input.role),
      warnings: [...chosen.warnings, ...prompt.warnings, ...notEnforced(role)],
    },
  };
}

/** What a run may itself use, category by category, as people read it. */
export function carveOf(authority: Authority): Readonly<Record<string, Decision>> {
  return Object.fromEntries(CATEGORIES.map((category) => [category, use(authority, category)]));
}

function settingsOf({ temperature, top_p: topP, reasoning }: Role): ModelSettings {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(reasoning === undefined || reasoning === "auto" ? {} : { reasoning }),
  };
}

/** Fields that are read and kept but not obeyed yet are said out loud: a silent limit is no limit. */
function notEnforced(role: {
  readonly limits: { readonly tokens?: number | undefined; readonly cost?: number | undefined };
  readonly output?: unknown;
}): readonly RunError[] {
  const found: string[] = [];
  if (role.limits.tokens !== undefined) found.push("limits.tokens");
  if (role.limits.cost !== undefined) found.push("limits.cost");
  if (role.output !== undefined) found.push("output");
  return found.map((field) => ({ code: "field-not-enforced", message: `This version does not enforce ${field}` }));
}
