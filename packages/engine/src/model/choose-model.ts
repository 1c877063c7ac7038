import { type Catalog, resolveModel, resolveRoleModels } from "@polyglav/catalog";
import type { Problem } from "@polyglav/registry";
import type { LanguageModel } from "ai";
import { type MeantModel, needsApproval } from "./approval.ts";
import type { RunError } from "../run/outcome.ts";
import type { PlanInput } from "../agent/plan.ts";
import type { AskedModel, ModelPort } from "../ports.ts";

/** The model of a run; or why there is none; or which one somebody has to approve first. */
export type ModelChoice =
  | { readonly ok: true; readonly ref: string; readonly model: LanguageModel; readonly warnings: readonly RunError[] }
  | { readonly ok: false; readonly error: RunError }
  | { readonly ok: false; readonly asked: AskedModel };

/**
 * Chooses the model of a run: the tree's; else the first of the role's that can be had and may be used; else the
 * caller's, or that of the config. A reference whose provider there is not counts as a model of the caller's provider,
 * as everywhere, but only when nothing else in the list of the role can be had.
 */
export function chooseModel(input: PlanInput, catalog: Catalog, models: ModelPort): ModelChoice {
  const { role, run, answers } = input;
  const warnings: RunError[] = [];
  const refused: RunError[] = [];
  const missing: RunError[] = [];
  const meant = meantBy(input, catalog, models);
  for (const each of [...meant.filter((one) => !isDoubtful(one)), ...meant.filter(isDoubtful)]) {
    const had = models.resolve(each.ref, { role, run, requests: 0 });
    if (!had.ok) {
      missing.push(had.error);
      warnings.push(...each.problems.map(warningOf));
      continue;
    }
    const { ref, model } = had;
    const asked: AskedModel = { ref, role, why: each.why };
    const answer = needsApproval(each, catalog, models.providers) ? answers.get(ref) : true;
    if (answer === undefined) return { ok: false, asked };
    if (!answer) {
      refused.push(notApproved(asked));
      continue;
    }
    // Whoever gives the model could tell its provider.
    const odd = each.problems.filter(({ code }) => code !== "model/no-provider");
    return { ok: true, ref, model, warnings: [...refused, ...warnings, ...odd.map(warningOf)] };
  }
  const [error = NO_MODEL] = [...refused, ...missing];
  return { ok: false, error };
}

function meantBy(
  { role, treeModel, callerModel }: PlanInput,
  catalog: Catalog,
  { providers }: ModelPort,
): readonly MeantModel[] {
  if (treeModel !== undefined) return [resolveModel(treeModel, { config: catalog.config, providers })];
  const namesNone = catalog.role(role)?.role.model.length === 0;
  // The caller's has been resolved: it is no alias, even if one is called like it.
  if (namesNone && callerModel !== undefined) {
    return [{ ref: callerModel, why: { written: callerModel, by: "caller", provider: "ref" }, problems: [] }];
  }
  return resolveRoleModels(catalog, role, { caller: callerModel, providers });
}

const isDoubtful = ({ problems }: MeantModel): boolean =>
  problems.some(({ code }) => code === "model/unknown-provider");

const warningOf = ({ code, message, hint }: Problem): RunError => ({
  code,
  message,
  ...(hint !== undefined && { hint }),
});

/** There are three ways to approve a model, and the hint has them all. */
function notApproved({ ref, role }: AskedModel): RunError {
  return {
    code: "POLYGLAV_MODEL_NOT_APPROVED",
    message: `Cannot use model "${ref}" for role "${role}": nobody has approved it`,
    hint: `Run polyglav models approve ${ref}, pass --approve-model ${ref}, or name it in your own config.json`,
  };
}

/** A list that names no model comes to that of the config, so that there is always one to try. */
const NO_MODEL: RunError = { code: "POLYGLAV_NO_MODEL", message: "Cannot choose a model: none is named" };
