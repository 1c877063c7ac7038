import { decide } from "@polyglav/permissions";
import type { Permit, Refusal } from "@polyglav/permissions/gate";
import type { Agent, Tree } from "./agent.ts";
import { type Result, cancelled, failure } from "./call-result.ts";
import { deniedAgent, denialKey, denialText } from "./denial.ts";
import { withinGrace } from "./grace.ts";
import type { ToolCall } from "../model/model-step.ts";
import type { Prepared } from "./prepare-call.ts";

type Ready = Extract<Prepared, { ok: true }>;

/** Asks the gate, then does it. Nothing gets past this place that the gate did not let through. */
export async function carryOut(ready: Ready, call: ToolCall, agent: Agent, tree: Tree): Promise<Result> {
  const { request, summary } = ready;
  const answer = await askGate(ready, agent, tree);
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
    if (!agent.signal.aborted) return execute(ready, call, answer, agent, tree);
    answer.release();
    return cancelled();
  }
  if (answer.reason === "cancelled") return cancelled();
  return {
    status: "denied",
    output: denialText(summary, deniedAgent(agent, tree), answer),
    hindrance: { of: "denial", key: denialKey(call.tool, answer.verdict) },
  };
}

async function execute(
  { of, input, request }: Ready,
  call: ToolCall,
  permit: Pick<Permit, "start">,
  agent: Agent,
  tree: Tree,
): Promise<Result> {
  tree.journal.record(agent.speaker, { kind: "tool.intended", call: call.call, tool: call.tool });
  try {
    await permit.start();
    const running = of.tool.execute(input, { toolCallId: call.call, abortSignal: agent.signal, request });
    const output = of.kind === "delegation" ? await running : await withinGrace(running, agent.signal, tree.clock);
    return output === undefined ? cancelled() : { status: "ok", output };
  } catch (cause) {
    return agent.signal.aborted ? cancelled() : failure(cause);
  }
}

/** What lets a call through: a permit of the gate, or for a question that nothing but a denial stops. */
type Pass = Pick<Permit, "ok" | "verdict" | "start" | "release">;

async function askGate({ of, request }: Ready, agent: Agent, tree: Tree): Promise<Pass | Refusal> {
  if (of.kind !== "question") return tree.gate.authorize(agent.authority, request, { signal: agent.signal });
  const verdict = decide(agent.authority, request);
  return verdict.decision === "deny"
    ? { ok: false, reason: "denied", verdict }
    : { ok: true, verdict, start: () => undefined, release: () => undefined };
}
