import { type StoreRecord, type SyncStore, storeOn } from "@polyglav/permissions/gate";
import type { Journal, Speaker } from "../log/journal.ts";

/** Keeps the books of a gate in the log of a run: asks, answers and grants are there after a restart. */
export function gateBooks(journal: Journal, speakerOf: (run: string) => Speaker): SyncStore {
  const { state } = journal;
  let seen = 0;
  return storeOn({
    append: (record) => {
      journal.record(speakerOf(holderOf(record, state.gate) ?? state.run), { kind: "gate.recorded", record });
    },
    read: () => {
      const news = state.gate.slice(seen);
      seen = state.gate.length;
      return news;
    },
    id: journal.newAskId,
  });
}

/** The run that a record is about. */
function holderOf(record: StoreRecord, before: readonly StoreRecord[]): string | undefined {
  switch (record.do) {
    case "ask":
      return record.ask.holder;
    case "forget":
      return record.holder;
    case "put":
      return typeof record.grant.holder === "string" ? record.grant.holder : undefined;
    case "close":
      return holderOfAsk(record.ask, before);
    default:
      return undefined;
  }
}

/** The run that an ask is for, by the books. */
export function holderOfAsk(ask: string, before: readonly StoreRecord[]): string | undefined {
  for (const one of before) if (one.do === "ask" && one.ask.id === ask) return one.ask.holder;
  return undefined;
}
