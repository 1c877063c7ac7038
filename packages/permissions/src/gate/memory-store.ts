import { storeOn } from "./store-on.ts";
import type { StoreRecord } from "./record.ts";
import type { SyncStore } from "./store.ts";

/**
 * Keeps grants and asks in memory, as long as the process lives. Ids count from `p1`. Gates that share one share the
 * standing grants of a session.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memoryStore } from "@polyglav/permissions/gate";
 *
 * const store = memoryStore();
 * const covers = { kind: "category", category: "bash" } as const;
 * store.put({ id: store.id(), holder: "r1", covers, lift: "confirm", approver: "operator", uses: "once" });
 * assert.equal(store.claim("p1", "call 1"), true);
 * assert.equal(store.claim("p1", "call 2"), false);
 * assert.equal(store.claim("p1", "call 1"), true); // the same call, tried again
 * ```
 */
export function memoryStore(): SyncStore {
  let unread: StoreRecord[] = [];
  let ids = 0;
  return storeOn({
    append: (record) => {
      unread.push(record);
    },
    // What was read is in the books: nothing has to be kept twice.
    read: () => {
      const records = unread;
      unread = [];
      return records;
    },
    id: () => `p${(ids += 1)}`,
  });
}
