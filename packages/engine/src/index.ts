/**
 * Runs a task as a role and reports what happens.
 * @module
 */
export { resume, run } from "./run/run.ts";
export type { ResumeRequest, RunRequest } from "./run/run.ts";
export type { EngineDeps } from "./run/engine-deps.ts";

// what is reported
export type { AskClosed, BudgetLeft, RunEvent, RunEventBody, RunEventHead, ToolStatus } from "./log/run-event.ts";
export { OUTCOME_STATUSES } from "./run/outcome.ts";
export type { Denial, Outcome, OutcomeStatus, RunEnd, RunError } from "./run/outcome.ts";

// runs that are there, also those of other processes
export { answerAsk } from "./run/answer-ask.ts";
export type { AnswerDeps, AnswerEnd, AnswerRequest } from "./run/answer-ask.ts";
export type { AskAnswer } from "./run/letter.ts";
export { cancelRun } from "./run/cancel-run.ts";
export type { CancelEnd, CancelRequest } from "./run/cancel-run.ts";
export { listRuns, openAsks, readRun, readRunLog } from "./run/read-run.ts";
export type { OpenAsk, RunView } from "./run/read-run.ts";
export { RunLogError } from "./run/open-run.ts";

// the log
export { LOG_FORMAT } from "./log/log-entry.ts";
export type {
  AgentLimits,
  Finish,
  LimitName,
  LogBody,
  LogEntry,
  LogHead,
  Notice,
  OnAsk,
  RunOrder,
  Started,
  TemporaryRole,
  Unfinished,
} from "./log/log-entry.ts";
export { fold } from "./log/fold.ts";
export type { AgentState, CallState, Ended, OpenQuestion, RunState } from "./log/run-state.ts";
export { toRunEvents } from "./log/to-run-events.ts";
export { memoryStore } from "./store/memory-store.ts";
export type { MemoryStore } from "./store/memory-store.ts";
export { RunStoreError } from "./store/run-store-error.ts";
export type {
  Holder,
  Letter,
  LogProblem,
  OpenedLog,
  ReadOptions,
  RunLog,
  RunStore,
  RunStoreCode,
  RunSummary,
  StoredLog,
} from "./store/run-store.ts";

// budgets
export { createLedger } from "./budget/ledger.ts";
export type { Ledger } from "./budget/ledger.ts";
export type {
  Account,
  AccountOptions,
  Already,
  BudgetNotice,
  Exhausted,
  Lowered,
  Reservation,
  Spawned,
  Spent,
} from "./budget/account.ts";
export { estimateCall, estimateTokens } from "./budget/estimate.ts";
export type { CallKind, CallToEstimate, Estimate } from "./budget/estimate.ts";
export { capLimits } from "./budget/limits.ts";
export { costOf, FALLBACK_PRICE } from "./budget/price.ts";
export type { Price } from "./budget/price.ts";
export { createProviderGates } from "./budget/provider-gates.ts";
export type { GateDeps, GateLimits, ProviderGates } from "./budget/provider-gates.ts";
export { addUsage, NO_USAGE } from "./model/usage.ts";
export type { Usage } from "./model/usage.ts";

// conversations
export { callsOf, textOf } from "./model/message.ts";
export type { Message, Said, SaidPart, ToolAnswer, ToolCall } from "./model/message.ts";

// the world
export { systemClock } from "./clock.ts";
export type {
  ApproveModel,
  AskedModel,
  Clock,
  EngineTool,
  ModelFacts,
  ModelPort,
  ModelUse,
  Operator,
  Question,
  ResolvedModel,
} from "./ports.ts";
