import { optional, required } from "./flag.ts";

const WRITTEN = "its id, the beginning or end of it, or last, last~1 and so on";

/** A run by its id, where a command that changes something has to be told which. */
export const runId = required("run", `A run: ${WRITTEN}`);

/** A run by its id; the last one where nothing is said. */
export const runOrLast = optional("run", `A run: ${WRITTEN} (default last)`);
