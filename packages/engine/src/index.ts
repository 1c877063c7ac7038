/**
 * Runs a task as a role and reports what happens.
 * @module
 */
export { run } from "./run.ts";
export type { EngineDeps, RunRequest } from "./run.ts";

// what is reported
export type { RunEvent, RunEventBody, RunEventHead } from "./run-event.ts";
export { OUTCOME_STATUSES } from "./outcome.ts";
export type { Denial, Outcome, OutcomeStatus, RunEnd, RunError } from "./outcome.ts";
export { NO_USAGE, addUsage } from "./usage.ts";
export type { Usage } from "./usage.ts";

// the log
export { LOG_FORMAT } from "./log-entry.ts";
export type { LogBody, LogEntry, LogHead } from "./log-entry.ts";
export { memoryStore } from "./memory-store.ts";
export type { MemoryStore } from "./memory-store.ts";

// the world
export { systemClock } from "./clock.ts";
export type {
  ApproveModel,
  AskedModel,
  Clock,
  EngineTool,
  ModelPort,
  ModelUse,
  Operator,
  Question,
  ResolvedModel,
  RunLog,
  RunStore,
} from "./ports.ts";
