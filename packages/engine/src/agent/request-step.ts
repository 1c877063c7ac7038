import type { Account, Exhausted } from "../budget/account.ts";
import { type CallKind, estimateCall } from "../budget/estimate.ts";
import { isPassedOn } from "../ask/passed-on.ts";
import { costOf } from "../budget/price.ts";
import type { LimitName } from "../log/log-entry.ts";
import type { BudgetLeft } from "../log/run-event.ts";
import type { Message } from "../model/message.ts";
import type { ToolSpec } from "../model/model-step.ts";
import { type Answer, type ModelSeat, type Reservation, requestAnswer } from "../model/request-answer.ts";
import { NO_USAGE, type Tokens, type Usage, addUsage } from "../model/usage.ts";
import type { RunError } from "../run/outcome.ts";
import type { Agent, Tree } from "./agent.ts";
import { schemaNote } from "./answer-schema.ts";
import { type AgentTools, describeTools, visibleTools } from "./tool-list.ts";
import { watchSilence } from "./watch-silence.ts";

/** What came of a step: it is in the state; or nothing did, and why. */
export type StepEnd =
  | { readonly ok: true }
  /** It failed or was stopped; `text` is what the model had said until then. */
  | { readonly ok: false; readonly text: string; readonly error: RunError; readonly limit?: undefined }
  /** A limit forbids the request. */
  | { readonly ok: false; readonly text: string; readonly limit: LimitName; readonly most: number };

/** Makes the next step of an agent: one answer of its model, tried again where that can help. */
export async function requestStep(agent: Agent, tree: Tree, tools: AgentTools): Promise<StepEnd> {
  const { state, speaker, account } = agent;
  const { journal } = tree;
  const closing = state.closing;
  const step = state.step + 1;
  // Seen anew at each step: a grant makes a tool appear, and using it up hides it again.
  const { authority } = agent;
  const may = { authority, grants: tree.gate.grants(authority.id), own: state.artifacts.size > 0 };
  const shown = closing === undefined ? visibleTools(tools, may) : NONE;
  const specs = await describeTools(shown);
  const booked = books(agent, tree, { kind: closing === undefined ? "step" : "closing", specs });
  const silence = watchSilence(agent, tree);
  try {
    const answer = await ask(agent, tree, {
      messages: state.messages,
      instructions: instructionsOf(agent),
      specs,
      mayBeEmpty: state.said !== "",
      isTaken: (call) => state.callIds.has(call),
      booked,
      requested: (attempt, model) => {
        if (tree.stream) silence.begin();
        journal.record(speaker, {
          ...{ kind: "model.requested", step, attempt, model },
          ...(closing !== undefined && { closing }),
        });
      },
      failed: (failure) => {
        const usage = booked.last();
        journal.record(speaker, { kind: "model.failed", step, ...failure, ...(usage !== undefined && { usage }) });
        booked.tellNotices();
      },
      text: (type, text) => {
        silence.end();
        journal.broadcast(speaker, { type, text });
      },
    });
    if (answer.ok) {
      const usage = booked.last() ?? NO_USAGE;
      const { said, finish, ref: model } = answer;
      const totals = {
        self: addUsage(state.self, usage),
        subtree: addUsage(state.subtree, usage),
        left: leftOf(account),
      };
      // Before the end of the step: after a crash in between, the step is made again, and the notice is not lost.
      booked.tellNotices();
      journal.record(speaker, { kind: "model.done", step, model, said, finish, usage, ...totals });
      return { ok: true };
    }
    if (answer.why === "stopped") {
      const usage = booked.last();
      if (usage !== undefined && usage.calls + usage.unknown > 0) {
        const error = { code: "POLYGLAV_STOPPED", message: "Cannot go on: the run was stopped" };
        journal.record(speaker, { kind: "model.failed", step, attempt: 0, model: answer.ref, error, usage });
      }
      return { ok: false, text: answer.text, error: STOPPED };
    }
    if (answer.why === "failed") return { ok: false, text: answer.text, error: answer.error };
    booked.tellNotices();
    return { ok: false, text: answer.text, limit: answer.limit, most: booked.refused()?.most ?? 0 };
  } finally {
    silence.end();
  }
}

const NONE: AgentTools = new Map();
/** Stands for the end that the stop itself has. */
const STOPPED: RunError = { code: "POLYGLAV_STOPPED", message: "Cannot go on: the run was stopped" };

