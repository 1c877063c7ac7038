import type { ModelMessage, ToolSet } from "ai";
import { type Agent, type Tree, spend } from "./agent.ts";
import { answerCalls } from "./answer-calls.ts";
import { refusalGuard } from "./limits.ts";
import { type StepResult, modelStep } from "./model-step.ts";
import type { Outcome, RunError } from "./outcome.ts";
import { planRetry } from "./retry.ts";
import { stopOf } from "./stop.ts";
import { type AgentTool, describeTools, visibleTools } from "./tool-list.ts";

/**
 * Runs an agent to its end: model, tools, model, until it says its last word or something stops it. Never throws; every
 * way out is an {@link Outcome} that keeps the last words.
 */
export async function runLoop(agent: Agent, tree: Tree, tools: ReadonlyMap<string, AgentTool>): Promise<Outcome> {
  const messages: ModelMessage[] = [{ role: "user", content: agent.task }];
  const guard = refusalGuard();
  let said = "";

  for (let step = 1; step <= agent.limits.steps; step += 1) {
    // Seen anew at each step: a grant makes a tool appear, and using it up hides it again.
    const shown = describeTools(visibleTools(tools, agent.authority, tree.gate.grants(agent.authority.id)));
    const result = await requestStep(agent, tree, messages, shown, step);
    if (isStopped(agent)) return stopped(agent, said);
    if (!result.ok) return { status: "error", content: said, error: result.error };

    messages.push(result.message);
    if (result.text.trim() !== "") said = result.text;
    if (result.finish !== "calls") return finished(result.finish, said);

    const answers = await answerCalls(result.calls, agent, tree, tools);
    messages.push({ role: "tool", content: answers.map((answer) => answer.part) });
    if (isStopped(agent)) return stopped(agent, said);
    // Calls of one step were made before any of their answers was read: they count once, and only if all say the same.
    const kinds = new Set(answers.map((answer) => answer.refusal));
    const [refusal] = kinds;
    if (guard.saw(kinds.size === 1 ? refusal : undefined)) return stuck(said, refusal ?? "");
  }
  return limit(said, "POLYGLAV_STEPS", `Cannot go on: ${agent.limits.steps} steps are the limit of this run`);
}

type Answered = Extract<StepResult, { ok: true }>;

/** One step of the model, tried again where that can help. */
async function requestStep(
  agent: Agent,
  tree: Tree,
  messages: readonly ModelMessage[],
  tools: ToolSet,
  step: number,
): Promise<Answered | { readonly ok: false; readonly error: RunError }> {
  for (let attempt = 1; ; attempt += 1) {
    tree.journal.record(agent.speaker, { kind: "model.requested", step, attempt });
    const result = await modelStep({
      model: agent.model,
      instructions: agent.instructions,
      messages,
      tools,
      settings: agent.settings,
      signal: agent.signal,
      idleTimeoutMs: tree.idleTimeoutMs,
      clock: tree.clock,
      onText: (type, text) => {
        tree.journal.broadcast(agent.speaker, { type, text });
      },
      onWarning: (message) => {
        if (agent.warned.has(message)) return;
        agent.warned.add(message);
        tree.journal.record(agent.speaker, { kind: "warning.noted", code: "model-setting", message });
      },
    });
    if (result.ok) {
      spend(agent, result.usage);
      const { text, calls, finish } = result;
      tree.journal.record(agent.speaker, {
        kind: "model.done",
        step,
        text,
        calls,
        finish,
        usage: agent.usage.self,
        subtree: agent.usage.subtree,
      });
      return result;
    }
    if ("stopped" in result)
      return { ok: false, error: { code: "POLYGLAV_STOPPED", message: "Cannot go on: the run was stopped" } };

    const plan = planRetry(result.fault, attempt, tree.retries, Math.random());
    const error = plan.retry ? result.fault.error : plan.error;
    tree.journal.record(agent.speaker, {
      kind: "model.failed",
      step,
      attempt,
      error,
      ...(plan.retry ? { waitMs: plan.waitMs } : {}),
    });
    if (!plan.retry) return { ok: false, error };
    await tree.clock.sleep(plan.waitMs, agent.signal);
    if (isStopped(agent)) return { ok: false, error };
  }
}

function finished(finish: "stop" | "length" | "filter", said: string): Outcome {
  switch (finish) {
    case "stop":
      return said === ""
        ? {
            status: "empty",
            content: "",
            error: { code: "POLYGLAV_EMPTY", message: "Cannot report a result: the model ended without a word" },
          }
        : { status: "done", content: said };
    case "length":
      return limit(
        said,
        "POLYGLAV_TRUNCATED",
        "Cannot use the answer whole: it was cut at the output limit of the model",
      );
    case "filter":
      return {
        status: "error",
        content: said,
        error: { code: "POLYGLAV_FILTERED", message: "Cannot get an answer from the model: its provider withheld it" },
      };
  }
}

function limit(content: string, code: string, message: string): Outcome {
  return { status: "limit", content, error: { code, message } };
}

function stuck(content: string, refusal: string): Outcome {
  const error = {
    code: "POLYGLAV_STUCK",
    message: `Cannot go on: the same call was refused three times in a row (${refusal})`,
  };
  return { status: refusal.startsWith("limit ") ? "limit" : "denied", content, error };
}

/** Asked anew after every wait: the signal may have aborted meanwhile. */
function isStopped(agent: Agent): boolean {
  return agent.signal.aborted;
}

/** What a stop from outside means for this run. */
export function stopped(agent: Pick<Agent, "signal">, content: string): Outcome {
  const why = stopOf(agent.signal);
  switch (why.kind) {
    case "timeout":
      return {
        status: "timeout",
        content,
        error: { code: "POLYGLAV_TIMEOUT", message: `Cannot go on: ${why.ms} ms have passed` },
      };
    case "log":
      return {
        status: "error",
        content,
        error: { code: "POLYGLAV_LOG", message: `Cannot write the log of the run: ${why.message}` },
      };
    case "cancelled":
    case "left":
      return { status: "cancelled", content };
  }
}
