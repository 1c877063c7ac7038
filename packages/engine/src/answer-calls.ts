import { type ToolResultPart, asSchema } from "ai";
import type { Verdict } from "@polyglav/permissions";
import { decide } from "@polyglav/permissions";
import type { Agent, Tree } from "./agent.ts";
import { CallRefused, denialText, refusalKind } from "./denial.ts";
import { messageOf } from "./message-of.ts";
import type { ToolCall } from "./model-step.ts";
import type { AgentTool } from "./tool-list.ts";
import { describeCall } from "./call-summary.ts";

/** The answer to one tool call: what the model reads, and the kind of refusal if it was one. */
export interface CallAnswer {
  readonly part: ToolResultPart;
  readonly refusal: string | undefined;
}

/** How long a tool may go on after its run was stopped, before its result is dropped. */
const GRACE_MS = 3_000;

/**
 * Answers the tool calls of one step. Every call gets an answer, whatever happens, in the order of the model. Calls of
 * a parallel tool that stand side by side run side by side; all others wait for the one before.
 */
export async function answerCalls(
  calls: readonly ToolCall[],
  agent: Agent,
  tree: Tree,
  tools: ReadonlyMap<string, AgentTool>,
): Promise<readonly CallAnswer[]> {
  const answers: CallAnswer[] = [];
  for (const group of groups(calls, tools)) {
    answers.push(...(await Promise.all(group.map((call) => answerCall(call, agent, tree, tools)))));
  }
  return answers;
}

function groups(calls: readonly ToolCall[], tools: ReadonlyMap<string, AgentTool>): readonly (readonly ToolCall[])[] {
  const found: ToolCall[][] = [];
  let open = false;
  for (const call of calls) {
    const parallel = tools.get(call.tool)?.parallel === true;
    const last = found.at(-1);
    if (parallel && open && last !== undefined) last.push(call);
    else found.push([call]);
    open = parallel;
  }
  return found;
}

interface Result {
  readonly status: "ok" | "error" | "denied" | "cancelled";
  readonly output: string;
  readonly refusal?: string;
}

async function answerCall(
  call: ToolCall,
  agent: Agent,
  tree: Tree,
  tools: ReadonlyMap<string, AgentTool>,
): Promise<CallAnswer> {
  const started = tree.clock.now();
  const prepared = await prepare(call, agent, tools);
  const { summary } = prepared;
  tree.journal.record(agent.speaker, {
    kind: "tool.called",
    call: call.call,
    tool: call.tool,
    input: call.input,
    summary,
  });
  const result = prepared.ok ? await carryOut(prepared, call, agent, tree) : prepared.result;
  tree.journal.record(agent.speaker, {
    kind: "tool.done",
    call: call.call,
    tool: call.tool,
    status: result.status,
    output: result.output,
    ms: tree.clock.now() - started,
  });
  const type = result.status === "ok" ? "text" : "error-text";
  return {
    part: { type: "tool-result", toolCallId: call.call, toolName: call.tool, output: { type, value: result.output } },
    refusal: result.refusal,
  };
}

type Prepared =
  | {
      readonly ok: true;
      readonly tool: AgentTool;
      readonly input: unknown;
      readonly request: Awaited<ReturnType<AgentTool["request"]>>;
      readonly summary: string;
    }
  | { readonly ok: false; readonly result: Result; readonly summary: string };

/** Everything that can be settled before the gate: is there such a tool, does its input fit, what would it do. */
async function prepare(call: ToolCall, agent: Agent, tools: ReadonlyMap<string, AgentTool>): Promise<Prepared> {
  const summary = describeCall(call.tool, call.input);
  const refuse = (result: Result): Prepared => ({ ok: false, result, summary });
  if (agent.signal.aborted) return refuse(cancelled());

  const tool = tools.get(call.tool);
  if (tool === undefined) {
    return refuse(error(`there is no tool "${call.tool}". Tools: ${[...tools.keys()].join(", ")}`));
  }
  if (typeof call.input === "string")
    return refuse(error(`the arguments of ${call.tool} are not valid JSON: ${call.input.slice(0, 200)}`));
  const read = await readInput(tool, call.input);
  if (!read.ok) return refuse(error(`the arguments of ${call.tool} do not fit: ${read.message}`));
  try {
    const request = await tool.request(read.value);
    return { ok: true, tool, input: read.value, request, summary: request.summary ?? summary };
  } catch (cause) {
    return refuse(failure(cause));
  }
}

