import type { RunEvent } from "@polyglav/engine";
import type { Output } from "../command.ts";
import type { CommandError } from "../command-error.ts";

/**
 * How things are shown in one format. What a command gives back, or why it could not, comes once and last; events of a
 * run come before. After that a skin shows nothing more, whatever still happens.
 */
export interface Skin {
  readonly event: (event: RunEvent) => Promise<void>;
  /** Takes note of an event that another process showed. */
  readonly recall: (event: RunEvent) => void;
  readonly output: (output: Output) => Promise<void>;
  readonly failure: (error: CommandError) => Promise<void>;
}
