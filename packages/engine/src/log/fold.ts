import type { StoreRecord } from "@polyglav/permissions/gate";
import { numberOfAsk } from "../ask/ask-id.ts";
import { countFailures, countHindrance } from "../agent/hindrance-guard.ts";
import { type Message, type Said, type ToolCall, callsOf, textOf } from "../model/message.ts";
import { NO_USAGE, type Usage, addUsage } from "../model/usage.ts";
import type { LogBody, LogEntry, Started } from "./log-entry.ts";
import type { AgentState, CallState, RunState } from "./run-state.ts";

/** The state of a run of which nothing is known yet. */
export function emptyState(): RunState {
  return {
    n: 0,
    run: "",
    order: { denials: "fail", onAsk: "deny", unfinished: "wait" },
    started: undefined,
    agents: new Map(),
    ended: new Map(),
    texts: new Map(),
    gate: [],
    asked: new Map(),
    consulted: new Map(),
    questions: new Map(),
    answers: new Map(),
    ids: 0,
    denials: [],
    bill: [],
    letters: new Set(),
    activeMs: 0,
    lastAt: undefined,
    parked: false,
    brokeOff: false,
    end: undefined,
  };
}

/**
 * Folds a log: the same entries always come to the same state, whoever folds them, at once or one by one. What a newer
 * version may add is passed over.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { fold, memoryStore, readRunLog, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const store = memoryStore();
 * const models = scriptedModels({ default: [{ text: "Hello." }] });
 * const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, store, newRunId: () => "r1" };
 * for await (const event of run({ role: "writer", task: "Say hello" }, deps)) void event;
 *
 * const entries = (await readRunLog(store, "r1")) ?? [];
 * assert.equal(fold(entries).end?.content, "Hello.");
 * assert.equal(fold(entries.slice(0, -1)).agents.get("r1")?.said, "Hello.");
 * ```
 */
export function fold(entries: Iterable<LogEntry>, from: RunState = emptyState()): RunState {
  for (const entry of entries) apply(from, entry);
  return from;
}

/** Takes one entry into the state. */
export function apply(state: RunState, entry: LogEntry): void {
  state.n = entry.n;
  tick(state, entry);
  const agent = state.agents.get(entry.run);
  if (agent === undefined) applyToRun(state, entry);
  else if (!applyToRun(state, entry)) applyToAgent(state, agent, entry);
}

/** Counts the time that somebody worked on it: between two processes nobody did. */
function tick(state: RunState, entry: LogEntry): void {
  const { t, kind } = entry;
  const at = millisecondsOf(t);
  const isWork = kind !== "run.resumed" && !(kind === "run.parked" && entry.offline === true);
  if (state.lastAt !== undefined && isWork) state.activeMs += Math.max(0, at - state.lastAt);
  // Who answers an ask of a run that waits does not work on it.
  state.lastAt = state.parked && kind !== "run.resumed" ? undefined : at;
}

let lastText = "";
let lastMs = 0;

/** Reads a time; entries come in order, and many have the same. */
function millisecondsOf(text: string): number {
  if (text !== lastText) {
    lastMs = Date.parse(text);
    lastText = text;
  }
  return lastMs;
}

/** What concerns the run as a whole; tells whether that was all of it. */
function applyToRun(state: RunState, entry: LogEntry): boolean {
  switch (entry.kind) {
    case "run.started":
      state.run = entry.run;
      state.order = entry.order;
      state.agents.set(entry.run, newAgent(entry.run, undefined, entry, undefined, false, state));
      state.started = state.agents.get(entry.run)?.started;
      return true;
    case "run.parked":
      state.parked = true;
      state.brokeOff ||= entry.offline === true;
      state.lastAt = undefined;
      return true;
    case "run.resumed":
      state.parked = false;
      state.brokeOff = false;
      if (entry.onAsk !== undefined) state.order = { ...state.order, onAsk: entry.onAsk };
      return true;
    case "run.ended": {
      const { kind: _, n: _n, t: _t, run: _run, parent: _parent, ...end } = entry;
      state.end = end;
      state.agents.clear();
      return true;
    }
    case "text.stored":
      state.texts.set(entry.name, entry.text);
      return true;
    case "letter.taken":
      state.letters.add(entry.letter);
      return true;
    case "gate.recorded":
      state.gate.push(entry.record);
      if (entry.record.do === "close") state.consulted.delete(entry.record.ask);
      if (entry.record.do === "ask") state.asked.set(entry.record.ask.id, millisecondsOf(entry.t));
      for (const id of idsIn(entry.record)) state.ids = Math.max(state.ids, numberOfAsk(id));
      return true;
    case "ask.raised": {
      const { ask, call, role, to, question, context, options, run } = entry;
      const about = context === undefined ? {} : { context };
      state.asked.set(ask, millisecondsOf(entry.t));
      state.questions.set(ask, { ask, run, call, role, to, question, options, ...about });
      state.ids = Math.max(state.ids, numberOfAsk(ask));
      return true;
    }
    case "ask.answered": {
      const asked = state.questions.get(entry.ask);
      state.questions.delete(entry.ask);
      state.consulted.delete(entry.ask);
      if (asked !== undefined) state.answers.set(answerKey(asked.run, asked.call), entry.text ?? "");
      return true;
    }
    default:
      return false;
  }
}

