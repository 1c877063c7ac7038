import type { AccountOptions } from "../budget/account.ts";
import type { Agent, Tree } from "../agent/agent.ts";
import { ImpossibleCall } from "../agent/hindrance.ts";
import { makeAgent } from "../agent/make-agent.ts";
import { type AgentPlan, type PlanInput, type Planned, carveOf, planAgent } from "../agent/plan.ts";
import { planWithAnswers } from "../agent/plan-with-answers.ts";
import type { AgentLimits, EarlierConversation, TemporaryRole } from "../log/log-entry.ts";
import { endChild, endOpen } from "../log/end-agents.ts";
import type { AgentState } from "../log/run-state.ts";
import { messageOf } from "../message-of.ts";
import type { Outcome } from "../run/outcome.ts";

/** What a child is to do. */
export interface ChildOrder {
  readonly call: string;
  readonly role: string;
  readonly temporary: TemporaryRole | undefined;
  readonly task: string;
  readonly skills: readonly string[];
  readonly schema: unknown;
  readonly background: boolean;
  readonly limits: Partial<AgentLimits> | undefined;
  readonly resumes: EarlierConversation | undefined;
}

/** A child that was started, and its end. */
export interface StartedChild {
  readonly run: string;
  readonly outcome: Promise<Outcome>;
}

/** Starts a child, in the background where that is ordered. Throws {@link ImpossibleCall} when it cannot be started. */
export async function startChild(order: ChildOrder, caller: Agent, tree: Tree): Promise<StartedChild> {
  return planWithAnswers(
    (answers) => plan(order, 0, nextChild(caller), answers, caller, tree),
    tree.approveModel,
    caller.signal,
    (settled) => {
      if (!settled.ok) throw new ImpossibleCall("name", settled.error);
      return begin(order, settled.plan, caller, tree);
    },
  );
}

/** The number that the next child gets, if nothing stops it. */
const nextChild = ({ state }: Agent): string => `${state.run}.${state.children + 1}`;

function plan(
  { role, temporary, skills, schema, limits }: Pick<ChildOrder, "role" | "temporary" | "skills" | "schema" | "limits">,
  requests: number,
  run: string,
  answers: PlanInput["answers"],
  caller: Agent,
  tree: Tree,
): Planned {
  const { authority, policy, seats, state } = caller;
  const model = seats[0]?.ref ?? "";
  return planAgent(
    {
      ...{ run, role, temporary, skills, requests, schema, answers },
      caller: { authority, policy, model, limits: state.started.limits },
      treeModel: tree.model,
      limits,
    },
    tree.catalog,
    tree.planWorld,
  );
}

/** Books the place, writes the start, and lets it run. In one turn: what was planned holds, and its number is its own. */
function begin(order: ChildOrder, planned: AgentPlan, caller: Agent, tree: Tree): StartedChild {
  const { call, role, task, background, resumes, skills, temporary, limits } = order;
  const run = nextChild(caller);
  const spawned = caller.account.spawn(run, planned.limits, { slice: limits !== undefined });
  // Again: calls that run side by side have all been let through before the first of them starts.
  if (!spawned.ok) throw new ImpossibleCall("limit", spawned.refusal);
  const { journal } = tree;
  const prompt = journal.store(caller.speaker, planned.instructions);
  const says = journal.store(caller.speaker, planned.says);
  journal.record(caller.speaker, {
    kind: "child.started",
    ...{ call, child: run, background, role, model: planned.modelRef, task, prompt, says },
    carve: carveOf(planned.authority),
    limits: spawned.account.limits,
    ...(skills.length > 0 && { skills }),
    ...(planned.schema !== undefined && { schema: planned.schema }),
    ...(temporary !== undefined && { temporary }),
    ...(resumes !== undefined && { resumes }),
  });
  const state = tree.state.agents.get(run);
  if (state === undefined) throw new Error(`the child ${run} is not in the state`);
  const child = makeAgent({ state, plan: planned, parent: caller, account: spawned.account }, tree);
  for (const warning of planned.warnings) journal.record(child.speaker, { kind: "warning.noted", ...warning });
  const outcome = finish(child, tree);
  if (background) keepJob(run, outcome, caller, tree);
  return { run, outcome };
}

