import type { Operator } from "./ask.ts";

/** Says yes to everything that only needs a confirmation, and no to every elevation: the meaning of `--yes`. */
export const confirming: Operator = {
  answer: async (ask) =>
    ask.lift === "confirm"
      ? { say: "once" }
      : { say: "deny", because: "a standing yes confirms what asks, and never lifts a denial" },
};
