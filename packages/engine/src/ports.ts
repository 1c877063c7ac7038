import type { Operator as PermissionOperator } from "@polyglav/permissions/gate";
import type { ModelWhy } from "@polyglav/catalog";
import type { Request } from "@polyglav/permissions";
import type { FlexibleSchema, LanguageModel } from "ai";
import type { RunError } from "./run/outcome.ts";

/**
 * A tool as the engine takes it: what an AI SDK tool has, and the permission request of a call. A tool that an agent
 * may not use is not shown to its model, so `category` says which permission it needs before there is any input.
 */
export interface EngineTool {
  readonly description: string;
  readonly inputSchema: FlexibleSchema<unknown>;
  readonly category: string;
  // Methods, not properties: a tool takes the type of its own schema, and only input that has passed it gets here.
  /** What the call would do, decided before it is done. May throw: the call is then answered with the error. */
  request(input: unknown): Request | Promise<Request>;
  /** Does it. Its text goes to the model; an error thrown goes there too. Must stop when the signal aborts. */
  execute(
    input: unknown,
    options: { readonly toolCallId: string; readonly abortSignal: AbortSignal; readonly request: Request },
  ): Promise<string>;
}

/** Gives a model for a reference such as `local/qwen3`. Called before the first request of a run, for each model it may have. */
export interface ModelPort {
  /** Aliases are resolved before. What names no provider that there is comes as it was written; none means the default. */
  readonly resolve: (ref: string | undefined, use: ModelUse) => ResolvedModel;
  /** Providers that it has, also those that are in no config: what begins with one of them is a reference to it. */
  readonly providers?: Iterable<string> | undefined;
}

/** Who wants a model: a scripted model starts each run of a role anew, at the request it had come to. */
export interface ModelUse {
  readonly role: string;
  readonly run: string;
  /** Model requests that this run has made before, as its log says. */
  readonly requests: number;
}

export type ResolvedModel =
  | { readonly ok: true; readonly ref: string; readonly model: LanguageModel }
  | { readonly ok: false; readonly error: RunError };

/** A model that a role of a folder or of a plugin names, and the user nowhere. */
export interface AskedModel {
  /** `provider/model`. */
  readonly ref: string;
  /** The role that would use it. */
  readonly role: string;
  /** What was written, where, and the alias that it was. */
  readonly why: ModelWhy;
}

/** Says whether a role may use a model. A signal that aborts ends the question; what is said then does not count. */
export type ApproveModel = (asked: AskedModel, signal: AbortSignal) => Promise<boolean> | boolean;

/** Who may answer: permission asks by `answer`, questions of direction by `direct`. */
export interface Operator extends PermissionOperator {
  /** Answers a question in words; `undefined` when there is no answer. Absent when nobody can be asked such things. */
  readonly direct?: (question: Question, signal: AbortSignal) => Promise<string | undefined>;
}

export interface Question {
  readonly id: string;
  readonly role: string;
  readonly question: string;
  readonly context?: string;
  readonly options: readonly string[];
}

/** Where the log of a run goes. */
export interface RunStore {
  /** Opens the log of a new run. Throws when it cannot be written: the run is then refused before any model call. */
  readonly open: (run: string) => RunLog;
}

export interface RunLog {
  /** Appends one line. A throw ends the run with an error. */
  readonly append: (line: string) => void;
  readonly close: () => void;
}

/** Time, so that tests need not wait. All figures are milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
