import { pass } from "../chain.ts";
import { isRecord } from "../request.ts";
import type { Authority } from "../authority.ts";
import { type Answer, readAnswer, whyNot } from "./answer.ts";
import type { Approver, Ask } from "./ask.ts";
import { after, type Awaitable, inTurn } from "./awaitable.ts";
import type { Clock } from "./clock.ts";
import { type Heard, hear, type Hearing } from "./hear.ts";
import type { Ledger } from "./ledger.ts";
import { grantFor } from "./offer.ts";
import type { Way } from "./route.ts";
import { isAnswer } from "./shape.ts";
import type { AskEnd, FoundAsk } from "./store.ts";
import type { Grant } from "../grant.ts";

/** What came of {@link Gate.answer}. Only `resolved` changed anything. */
export type AnswerResult =
  | "resolved"
  /** There is no open ask with this id: it was answered, given up, or never there. */
  | "unknown"
  /** The holder or the digest that came with the id is not that of the ask. */
  | "changed"
  /** The deadline has passed. */
  | "expired"
  /** It is addressed to somebody else. */
  | "not-yours"
  /** Who answers may not hand down all of it. */
  | "above-your-ceiling"
  /** This answer is none, or was not offered, or its pattern does not cover the call. */
  | "not-offered";

/** An ask by its id, and by what the one who answers has seen of it. */
export type AskRef = string | (Pick<Ask, "id"> & Partial<Pick<Ask, "holder" | "digest">>);

/** Where asks are open: who waits for them here, and who closes them. */
export interface Desk {
  /** Waits for an ask here, until it is closed. One ask is waited for once; others {@link Desk.join}. */
  hear(ask: Ask, way: Extract<Way, { how: "ask" }>, signal: AbortSignal): Promise<Heard>;
  /** Resolves when the one who waits for an ask here is through with it; `undefined` when nobody waits. */
  join(id: string): Promise<void> | undefined;
  /** Closes an ask and lets those go on that wait for it. `false` when somebody else has closed it. */
  close(ask: Ask, end: AskEnd, grant?: Grant): Awaitable<boolean>;
  /** Whoever waited for an ask here is through with it. */
  leave(id: string): void;
  answer(ref: AskRef, answer: Answer, by: "operator" | Authority): Promise<AnswerResult>;
  withdraw(id: string, how: "cancelled" | "lost"): Promise<boolean>;
  /** Gives up the asks of a holder. */
  cancelAll(holder: string): Awaitable<void>;
  /** The open asks; those past their deadline are closed. */
  open(): Awaitable<readonly Ask[]>;
  find(call: string, digest: string): Awaitable<FoundAsk | undefined>;
}

interface Waiting extends Pick<Hearing, "wake"> {
  readonly through: Promise<void>;
  readonly leave: () => void;
}

export function createDesk(ledger: Ledger, clock: Clock): Desk {
  const waiting = new Map<string, Waiting>();

  function close(ask: Ask, end: AskEnd, grant?: Grant): Awaitable<boolean> {
    return after(ledger.close(ask, end, grant), (hasClosed) => {
      if (hasClosed) waiting.get(ask.id)?.wake(grant === undefined || end.how !== "answered" ? end : { ...end, grant });
      return hasClosed;
    });
  }

  function open(): Awaitable<readonly Ask[]> {
    return after(ledger.asks(), (asks) => {
      const now = clock.now();
      const late = asks.filter((ask) => isLate(ask, now));
      return after(
        inTurn(late, (ask) => close(ask, { how: "expired" })),
        () => asks.filter((ask) => !late.includes(ask)),
      );
    });
  }

  return {
    hear(ask, { answer }, signal) {
      const { heard, wake } = hear(answer, ask, signal, clock);
      let leave = (): void => undefined;
      const through = new Promise<void>((resolve) => {
        leave = resolve;
      });
      waiting.set(ask.id, { wake, through, leave });
      return heard;
    },
    join: (id) => waiting.get(id)?.through,
    close,
    leave(id) {
      waiting.get(id)?.leave();
      waiting.delete(id);
    },
    async answer(ref, given, by) {
      const { id, holder, digest }: Partial<Ask> = typeof ref === "string" ? { id: ref } : isRecord(ref) ? ref : {};
      const ask = (await ledger.asks()).find((each) => each.id === id);
      if (ask === undefined) return "unknown";
      if ((holder ?? ask.holder) !== ask.holder || (digest ?? ask.digest) !== ask.digest) return "changed";
      const now = clock.now();
      if (isLate(ask, now)) {
        await close(ask, { how: "expired" });
        return "expired";
      }
      const approver: Approver = by === "operator" ? by : { id: by.id };
      if (approver !== "operator" && (ask.to === "operator" || ask.to.id !== approver.id)) return "not-yours";
      // Who misspells a word is asked again, and has not said no.
      if (!isAnswer(given)) return "not-offered";
      const answer = readAnswer(given);
      if (answer.say === "deny") {
        return (await close(ask, { how: "answered", answer, by: approver })) ? "resolved" : "unknown";
      }
      if (by !== "operator" && !mayHandDown(by, ask)) return "above-your-ceiling";
      if (whyNot(ask, answer, approver, now) !== undefined) return "not-offered";
      const grant = grantFor(ask, answer, approver, ledger.idFor(answer.say), now);
      return (await close(ask, { how: "answered", answer, by: approver }, grant)) ? "resolved" : "unknown";
    },
    async withdraw(id, how) {
      const ask = (await ledger.asks()).find((each) => each.id === id);
      return ask !== undefined && (await close(ask, { how }));
    },
    cancelAll: (holder) =>
      after(ledger.asks(), (asks) =>
        after(
          inTurn(
            asks.filter((ask) => ask.holder === holder),
            (ask) => close(ask, { how: "cancelled" }),
          ),
          () => undefined,
        ),
      ),
    open,
    find: (call, digest) => ledger.find(call, digest),
  };
}

/** Whether an ask is past its deadline. */
export const isLate = ({ deadline }: Ask, now: number): boolean => deadline !== undefined && deadline <= now;

function mayHandDown(by: Authority, { request }: Ask): boolean {
  return request.actions.every(({ category, resource }) => pass(by, category, resource) === "allow");
}
