import { systemClock } from "../clock.ts";
import type { Clock } from "../ports.ts";
import type { RunStore } from "../store/run-store.ts";
import { reachRun } from "./reach-run.ts";

/** Which run is to stop. */
export interface CancelRequest {
  /** The id of the root. */
  readonly run: string;
  /** One below it, which is to stop with everything below that; the whole run when absent. */
  readonly below?: string;
  /** `turn` stops those below it that somebody waits for, and leaves the rest alone. Default `all`. */
  readonly scope?: "all" | "turn";
  readonly why?: string;
}

/**
 * What came of it. `posted`: the process that works on the run is told; `cancelled`: nobody works on it, and it is ended
 * in its log; `ended`: it had ended before.
 */
export type CancelEnd = "posted" | "cancelled" | "ended";

/**
 * Stops a run, also one of another process. A run that nobody works on, such as one that waits for an answer, ends as
 * cancelled. Throws what the store throws, such as `POLYGLAV_UNKNOWN_RUN`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { cancelRun, memoryStore, run } from "@polyglav/engine";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const store = memoryStore();
 * const models = scriptedModels({ default: [{ call: [{ tool: "ask", input: { question: "Now?" } }] }] });
 * const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, store, newRunId: () => "r1" };
 * for await (const event of run({ role: "writer", task: "Go", onAsk: "park" }, deps)) void event;
 *
 * assert.equal(await cancelRun({ run: "r1" }, { store }), "cancelled");
 * assert.equal(await cancelRun({ run: "r1" }, { store }), "ended");
 * ```
 */
export async function cancelRun(
  { run, below, scope = "all", why = "the operator cancelled it" }: CancelRequest,
  { store, clock = systemClock }: { readonly store: RunStore; readonly clock?: Clock },
): Promise<CancelEnd> {
  const wish = { do: "cancel", scope, why, ...(below !== undefined && { run: below }) } as const;
  const end = await reachRun(run, wish, { store, clock });
  return end === "posted" || end === "cancelled" ? end : "ended";
}
