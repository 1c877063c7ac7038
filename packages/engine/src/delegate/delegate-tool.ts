import { checkRole, spawnRefusal } from "@polyglav/catalog";
import { canDelegate, requestDelegation } from "@polyglav/permissions";
import { asSchema, jsonSchema } from "ai";
import { z } from "zod";
import { type Agent, fresh, type Tree, pathUp } from "../agent/agent.ts";
import { quote } from "../agent/call-summary.ts";
import { abortAfter } from "../clock.ts";
import { ImpossibleCall } from "../agent/hindrance.ts";
import { findName } from "../agent/find-name.ts";
import type { Outcome } from "../run/outcome.ts";
import { type AgentPlan, carveOf, planAgent, type PlanInput, type Planned } from "../agent/plan.ts";
import { planWithAnswers } from "../agent/plan-with-answers.ts";
import { stop } from "../run/stop.ts";
import type { EngineTool } from "../ports.ts";
import type { AgentTool } from "../agent/tool-list.ts";

const fields = z.object({
  role: z.string().min(1).describe("The role that is to do it"),
  task: z.string().min(1).describe("The whole task: the sub-agent sees nothing of this conversation"),
  skills: z.array(z.string()).optional().describe("Skills to add to those the role always has"),
});

/** Roles were called types once: models that learned it then are understood, and none is told of it. */
const readInput = (input: unknown): z.infer<typeof fields> =>
  fields.parse(isTyped(input) && !Object.hasOwn(input, "role") ? { ...input, role: input.type } : input);

const isTyped = (input: unknown): input is { readonly type: unknown } =>
  typeof input === "object" && input !== null && "type" in input;

const inputSchema = jsonSchema<z.infer<typeof fields>>(() => asSchema(fields).jsonSchema, {
  validate: (input) => {
    try {
      return { success: true, value: readInput(input) };
    } catch (cause) {
      return { success: false, error: cause instanceof Error ? cause : new Error(String(cause)) };
    }
  },
});

/** Runs an agent that has been started, to its end. Never throws. */
export type RunChild = (agent: Agent, tree: Tree) => Promise<Outcome>;

/**
 * The tool by which an agent hands a task to a role. The child gets the caller's authority, narrowed by the role and
 * capped by what the caller may hand down.
 */
export function delegateTool(agent: Agent, tree: Tree, runChild: RunChild): AgentTool {
  const mustBePossible = (): void => {
    const refusal = spawnRefusal(pathUp(agent));
    if (refusal !== undefined) throw new ImpossibleCall("limit", refusal);
  };
  const tool: EngineTool = {
    // Read at each step: roles may come and go.
    get description() {
      return `Hands a task to a sub-agent and returns its final answer. Several calls in one step run at the same time.\n${listTargets(agent, tree)}`;
    },
    inputSchema,
    category: "delegate",
    request(input) {
      const { role, task } = readInput(input);
      const name = findRole(role, tree);
      // Before anybody is asked: a yes could not help.
      mustBePossible();
      return {
        ...requestDelegation(tree.catalog.targetOf(name)),
        tool: "delegate",
        summary: `delegate to ${name} ${quote(task)}`,
      };
    },
    async execute(input, { toolCallId }) {
      const { role, task, skills = [] } = readInput(input);
      const order = { call: toolCallId, role: findRole(role, tree), task, skills };
      return planWithAnswers(
        (answers) => {
          // And again: calls that run side by side have all been let through before the first of them starts.
          mustBePossible();
          return planChild(order, answers, agent, tree);
        },
        tree.approveModel,
        agent.signal,
        (settled) => {
          if (!settled.ok) throw new ImpossibleCall("name", settled.error);
          return runDelegation(order, settled.plan, agent, tree, runChild);
        },
      );
    },
  };
  return { tool, kind: "delegation" };
}

interface Order {
  readonly call: string;
  readonly role: string;
  readonly task: string;
  readonly skills: readonly string[];
}

/** The number that the next child gets, if nothing stops it. */
const nextChild = (caller: Agent): string => `${caller.speaker.run}.${caller.children + 1}`;

function planChild({ role, skills }: Order, answers: PlanInput["answers"], caller: Agent, tree: Tree): Planned {
  return planAgent(
    {
      run: nextChild(caller),
      role,
      skills,
      caller: caller.authority,
      treeModel: tree.model,
      callerModel: caller.modelRef,
      answers,
    },
    tree.catalog,
    tree.models,
  );
}

async function runDelegation(
  { call, role, task }: Order,
  plan: AgentPlan,
  caller: Agent,
  tree: Tree,
  runChild: RunChild,
): Promise<string> {
  const child = nextChild(caller);
  // Counted only now: an agent that was never started takes no number and no place.
  caller.children += 1;
  for (const above of pathUp(caller)) above.descendants += 1;

  const speaker = { run: child, parent: caller.speaker.run };
  tree.speakers.set(child, speaker);
  const own = new AbortController();
  const signal = AbortSignal.any([caller.signal, own.signal]);
  const agent: Agent = {
    ...plan,
    speaker,
    task,
    parent: caller,
    signal,
    ...fresh(),
  };
  const carve = carveOf(plan.authority);
  tree.journal.record(caller.speaker, {
    kind: "child.started",
    call,
    child,
    role,
    model: plan.modelRef,
    task,
    instructions: plan.instructions,
    carve,
  });
  for (const warning of plan.warnings) tree.journal.record(agent.speaker, { kind: "warning.noted", ...warning });
  const ended = new AbortController();
  if (plan.limits.ms !== Infinity) {
    abortAfter(
      plan.limits.ms,
      stop({ kind: "timeout", ms: plan.limits.ms }),
      own,
      tree.clock,
      AbortSignal.any([ended.signal, signal]),
    );
  }
  const outcome = await runChild(agent, tree);
  ended.abort();
  tree.journal.record(caller.speaker, { kind: "child.done", call, child, role, outcome, usage: agent.usage.subtree });
  return report(role, outcome);
}

/** What the caller reads: the answer of a child that is done, else its end in words that cannot be read as success. */
function report(role: string, outcome: Outcome): string {
  if (outcome.status === "done") return outcome.content;
  const why = outcome.error === undefined ? "" : `: ${outcome.error.message}`;
  const kept = outcome.content === "" ? "It left no text." : `Its last words were:\n${outcome.content}`;
  throw new Error(`${role} did not finish (${outcome.status})${why}. ${kept}`);
}

/** Finds the role, or says in the words of every other door why it cannot run. */
function findRole(wanted: string, { catalog }: Tree): string {
  const name = findName(wanted, catalog.roles.names()) ?? wanted;
  const checked = checkRole(catalog, name, { verb: "delegate to" });
  if (!checked.ok) throw new ImpossibleCall("name", checked.error);
  return name;
}

function listTargets(agent: Agent, tree: Tree): string {
  const lines = tree.catalog.roles.names().flatMap((name) => {
    const view = tree.catalog.role(name);
    if (view === undefined || view.faults.length > 0) return [];
    if (canDelegate(agent.authority, tree.catalog.targetOf(name)).decision === "deny") return [];
    const about = view.role.description;
    return [about === "" ? `- ${name}` : `- ${name}: ${about}`];
  });
  return `Roles:\n${lines.join("\n")}`;
}