const callsIn = (message: Message): readonly ToolCall[] =>
  message.author === "assistant" ? callsOf(message.said) : [];

/** The ids that a record gives out. */
function idsIn(record: StoreRecord): readonly string[] {
  switch (record.do) {
    case "ask":
      return [record.ask.id];
    case "put":
      return [record.grant.id];
    case "close":
      return record.end.how === "answered" && record.end.grant !== undefined ? [record.end.grant.id] : [];
    default:
      return [];
  }
}

/** Names the call of an agent that a question of direction came from. */
export const answerKey = (run: string, call: string): string => `${run} ${call}`;

function applyToAgent(state: RunState, agent: AgentState, entry: LogEntry): void {
  switch (entry.kind) {
    case "run.cancelled":
      agent.cancelled = entry.why;
      return;
    case "model.requested":
    case "consult.requested":
      agent.pending = entry.model;
      return;
    case "model.lost":
      agent.pending = undefined;
      spend(state, agent, entry.usage, entry.model);
      return;
    case "budget.reached":
      if (entry.level === "warning" && !agent.told.has(entry.limit)) agent.near.add(entry.limit);
      return;
    case "model.done": {
      const { said, step, finish, usage } = entry;
      agent.messages.push({ author: "assistant", said });
      agent.pending = undefined;
      agent.requests += 1;
      agent.step = step;
      agent.finish = finish;
      agent.calls = finish === "calls" ? newCalls(said) : [];
      for (const { call } of agent.calls) agent.callIds.add(call);
      const text = textOf(said);
      if (text.trim() !== "") agent.said = text;
      const { inputTokens, outputTokens } = usage;
      agent.lastTokens = usage.unknown > 0 ? undefined : { inputTokens, outputTokens };
      agent.lastMessages = agent.messages.length;
      if (agent.closing !== undefined) agent.closed = true;
      spend(state, agent, usage, entry.model);
      return;
    }
    case "model.failed":
      agent.pending = undefined;
      agent.requests += 1;
      if (entry.usage !== undefined) spend(state, agent, entry.usage, entry.model);
      return;
    case "consult.done": {
      const asked = state.questions.get(entry.ask);
      if (asked !== undefined && entry.passedOn) state.questions.set(entry.ask, { ...asked, to: "operator" });
      else if (entry.counts) state.consulted.set(entry.ask, entry.text);
      agent.pending = undefined;
      agent.requests += 1;
      spend(state, agent, entry.usage, entry.model);
      return;
    }
    case "message.added": {
      agent.messages.push({ author: "user", text: entry.text });
      const { about } = entry;
      if (about.kind === "child") {
        agent.untold.delete(about.child);
        if (about.artifact !== undefined) agent.artifacts.add(about.artifact);
      }
      if (about.kind === "repair") agent.repairs += 1;
      if (about.kind === "budget") {
        agent.near.delete(about.limit);
        agent.told.add(about.limit);
        if (about.level === "full") agent.closing = about.limit;
      }
      agent.finish = undefined;
      return;
    }
    case "tool.called": {
      const call = callIn(agent, entry.call);
      if (call !== undefined) call.summary = entry.summary;
      return;
    }
    case "tool.intended": {
      const call = callIn(agent, entry.call);
      if (call === undefined) return;
      call.phase = "begun";
      call.replay = entry.replay;
      return;
    }
    case "tool.done":
      answered(state, agent, entry);
      return;
    case "child.started": {
      const { child, call, background, resumes } = entry;
      agent.children += 1;
      for (const above of pathUp(state, agent)) above.descendants += 1;
      const made = newAgent(child, agent.run, entry, call, background, state);
      if (resumes !== undefined) {
        made.messages.unshift(...resumes.messages);
        for (const { call: id } of resumes.messages.flatMap(callsIn)) made.callIds.add(id);
        for (const name of resumes.artifacts) made.artifacts.add(name);
      }
      state.agents.set(child, made);
      const caller = callIn(agent, call);
      if (caller !== undefined) caller.child = child;
      if (background) agent.running.add(child);
      return;
    }
    case "child.done": {
      const { child, role, outcome, call } = entry;
      const caller = callIn(agent, call);
      if (caller?.child === child) caller.ended = outcome;
      for (const [ask, { run }] of state.questions) if (run === child) state.questions.delete(ask);
      const temporary = state.agents.get(child)?.started.temporary !== undefined;
      state.ended.set(child, { role, parent: agent.run, status: outcome.status, temporary });
      state.agents.delete(child);
      if (agent.running.delete(child)) agent.untold.set(child, { role, outcome });
      return;
    }
    default:
  }
}

