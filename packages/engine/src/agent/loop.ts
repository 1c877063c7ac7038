import type { ModelMessage, ToolSet } from "ai";
import { type Agent, type Tree, spend } from "./agent.ts";
import { answerCalls } from "./answer-calls.ts";
import type { Hindrance } from "./hindrance.ts";
import { EQUAL_HINDRANCES, hindranceGuard } from "./hindrance-guard.ts";
import { messageOf } from "../message-of.ts";
import { type StepResult, modelStep } from "../model/model-step.ts";
import type { Outcome, RunError } from "../run/outcome.ts";
import { planRetry } from "../model/retry.ts";
import { stopOf } from "../run/stop.ts";
import { type AgentTools, describeTools, visibleTools } from "./tool-list.ts";
import { NO_USAGE, type Usage } from "../model/usage.ts";

/**
 * Runs an agent to its end: model, tools, model, until it says its last word or something stops it. Never throws; every
 * way out is an {@link Outcome} that keeps the last words.
 */
export async function runLoop(agent: Agent, tree: Tree, tools: AgentTools): Promise<Outcome> {
  const messages: ModelMessage[] = [{ role: "user", content: agent.task }];
  const guard = hindranceGuard();
  let said = "";

  for (let step = 1; step <= agent.limits.steps; step += 1) {
    tree.catalog = tree.catalogNow();
    // Seen anew at each step: a grant makes a tool appear, and using it up hides it again.
    const shown = describeTools(visibleTools(tools, agent.authority, tree.gate.grants(agent.authority.id)));
    const result = await requestStep(agent, tree, messages, shown, step);
    if (result.text.trim() !== "") said = result.text;
    if (isStopped(agent)) return stopped(agent, said);
    if (!result.ok) return { status: "error", content: said, error: result.error };

    messages.push(result.message);
    if (result.finish !== "calls") return finished(result.finish, said);

    const answers = await answerCalls(result.calls, agent, tree, tools);
    messages.push({ role: "tool", content: answers.map((answer) => answer.part) });
    if (isStopped(agent)) return stopped(agent, said);
    const hindrance = guard.saw(answers.map((answer) => answer.hindrance));
    if (hindrance !== undefined) return stuck(said, hindrance);
  }
  return limit(said, "POLYGLAV_STEPS", `Cannot go on: ${agent.limits.steps} steps are the limit of this run`);
}

type Answered = Extract<StepResult, { ok: true }>;

/** What the model said before its last request failed or was stopped. */
interface Unanswered {
  readonly ok: false;
  readonly text: string;
  readonly error: RunError;
}

/** One step of the model, tried again where that can help. */
async function requestStep(
  agent: Agent,
  tree: Tree,
  messages: readonly ModelMessage[],
  tools: ToolSet,
  step: number,
): Promise<Answered | Unanswered> {
  const { journal, clock, retries, idleTimeoutMs } = tree;
  const { speaker, model, instructions, settings, signal } = agent;
  for (let attempt = 1; ; attempt += 1) {
    let text = "";
    journal.record(speaker, { kind: "model.requested", step, attempt });
    const result = await modelStep({
      ...{ model, instructions, messages, tools, settings, signal, idleTimeoutMs, clock },
      onText: (type, piece) => {
        if (type === "text") text += piece;
        journal.broadcast(speaker, { type, text: piece });
      },
      onWarning: (message) => {
        warnOnce(message, agent, tree);
      },
    });
    if (result.ok) {
      spend(agent, result.usage);
      const { calls, finish } = result;
      const { self, subtree } = agent.usage;
      journal.record(speaker, { kind: "model.done", step, text: result.text, calls, finish, usage: self, subtree });
      return result;
    }
    if (result.began) spend(agent, BROKEN_OFF);
    if (result.fault === undefined) return { ok: false, text, error: STOPPED };

    const plan = planRetry(result.fault, attempt, retries, tree.random());
    const error = plan.retry ? result.fault.error : plan.error;
    const waitMs = plan.retry ? { waitMs: plan.waitMs } : {};
    journal.record(speaker, { kind: "model.failed", step, attempt, error, ...waitMs });
    if (!plan.retry) return { ok: false, text, error };
    await clock.sleep(plan.waitMs, signal);
    if (isStopped(agent)) return { ok: false, text, error };
  }
}

/** An answer that began and broke off: it cost something, and nobody said what. */
const BROKEN_OFF: Usage = { ...NO_USAGE, unknown: 1 };

/** Stands for the end that the stop itself has: see {@link stopped}. */
const STOPPED: RunError = { code: "POLYGLAV_STOPPED", message: "Cannot go on: the run was stopped" };

function warnOnce(message: string, agent: Agent, tree: Tree): void {
  if (agent.warned.has(message)) return;
  agent.warned.add(message);
  tree.journal.record(agent.speaker, { kind: "warning.noted", code: "model-setting", message });
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

function stuck(content: string, { of, key }: Hindrance): Outcome {
  const message = `Cannot go on: the last ${EQUAL_HINDRANCES} steps were hindered by the same thing (${key})`;
  const error = { code: "POLYGLAV_STUCK", message };
  switch (of) {
    case "denial":
      return { status: "denied", content, error };
    case "limit":
      return { status: "limit", content, error };
    case "name":
      return { status: "error", content, error };
  }
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
      return logFaultOutcome(why.message, content);
    case "cancelled":
    case "left":
      return { status: "cancelled", content };
  }
}

/** The end of a run whose log failed: what is not in the log did not happen for whoever reads it later. */
export function logFaultOutcome(fault: unknown, content: string): Outcome {
  const message = `Cannot write the log of the run: ${messageOf(fault)}`;
  return { status: "error", content, error: { code: "POLYGLAV_LOG", message } };
}
