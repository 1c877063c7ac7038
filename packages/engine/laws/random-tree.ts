import { createCatalog } from "@polyglav/catalog";
import type { WrittenCarve } from "@polyglav/permissions";
import fc from "fast-check";
import type { LogEntry } from "../src/log/log-entry.ts";
import type { RunEvent } from "../src/log/run-event.ts";
import { systemClock } from "../src/clock.ts";
import type { Clock, EngineTool, ModelPort } from "../src/ports.ts";
import type { EngineDeps } from "../src/run/engine-deps.ts";
import { readEntries } from "../src/log/read-entries.ts";
import type { Price } from "../src/budget/price.ts";
import { type MemoryStore, memoryStore } from "../src/store/memory-store.ts";
import { type Move, type ScriptedCall, scriptedModels } from "../src/testing/index.ts";
import { echoTool } from "../tests/stage.ts";

/** What an agent does, step by step, and whom it starts. */
export interface Node {
  readonly steps: readonly (readonly Act[])[];
  readonly says: string;
  readonly permission: WrittenCarve;
  readonly grant: WrittenCarve;
  readonly limits: Readonly<Record<string, number>>;
  readonly usage: Move["usage"];
  /** Requests that fail before the first answer, in a way that can be tried again. */
  readonly faults: number;
  readonly waitMs: number;
}

export type Act =
  | { readonly do: "read" | "bash" | "edit"; readonly what: string }
  | { readonly do: "ask"; readonly target: "human" | "caller" }
  | { readonly do: "permission"; readonly tool: "bash" | "edit"; readonly what: string }
  | { readonly do: "delegate"; readonly to: Node; readonly background: boolean };

/** What differs from law to law. */
export interface TreeOptions {
  readonly permission?: fc.Arbitrary<WrittenCarve>;
  readonly grant?: fc.Arbitrary<WrittenCarve>;
  readonly limits?: fc.Arbitrary<Readonly<Record<string, number>>>;
  readonly usage?: fc.Arbitrary<Move["usage"]>;
  readonly maxFaults?: number;
  readonly maxWaitMs?: number;
  readonly maxSteps?: number;
  readonly weights?: { readonly delegate?: number; readonly ask?: number; readonly permission?: number };
}

/** Trees of agents up to four deep: calls, questions, children side by side, below each other and in the background. */
export function trees(options: TreeOptions = {}): fc.Arbitrary<Node> {
  const { weights = {} } = options;
  const what = fc.constantFrom("a", "b", "constructor", "__proto__");
  const node = fc.memo((depth): fc.Arbitrary<Node> => {
    const act = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("read", "bash", "edit"), what }) },
      {
        weight: weights.ask ?? 1,
        arbitrary: fc.record({ do: fc.constant("ask" as const), target: fc.constantFrom("human", "caller") }),
      },
      {
        weight: weights.permission ?? 1,
        arbitrary: fc.record({ do: fc.constant("permission" as const), tool: fc.constantFrom("bash", "edit"), what }),
      },
      ...(depth <= 1
        ? []
        : [
            {
              weight: weights.delegate ?? 4,
              arbitrary: fc.record({ do: fc.constant("delegate" as const), to: node(), background: oneIn(4) }),
            },
          ]),
    );
    return fc.record<Node>({
      steps: fc.array(fc.array<Act>(act, { minLength: 1, maxLength: 3 }), { maxLength: options.maxSteps ?? 3 }),
      says: fc.constantFrom("done", "", "toString"),
      permission: options.permission ?? fc.constant({}),
      grant: options.grant ?? fc.constant({}),
      limits: options.limits ?? fc.constant({}),
      usage: options.usage ?? fc.constant({ input: 3, output: 2 }),
      faults: fc.nat(options.maxFaults ?? 0),
      waitMs: fc.nat(options.maxWaitMs ?? 0),
    });
  });
  return node(4);
}

const oneIn = (n: number): fc.Arbitrary<boolean> => fc.nat(n - 1).map((drawn) => drawn === 0);

/** A tree as roles and scripts: each node is a role of its own, the root `n0`. */
export interface Cast {
  readonly roles: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly moves: Readonly<Record<string, readonly Move[]>>;
}

