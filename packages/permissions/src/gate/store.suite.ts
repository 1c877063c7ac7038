/** How every store behaves, whatever it is kept in. */
import { describe, expect, it } from "vitest";
import type { Grant } from "../grant.ts";
import { type Ask, digestOf } from "./ask.ts";
import type { AskEnd, GateStore, Holder } from "./store.ts";

/** A grant with good defaults. */
export const grantOf = (id: string, more: Partial<Grant> = {}): Grant => ({
  id,
  holder: "r1",
  covers: { kind: "category", category: "bash" },
  lift: "confirm",
  approver: "operator",
  uses: "once",
  ...more,
});

/** An ask with good defaults. */
export function askOf(id: string, more: Partial<Omit<Ask, "digest">> = {}): Ask {
  const request = { tool: "bash", actions: [{ category: "bash", resource: ["ls"] }], advice: [] };
  const ask = {
    id,
    holder: "r1",
    chain: ["root", "coder"],
    role: "coder",
    kind: "permission" as const,
    lift: "confirm" as const,
    scope: "call" as const,
    request,
    verdict: { decision: "ask" as const, because: [], grants: [], liftable: "confirm" as const },
    to: "operator" as const,
    allowed: ["once", "run", "deny"] as const,
    wider: [{ pattern: "ls **", text: 'any command that begins with "ls"' }],
    ...more,
  };
  return { ...ask, digest: digestOf(ask.holder, ask.scope, ask.request) };
}

export const r1: Holder = { id: "r1", chain: ["root", "coder"] };

const ids = (grants: readonly { readonly id: string }[]): readonly string[] => grants.map(({ id }) => id);
const yes = (grant?: Grant): AskEnd => ({
  how: "answered",
  answer: { say: "once" },
  by: "operator",
  ...(grant && { grant }),
});
const HOSTILE = ["", "constructor", "__proto__", "toString", "../../x", "a/b", "ü\n\u0000", "x".repeat(5_000)];

/** What the suite needs of an implementation. */
export interface StoreUnderTest {
  /** A new and empty store. */
  readonly create: () => GateStore;
  /** The same store as another process sees it; the very same one where there are no others. */
  readonly reopen: (store: GateStore) => GateStore;
}

