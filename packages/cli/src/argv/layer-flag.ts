import { choiceFlag } from "./flag.ts";

/** Which layers an entry is compared with: those up to this one. */
export const against = choiceFlag({
  name: "against",
  words: ["bundled", "plugin", "global"],
  summary: "Compare with what the layers up to this one make of it (default bundled)",
});
