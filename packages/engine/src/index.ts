/**
 * Runs a task as a role and reports what happens.
 * @module
 */
export { run } from "./run/run.ts";
export type { EngineDeps, RunRequest } from "./run/run.ts";

// what is reported
export type { RunEvent, RunEventBody, RunEventHead } from "./log/run-event.ts";
export { OUTCOME_STATUSES } from "./run/outcome.ts";
export type { Denial, Outcome, OutcomeStatus, RunEnd, RunError } from "./run/outcome.ts";
export { NO_USAGE, addUsage } from "./model/usage.ts";
export type { Usage } from "./model/usage.ts";

// the log
export { LOG_FORMAT } from "./log/log-entry.ts";
export type { LogBody, LogEntry, LogHead } from "./log/log-entry.ts";
export { memoryStore } from "./store/memory-store.ts";
export type { MemoryStore } from "./store/memory-store.ts";

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
