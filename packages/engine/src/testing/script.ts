/** What a scripted model says: a list of moves per role, and one for every role that has none of its own. */
export interface Script {
  readonly roles?: Readonly<Record<string, readonly Move[]>>;
  readonly default?: readonly Move[];
}

/** The answer to one model request. */
export type Move = MoveBody & MoveExtras;

export type MoveBody =
  /** Says a text and ends the turn. */
  | { readonly text: string }
  /** Calls tools, all in one turn, after an optional text. */
  | { readonly call: readonly ScriptedCall[]; readonly text?: string }
  /** Fails as a provider that answers with this HTTP status. */
  | { readonly throw: ScriptedFault }
  /** Never answers: ends only when the request is aborted. */
  | { readonly hang: true }
  /** Says a piece of text and then nothing more: ends only when the request is aborted. */
  | { readonly chunkThenSilence: string };

export interface MoveExtras {
  /** How long the model thinks before it answers, in milliseconds. */
  readonly waitMs?: number;
  /** Tokens that the answer reports; without it, it reports none, as some providers do. */
  readonly usage?: { readonly input: number; readonly output: number };
  /** On the last move of a list: this answer to every further request. */
  readonly repeat?: boolean;
}

export interface ScriptedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ScriptedFault {
  /** From 400 to 599; 408, 409, 429 and everything from 500 on may be tried again. */
  readonly status: number;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly message: string;
}

/**
 * A request that its script has no move for. It names the role and the request, and trying again does not help.
 * Thrown by the model, so in a run it ends that run of the role with `outcome.error`.
 */
export class ScriptExhaustedError extends Error {
  override readonly name = "ScriptExhaustedError";
  readonly code = "POLYGLAV_SCRIPT_EXHAUSTED";
  readonly isRetryable = false;
  readonly role: string;
  /** Which request of the run it was, counted from 1. */
  readonly step: number;
  readonly hint: string;

  constructor(role: string, step: number, moves: number | undefined) {
    const has = moves === undefined ? "no moves for it and no default" : `${moves} ${moves === 1 ? "move" : "moves"}`;
    super(`Cannot answer request ${step} of role "${role}": the script has ${has}`);
    this.role = role;
    this.step = step;
    this.hint =
      moves === undefined || moves === 0
        ? `Add a list of moves for "${role}", or a "default" list`
        : `Add a move, or "repeat": true to the last one`;
  }
}

/**
 * Picks the move for a request of a run, counted from 1.
 *
 * Roles are looked up as own properties, so that a role may be called `constructor`.
 *
 * @throws {ScriptExhaustedError} when the list has run out and its last move does not repeat
 */
export function pickMove<M extends { readonly repeat?: boolean }>(
  script: { readonly roles?: Readonly<Record<string, readonly M[]>>; readonly default?: readonly M[] },
  role: string,
  step: number,
): M {
  const { roles } = script;
  const moves = roles !== undefined && Object.hasOwn(roles, role) ? roles[role] : script.default;
  const last = moves?.at(-1);
  const move = moves?.[step - 1] ?? (last?.repeat === true ? last : undefined);
  if (move === undefined) throw new ScriptExhaustedError(role, step, moves?.length);
  return move;
}
