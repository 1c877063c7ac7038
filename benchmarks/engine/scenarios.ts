/**
 * The pieces of work by name, what has to come of each, and the comparing.
 *
 * @module
 */
import { Disagreement } from "../runner/cell.ts";
import type { Agents, Run } from "./agents.ts";
import { ECHO, FINAL, LEAF, requestsSoFar, timesInLastPrompt } from "./workload.ts";

/** One piece of work, and what is right. */
export interface Scenario {
  readonly prepare: (agents: Agents) => Run;
  /** Model requests of one run. */
  readonly requests: number;
  /** What the last request of a run shows its model, and how often at least: the answers came back. */
  readonly shows: readonly [text: string, times: number];
}

const delegations = (tasks: number): Scenario => ({
  prepare: ({ seq }) => seq(tasks),
  requests: 2 * tasks + 1,
  shows: [LEAF, tasks],
});

const SCENARIOS = {
  single: { prepare: ({ single }) => single(), requests: 2, shows: [ECHO, 1] },
  delegate1: { prepare: ({ delegate1 }) => delegate1(), requests: 3, shows: [LEAF, 1] },
  fan20: { prepare: ({ fan }) => fan(20), requests: 22, shows: [LEAF, 20] },
  chain5: { prepare: ({ chain }) => chain(5), requests: 11, shows: [FINAL, 1] },
  seq100: delegations(100),
  seq1000: delegations(1_000),
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES: readonly string[] = Object.keys(SCENARIOS);

export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name);

/** A run that is compared with what is right, each time that it is done. */
export interface Checked {
  /** Does one run; throws a `Disagreement` for another final text. */
  readonly once: () => Promise<void>;
  /** Throws a `Disagreement` for runs with other model requests than they should have made, or that lost an answer. */
  readonly settle: () => void;
}

/** Prepares a scenario, so that a subject that does other work is wrong, not fast. */
export function checked(name: ScenarioName, agents: Agents): Checked {
  const { prepare, requests, shows }: Scenario = SCENARIOS[name];
  const [text, times] = shows;
  const run = prepare(agents);
  let [runs, made] = [0, 0];
  return {
    async once() {
      const before = requestsSoFar();
      const final = await run();
      made += requestsSoFar() - before;
      runs += 1;
      if (final.trim() !== FINAL) throw new Disagreement(`it ends with ${JSON.stringify(final.slice(0, 300))}`);
    },
    settle() {
      const right = runs * requests;
      if (made !== right) throw new Disagreement(`${runs} runs make ${made} model requests, and ${right} are right`);
      const shown = timesInLastPrompt(text);
      if (shown >= times) return;
      throw new Disagreement(`its last request shows "${text}" ${shown} times, and ${times} are the least`);
    },
  };
}