/** Describes a store. Run it with every implementation. */
export function describeStore(name: string, { create, reopen }: StoreUnderTest): void {
  describe(`${name}, a one-shot`, () => {
    it("is found by its holder and by nobody else, until it is claimed", async () => {
      const store = create();
      expect(await store.put(grantOf("g1"))).toBe(true);
      expect(ids(await store.open(r1, "c1"))).toEqual(["g1"]);
      expect(await store.open({ id: "r", chain: ["root", "coder"] }, "c1")).toEqual([]);
      expect(await store.open({ id: "r11", chain: undefined }, "c1")).toEqual([]);
      expect(await store.claim("g1", "c1")).toBe(true);
      expect(await store.open(r1, "c2")).toEqual([]);
      expect(await store.list()).toEqual([]);
    });

    it("is claimed by one call, which gets the same answer again, also in another process", async () => {
      const store = create();
      await store.put(grantOf("g1"));
      expect(await store.claim("g1", "c1")).toBe(true);
      const other = reopen(store);
      expect(await other.claim("g1", "c2")).toBe(false);
      expect(await other.claim("g1", "c1")).toBe(true);
      expect(ids(await other.open(r1, "c1"))).toEqual(["g1"]);
      expect(await store.claim("g1", "c2")).toBe(false);
    });

    it("stays spent once its call has started, and the call may be tried again", async () => {
      const store = create();
      await store.put(grantOf("g1"));
      await store.claim("g1", "c1");
      expect(await store.start("g1", "c1")).toBe(true);
      const other = reopen(store);
      expect(await other.release("g1", "c1")).toBe(false);
      expect(await other.claim("g1", "c2")).toBe(false);
      expect(await other.claim("g1", "c1")).toBe(true);
      expect(await other.start("g1", "c1")).toBe(true);
    });

    it("comes back by a release before the start, for any call", async () => {
      const store = create();
      await store.put(grantOf("g1"));
      await store.claim("g1", "c1");
      expect(await store.release("g1", "c2")).toBe(false);
      expect(await reopen(store).release("g1", "c1")).toBe(true);
      expect(await store.release("g1", "c1")).toBe(false);
      expect(await store.start("g1", "c1")).toBe(false);
      expect(await store.claim("g1", "c2")).toBe(true);
    });

    it("that a call has claimed comes first when that call looks again, and others are offered after it", async () => {
      const store = create();
      for (const id of ["g1", "g2", "g3"]) await store.put(grantOf(id));
      await store.claim("g2", "c1");
      expect(ids(await reopen(store).open(r1, "c1"))).toEqual(["g2", "g1", "g3"]);
      expect(ids(await store.open(r1, "c2"))).toEqual(["g1", "g3"]);
    });

    it("starts for nobody who has not claimed it", async () => {
      const store = create();
      await store.put(grantOf("g1"));
      expect(await store.start("g1", "c1")).toBe(false);
      await store.claim("g1", "c1");
      expect(await store.start("g1", "c2")).toBe(false);
      expect(await store.start("nothing", "c1")).toBe(false);
      expect(await store.claim("nothing", "c1")).toBe(false);
      expect(await store.release("nothing", "c1")).toBe(false);
    });

    it("that is revoked after its claim may not start", async () => {
      const store = create();
      await store.put(grantOf("g1"));
      await store.claim("g1", "c1");
      expect(await reopen(store).revoke("g1")).toBe(true);
      expect(await store.start("g1", "c1")).toBe(false);
      expect(await store.release("g1", "c1")).toBe(false);
      expect(await store.claim("g1", "c1")).toBe(false);
    });
  });

  describe(`${name}, a standing grant`, () => {
    it("is never claimed away, and is found by the names of the roles where it is held by them", async () => {
      const store = create();
      await store.put(grantOf("g1", { uses: "run" }));
      await store.put(grantOf("g2", { uses: "session", holder: { chain: ["root", "coder"] } }));
      for (const call of ["c1", "c2"]) {
        expect(await store.claim("g1", call)).toBe(true);
        expect(ids(await store.open(r1, call))).toEqual(["g1", "g2"]);
      }
      expect(ids(await store.open({ id: "r2", chain: ["root", "coder"] }, "c"))).toEqual(["g2"]);
      for (const chain of [undefined, [], ["root"], ["root", "coder", "x"], ["root,coder"], ["coder", "root"]]) {
        expect(await store.open({ id: "r2", chain }, "c")).toEqual([]);
      }
    });

    it("ends by a revoke, once, and does not come back under its id", async () => {
      const store = create();
      await store.put(grantOf("g1", { uses: "run" }));
      expect(await store.revoke("g1")).toBe(true);
      const other = reopen(store);
      expect(await other.revoke("g1")).toBe(false);
      expect(await other.revoke("nothing")).toBe(false);
      expect(await other.open(r1, "c")).toEqual([]);
      expect(await other.claim("g1", "c")).toBe(false);
      expect(await other.put(grantOf("g1", { uses: "run" }))).toBe(false);
      expect(await other.open(r1, "c")).toEqual([]);
    });
  });

  describe(`${name}, time`, () => {
    it("ends a grant at its moment, for good", async () => {
      const store = create();
      await store.put(grantOf("g1", { uses: "run", until: 100 }));
      await store.put(grantOf("g2", { until: 200 }));
      await store.put(grantOf("g3"));
      expect(await store.expire(99)).toEqual([]);
      expect(ids(await store.expire(100))).toEqual(["g1"]);
      const other = reopen(store);
      expect(await other.expire(100)).toEqual([]);
      expect(await other.expire(0)).toEqual([]);
      expect(ids(await other.open(r1, "c"))).toEqual(["g2", "g3"]);
      expect(ids(await other.expire(1_000))).toEqual(["g2"]);
      expect(ids(await other.list())).toEqual(["g3"]);
    });

    it("ends what was claimed and has not started, and leaves alone what has", async () => {
      const store = create();
      for (const id of ["g1", "g2"]) await store.put(grantOf(id, { until: 100 }));
      for (const id of ["g1", "g2"]) await store.claim(id, id);
      await store.start("g1", "g1");
      expect(ids(await store.expire(100))).toEqual(["g2"]);
      expect(await store.start("g2", "g2")).toBe(false);
      expect(await store.start("g1", "g1")).toBe(true);
    });

    it("leaves out of its list what is past its time, before anybody ended it", async () => {
      const store = create();
      await store.put(grantOf("g1", { uses: "run", until: 100 }));
      await store.put(grantOf("g2", { until: 8.64e15 }));
      expect(ids(await store.list(99))).toEqual(["g1", "g2"]);
      expect(ids(await store.list(100))).toEqual(["g2"]);
      expect(ids(await store.list())).toEqual(["g2"]);
      expect(ids(await store.expire(100))).toEqual(["g1"]);
    });

    it("also ends a grant that came after a sweep", async () => {
      const store = create();
      await store.expire(50);
      await store.put(grantOf("g1", { until: 40 }));
      expect(ids(await store.expire(45))).toEqual(["g1"]);
    });
  });

  describe(`${name}, an ask`, () => {
    it("is open until it is closed, once, by whoever is first", async () => {
      const store = create();
      for (const id of ["a1", "a2", "a3"]) expect(await store.ask(askOf(id))).toBe(true);
      const other = reopen(store);
      expect(ids(await other.asks())).toEqual(["a1", "a2", "a3"]);
      expect((await other.asks())[1]).toEqual(askOf("a2"));
      expect(await other.close("a2", yes())).toBe(true);
      expect(await store.close("a2", { how: "expired" })).toBe(false);
      expect(await store.close("nothing", { how: "expired" })).toBe(false);
      expect(ids(await store.asks())).toEqual(["a1", "a3"]);
      expect(await store.ask(askOf("a2"))).toBe(false);
      expect(ids(await store.asks())).toEqual(["a1", "a3"]);
    });

    it("puts the grant of its answer in the same moment, and not for who came second", async () => {
      const store = create();
      await store.ask(askOf("a1"));
      expect(await store.close("a1", yes(grantOf("g1")))).toBe(true);
      expect(await reopen(store).close("a1", yes(grantOf("g2")))).toBe(false);
      expect(ids(await store.list())).toEqual(["g1"]);
    });

    it("about a call with a name is found by it, open and closed, until its holder is forgotten", async () => {
      const store = create();
      const named = askOf("a1", { call: "c1" });
      await store.ask(named);
      await store.ask(askOf("a2"));
      expect(await store.find("c1", named.digest)).toEqual({ ask: named });
      expect(await store.find("c2", named.digest)).toBeUndefined();
      expect(await store.find("c1", `${named.digest} `)).toBeUndefined();
      const no: AskEnd = { how: "answered", answer: { say: "deny", because: "not now" }, by: "operator" };
      await store.close("a1", no);
      expect(await reopen(store).find("c1", named.digest)).toEqual({ ask: named, end: no });
      await store.forget("r1");
      expect(await reopen(store).find("c1", named.digest)).toBeUndefined();
    });
  });

  describe(`${name}, forget`, () => {
    it("ends what a holder has, claimed or not, and nothing of others", async () => {
      const store = create();
      await store.put(grantOf("g1"));
      await store.put(grantOf("g2"));
      await store.put(grantOf("g3", { holder: "r1.1" }));
      await store.put(grantOf("g4", { uses: "session", holder: { chain: ["root", "coder"] } }));
      await store.ask(askOf("a1"));
      await store.ask(askOf("a2", { holder: "r2" }));
      await store.claim("g2", "c1");
      expect(ids(await store.forget("r1"))).toEqual(["g1"]);
      const other = reopen(store);
      expect(ids(await other.list())).toEqual(["g3", "g4"]);
      expect(ids(await other.asks())).toEqual(["a2"]);
      expect(await other.release("g2", "c1")).toBe(false);
      expect(await other.start("g2", "c1")).toBe(false);
      expect(await other.forget("r1")).toEqual([]);
      expect(await other.put(grantOf("g5"))).toBe(true);
      expect(ids(await other.open(r1, "c"))).toEqual(["g4", "g5"]);
    });
  });

  describe(`${name}, names`, () => {
    it("may be anything: of grants, holders, calls, asks and roles", async () => {
      const store = create();
      for (const id of HOSTILE) {
        await store.put(grantOf(id, { holder: id }));
        await store.ask(askOf(`ask ${id}`, { holder: id, call: id, chain: [id] }));
      }
      const other = reopen(store);
      for (const id of HOSTILE) {
        expect(ids(await other.open({ id, chain: [id] }, id))).toEqual([id]);
        expect(await other.claim(id, id)).toBe(true);
        expect(await other.claim(id, `${id}x`)).toBe(false);
        expect((await other.find(id, askOf("", { holder: id }).digest))?.ask.id).toBe(`ask ${id}`);
      }
      expect(await other.claim("valueOf", "c")).toBe(false);
      expect(await other.find("valueOf", "")).toBeUndefined();
    });

    it("of new things are never the same twice", async () => {
      const store = create();
      const other = reopen(store);
      expect(new Set(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? store : other).id())).size).toBe(200);
    });

    it("a grant is kept as it was put, whatever becomes of the object", async () => {
      const store = create();
      const chain = ["root", "coder"];
      await store.put(grantOf("g1", { uses: "session", holder: { chain } }));
      chain[1] = "boss";
      expect(ids(await store.open(r1, "c"))).toEqual(["g1"]);
    });
  });
}
