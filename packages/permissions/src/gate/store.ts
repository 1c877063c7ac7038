import type { Grant } from "../grant.ts";
import type { Answer } from "./answer.ts";
import type { Approver, Ask } from "./ask.ts";
import type { Awaitable } from "./awaitable.ts";

/** Whose grants are looked for. */
export interface Holder {
  /** The id of an authority. */
  readonly id: string;
  /** The names of the roles down to it; absent where no standing yes may find it, as for temporary roles. */
  readonly chain: readonly string[] | undefined;
}

/**
 * Where grants are kept. Every operation takes effect at one moment, for everybody who uses the store, other processes
 * included: of two calls that claim a one-shot, one gets it. What an operation resolved with is still true after a
 * crash. A store that cannot be read or written throws or rejects, and never answers as if it were empty.
 */
export interface GrantStore {
  /** A new id, never the same twice in this store, whoever asks. */
  readonly id: () => string;
  /**
   * The grants that this call of this holder could use: live ones, and one-shots that no other call has claimed. Those
   * that this call itself has claimed come first, so that it takes no second one when it is tried again.
   */
  readonly open: (holder: Holder, call: string) => Awaitable<readonly Grant[]>;
  /** Adds a grant. `false` when there is or was one with that id: it is not replaced. */
  readonly put: (grant: Grant) => Awaitable<boolean>;
  /**
   * Takes a one-shot for a call. The same call again gets the same answer, also after it started, so that it can be
   * tried again after a crash; any other call gets `false`. A standing grant is never taken: `true` while it lives.
   */
  readonly claim: (grant: string, call: string) => Awaitable<boolean>;
  /** Marks that the call begins, after which nothing gives the one-shot back. `false`: it may not begin. */
  readonly start: (grant: string, call: string) => Awaitable<boolean>;
  /** Gives a one-shot back. `false` when this call had not claimed it, or has started. */
  readonly release: (grant: string, call: string) => Awaitable<boolean>;
  /** Ends a grant. `false` when it is over already, or unknown. A call that has not started yet may not start. */
  readonly revoke: (grant: string) => Awaitable<boolean>;
  /** Ends everything of a holder: its grants, its open asks, what it remembers of them. Gives the grants nobody had used. */
  readonly forget: (holder: string) => Awaitable<readonly Grant[]>;
  /** Ends what is past its `until`, for good: a clock that steps back revives nothing. Gives what this call ended. */
  readonly expire: (now: number) => Awaitable<readonly Grant[]>;
  /**
   * The grants that are still of use, oldest first: standing ones, and one-shots that nobody has claimed, but for those
   * past their `until`. `now` is in milliseconds since the epoch; the clock of the machine where it is not said.
   */
  readonly list: (now?: number) => Awaitable<readonly Grant[]>;
}

/** Where grants and asks are kept. */
export interface GateStore extends GrantStore {
  /** Opens an ask. `false` when there is or was one with that id. */
  readonly ask: (ask: Ask) => Awaitable<boolean>;
  /** Closes an ask, once: `true` for the one who did it. A grant that comes with the answer is put in the same moment. */
  readonly close: (ask: string, end: AskEnd) => Awaitable<boolean>;
  /** The open asks, oldest first. */
  readonly asks: () => Awaitable<readonly Ask[]>;
  /** The last ask about a call that its holder gave a name, and how it ended, until the holder is forgotten. */
  readonly find: (call: string, digest: string) => Awaitable<FoundAsk | undefined>;
}

/** A store that answers at once, as those in memory and on files do. */
export type SyncStore = {
  readonly [K in keyof GateStore]: (...given: Parameters<GateStore[K]>) => Awaited<ReturnType<GateStore[K]>>;
};

/** An ask and, once it is closed, how it ended. */
export interface FoundAsk {
  readonly ask: Ask;
  readonly end?: AskEnd;
}

/** How an ask ended. */
export type AskEnd =
  | {
      readonly how: "answered";
      readonly answer: Answer;
      readonly by: Approver;
      /** What the yes is worth, where the same store keeps it. */
      readonly grant?: Grant;
    }
  /** Given up by who asked; past its deadline; the one who was asked failed; nobody waits for it any more. */
  | { readonly how: "cancelled" | "expired" | "failed" | "lost"; readonly because?: string };