/** Goes on with a child that an earlier process had started. Never rejects. */
export async function goOnWithChild(state: AgentState, caller: Agent, tree: Tree): Promise<Outcome> {
  try {
    return await planAndGoOn(state, caller, tree);
  } catch (cause) {
    const message = `Cannot go on: ${messageOf(cause)}`;
    return refused(state, { code: "POLYGLAV_FAULT", message }, tree);
  }
}

async function planAndGoOn(state: AgentState, caller: Agent, tree: Tree): Promise<Outcome> {
  if (state.started.temporary !== undefined && tree.catalog.config.temporary_roles === "deny") {
    const message = "Cannot go on: roles that are made up for one task are not allowed any more";
    return refused(state, { code: "POLYGLAV_ROLE_CHANGED", message }, tree);
  }
  const { role, temporary, skills = [], schema, says, limits } = state.started;
  return planWithAnswers(
    (answers) => plan({ role, temporary, skills, schema, limits }, state.requests, state.run, answers, caller, tree),
    tree.approveModel,
    caller.signal,
    (settled) => {
      if (!settled.ok) return Promise.resolve(refused(state, settled.error, tree));
      const changed = changedSays(settled.plan, tree.state.texts.get(says));
      if (changed !== undefined) return Promise.resolve(refused(state, changed, tree));
      // What holds now, as far as it was not less then.
      const account = caller.account.open(state.run, settled.plan.limits, resumedAccount(state));
      return finish(makeAgent({ state, plan: settled.plan, parent: caller, account }, tree), tree);
    },
  );
}

/** What an account begins with that was opened before. */
export const resumedAccount = ({ self, subtree, descendants: agents, step: steps }: AgentState): AccountOptions => ({
  already: { self, subtree, steps, agents },
});

/** An agent goes on only with the permissions that it began with: a log must not be a way to more, nor to others. */
export function changedSays(
  plan: Pick<AgentPlan, "role" | "says">,
  before: string | undefined,
): { readonly code: string; readonly message: string; readonly hint: string } | undefined {
  if (plan.says === before) return undefined;
  return {
    code: "POLYGLAV_ROLE_CHANGED",
    message: `Cannot go on as "${plan.role}": its permissions are not those that the run began with`,
    hint: "Take the change back, or start the task anew",
  };
}

/** Ends a child that cannot go on, and everything below it: nobody would carry that out. */
function refused(state: AgentState, error: NonNullable<Outcome["error"]>, tree: Tree): Outcome {
  const outcome: Outcome = { status: "refused", content: state.said, error };
  endOpen(state, tree.journal);
  endChild(state, outcome, tree.journal);
  return outcome;
}

async function finish(child: Agent, tree: Tree): Promise<Outcome> {
  const outcome = await tree.run(child);
  child.account.close();
  if (child.parent !== undefined) recordEnd(child.state, outcome, child.parent, tree);
  return outcome;
}

/** Lets a child run by itself. Its end is in the log, and its caller is told at its next step. */
export function keepJob(run: string, outcome: Promise<Outcome>, caller: Agent, tree: Tree): void {
  tree.scheduler.begin();
  const job = outcome.then(() => {
    caller.jobs.delete(run);
    // Before its own place is given back: somebody moves, so nobody may take the tree for one that waits.
    caller.wake?.();
    tree.scheduler.end();
  });
  caller.jobs.set(run, job);
}

function recordEnd({ run, call = "", started }: AgentState, outcome: Outcome, caller: Agent, tree: Tree): void {
  const usage = tree.state.agents.get(run)?.subtree;
  if (usage === undefined) return;
  tree.journal.record(caller.speaker, { kind: "child.done", call, child: run, role: started.role, outcome, usage });
}
