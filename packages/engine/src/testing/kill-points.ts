import { memoryStore, type MemoryStore } from "../store/memory-store.ts";
import type { RunLog, RunStore } from "../store/run-store.ts";

/** A story to be cut at every point. */
export interface KillScenario<T> {
  /** Tells it from the beginning to the end, with this store. All its runs must be in it, and only one root. */
  readonly start: (store: MemoryStore) => Promise<T>;
  /** Goes on with a run of which only a beginning is in the store, as a new process would. */
  readonly resume: (store: MemoryStore, run: string) => Promise<T>;
}

/** A place at which a process can die, and what came of the run after that. */
export interface KillPoint<T> {
  /** How many entries were in the log. */
  readonly after: number;
  /** The kind of the last one. */
  readonly kind: string;
  readonly outcome: T;
}

/**
 * Kills a run at every point and goes on with it: it tells the story once, and then for each beginning of its log, from its
 * start (before it, nothing has begun) up to the last entry but one, resumes from exactly that. A process that is killed leaves nothing else. What happened in the
 * world until then is for the scenario to keep: count what your tools do outside of it, and compare.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { type RunEvent, type RunStore, resume, run } from "@polyglav/engine";
 * import { killPoints, scriptedModels } from "@polyglav/engine/testing";
 *
 * const script = { roles: { leader: [{ call: [{ tool: "delegate", input: { role: "planner", task: "Plan" } }] }, { text: "Ok" }] } };
 * const world = (store: RunStore) => ({
 *   ...{ catalog: createCatalog(), tools: {}, operator: undefined, store },
 *   models: scriptedModels({ ...script, default: [{ text: "1. Do it" }] }),
 * });
 * const endOf = async (events: AsyncIterable<RunEvent>) => {
 *   let last: RunEvent | undefined;
 *   for await (const event of events) last = event;
 *   return last?.type === "run-end" ? last.content : undefined;
 * };
 *
 * const { whole, points } = await killPoints({
 *   start: (store) => endOf(run({ role: "leader", task: "Go" }, world(store))),
 *   resume: (store, id) => endOf(resume({ run: id }, world(store))),
 * });
 * assert.equal(whole, "Ok");
 * assert.ok(points.length > 10 && points.every(({ outcome }) => outcome === "Ok"));
 * ```
 */
export async function killPoints<T>(
  scenario: KillScenario<T>,
): Promise<{ readonly whole: T; readonly points: readonly KillPoint<T>[] }> {
  const told = memoryStore();
  const whole = await scenario.start(told);
  const [{ run } = { run: "" }] = told.list();
  const lines = told.lines(run);
  const points: KillPoint<T>[] = [];
  const start = lines.findIndex((line) => kindOf(line) === "run.started") + 1;
  for (let after = start; after < lines.length; after += 1) {
    const store = told.cut(run, after);
    points.push({ after, kind: kindOf(lines[after - 1]), outcome: await scenario.resume(store, run) });
  }
  return { whole, points };
}

function kindOf(line = "{}"): string {
  const entry: unknown = JSON.parse(line);
  return typeof entry === "object" && entry !== null && "kind" in entry ? String(entry.kind) : "";
}

/**
 * Gives a store that calls `kill` right after a line was appended, the `after`th that this process appends. For a test that
 * really kills: `killingStore(fileStore(dir), 12, () => process.kill(process.pid, "SIGKILL"))`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memoryStore } from "@polyglav/engine";
 * import { killingStore } from "@polyglav/engine/testing";
 *
 * let killed = 0;
 * const store = killingStore(memoryStore(), 2, () => (killed += 1));
 * const log = await store.create("r1");
 * log.append('{"n":1}');
 * assert.equal(killed, 0);
 * log.append('{"n":2}');
 * assert.equal(killed, 1);
 * ```
 */
export function killingStore(store: RunStore, after: number, kill: () => void): RunStore {
  let appended = 0;
  const watched = (log: RunLog): RunLog => ({
    ...log,
    append(line) {
      log.append(line);
      appended += 1;
      if (appended === after) kill();
    },
  });
  return {
    ...store,
    create: async (run) => watched(await store.create(run)),
    open: async (run) => {
      const opened = await store.open(run);
      return { ...opened, log: watched(opened.log) };
    },
  };
}
