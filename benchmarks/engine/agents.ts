/**
 * What every subject brings: the same five pieces of work, done in its own way.
 *
 * @module
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Given } from "../runner/benchmark.ts";
import { wordGiven } from "../runner/cell.ts";

/** Does one run, from the task to the final text. It is called again and again, one run after the other. */
export type Run = () => Promise<string>;

/** Prepares runs. What is prepared once is not measured, as little as a program measures what it does at its start. */
export interface Agents {
  /** One agent that calls one tool. */
  readonly single: () => Run;
  /** One agent that delegates to another one. */
  readonly delegate1: () => Run;
  /** One agent that delegates so many tasks in one step. */
  readonly fan: (children: number) => Run;
  /** Agents that delegate to the one below, so many times. */
  readonly chain: (depth: number) => Run;
  /** One agent that delegates so many tasks, one after the other, each in a step of its own. */
  readonly seq: (tasks: number) => Run;
}

/** What the module of a subject exports as `makeAgents`; `given` says which way of using it is meant. */
export type MakeAgents = (given: Given) => Agents;

/** Loads the module of a subject, which loads the peer. Nothing of a peer is loaded before. */
export async function loadAgents(given: Given): Promise<Agents> {
  Object.assign(process.env, SILENCE);
  const file = join(import.meta.dirname, wordGiven(given, "agents"));
  const module: unknown = await import(pathToFileURL(file).href);
  if (hasAgents(module)) return module.makeAgents(given);
  throw new TypeError(`Cannot measure: ${file} exports no makeAgents`);
}

const hasAgents = (module: unknown): module is { readonly makeAgents: MakeAgents } =>
  typeof module === "object" && module !== null && "makeAgents" in module && typeof module.makeAgents === "function";

/** Nobody reports anything to anybody, and nothing asks for a key. */
const SILENCE = {
  LANGCHAIN_TRACING_V2: "false",
  LANGSMITH_TRACING: "false",
  MASTRA_TELEMETRY_DISABLED: "1",
  OPENAI_AGENTS_DISABLE_TRACING: "1",
  OPENAI_API_KEY: "none",
  // It knows no "silent", and takes what it does not know for everything.
  VOLTAGENT_LOG_LEVEL: "fatal",
};
