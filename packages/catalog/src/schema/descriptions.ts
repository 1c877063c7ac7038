import { type configSchema, type providerSchema } from "../config-schema.ts";
import { type limitsSchema } from "../limits.ts";
import { type roleSchema } from "../role-schema.ts";
import { type loopSchema, type stageSchema, type teamSchema } from "../team.ts";

/** A line for each key of a schema; the compiler counts them. */
type Lines<Schema extends { readonly shape: object }> = Readonly<Record<keyof Schema["shape"], string>>;

const USES =
  "What it may use, by category: a word, or rules by pattern. `*` stands for each category that is not named.";
const PASSES = "What it may hand down, in the same form. A category that is not named is what it may use itself.";
const ASKS = "Who answers asks for a permission, and questions about the direction of the work.";

/** What editors show about the fields of a role. */
export const ROLE_LINES: Lines<typeof roleSchema> = {
  description: "What the role is for, in one line; models read it when they choose whom to delegate to.",
  system_prompt: "The prompt.",
  model: "A model such as `local/qwen3`, or several to be tried in this order. Without one, the caller's.",
  skills: "The skills that the role always has.",
  tags: "Words to find it by.",
  tool_permission: USES,
  grant_permission: PASSES,
  ask_policy: ASKS,
  accepts_delegation: "Whether others may delegate to the role.",
  temperature: "How freely the model chooses its words, from 0 to 2.",
  top_p: "The share of likely words that the model chooses from, from 0 to 1.",
  reasoning: "How much the model should think before it answers.",
  limits: "How far a run of the role goes at most.",
  output: "A JSON Schema that the answer has to fit.",
  inherit_context: "Whether the role is given the instructions of the project (AGENTS.md).",
};

/** What editors show about the fields of a team. */
export const TEAM_LINES: Lines<typeof teamSchema> = {
  description: "What the team does, in one line.",
  tags: "Words to find it by.",
  stages: "Who works, one after the other: a list of stages or roles, or an object of which the keys are roles.",
  loop: "The stages that are repeated until the last of them passes the work.",
};

/** What editors show about a stage. */
export const STAGE_LINES: Lines<typeof stageSchema> = {
  role: "Who does it.",
  mode: "The mode that it runs in.",
  task_hint: "What the role has to do in this stage, beside the task of the team.",
  handoff_note: "What the next stage should know about the result.",
  skills: "Skills that it has in this stage, beside those of the role.",
};

/** What editors show about a loop. */
export const LOOP_LINES: Lines<typeof loopSchema> = {
  from: "Its first stage: a role, or an index that counts from 0.",
  until: "Its last stage, which judges: a role, or an index that counts from 0.",
  max_iterations: "How often the stages run at most.",
  verdict: "What the answer of the last stage says before its verdict.",
};

/** What editors show about the keys of the config. */
export const CONFIG_LINES: Lines<typeof configSchema> = {
  model: "The model of a run whose role names none, such as `local/qwen3`.",
  providers: "Where models can be had, by the name that stands before the `/` of a model.",
  model_aliases: "Short names for models, such as `fast` for `local/qwen3`. An alias is followed once.",
  root_role: "The role of a run that names none.",
  assistant_role: "An older name of `root_role`.",
  tool_permission: USES,
  grant_permission: PASSES,
  ask_policy: ASKS,
  temporary_roles: "What happens to a delegation to a role that is in no catalog.",
  limits: "How far each run goes at most.",
  idle_timeout: "How long a model may say nothing: seconds, or a time such as `90s`.",
  retries: "How often a model request that failed is tried again.",
  modes: "Modes by name, each with a `tool_permission` that caps a run.",
  plugins: "The plugins to load.",
  mcp: "The MCP servers to use.",
};

/** What editors show about a provider. */
export const PROVIDER_LINES: Lines<typeof providerSchema> = {
  kind: "What it speaks.",
  base_url: "Its address, without a key.",
  api_key_env: "The name of the environment variable that holds the key; never the key.",
  models: "The models that it is known to have.",
  prices: "What its models cost, by name, in US dollars per million tokens; `*` is every one that is not named.",
  max_output_tokens: "The most tokens of one answer of its models, by name; `*` is every one that is not named.",
};

/** What editors show about limits. */
export const LIMIT_LINES: Lines<typeof limitsSchema> = {
  steps: "Model requests of the run itself.",
  tokens: "Tokens of the run and everything under it.",
  cost: "US dollars that the run and everything under it may cost.",
  ms: "Milliseconds from its start.",
  depth: "How deep delegation may go below it; 0 means that it may not delegate.",
  agents: "Runs below it, all told.",
};