/** Asks the gate, then does it. */
async function carryOut(
  prepared: Extract<Prepared, { ok: true }>,
  call: ToolCall,
  agent: Agent,
  tree: Tree,
): Promise<Result> {
  const { tool, input, request, summary } = prepared;
  const permit =
    tool.unconfirmed === true
      ? plainly(decide(agent.authority, request))
      : await tree.gate.authorize(agent.authority, request, { signal: agent.signal });
  const { verdict } = permit;
  const denied = permit.ok || permit.reason === "cancelled" ? undefined : denialText(summary, agent.role, permit);
  tree.journal.record(agent.speaker, {
    kind: "permission.decided",
    call: call.call,
    tool: call.tool,
    summary,
    decision: verdict.decision,
    granted: permit.ok,
    because: verdict.because,
    ...(denied === undefined
      ? {}
      : { denial: { run: agent.speaker.run, role: agent.role, tool: call.tool, summary, reason: denied } }),
  });
  if (denied !== undefined) {
    tree.denials.push({ run: agent.speaker.run, role: agent.role, tool: call.tool, summary, reason: denied });
    return { status: "denied", output: denied, refusal: refusalKind(call.tool, verdict) };
  }
  if (agent.signal.aborted || !permit.ok) {
    if (permit.ok) permit.release();
    return cancelled();
  }
  tree.journal.record(agent.speaker, { kind: "tool.intended", call: call.call, tool: call.tool });
  try {
    const running = tool.execute(input, { toolCallId: call.call, abortSignal: agent.signal, request });
    const output = await withinGrace(running, agent.signal, tree);
    return output === undefined ? cancelled() : { status: "ok", output };
  } catch (cause) {
    return agent.signal.aborted ? cancelled() : failure(cause);
  }
}

function plainly(
  verdict: Verdict,
):
  | { readonly ok: true; readonly verdict: Verdict; readonly release: () => void }
  | { readonly ok: false; readonly reason: "denied"; readonly verdict: Verdict } {
  return verdict.decision === "deny"
    ? { ok: false, reason: "denied", verdict }
    : { ok: true, verdict, release: () => undefined };
}

/** Waits for a tool, but not longer than a grace after the stop of its run: its late result is dropped. */
async function withinGrace(running: Promise<string>, signal: AbortSignal, tree: Tree): Promise<string | undefined> {
  const ended = new AbortController();
  const late = async (): Promise<undefined> => {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else
        AbortSignal.any([signal, ended.signal]).addEventListener(
          "abort",
          () => {
            resolve();
          },
          { once: true },
        );
    });
    await tree.clock.sleep(GRACE_MS, ended.signal);
    return undefined;
  };
  try {
    return await Promise.race([running, late()]);
  } finally {
    ended.abort();
    // A tool that fails after it was given up must not end the process.
    running.catch(() => undefined);
  }
}

async function readInput(
  tool: AgentTool,
  input: unknown,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }> {
  const schema = asSchema(tool.inputSchema);
  if (schema.validate === undefined) return { ok: true, value: input };
  const result = await schema.validate(input);
  return result.success ? { ok: true, value: result.value } : { ok: false, message: result.error.message };
}

const cancelled = (): Result => ({
  status: "cancelled",
  output: "cancelled: the run was stopped before this call ended",
});
const error = (text: string): Result => ({ status: "error", output: `error: ${text}` });

function failure(cause: unknown): Result {
  const refusal = cause instanceof CallRefused ? { refusal: `limit ${cause.code}` } : {};
  const hint = cause instanceof CallRefused && cause.hint !== undefined ? `. ${cause.hint}` : "";
  return { ...error(messageOf(cause) + hint), ...refusal };
}
