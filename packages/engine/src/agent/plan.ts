import { type AskPolicy, type Catalog, type Role, type RoleView, checkRole, runLimits } from "@polyglav/catalog";
import { type Authority, CATEGORIES, type Decision, delegate, parseCarve, use } from "@polyglav/permissions";
import { capLimits } from "../budget/limits.ts";
import type { AgentLimits, TemporaryRole } from "../log/log-entry.ts";
import { chooseModels } from "../model/choose-model.ts";
import type { ModelSettings } from "../model/model-step.ts";
import type { ModelSeat } from "../model/request-answer.ts";
import type { AskedModel, ModelPort } from "../ports.ts";
import type { RunError } from "../run/outcome.ts";
import { assemblePrompt } from "./prompt.ts";

/** Who is to run, for whom. */
export interface PlanInput {
  readonly run: string;
  readonly role: string;
  /** Set for a role that is made up for this task: `role` is then only what it is called. */
  readonly temporary?: TemporaryRole | undefined;
  readonly skills: readonly string[];
  /** Model requests that this run has made before, for one that goes on. */
  readonly requests: number;
  /** Who delegates; `undefined` for the root, which runs under the operator's own authority. */
  readonly caller:
    | {
        readonly authority: Authority;
        readonly policy: AskPolicy;
        readonly model: string;
        readonly limits: AgentLimits;
      }
    | undefined;
  /** A model for the whole tree, before that of the role. */
  readonly treeModel: string | undefined;
  /** What whoever starts it allows at most. */
  readonly limits: Partial<AgentLimits> | undefined;
  /** The schema that the answer has to fit, before that of the role. */
  readonly schema: unknown;
  /** What was answered about models that somebody has to approve, by reference; `all` where nobody has to. */
  readonly answers: ReadonlyMap<string, boolean> | "all";
}

/** What the plan is made of beside the catalog. */
export interface PlanWorld {
  readonly models: ModelPort;
  /** What the project says to every agent, such as the text of its AGENTS.md. */
  readonly instructions: string | undefined;
}

/** All that is settled before the first model call. */
export interface AgentPlan {
  /** What it was planned with. */
  readonly catalog: Catalog;
  readonly role: string;
  readonly authority: Authority;
  readonly instructions: string;
  readonly seats: readonly ModelSeat[];
  /** The first of its models. */
  readonly modelRef: string;
  readonly settings: ModelSettings;
  readonly policy: AskPolicy;
  readonly limits: AgentLimits;
  readonly schema: unknown;
  /** Its permissions as written: it goes on after a restart only with the same ones. */
  readonly says: string;
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
export function planAgent(input: PlanInput, catalog: Catalog, world: PlanWorld): Planned {
  const who = input.temporary === undefined ? configured(input, catalog) : temporary(input, input.temporary, catalog);
  if (!who.ok) return who;
  const chosen = chooseModels(input, catalog, world.models);
  if (!chosen.ok) return chosen;
  const { role, authority, says, limits } = who;
  const inherited = role.inherit_context ? world.instructions : undefined;
  const prompt = assemblePrompt({ role, project: inherited, invocation: input.skills }, catalog);
  const [first] = chosen.seats;
  return {
    ok: true,
    plan: {
      ...{ catalog, role: input.role, authority, says, seats: chosen.seats, modelRef: first?.ref ?? "" },
      instructions: prompt.instructions,
      settings: settingsOf(role),
      policy: { ...(input.caller?.policy ?? catalog.config.ask_policy), ...role.ask_policy },
      limits: input.limits === undefined ? limits : capLimits(input.limits, limits),
      schema: input.schema ?? role.output,
      warnings: [...chosen.warnings, ...prompt.warnings],
    },
  };
}

type Who =
  | {
      readonly ok: true;
      readonly role: PlannedRole;
      readonly authority: Authority;
      readonly says: string;
      readonly limits: AgentLimits;
    }
  | { readonly ok: false; readonly error: RunError };

/** What of a role matters to a run of it. */
type PlannedRole = Pick<
  Role,
  | "name"
  | "system_prompt"
  | "skills"
  | "ask_policy"
  | "temperature"
  | "top_p"
  | "reasoning"
  | "output"
  | "inherit_context"
>;

function configured({ role: name, caller, run }: PlanInput, catalog: Catalog): Who {
  const checked = checkRole(catalog, name, caller === undefined ? {} : { verb: "delegate to" });
  if (!checked.ok) return checked;
  const { role } = checked.view;
  const { steps, depth, agents, ms, tokens, cost } = runLimits(catalog, name);
  return {
    ok: true,
    role,
    authority:
      caller === undefined
        ? catalog.rootAuthority({ role: name, id: run })
        : catalog.authority(caller.authority, name, run),
    says: saysOf(checked.view),
    limits: {
      ...{ steps, depth, agents },
      ...(ms !== Infinity && { ms }),
      ...(tokens !== Infinity && { tokens }),
      ...(cost !== Infinity && { cost }),
    },
  };
}

/** The permissions of a role as they are written: an agent goes on only with the same ones. */
export const saysOf = ({ role, bound }: Pick<RoleView, "role" | "bound">): string =>
  JSON.stringify([role.tool_permission, role.grant_permission, bound ?? null]);

/** A role that its caller has made up: it gets nothing by silence, hands nothing down, and never has more than its caller. */
function temporary({ role: name, caller, run }: PlanInput, says: TemporaryRole, catalog: Catalog): Who {
  const carve = parseCarve(says.tool_permission ?? {});
  const [fault] = carve.problems;
  if (fault !== undefined) return { ok: false, error: { code: "POLYGLAV_ROLE_FAULTY", message: fault.message } };
  const { steps, depth, agents } = caller?.limits ?? runLimits(catalog, catalog.config.root_role);
  return {
    ok: true,
    role: { name, system_prompt: says.prompt, skills: [], ask_policy: {}, inherit_context: true },
    authority: delegate(caller?.authority ?? catalog.rootAuthority(), {
      ...{ id: run, role: name, use: carve.value },
      temporary: true,
    }),
    says: JSON.stringify([says.tool_permission ?? {}]),
    limits: { steps, depth, agents },
  };
}

/** What a run may itself use, category by category, as people read it. */
export function carveOf(authority: Authority): Readonly<Record<string, Decision>> {
  return Object.fromEntries(CATEGORIES.map((category) => [category, use(authority, category)]));
}

function settingsOf({ temperature, top_p: topP, reasoning }: PlannedRole): ModelSettings {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(reasoning === undefined || reasoning === "auto" ? {} : { reasoning }),
  };
}
