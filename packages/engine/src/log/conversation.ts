import type { EarlierConversation } from "./log-entry.ts";
import type { AgentState } from "./run-state.ts";
import type { StoredLog } from "../store/run-store.ts";
import { apply, emptyState } from "./fold.ts";
import { readEntries } from "./read-entries.ts";

/** Reads the conversation of a run that has ended, as its log has it; `undefined` where it has none. */
export function findConversation(stored: StoredLog | undefined, run: string): EarlierConversation | undefined {
  if (stored === undefined) return undefined;
  const state = emptyState();
  let found: AgentState | undefined;
  for (const entry of readEntries(stored.entries).entries) {
    apply(state, entry);
    // The state drops it when the run ends; until then it is there.
    found = state.agents.get(run) ?? found;
  }
  return found && { run, messages: found.messages, artifacts: [...found.artifacts] };
}
