import { describe, expect, it } from "vitest";
import { isPending } from "./awaitable.ts";
import { laterStore } from "./gate.fixture.ts";
import { memoryStore } from "./memory-store.ts";
import type { StoreRecord } from "./record.ts";
import { storeOn } from "./store-on.ts";
import { describeStore, grantOf } from "./store.suite.ts";

describeStore("memoryStore()", { create: memoryStore, reopen: (store) => store });
describeStore("a store that answers later", { create: () => laterStore(memoryStore()), reopen: (store) => store });

let stores = 0;
const journals = new Map<object, StoreRecord[]>();
function storeOver(records: StoreRecord[]) {
  let seen = 0;
  let ids = 0;
  const number = (stores += 1);
  const store = storeOn({
    append: (record) => {
      records.push(record);
    },
    read: () => records.slice(seen, (seen = records.length)),
    id: () => `${(ids += 1)} of ${number}`,
  });
  journals.set(store, records);
  return store;
}
describeStore("storeOn() a journal that two share", {
  create: () => storeOver([]),
  reopen: (store) => storeOver(journals.get(store) ?? []),
});

describe("memoryStore()", () => {
  it("answers at once", () => {
    const store = memoryStore();
    expect(isPending(store.put(grantOf("g1")))).toBe(false);
    expect(store.claim("g1", "c1")).toBe(true);
  });

  it("appends nothing that changes nothing", () => {
    const records: StoreRecord[] = [];
    const store = storeOver(records);
    store.put(grantOf("g1"));
    store.put(grantOf("g1"));
    store.claim("g1", "c1");
    store.claim("g1", "c1");
    store.claim("g1", "c2");
    store.claim("g2", "c1");
    store.start("g1", "c1");
    store.start("g1", "c1");
    store.release("g1", "c1");
    store.forget("nobody");
    store.close("nothing", { how: "lost" });
    expect(records.map((record) => record.do)).toEqual(["put", "claim", "start"]);
  });
});

describe("storeOn()", () => {
  it("lets the order of the journal decide, where two append at the same time", () => {
    const records: StoreRecord[] = [];
    const one = storeOver(records);
    one.put(grantOf("g1"));
    // Between the look and the append of this one, another process claims and answers.
    let seen = 0;
    const late = storeOn({
      append: (record) => {
        if (record.do === "claim") records.push({ ...record, call: "first" });
        if (record.do === "close") records.push({ ...record, mark: "first" });
        records.push(record);
      },
      read: () => records.slice(seen, (seen = records.length)),
      id: () => "",
    });
    expect(late.claim("g1", "second")).toBe(false);
    expect(one.claim("g1", "first")).toBe(true);
    expect(late.claim("g1", "second")).toBe(false);
  });
});
