import type { Operator } from "./ask.ts";

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