/** A call got its answer; with the last one of the step, the model can be told. */
function answered(state: RunState, agent: AgentState, entry: Extract<LogBody, { kind: "tool.done" }>): void {
  const call = callIn(agent, entry.call);
  if (call === undefined) return;
  call.phase = "done";
  call.status = entry.status;
  call.output = entry.output;
  call.hindrance = entry.hindrance;
  if (entry.artifact !== undefined) agent.artifacts.add(entry.artifact);
  state.answers.delete(answerKey(agent.run, call.call));
  if (entry.status === "denied") {
    const { run, started } = agent;
    state.denials.push({ run, role: started.role, tool: call.tool, summary: call.summary, reason: call.output });
  }
  if (agent.calls.some(({ phase }) => phase !== "done")) return;
  const answers = agent.calls.map(({ call: id, tool, output, status }) => ({
    call: id,
    tool,
    output,
    failed: status !== "ok",
  }));
  agent.messages.push({ author: "tool", answers });
  agent.failing = countFailures(agent.failing, agent.calls);
  agent.hindered = countHindrance(
    agent.hindered,
    agent.calls.map(({ hindrance }) => hindrance),
  );
  agent.calls = [];
  agent.finish = undefined;
}

function newAgent(
  run: string,
  parent: string | undefined,
  { role, model, task, prompt, carve, says, limits, skills, schema, temporary }: Started,
  call: string | undefined,
  background: boolean,
  state: RunState,
): AgentState {
  return {
    run,
    parent,
    started: {
      ...{ role, model, task, prompt, carve, says, limits },
      ...(skills !== undefined && { skills }),
      ...(schema !== undefined && { schema }),
      ...(temporary !== undefined && { temporary }),
    },
    call,
    background,
    messages: [{ author: "user", text: task }],
    pending: undefined,
    requests: 0,
    step: 0,
    finish: undefined,
    calls: [],
    callIds: new Set(),
    said: "",
    self: NO_USAGE,
    subtree: NO_USAGE,
    lastTokens: undefined,
    lastMessages: 0,
    children: 0,
    descendants: 0,
    failing: undefined,
    hindered: undefined,
    closing: undefined,
    closed: false,
    repairs: 0,
    running: new Set(),
    untold: new Map(),
    near: new Set(),
    told: new Set(),
    artifacts: new Set(),
    beganMs: state.activeMs,
    cancelled: undefined,
  };
}

/** The calls of a step. Ids are told apart when an answer is read; in a log that somebody wrote they may not be. */
function newCalls(said: Said): CallState[] {
  const ids = new Set<string>();
  return callsOf(said).flatMap((one) => {
    if (ids.has(one.call)) return [];
    ids.add(one.call);
    return [newCall(one)];
  });
}

const newCall = ({ call, tool, input }: { call: string; tool: string; input: unknown }): CallState => ({
  ...{ call, tool, input },
  summary: "",
  phase: "said",
  replay: "never",
  child: undefined,
  ended: undefined,
  status: undefined,
  output: "",
  hindrance: undefined,
});

const callIn = (agent: AgentState, id: string): CallState | undefined => agent.calls.find(({ call }) => call === id);

/** Books a model call on an agent and on everybody above it: the usage of a tree is the sum of its leaves. */
function spend(state: RunState, agent: AgentState, usage: Usage, model: string): void {
  const { role } = agent.started;
  const line = state.bill.find((one) => one.role === role && one.model === model);
  if (line === undefined) state.bill.push({ role, model, usage });
  else line.usage = addUsage(line.usage, usage);
  agent.self = addUsage(agent.self, usage);
  for (const one of pathUp(state, agent)) one.subtree = addUsage(one.subtree, usage);
}

/** An agent and everybody above it, the root last. */
export function* pathUp(state: RunState, agent: AgentState): Generator<AgentState, void> {
  for (let at: AgentState | undefined = agent; at !== undefined;) {
    yield at;
    at = at.parent === undefined ? undefined : state.agents.get(at.parent);
  }
}
