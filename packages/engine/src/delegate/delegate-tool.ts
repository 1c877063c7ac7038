import { type Agent, type Tree, pathUp } from "../agent/agent.ts";
import { spawnRefusal } from "@polyglav/catalog";
import { hasPattern, schemaFault } from "../agent/answer-schema.ts";
import { EQUAL_HINDRANCES } from "../agent/hindrance-guard.ts";
import { ImpossibleCall } from "../agent/hindrance.ts";
import type { AgentTool } from "../agent/tool-list.ts";
import type { AgentLimits } from "../log/log-entry.ts";
import type { CallState } from "../log/run-state.ts";
import type { EngineTool } from "../ports.ts";
import type { Outcome } from "../run/outcome.ts";
import { type DelegateInput, delegateSchema, readDelegateInput } from "./delegate-input.ts";
import { compacted, earlierRun } from "./earlier-run.ts";
import { failureReport } from "./report.ts";
import { type ChildOrder, goOnWithChild, startChild } from "./start-child.ts";
import { TEMPORARY, delegationRequest, findRole, listTargets } from "./targets.ts";

/**
 * The tool by which an agent hands a task to a role. The child gets the caller's authority, narrowed by the role and
 * capped by what the caller may hand down.
 */
export function delegateTool(agent: Agent, tree: Tree): AgentTool {
  const mustBePossible = (): void => {
    const refusal = spawnRefusal(pathUp(agent).map(spawner));
    if (refusal !== undefined) throw new ImpossibleCall("limit", refusal);
  };
  let catalog = tree.catalog;
  let description: string | undefined;
  const describe = (): string =>
    `Hands a task to a sub-agent and returns its final answer. Several calls in one step run at the same time.\n${listTargets(agent, tree)}`;
  const tool: EngineTool = {
    // Read at each step: roles may come and go.
    get description() {
      if (catalog !== tree.catalog) description = undefined;
      catalog = tree.catalog;
      return (description ??= describe());
    },
    inputSchema: delegateSchema,
    category: "delegate",
    request(input) {
      const request = delegationRequest(readDelegateInput(input), tree);
      // Before anybody is asked: a yes could not help.
      mustBePossible();
      return request;
    },
    async execute(given, { toolCallId }) {
      const input = readDelegateInput(given);
      const order = await orderOf(input, toolCallId, agent, tree);
      const started = await startChild(order, agent, tree);
      if (input.background === true) {
        return inBackground(started.run);
      }
      return report(order.role, started.run, await started.outcome);
    },
  };
  return { tool, kind: "delegation", goOn: (call) => alreadyStarted(call, agent, tree) };
}

const spawner = ({ state }: Agent) => ({ limits: state.started.limits, descendants: state.descendants });

const inBackground = (run: string): string =>
  `started in the background as ${run}. Go on: you are told its answer when it is there.`;

/** After a restart: a child that was started goes on, and the answer of one that has ended is there. */
function alreadyStarted({ child, ended }: CallState, agent: Agent, tree: Tree): (() => Promise<string>) | undefined {
  if (child === undefined) return undefined;
  const role = tree.state.agents.get(child)?.started.role ?? tree.state.ended.get(child)?.role ?? "the sub-agent";
  if (ended !== undefined) return async () => report(role, child, ended);
  const state = tree.state.agents.get(child);
  if (state === undefined) return undefined;
  if (state.background) return async () => inBackground(child);
  return async () => report(role, child, await goOnWithChild(state, agent, tree));
}

async function orderOf(input: DelegateInput, call: string, agent: Agent, tree: Tree): Promise<ChildOrder> {
  const { task, skills = [], schema, background = false, resume, context = "continue" } = input;
  const limits = input.limits && set(input.limits);
  const fault = schema === undefined ? undefined : hasPattern(schema) ? "it has a pattern" : schemaFault(schema);
  if (fault !== undefined) throw new Error(`the schema cannot be used: ${fault}`);
  const isMade = typeof input.role !== "string";
  const role = typeof input.role === "string" ? findRole(input.role, tree) : TEMPORARY;
  const temporary = typeof input.role === "string" ? undefined : input.role;
  if (resume === undefined || context === "new") {
    return { call, role, temporary, task, skills, schema, background, limits, resumes: undefined };
  }
  const earlier = await earlierRun(resume, agent, tree);
  // The conversation of one role in the hands of another would be a way around what each may see.
  if (isMade || earlier.temporary || earlier.role !== role) {
    throw new ImpossibleCall("name", {
      code: "POLYGLAV_CANNOT_RESUME",
      message: `Cannot resume "${resume}": it ran as ${earlier.temporary ? "a role that was made up for it" : earlier.role}`,
      hint: earlier.temporary ? "Delegate anew, with all that it has to know" : `Delegate to ${earlier.role}`,
    });
  }
  const messages = context === "compact" ? compacted(earlier.messages) : earlier.messages;
  const resumes = { run: earlier.run, messages, artifacts: earlier.artifacts };
  return { call, role, temporary, task, skills, schema, background, limits, resumes };
}

/** What is set of limits. */
function set(limits: NonNullable<DelegateInput["limits"]>): Partial<AgentLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([, figure]) => figure !== undefined));
}

/** What the caller reads: the answer of a child that is done, else its end in words that cannot be read as success. */
function report(role: string, run: string, outcome: Outcome): string {
  if (outcome.status === "done") return outcome.content;
  const message = failureReport(role, run, outcome);
  // The limits of a tree are the same for all in it: what a child tried in vain, its caller need not try again. After a
  // denial or a wrong name, another role may still help.
  const { status, error } = outcome;
  if (status === "limit" && error?.code === "POLYGLAV_STUCK") {
    throw new ImpossibleCall("limit", { code: error.code, message }, EQUAL_HINDRANCES);
  }
  throw new Error(message);
}
