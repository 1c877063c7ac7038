import type { Authority } from "@polyglav/permissions";
import type { Gate } from "@polyglav/permissions/gate";
import type { Catalog, RunLimits } from "@polyglav/catalog";
import type { LanguageModel } from "ai";
import type { Journal, Speaker } from "../log/journal.ts";
import type { ModelSettings } from "../model/model-step.ts";
import type { Denial } from "../run/outcome.ts";
import type { ApproveModel, Clock, EngineTool, ModelPort, Operator } from "../ports.ts";
import { type Usage, NO_USAGE, addUsage } from "../model/usage.ts";

/** What all runs of one tree share. */
export interface Tree {
  /** As it was at the beginning of the last step of anybody. */
  catalog: Catalog;
  readonly catalogNow: () => Catalog;
  readonly models: ModelPort;
  readonly approveModel: ApproveModel | undefined;
  readonly tools: ReadonlyMap<string, EngineTool>;
  readonly operator: Operator | undefined;
  readonly gate: Gate;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly retries: number;
  readonly idleTimeoutMs: number;
  /** A model for every run of the tree, before those of roles and config. */
  readonly model: string | undefined;
  /** A number from 0 up to 1, for the jitter of waits. */
  readonly random: () => number;
  readonly denials: Denial[];
  /** Everybody in the tree by the id of their run. */
  readonly speakers: Map<string, Speaker>;
  /** Questions of direction asked so far: they are numbered. */
  questions: number;
}

/** One run of a role. */
export interface Agent {
  readonly speaker: Speaker;
  readonly role: string;
  readonly task: string;
  readonly parent: Agent | undefined;
  readonly authority: Authority;
  readonly instructions: string;
  readonly model: LanguageModel;
  readonly modelRef: string;
  readonly settings: ModelSettings;
  readonly limits: RunLimits;
  readonly signal: AbortSignal;
  usage: { readonly self: Usage; readonly subtree: Usage };
  /** Children started so far: they are numbered. */
  children: number;
  /** Runs started below it so far. */
  descendants: number;
  /** What its provider has warned of: the same warning comes with every request. */
  readonly warned: Set<string>;
}

/** A run and everybody above it, the root last. */
export function pathUp(agent: Agent): readonly Agent[] {
  return agent.parent === undefined ? [agent] : [agent, ...pathUp(agent.parent)];
}

/** Books a model call on a run and on everybody above it: the usage of a tree is the sum of its leaves. */
export function spend(agent: Agent, usage: Usage): void {
  for (const one of pathUp(agent)) {
    const self = one === agent ? addUsage(one.usage.self, usage) : one.usage.self;
    one.usage = { self, subtree: addUsage(one.usage.subtree, usage) };
  }
}

/** What a run has spent, started and heard before its first step. */
export const fresh = (): Pick<Agent, "usage" | "children" | "descendants" | "warned"> => ({
  usage: { self: NO_USAGE, subtree: NO_USAGE },
  children: 0,
  descendants: 0,
  warned: new Set(),
});