/** A question that a model answers beside its own work. */
export interface Aside {
  readonly ask: string;
  readonly instructions: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

/** Asks the model of an agent something in one separate call, which its conversation does not see; it is logged and paid. */
export async function requestAside(
  agent: Agent,
  tree: Tree,
  { ask: id, ...aside }: Aside,
): Promise<string | undefined> {
  const { speaker, state } = agent;
  const { journal } = tree;
  // An earlier process had asked, and died before it could do anything with the answer: it is paid for.
  const known = tree.state.consulted.get(id);
  if (known !== undefined) return known;
  const booked = books(agent, tree, { kind: "consult", specs: [], texts: [aside.instructions, aside.text] });
  const answer = await ask(agent, tree, {
    messages: [{ author: "user", text: aside.text }],
    instructions: aside.instructions,
    specs: [],
    mayBeEmpty: true,
    booked,
    signal: aside.signal,
    requested: (_, model) => {
      journal.record(speaker, { kind: "consult.requested", ask: id, model });
    },
    failed: () => undefined,
    text: () => undefined,
  });
  const usage = booked.total();
  if (usage.calls + usage.unknown > 0) {
    const left = leftOf(agent.account);
    const totals = { self: addUsage(state.self, usage), subtree: addUsage(state.subtree, usage), left };
    const model = answer.ok ? answer.ref : (agent.seats[0]?.ref ?? "");
    const text = answer.ok ? answer.text : "";
    const passedOn = isPassedOn(text);
    const counts = answer.ok && answer.finish === "stop";
    journal.record(speaker, { kind: "consult.done", ask: id, model, text, passedOn, counts, usage, ...totals });
  }
  booked.tellNotices();
  return answer.ok && answer.finish === "stop" ? answer.text : undefined;
}

interface Asked {
  readonly messages: readonly Message[];
  readonly instructions: string;
  readonly specs: readonly ToolSpec[];
  readonly mayBeEmpty: boolean;
  readonly isTaken?: (call: string) => boolean;
  readonly booked: Booked;
  readonly signal?: AbortSignal;
  readonly requested: (attempt: number, model: string) => void;
  readonly failed: (failure: {
    readonly attempt: number;
    readonly model: string;
    readonly error: RunError;
    readonly waitMs?: number;
    readonly next?: string;
  }) => void;
  readonly text: (kind: "text" | "thinking", piece: string) => void;
}

/** Asks, and again when a limit forbids it only until calls under way are settled. */
async function ask(agent: Agent, tree: Tree, asked: Asked): Promise<Answer> {
  const { clock, retries, idleTimeoutMs, totalTimeoutMs, stream, random, gates } = tree;
  const { settings, signal, seats } = agent;
  const [first, ...others] = seats;
  if (first === undefined) {
    const error = { code: "POLYGLAV_NO_MODEL", message: "Cannot choose a model: none is left" };
    return { ok: false, why: "failed", error, text: "" };
  }
  const both = asked.signal === undefined ? signal : AbortSignal.any([signal, asked.signal]);
  for (;;) {
    const answer = await requestAnswer({
      seats: [first, ...others],
      instructions: asked.instructions,
      messages: asked.messages,
      tools: asked.specs,
      ...{ settings, signal: both, clock, idleTimeoutMs, totalTimeoutMs, stream, retries, random, gates },
      mayBeEmpty: asked.mayBeEmpty,
      isTaken: asked.isTaken,
      reserve: asked.booked.reserve,
      hooks: {
        requested: asked.requested,
        failed: ({ attempt, ref: model, error, waitMs, next }) => {
          asked.failed({
            ...{ attempt, model, error },
            ...(waitMs !== undefined && { waitMs }),
            ...(next !== undefined && { next }),
          });
        },
        text: asked.text,
        warning: (message) => {
          warnOnce(message, agent, tree);
        },
      },
    });
    if (answer.ok || answer.why !== "exhausted" || asked.booked.refused()?.soon !== true) return answer;
    await tree.ledger.freed(both);
    if (both.aborted) return { ok: false, why: "stopped", ref: first.ref, began: false, text: answer.text };
  }
}

/** What a step reserves and uses, from its first request to its last. */
interface Booked {
  readonly reserve: (seat: ModelSeat) => Reservation;
  /** What the last request used; undefined where it never began. */
  readonly last: () => Usage | undefined;
  readonly total: () => Usage;
  readonly refused: () => Exhausted | undefined;
  /** Writes which limits have come near or to their end. */
  readonly tellNotices: () => void;
}

function books(
  agent: Agent,
  tree: Tree,
  {
    kind,
    specs,
    texts,
  }: { readonly kind: CallKind; readonly specs: readonly ToolSpec[]; readonly texts?: readonly string[] },
): Booked {
  const { account, state } = agent;
  let last: Usage | undefined;
  let total = NO_USAGE;
  let refused: Exhausted | undefined;
  let notices: Exhausted["notices"] = [];
  return {
    reserve(seat) {
      last = undefined;
      const known = texts === undefined && state.step > 0 ? state.lastTokens : undefined;
      const estimate = estimateCall({
        kind,
        texts:
          texts ?? (isCounted(account) ? newTexts(agent, specs, known === undefined ? 0 : state.lastMessages) : []),
        ...(known !== undefined && { last: known }),
        maxOutputTokens: seat.maxOutputTokens,
        price: seat.price,
      });
      const reserved = account.reserve(estimate, kind);
      if (!reserved.ok) {
        refused = reserved;
        notices = [...notices, ...reserved.notices];
        return { ok: false, limit: reserved.limit, message: `the ${reserved.limit} are used up` };
      }
      refused = undefined;
      return {
        ok: true,
        maxOutputTokens: reserved.maxOutputTokens,
        settle(tokens, began) {
          last = usageOf(tokens, began, seat);
          if (last !== undefined) total = addUsage(total, last);
          notices = [...notices, ...reserved.settle(last ?? NO_USAGE)];
        },
        cancel: reserved.cancel,
      };
    },
    last: () => last,
    total: () => total,
    refused: () => refused,
    tellNotices() {
      for (const { of, limit, level, used, most } of notices) {
        const speaker = tree.agents.get(of)?.speaker;
        if (speaker !== undefined) tree.journal.record(speaker, { kind: "budget.reached", limit, level, used, most });
      }
      notices = [];
    },
  };
}

/** What a call used. One that never began cost nothing; one that broke off cost something that nobody reported. */
function usageOf(tokens: Tokens | undefined, began: boolean, { price }: ModelSeat): Usage | undefined {
  if (!began) return undefined;
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = tokens ?? {};
  const known = tokens?.inputTokens !== undefined && tokens.outputTokens !== undefined;
  const { cost, unpriced } = costOf({ inputTokens, outputTokens, cachedTokens }, known ? price : undefined);
  return {
    ...{ inputTokens, outputTokens, cachedTokens, cost },
    calls: tokens === undefined ? 0 : 1,
    unknown: known ? 0 : 1,
    unpriced: unpriced ? 1 : 0,
  };
}

/** What an agent has left. */
function leftOf(account: Account): BudgetLeft {
  const { limits } = account;
  const spent = account.spent();
  const left: { -readonly [K in keyof BudgetLeft]: BudgetLeft[K] } = { steps: Math.max(0, limits.steps - spent.steps) };
  for (const limit of ["tokens", "cost", "calls"] as const) {
    const most = limits[limit];
    if (most !== undefined) left[limit] = Math.max(0, most - spent[limit]);
  }
  return left;
}

/** Whether anybody counts tokens or money: where nobody does, nothing has to be estimated. */
const isCounted = ({ limits }: Account): boolean => limits.tokens !== undefined || limits.cost !== undefined;

/** The texts that the provider has not counted yet. */
function newTexts(agent: Agent, specs: readonly ToolSpec[], seen: number): readonly string[] {
  const news = agent.state.messages.slice(seen).flatMap(textsOf);
  if (seen > 0) return news;
  return [instructionsOf(agent), JSON.stringify(specs), ...news];
}

function textsOf(message: Message): readonly string[] {
  switch (message.author) {
    case "user":
      return [message.text];
    case "assistant":
      return message.said.map((part) => (part.type === "call" ? JSON.stringify(part.input ?? "") : part.text));
    case "tool":
      return message.answers.map(({ output }) => output);
  }
}

function instructionsOf({ instructions, state }: Agent): string {
  const { schema } = state.started;
  if (schema === undefined) return instructions;
  return instructions === "" ? schemaNote(schema) : `${instructions}\n\n${schemaNote(schema)}`;
}

function warnOnce(message: string, agent: Agent, tree: Tree): void {
  if (agent.warned.has(message)) return;
  agent.warned.add(message);
  tree.journal.record(agent.speaker, { kind: "warning.noted", code: "model-setting", message });
}
