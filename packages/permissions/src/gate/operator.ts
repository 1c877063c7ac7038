import type { Answer } from "./answer.ts";
import type { Ask } from "./ask.ts";

/**
 * Somebody who can be asked: a person at a screen, or an agent for those below it. `answer` is called once for each
 * ask, several asks may be open at the same time, and the signal aborts when nobody needs the answer any more. It may
 * throw or reject: that is a no.
 */
export interface Operator {
  readonly answer: (ask: Ask, signal: AbortSignal) => Promise<Answer>;
}

/**
 * Says yes to everything that only needs a confirmation, and no to every elevation: what a flag such as `--yes` means.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { confirming, createGate } from "@polyglav/permissions/gate";
 *
 * const me = root({ id: "root", use: total(carve({ edit: "deny" }), "ask") });
 * const edit = { actions: [{ category: "edit", resource: ["a.ts"] }] };
 * const gate = createGate({ operator: confirming });
 * const result = await gate.elevate(me, edit, { signal: new AbortController().signal });
 * assert.ok(!result.ok && result.reason === "rejected");
 * ```
 */
export const confirming: Operator = Object.freeze({
  answer: async (ask) =>
    ask.lift === "confirm"
      ? { say: "once" }
      : { say: "deny", because: "a standing yes confirms what asks and never lifts a denial" },
} satisfies Operator);
