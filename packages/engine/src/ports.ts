import type { Operator as PermissionOperator } from "@polyglav/permissions/gate";
import type { ModelWhy } from "@polyglav/catalog";
import type { Request } from "@polyglav/permissions";
import type { FlexibleSchema, LanguageModel } from "ai";
import type { Price } from "./budget/price.ts";
import type { RunError } from "./run/outcome.ts";

/**
 * A tool as the engine takes it: what an AI SDK tool has, and the permission request of a call. A tool that an agent
 * may not use is not shown to its model, so `category` says which permission it needs before there is any input.
 */
export interface EngineTool {
  readonly description: string;
  readonly inputSchema: FlexibleSchema<unknown>;
  readonly category: string;
  /**
   * Whether a call may be made again when its process died in the middle of it: `safe` for what only looks. Calls of one
   * step that are safe run side by side. Absent, it is `never`.
   */
  readonly replay?: "safe" | "never";
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
  /** Model requests that this run has made before and that had an end, as its log says. */
  readonly requests: number;
}

export type ResolvedModel =
  | ({ readonly ok: true; readonly ref: string; readonly model: LanguageModel } & ModelFacts)
  | { readonly ok: false; readonly error: RunError };

/** What the engine has to know of a model beside how to call it; what is missing is not known. */
export interface ModelFacts {
  /** What its tokens cost; without it, the cost of its calls is unknown. */
  readonly price?: Price | undefined;
  /** The most tokens that one answer of it can have. */
  readonly maxOutputTokens?: number | undefined;
  /** Requests with the same account share its rate limits: a provider and a key. The provider of the reference if absent. */
  readonly account?: string | undefined;
}

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
  /** By which it can be answered later, too. */
  readonly id: string;
  readonly role: string;
  readonly question: string;
  readonly context?: string;
  readonly options: readonly string[];
}

/** Time, so that tests need not wait. All figures are milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
