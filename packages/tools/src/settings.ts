import type { Place } from "./place.ts";

/** What every tool is made with. */
export interface Settings {
  readonly place: Place;
  /** Environment of the commands that `bash` runs. */
  readonly env: Readonly<Record<string, string>>;
  /** Characters (UTF-16 units) that one result may have, notes not counted. */
  readonly maxOutputChars: number;
  /** Milliseconds that a command may take at most. */
  readonly bashTimeoutMs: number;
}
