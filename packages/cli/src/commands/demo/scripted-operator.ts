import { setTimeout as sleep } from "node:timers/promises";
import type { Operator } from "@polyglav/engine";
import { TEST_COMMAND } from "./project.ts";

/**
 * The operator of the demo: says yes, once, to the one command that it knows, and no to everything else.
 *
 * @param pauseMs how long it seems to read the question
 */
export function scriptedOperator(pauseMs: number): Operator {
  return {
    answer: async ({ request, lift }, signal) => {
      await sleep(pauseMs * 2, undefined, { signal });
      const [action, ...others] = request.actions;
      const known = others.length === 0 && action?.category === "bash" && action.resource.join(" ") === TEST_COMMAND;
      return known && lift === "confirm"
        ? { say: "once" }
        : { say: "deny", because: "the script knows only the tests" };
    },
  };
}
