/**
 * Tools for testing what runs: a scripted model, a clock that obeys, runs that are killed at every point, transcripts of events.
 * @module
 */
export { parseScript } from "./parse-script.ts";
export type { ParsedScript } from "./parse-script.ts";
export { ScriptExhaustedError } from "./script.ts";
export type { Move, MoveBody, MoveExtras, Script, ScriptedCall, ScriptedFault } from "./script.ts";
export { scriptedModels } from "./scripted-models.ts";
export type { ScriptedOptions } from "./scripted-models.ts";
export { fakeClock } from "./fake-clock.ts";
export type { FakeClock } from "./fake-clock.ts";
export { killingStore, killPoints } from "./kill-points.ts";
export type { KillPoint, KillScenario } from "./kill-points.ts";
export { transcript } from "./transcript.ts";
