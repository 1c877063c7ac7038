import { systemClock } from "../clock.ts";
import type { Clock, ModelPort } from "../ports.ts";
import { pickMove, type Script } from "./script.ts";
import { scriptedModel } from "./scripted-model.ts";

export interface ScriptedOptions {
  /** Keeps the `waitMs` of moves; the time of the machine when absent. */
  readonly clock?: Clock;
}

/**
 * Gives a model that plays a script, for tests and demos: no network, no key, the same every time.
 *
 * Every run of a role starts its list anew, and each request takes the next move, also one that is made again after a
 * fault; a resumed run goes on after the requests that it has made (`use.requests`). A role without a list plays
 * `default`. A list that runs out fails the request with {@link ScriptExhaustedError}. Every reference is answered
 * with the scripted model; what is not one of `fake/…` is reported as `fake/script`, so that nobody takes it for
 * the model they named.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { scriptedModels } from "@polyglav/engine/testing";
 *
 * const models = scriptedModels({ roles: { planner: [{ text: "Read first, then write." }] } });
 * const resolved = models.resolve("local/qwen3", { role: "planner", run: "r1", requests: 0 });
 * assert.equal(resolved.ok && resolved.ref, "fake/script");
 * ```
 */
export function scriptedModels(script: Script, options: ScriptedOptions = {}): ModelPort {
  const { clock = systemClock } = options;
  return {
    resolve(asked, use) {
      const ref = asked?.startsWith("fake/") === true ? asked : "fake/script";
      let step = use.requests;
      const next = () => {
        step += 1;
        return { step, move: pickMove(script, use.role, step) };
      };
      return { ok: true, ref, model: scriptedModel(ref, next, clock) };
    },
  };
}
