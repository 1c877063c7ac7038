import { decide } from "@polyglav/permissions";
import type { Addressee, Permit, Refusal } from "@polyglav/permissions/gate";
import type { CallState } from "../log/run-state.ts";
import { stop } from "../run/stop.ts";
import type { Agent, Tree } from "./agent.ts";
import { type Result, cancelled, failure, givenUp } from "./call-result.ts";
import { deniedAgent, denialKey, denialText } from "./denial.ts";
import { asText, withinGrace } from "./grace.ts";
import type { Prepared } from "./prepare-call.ts";

type Ready = Extract<Prepared, { ok: true }>;

/** Asks the gate, then does it. Nothing gets past this place that the gate did not let through. */
export async function carryOut(ready: Ready, call: CallState, agent: Agent, tree: Tree): Promise<Result> {
  const { request, summary } = ready;
  // What an agent was given before is its own.
  if (ready.of.kind === "own") return execute(ready, call, FREE, agent, tree);
  const answer = await askGate(ready, call, agent, tree);
  tree.journal.record(agent.speaker, {
    kind: "permission.decided",
    call: call.call,
    tool: call.tool,
    summary,
    // What the carve says, before anybody was asked.
    decision: decide(agent.authority, request).decision,
    granted: answer.ok,
    because: answer.verdict.because,
  });
  if (answer.ok) {
    if (!isStopped(agent)) return execute(ready, call, answer, agent, tree);
    answer.release();
    return cancelled();
  }
  if (answer.reason === "cancelled") return cancelled();
  const output = denialText(summary, deniedAgent(agent, tree), answer);
  if (answer.reason === "no-approver") endUnanswered(`${summary} must be asked for, and nobody is there`, tree);
  return { status: "denied", output, hindrance: { of: "denial", key: denialKey(call.tool, answer.verdict) } };
}

async function execute(
  { of, input, request }: Ready,
  call: CallState,
  permit: Pick<Permit, "start" | "release">,
  agent: Agent,
  tree: Tree,
): Promise<Result> {
  const { journal } = tree;
  const { call: toolCallId, tool } = call;
  // The engine's own tools have a state of their own in the log: they are gone on with, and never made again.
  if (of.kind === "world") {
    const replay = of.tool.replay ?? "never";
    journal.record(agent.speaker, { kind: "tool.intended", call: toolCallId, tool, replay });
  }
  try {
    // What is about to leave us has to be known after a crash. What only looks can be looked at again.
    if (of.kind === "world" && of.tool.replay !== "safe") await journal.commit();
    // The log failed, or is somebody else's by now: what cannot be written does not happen.
    if (isStopped(agent)) {
      permit.release();
      return cancelled();
    }
    await permit.start();
    const execute = async (): Promise<unknown> =>
      of.tool.execute(input, { toolCallId, abortSignal: agent.signal, request });
    if (of.kind !== "world") return { status: "ok", output: asText(await execute()) };
    const late = (output: string): void => {
      journal.record(agent.speaker, { kind: "tool.late", call: toolCallId, tool, output });
    };
    const came = await withinGrace(execute(), agent.signal, tree.clock, late);
    return came.how === "given-up" ? givenUp(tool) : { status: "ok", output: asText(came.output) };
  } catch (cause) {
    return agent.signal.aborted ? cancelled() : failure(cause);
  }
}

/** Ends the run where that was ordered for a question that nobody can answer. */
export function endUnanswered(message: string, tree: Tree): void {
  if (tree.onAsk === "fail") tree.stopper.abort(stop({ kind: "unanswered", message }));
}

/** What needs no permission. */
const FREE = { start: () => undefined, release: () => undefined };

/** What lets a call through: a permit of the gate, or for a question that nothing but a denial stops. */
type Pass = Pick<Permit, "ok" | "verdict" | "start" | "release">;

async function askGate({ of, request }: Ready, call: CallState, agent: Agent, tree: Tree): Promise<Pass | Refusal> {
  if (of.kind === "question") {
    const verdict = decide(agent.authority, request);
    return verdict.decision === "deny"
      ? { ok: false, reason: "denied", verdict }
      : { ok: true, verdict, start: () => undefined, release: () => undefined };
  }
  return throughGate(agent, tree, () =>
    tree.gate.authorize(agent.authority, request, {
      signal: agent.signal,
      call: nameOf(call, agent),
      to: addressee(agent.policy.permission),
    }),
  );
}

/** Asks the gate, and again when the question was answered that it left open: the call waits, and its siblings go on. */
export async function throughGate<T extends { readonly ok: true }>(
  agent: Agent,
  tree: Tree,
  ask: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  for (;;) {
    const answer = await ask();
    if (answer.ok || answer.reason !== "parked" || agent.signal.aborted) return answer;
    tree.journal.announce(agent.speaker, answer.ask.id);
    // First the wait: an answer that comes while the question is made safe must find somebody.
    const woken = tree.scheduler.waitFor(answer.ask.id, agent.signal);
    await tree.journal.commit();
    await woken;
    if (isStopped(agent)) return { ...answer, reason: "cancelled" };
  }
}

/** Asked anew after every wait: the signal may have aborted meanwhile. */
const isStopped = ({ signal }: Agent): boolean => signal.aborted;

/** The name of a call at the gate: by it, it comes back to its own question and its own grants after a restart. */
export const nameOf = ({ call }: CallState, { state }: Agent): string => `${state.step}/${call}`;

/** Whom a policy asks first. */
export function addressee(route: Agent["policy"]["permission"]): Addressee {
  switch (route) {
    case "auto":
    case "caller":
      return "caller";
    case "human":
      return "operator";
    case "deny":
      return "nobody";
  }
}
