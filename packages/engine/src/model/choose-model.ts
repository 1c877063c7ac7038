import { type Catalog, resolveModel, resolveRoleModels } from "@polyglav/catalog";
import type { Price } from "../budget/price.ts";
import type { Problem } from "@polyglav/registry";
import { type MeantModel, needsApproval } from "./approval.ts";
import type { ModelSeat } from "./request-answer.ts";
import type { RunError } from "../run/outcome.ts";
import type { PlanInput } from "../agent/plan.ts";
import type { AskedModel, ModelPort } from "../ports.ts";

/** The models of a run, the first one first; or why there is none; or which one somebody has to approve first. */
export type ModelChoice =
  | { readonly ok: true; readonly seats: readonly ModelSeat[]; readonly warnings: readonly RunError[] }
  | { readonly ok: false; readonly error: RunError }
  | { readonly ok: false; readonly asked: AskedModel };

/**
 * Chooses the models of a run: the tree's; else those of the role's that can be had and may be used, of which the later
 * ones stand in when the first fails; else the caller's, or that of the config. A reference whose provider there is not
 * counts as a model of the caller's provider, as everywhere, but only when nothing else in the list can be had. Nobody
 * is asked about a model that is only to stand in: it is one that may be used already, or it is left out.
 */
export function chooseModels(input: PlanInput, catalog: Catalog, models: ModelPort): ModelChoice {
  const { role, run, answers, requests } = input;
  const seats: ModelSeat[] = [];
  const warnings: RunError[] = [];
  const refused: RunError[] = [];
  const missing: RunError[] = [];
  const meant = meantBy(input, catalog, models);
  for (const each of [...meant.filter((one) => !isDoubtful(one)), ...meant.filter(isDoubtful)]) {
    if (seats.length > 0 && isDoubtful(each)) break;
    const had = models.resolve(each.ref, { role, run, requests });
    if (!had.ok) {
      missing.push(had.error);
      warnings.push(...each.problems.map(warningOf));
      continue;
    }
    const { ref, model, price, maxOutputTokens, account = accountOf(ref) } = had;
    const asked: AskedModel = { ref, role, why: each.why };
    const answer = answers === "all" || !needsApproval(each, catalog, models.providers) || answers.get(ref);
    if (answer === undefined && seats.length === 0) return { ok: false, asked };
    if (answer !== true) {
      refused.push(notApproved(asked));
      continue;
    }
    // Whoever gives the model could tell its provider.
    warnings.push(...each.problems.filter(({ code }) => code !== "model/no-provider").map(warningOf));
    seats.push({
      ...{ ref, model, account },
      ...(isPrice(price) && { price }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    });
  }
  if (seats.length > 0) return { ok: true, seats, warnings: [...refused, ...warnings] };
  const [error = NO_MODEL] = [...refused, ...missing];
  return { ok: false, error };
}

/** A price that is none would make a limit on money count nothing. */
function isPrice(price: Price | undefined): price is Price {
  const isAmount = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value >= 0;
  if (price === undefined || !isAmount(price.input) || !isAmount(price.output)) return false;
  return price.cached === undefined || isAmount(price.cached);
}

/** The provider of a reference: whoever gives no account has one for each. */
function accountOf(ref: string): string {
  const slash = ref.indexOf("/");
  return slash < 0 ? ref : ref.slice(0, slash);
}

function meantBy(
  { role, treeModel, caller, temporary }: PlanInput,
  catalog: Catalog,
  { providers }: ModelPort,
): readonly MeantModel[] {
  const callerModel = caller?.model;
  if (treeModel !== undefined) return [resolveModel(treeModel, { config: catalog.config, providers })];
  // A role that was made up is in no catalog, and one that has its name has nothing to say for it.
  const namesNone = temporary !== undefined || catalog.role(role)?.role.model.length === 0;
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
