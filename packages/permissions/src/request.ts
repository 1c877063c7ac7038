import { type Decision, isDecision } from "./decision.ts";
import type { Source } from "./source.ts";

/** One thing a call does, and to what: the resource is a list of segments, such as a path or an argv, never one string. */
export interface Action {
  readonly category: string;
  readonly resource: readonly string[];
}

/** A reason to be stricter than the carves are: outside the worktree, a secret, a command nobody can read. */
export interface Advice {
  /** It works as a cap on this request: deny is final, ask yields only to the operator's fresh yes to this very call. */
  readonly atMost: Decision;
  /** In words, such as `outside the worktree`. */
  readonly why: string;
  /** Who says it: the other side of a delegation, a layer that is not trusted, or (when absent) plain advice. */
  readonly kind?: "advice" | "target" | "bound" | undefined;
  readonly who?: string | undefined;
  readonly source?: Source | undefined;
}

/** Everything one tool call does. All of it must be permitted. */
export interface Request {
  readonly tool?: string | undefined;
  readonly actions: readonly Action[];
  readonly advice?: readonly Advice[] | undefined;
  /**
   * Other words for what the actions do, such as `timeout 5 npm test` beside `npm test`. They need no permission and give
   * none; but one that a rule denies by what it says, and not by a `**` for everything, is one more action.
   */
  readonly aliases?: readonly Action[] | undefined;
  /** One line for people, such as `bash "npm test"`. It decides nothing. */
  readonly summary?: string | undefined;
}

/** A request that was looked at: nothing in it is left out. */
export type ReadRequest = Request & { readonly advice: readonly Advice[]; readonly aliases: readonly Action[] };

/**
 * Copies a request, so that what is decided is what was looked at. What does not have the shape of a request fails
 * closed: an action that cannot be read has no known category, advice that cannot be read is a deny.
 */
export function readRequest(request: Request): ReadRequest {
  try {
    const given: unknown = request;
    if (!isRecord(given)) return NOTHING;
    const { tool, summary } = given;
    return Object.freeze({
      ...(typeof tool === "string" && { tool }),
      ...(typeof summary === "string" && { summary }),
      actions: Object.freeze(listOf(given.actions).map(readAction)),
      advice: Object.freeze(given.advice === undefined ? [] : listOf(given.advice, [undefined]).map(readAdvice)),
      aliases: Object.freeze(given.aliases === undefined ? [] : listOf(given.aliases, [undefined]).map(readAction)),
    });
  } catch {
    // a getter or a proxy of the caller threw: what cannot be read asks for nothing
    return NOTHING;
  }
}

/** The identity of an action; different segments never give the same text. */
export function actionKey(action: Action): string {
  return JSON.stringify([action.category, ...action.resource]);
}

/** The identity of advice as people see it: what it says and who says it. Where that was written may move. */
export function adviceKey({ atMost, why, kind = "advice", who }: Advice): string {
  return JSON.stringify([atMost, why, kind, who ?? null]);
}

/** A copy of a value from outside that is an action. */
export function actionOf(given: unknown): Action | undefined {
  const { category, resource }: Readonly<Record<string, unknown>> = isRecord(given) ? given : {};
  const segments = listOf(resource, [undefined]);
  const isReadable = typeof category === "string" && segments.every((segment) => typeof segment === "string");
  return isReadable ? { category, resource: Object.freeze(segments) } : undefined;
}

/** A copy of a value from outside that is advice, so that all of it can be shown and compared. */
export function adviceIn(given: unknown): Advice | undefined {
  const { atMost, why, kind, who, source }: Readonly<Record<string, unknown>> = isRecord(given) ? given : {};
  const read = { atMost, why, kind, who, source };
  return isAdvice(read) ? read : undefined;
}

const isAdvice = (read: Readonly<Record<string, unknown>>): read is Readonly<Record<string, unknown>> & Advice =>
  isDecision(read.atMost) &&
  typeof read.why === "string" &&
  (read.kind === undefined || read.kind === "advice" || read.kind === "target" || read.kind === "bound") &&
  (read.who === undefined || typeof read.who === "string");

/** Tells whether a value from outside has properties to read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

const NOTHING = Object.freeze({ actions: Object.freeze([]), advice: Object.freeze([]), aliases: Object.freeze([]) });

function readAction(given: unknown): Action {
  const read = actionOf(given);
  return Object.freeze(read ?? { category: "", resource: Object.freeze([]) });
}

const readAdvice = (given: unknown): Advice =>
  Object.freeze(adviceIn(given) ?? { atMost: "deny", why: "advice that cannot be read" });

/** A copy: what was looked at cannot change before it is used. */
export const listOf = (given: unknown, otherwise: readonly unknown[] = []): readonly unknown[] =>
  Array.isArray(given) ? [...(given as readonly unknown[])] : otherwise;