export function castOf(root: Node): Cast {
  const roles: Record<string, Readonly<Record<string, unknown>>> = {};
  const moves: Record<string, readonly Move[]> = {};
  let count = 0;
  const add = (node: Node): string => {
    const name = `n${count}`;
    count += 1;
    const { permission, grant, limits, usage, waitMs } = node;
    roles[name] = { system_prompt: name, tool_permission: permission, grant_permission: grant, limits };
    const more = { ...(usage !== undefined && { usage }), ...(waitMs > 0 && { waitMs }) };
    const faults = Array.from({ length: node.faults }, (): Move => ({
      throw: { status: 500, message: "busy", retryAfterMs: 0 },
    }));
    const steps = node.steps.map((acts): Move => ({ call: acts.map((act) => toCall(act, add)), ...more }));
    moves[name] = [...faults, ...steps, { text: node.says, ...more, repeat: true }];
    return name;
  };
  add(root);
  return { roles, moves };
}

function toCall(act: Act, add: (node: Node) => string): ScriptedCall {
  switch (act.do) {
    case "read":
      return { tool: "read", input: { path: act.what } };
    case "bash":
      return { tool: "bash", input: { command: act.what } };
    case "edit":
      return { tool: "edit", input: { path: act.what } };
    case "ask":
      return { tool: "ask", input: { question: "Which?", target: act.target } };
    case "permission": {
      const input = act.tool === "bash" ? { command: act.what } : { path: act.what };
      return { tool: "ask", input: { question: "May I?", kind: "permission", tool: act.tool, input } };
    }
    case "delegate": {
      const role = add(act.to);
      return { tool: "delegate", input: { role, task: `Be ${role}`, ...(act.background && { background: true }) } };
    }
  }
}

/** A call that was really made. */
export interface Made {
  readonly tool: string;
  readonly call: string;
}

export interface TreeWorld {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly price?: Price;
  readonly made?: (made: Made) => void;
  readonly more?: Partial<EngineDeps>;
}

/** Everything that is needed to run a tree as `n0`, as the run `r1`; nobody is there to answer. */
export function depsOf(root: Node, { config = {}, price, made, more = {} }: TreeWorld = {}): EngineDeps {
  const { roles, moves } = castOf(root);
  const tool = (name: string, argument: string): EngineTool =>
    echoTool(name, name, argument, async (_, { toolCallId: call }) => {
      made?.({ tool: name, call });
      return "done";
    });
  const models = scriptedModels({ roles: moves });
  return {
    catalog: createCatalog({
      trusted: true,
      roles: { local: roles },
      config: { local: { value: { ask_policy: { direction: "auto" }, ...config } } },
    }),
    models: price === undefined ? models : priced(models, price),
    tools: {
      read: { ...tool("read", "path"), replay: "safe" },
      bash: tool("bash", "command"),
      edit: tool("edit", "path"),
    },
    operator: undefined,
    newRunId: () => "r1",
    random: () => 0,
    clock: hasty,
    ...more,
  };
}

/** The system's clock, except that waits before another try are hardly any; long ones guard against what hangs. */
const hasty: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms > 5_000 ? ms : ms / 1_000, signal),
};

const priced = (models: ModelPort, price: Price): ModelPort => ({
  resolve: (ref, use) => {
    const found = models.resolve(ref, use);
    return found.ok ? { ...found, price } : found;
  },
});

/** Reads events to their end. */
export async function eventsOf(stream: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

export function endOf(events: readonly RunEvent[]): Extract<RunEvent, { type: "run-end" }> {
  const end = events.at(-1);
  if (end?.type !== "run-end") throw new Error(`the last event is ${end?.type ?? "missing"}`);
  return end;
}

/** Fails what does not come within four seconds: it hangs. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error("it hangs"));
    }, 4_000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The log of `r1`, as another process reads it. */
export const entriesOf = (store: MemoryStore): readonly LogEntry[] => {
  const { entries, fault } = readEntries(store.lines("r1").map((line): unknown => JSON.parse(line)));
  if (fault !== undefined) throw new Error(fault.message);
  return entries;
};

/** What a process leaves that was killed after so many entries of a log, at a share of its length from 0 to 1. */
export function cutAt(store: MemoryStore, share: number): MemoryStore {
  const lines = store.lines("r1");
  // The first three are one beginning: what is said and what it is said with.
  const after = Math.min(lines.length, Math.max(3, Math.ceil(lines.length * share)));
  const left = memoryStore();
  const log = left.create("r1");
  for (const line of lines.slice(0, after)) log.append(line);
  left.abandon("r1");
  return left;
}

export const shares = fc.double({ min: 0, max: 1, noNaN: true });
