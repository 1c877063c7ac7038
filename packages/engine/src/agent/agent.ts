import type { AskPolicy, Catalog } from "@polyglav/catalog";
import type { Authority } from "@polyglav/permissions";
import type { Gate } from "@polyglav/permissions/gate";
import type { Account } from "../budget/account.ts";
import type { Ledger } from "../budget/ledger.ts";
import type { ProviderGates } from "../budget/provider-gates.ts";
import type { Journal, Speaker } from "../log/journal.ts";
import type { OnAsk } from "../log/log-entry.ts";
import type { AgentState, RunState } from "../log/run-state.ts";
import type { ModelSettings } from "../model/model-step.ts";
import type { ModelSeat } from "../model/request-answer.ts";
import type { ApproveModel, Clock, EngineTool, Operator } from "../ports.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Scheduler } from "../run/scheduler.ts";
import type { RunLog, RunStore } from "../store/run-store.ts";
import type { PlanWorld } from "./plan.ts";
import type { Shelf } from "./shelf.ts";

/** What all agents of one run share. */
export interface Tree {
  /** As it was at the beginning of the last step of anybody. */
  catalog: Catalog;
  readonly catalogNow: () => Catalog;
  readonly planWorld: PlanWorld;
  readonly approveModel: ApproveModel | undefined;
  readonly tools: ReadonlyMap<string, EngineTool>;
  readonly operator: Operator | undefined;
  readonly onAsk: OnAsk;
  readonly gate: Gate;
  readonly journal: Journal;
  /** What the log has come to. */
  readonly state: RunState;
  readonly scheduler: Scheduler;
  readonly ledger: Ledger;
  readonly gates: ProviderGates;
  readonly store: RunStore;
  readonly log: RunLog;
  readonly shelf: Shelf;
  readonly clock: Clock;
  readonly retries: number;
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number | undefined;
  /** Whether anybody listens to pieces of text. */
  readonly stream: boolean;
  /** A model for every run of the tree, before those of roles and config. */
  readonly model: string | undefined;
  /** A number from 0 up to 1, for the jitter of waits. */
  readonly random: () => number;
  /** Resolves when the end of this process's part is told, for a tree that everybody in waits. */
  readonly parked: () => Promise<void> | undefined;
  /** Carries an agent to its end. Never throws. */
  readonly run: (agent: Agent) => Promise<Outcome>;
  /** Ends a question that somebody is asked here, because its answer came from elsewhere; by its id. */
  readonly replies: Map<string, () => void>;
  /** Everybody who has not ended, by the id of their run. */
  readonly agents: Map<string, Agent>;
  /** Stops the whole tree. */
  readonly stopper: AbortController;
}

/** One run of a role, as this process carries it out. What happened to it is in its state. */
export interface Agent {
  readonly state: AgentState;
  readonly speaker: Speaker;
  readonly role: string;
  readonly parent: Agent | undefined;
  readonly authority: Authority;
  readonly instructions: string;
  /** The models that it may use, the first one first. */
  readonly seats: readonly ModelSeat[];
  readonly settings: ModelSettings;
  readonly policy: AskPolicy;
  readonly account: Account;
  readonly signal: AbortSignal;
  /** It has ended: the stop of whoever is above is nothing to it any more. */
  readonly leave: () => void;
  /** Stops this agent and everything below it. */
  readonly stopper: AbortController;
  /** What its provider has warned of: the same warning comes with every request. */
  readonly warned: Set<string>;
  /** Children that go on while it does something else. */
  readonly jobs: Map<string, Promise<void>>;
  /** Set while it waits for one of them. */
  wake: (() => void) | undefined;
}

/** An agent and everybody above it, the root last. */
export function pathUp(agent: Agent): readonly Agent[] {
  return agent.parent === undefined ? [agent] : [agent, ...pathUp(agent.parent)];
}
