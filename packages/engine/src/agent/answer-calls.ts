import type { CallState } from "../log/run-state.ts";
import type { Agent, Tree } from "./agent.ts";
import { type Result, cancelled, failure, outcomeUnknown } from "./call-result.ts";
import { carryOut } from "./carry-out.ts";
import { prepareCall } from "./prepare-call.ts";
import { cutShort } from "./shelf.ts";
import type { AgentTools } from "./tool-list.ts";

/**
 * Answers the calls of the last step that have no answer yet. Every call gets one, whatever happens, at its own end: the
 * log has it then, so that one that hangs takes nothing from the others. Delegations and calls that only look run side by
 * side where they stand side by side; each other call waits for the one before it.
 */
export async function answerCalls(agent: Agent, tree: Tree, tools: AgentTools): Promise<void> {
  for (const group of groups(agent.state.calls, tools)) {
    const open = group.filter(({ phase }) => phase !== "done");
    await tree.scheduler.together(open.map((call) => () => answerCall(call, agent, tree, tools)));
  }
}

function groups(calls: readonly CallState[], tools: AgentTools): readonly (readonly CallState[])[] {
  const found: CallState[][] = [];
  let open = false;
  for (const call of calls) {
    const beside = runsBeside(call, tools);
    const last = found.at(-1);
    if (beside && open && last !== undefined) last.push(call);
    else found.push([call]);
    open = beside;
  }
  return found;
}

function runsBeside({ tool }: CallState, tools: AgentTools): boolean {
  const found = tools.get(tool);
  return found?.kind === "delegation" || found?.tool.replay === "safe";
}

/** Answers one call. Never rejects: a call that fails in a way nobody thought of must not leave its siblings behind. */
async function answerCall(call: CallState, agent: Agent, tree: Tree, tools: AgentTools): Promise<void> {
  const started = tree.clock.now();
  const { journal } = tree;
  const done = async (result: Result): Promise<void> => {
    const { status, hindrance } = result;
    const { output, artifact } = await shelve(result.output, tree);
    journal.record(agent.speaker, {
      kind: "tool.done",
      ...{ call: call.call, tool: call.tool, status, output },
      ms: tree.clock.now() - started,
      ...(artifact !== undefined && { artifact }),
      ...(hindrance !== undefined && { hindrance }),
    });
  };
  const begun = tools.get(call.tool)?.goOn?.(call);
  if (begun !== undefined) {
    const { call: id, tool, input, summary } = call;
    journal.record(agent.speaker, { kind: "tool.called", call: id, tool, input, summary });
    await done(await settle(async () => ({ status: "ok", output: await begun() }), agent));
    return;
  }
  const isUnknown = call.phase === "begun" && call.replay === "never";
  const prepared = await prepareCall(call, tools);
  journal.record(agent.speaker, {
    kind: "tool.called",
    ...{ call: call.call, tool: call.tool, input: call.input, summary: prepared.summary },
  });
  // Its process died in the middle of it: whether it did anything, nobody knows.
  if (isUnknown) await done(outcomeUnknown(call.tool));
  else await done(prepared.ok ? await settle(() => carryOut(prepared, call, agent, tree), agent) : prepared.result);
}

async function settle(carry: () => Promise<Result>, agent: Agent): Promise<Result> {
  if (agent.signal.aborted) return cancelled();
  try {
    return await carry();
  } catch (cause) {
    return failure(cause);
  }
}

/** What cannot be kept is cut: the model still reads the beginning. */
export async function shelve(
  output: string,
  tree: Tree,
): Promise<{ readonly output: string; readonly artifact?: string }> {
  try {
    return await tree.shelf.put(output);
  } catch {
    return { output: cutShort(output) };
  }
}
