import type { Account } from "../budget/account.ts";
import type { AgentState } from "../log/run-state.ts";
import { OVER } from "../clock.ts";
import { stop } from "../run/stop.ts";
import type { Agent, Tree } from "./agent.ts";
import type { AgentPlan } from "./plan.ts";

/** What an agent is made of. */
export interface AgentParts {
  readonly state: AgentState;
  readonly plan: AgentPlan;
  readonly parent: Agent | undefined;
  readonly account: Account;
}

/** Makes an agent of this process from its state and its plan, and puts it into the tree. */
export function makeAgent({ state, plan, parent, account }: AgentParts, tree: Tree): Agent {
  const stopper = new AbortController();
  const above = parent?.signal ?? tree.stopper.signal;
  const { run } = state;
  const agent: Agent = {
    state,
    speaker: parent === undefined ? { run } : { run, parent: parent.speaker.run },
    parent,
    account,
    stopper,
    role: plan.role,
    authority: plan.authority,
    instructions: plan.instructions,
    seats: plan.seats,
    settings: plan.settings,
    policy: plan.policy,
    signal: stopper.signal,
    leave: follow(above, stopper),
    warned: new Set(),
    jobs: new Map(),
    wake: undefined,
  };
  tree.agents.set(run, agent);
  // It was cancelled while no process carried it out.
  if (state.cancelled !== undefined) stopper.abort(stop({ kind: "cancelled", signal: "SIGINT" }));
  return agent;
}

/** A stop goes down the tree: a run follows the one above. Gives what ends that. */
function follow(above: AbortSignal, own: AbortController): () => void {
  const stopToo = (): void => {
    own.abort(above.reason);
  };
  if (above.aborted) stopToo();
  else above.addEventListener("abort", stopToo, { once: true });
  return () => {
    above.removeEventListener("abort", stopToo);
  };
}

/** Stops an agent when its time is over; gives what takes that back. */
export function keepTime(agent: Agent, tree: Tree): () => void {
  const { ms } = agent.state.started.limits;
  if (ms === undefined || ms === Infinity) return () => undefined;
  const over = new AbortController();
  const used = elapsed(agent, tree);
  void tree.clock.sleep(Math.max(0, ms - used), over.signal).then(() => {
    if (!over.signal.aborted) agent.stopper.abort(stop({ kind: "timeout", ms }));
  });
  return () => {
    over.abort(OVER);
  };
}

/** How long an agent has been at work, in milliseconds; time in which no process worked on it does not count. */
export function elapsed({ state }: Agent, tree: Tree): number {
  const { activeMs, lastAt } = tree.state;
  const since = lastAt === undefined ? 0 : Math.max(0, tree.clock.now() - lastAt);
  return activeMs + since - state.beganMs;
}
