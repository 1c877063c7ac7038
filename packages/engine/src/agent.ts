import type { Authority } from "@polyglav/permissions";
import type { Gate } from "@polyglav/permissions/gate";
import type { Catalog } from "@polyglav/catalog";
import type { LanguageModel } from "ai";
import type { Journal, Speaker } from "./journal.ts";
import type { Limits } from "./limits.ts";
import type { Denial } from "./outcome.ts";
import type { Clock, EngineTool, ModelPort, Operator } from "./ports.ts";
import { type Usage, NO_USAGE, addUsage } from "./usage.ts";

/** What all runs of one tree share. */
export interface Tree {
  readonly catalog: Catalog;
  readonly models: ModelPort;
  readonly tools: ReadonlyMap<string, EngineTool>;
  readonly operator: Operator | undefined;
  readonly gate: Gate;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly retries: number;
  readonly idleTimeoutMs: number;
  readonly limits: Limits;
  /** A model for every run of the tree, before those of roles and config. */
  readonly model: string | undefined;
  readonly denials: Denial[];
  /** Sub-agents started so far. */
  agents: number;
  /** Asks raised so far, whoever they went to. */
  asks: number;
}

/** One run of a role. */
export interface Agent {
  readonly speaker: Speaker;
  readonly role: string;
  readonly task: string;
  readonly depth: number;
  readonly parent: Agent | undefined;
  readonly authority: Authority;
  readonly instructions: string;
  readonly model: LanguageModel;
  readonly modelRef: string;
  readonly settings: { readonly temperature?: number; readonly topP?: number };
  readonly maxSteps: number;
  readonly signal: AbortSignal;
  usage: { readonly self: Usage; readonly subtree: Usage };
  /** Children started so far: they are numbered. */
  children: number;
}

/** Books a model call on a run and on everybody above it: the usage of a tree is the sum of its leaves. */
export function spend(agent: Agent, usage: Usage): void {
  agent.usage = { self: addUsage(agent.usage.self, usage), subtree: addUsage(agent.usage.subtree, usage) };
  for (let above = agent.parent; above !== undefined; above = above.parent) {
    above.usage = { self: above.usage.self, subtree: addUsage(above.usage.subtree, usage) };
  }
}

export const UNSPENT = { self: NO_USAGE, subtree: NO_USAGE };
