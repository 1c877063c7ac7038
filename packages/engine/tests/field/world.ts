import { createCatalog } from "@polyglav/catalog";
import { confirming } from "@polyglav/permissions/gate";
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import type { LogEntry } from "../../src/log/log-entry.ts";
import type { RunEvent } from "../../src/log/run-event.ts";
import type { ModelPort, ModelUse } from "../../src/ports.ts";
import type { EngineDeps } from "../../src/run/engine-deps.ts";
import { readRunLog } from "../../src/run/read-run.ts";
import { type MemoryStore, memoryStore } from "../../src/store/memory-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { type FakeClock, type Move, type ScriptedCall, scriptedModels } from "../../src/testing/index.ts";
import { echoTool } from "../stage.ts";

/** What a case says about its world. Unlike a stage, a world is kept: a run can be gone on with in the same one. */
export interface World extends Partial<EngineDeps> {
  readonly moves: Readonly<Record<string, readonly Move[]>>;
  readonly otherwise?: readonly Move[];
  readonly roles?: Readonly<Record<string, unknown>>;
  readonly skills?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, unknown>>;
  /** Sees every model request. */
  readonly visit?: Visit;
}

/**
 * Called with each model request before it is answered; what it throws is the answer. What it returns is called when the
 * answer is there, or with the first piece of it where it is streamed.
 */
export type Visit = (request: Visited) => (() => void) | undefined;

export interface Visited extends ModelUse {
  readonly ref: string;
  readonly tools: readonly string[];
  readonly prompt: readonly PromptMessage[];
}

/** A message as providers get it, as far as these cases look at it. */
export interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly toolCallId?: string }[];
}

/** Makes a world with the role `boss`, the tools `read` and `bash`, and somebody who says yes to what has to be asked. */
export function world(of: World): EngineDeps {
  const { moves, otherwise, roles = {}, skills = {}, config = {}, visit, ...deps } = of;
  const clock = deps.clock === undefined ? {} : { clock: deps.clock };
  const models =
    deps.models ?? scriptedModels({ roles: moves, ...(otherwise !== undefined && { default: otherwise }) }, clock);
  const texts = Object.entries(skills).map(([name, content]) => [name, { name, content, description: "" }] as const);
  return {
    catalog: createCatalog({
      trusted: true,
      roles: { local: { boss: { system_prompt: "You are the boss." }, ...roles } },
      skills: { local: { entries: new Map(texts) } },
      config: { local: { value: config } },
    }),
    tools: { read: echoTool("read", "read", "path"), bash: echoTool("bash", "bash", "command") },
    operator: confirming,
    newRunId: () => "r1",
    ...deps,
    models: visit === undefined ? models : watched(models, visit),
  };
}

function watched(models: ModelPort, visit: Visit): ModelPort {
  return {
    ...models,
    resolve(asked, use) {
      const found = models.resolve(asked, use);
      if (!found.ok || typeof found.model === "string") return found;
      let requests = use.requests;
      const see = ({ tools = [], prompt }: { tools?: { name: string }[]; prompt: readonly PromptMessage[] }) => {
        requests += 1;
        return visit({ ...use, requests, ref: found.ref, tools: tools.map(({ name }) => name), prompt });
      };
      const middleware: LanguageModelMiddleware = {
        specificationVersion: "v4",
        wrapGenerate: async ({ doGenerate, params }) => {
          const leave = see(params);
          try {
            return await doGenerate();
          } finally {
            leave?.();
          }
        },
        wrapStream: async ({ doStream, params }) => {
          const leave = see(params);
          try {
            return await doStream();
          } finally {
            leave?.();
          }
        },
      };
      return { ...found, model: wrapLanguageModel({ model: found.model, middleware }) };
    },
  };
}

/** What came of a run, or of one part of it. */
export interface Told {
  readonly events: readonly RunEvent[];
  readonly end: Extract<RunEvent, { type: "run-end" }>;
  readonly all: <T extends RunEvent["type"]>(type: T) => readonly Extract<RunEvent, { type: T }>[];
}

/** Reads the events of a run to their end; `watch` sees each when it comes. */
export async function told(stream: AsyncIterable<RunEvent>, watch?: (event: RunEvent) => void): Promise<Told> {
  const events: RunEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    watch?.(event);
  }
  const end = events.at(-1);
  if (end?.type !== "run-end") throw new Error(`the last event is ${end?.type ?? "missing"}`);
  return {
    events,
    end,
    all: <T extends RunEvent["type"]>(type: T) =>
      events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type),
  };
}

/** The entries of a log that are of one kind. */
export async function logged<K extends LogEntry["kind"]>(
  store: RunStore,
  kind: K,
  run = "r1",
): Promise<readonly Extract<LogEntry, { kind: K }>[]> {
  const entries = (await readRunLog(store, run)) ?? [];
  return entries.filter((entry): entry is Extract<LogEntry, { kind: K }> => entry.kind === kind);
}

/** What a process leaves that was killed right after it had written a certain entry: a store with the log until then. */
export async function killedAfter(
  store: MemoryStore,
  isLast: (entry: LogEntry) => boolean,
  run = "r1",
): Promise<MemoryStore> {
  const entries = (await readRunLog(store, run)) ?? [];
  const at = entries.findIndex(isLast);
  if (at < 0) throw new Error("the run never came to that entry");
  const left = memoryStore();
  const log = left.create(run);
  for (const line of store.lines(run).slice(0, at + 1)) log.append(line);
  await log.close();
  return left;
}

/** Lets the time of a clock pass until something has ended. */
export async function driven<T>(clock: FakeClock, running: Promise<T>, stepMs = 10): Promise<T> {
  const end = new AbortController();
  const over = (): void => {
    end.abort();
  };
  running.then(over, over);
  while (!end.signal.aborted) await clock.advance(stepMs);
  return running;
}

/** Milliseconds between two events, by their own times. */
export const between = (from: RunEvent | undefined, to: RunEvent | undefined): number =>
  Date.parse(to?.t ?? "") - Date.parse(from?.t ?? "");

export const delegate = (role: string, more: Readonly<Record<string, unknown>> = {}): ScriptedCall => ({
  tool: "delegate",
  input: { role, task: "Do this", ...more },
});
export const read = (path = "a.ts"): ScriptedCall => ({ tool: "read", input: { path } });
export const bash = (command = "npm test"): ScriptedCall => ({ tool: "bash", input: { command } });

/** Waits until the signal of a call aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        "abort",
        () => {
          resolve();
        },
        { once: true },
      );
  });

export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
