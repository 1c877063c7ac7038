import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Grant } from "@polyglav/permissions";
import { type GateStore, memoryStore } from "@polyglav/permissions/gate";
import { fileStore } from "@polyglav/permissions/gate/file";
import { afterAll, describe, expect, it } from "vitest";

const CALLS = ["c1", "c2", "c3"] as const;
const GRANTS = ["g1", "g2"] as const;
type CallName = (typeof CALLS)[number];
type GrantName = (typeof GRANTS)[number];

const HOLDER = { id: "r1", chain: undefined };
const grantOf = (id: string): Grant => ({
  id,
  holder: HOLDER.id,
  covers: { kind: "category", category: "bash" },
  lift: "confirm",
  approver: "operator",
  uses: "once",
});

/** Where a call is. A crash loses it: the call begins again, under the same name, and finds what it has claimed. */
type Phase =
  | { readonly at: "idle" }
  | { readonly at: "checked"; readonly seen: readonly GrantName[] }
  | { readonly at: "claimed" | "started"; readonly grant: GrantName }
  | { readonly at: "over" };

/** What a store must come to, in the simplest words. */
interface Model {
  readonly phases: Readonly<Record<CallName, Phase>>;
  readonly crashes: Readonly<Record<CallName, number>>;
  readonly claims: Readonly<Record<GrantName, { readonly call: CallName; readonly isStarted: boolean } | null>>;
}

type Move = "check" | "claim" | "start" | "cancel" | "crash";
interface Step {
  readonly call: CallName;
  readonly move: Move;
}

const START: Model = {
  phases: { c1: { at: "idle" }, c2: { at: "idle" }, c3: { at: "idle" } },
  crashes: { c1: 0, c2: 0, c3: 0 },
  claims: { g1: null, g2: null },
};

const isFreeFor = (model: Model, grant: GrantName, call: CallName): boolean =>
  model.claims[grant] === null || model.claims[grant].call === call;

/** The moves that a call can make where it is; each call crashes once at most, so that there is an end. */
function movesOf(model: Model, call: CallName): readonly Move[] {
  const { at } = model.phases[call];
  const crash: readonly Move[] = at === "idle" || at === "over" || model.crashes[call] > 0 ? [] : ["crash"];
  const own: Readonly<Record<Phase["at"], readonly Move[]>> = {
    idle: ["check"],
    checked: ["claim"],
    claimed: ["start", "cancel"],
    started: ["cancel"],
    over: [],
  };
  return [...own[at], ...crash];
}

interface Outcome {
  readonly model: Model;
  /** What the store must answer; `undefined` where it is not asked. */
  readonly answer: unknown;
}

/** What a move leads to, and what it must be answered. */
function predict(model: Model, { call, move }: Step): Outcome {
  const phase = model.phases[call];
  const to = (next: Phase, more: Partial<Model> = {}): Model => ({
    ...model,
    phases: { ...model.phases, [call]: next },
    ...more,
  });
  const claimed = (grant: GrantName, claim: Model["claims"][GrantName]): Partial<Model> => ({
    claims: { ...model.claims, [grant]: claim },
  });
  if (move === "crash") {
    return {
      model: to({ at: "idle" }, { crashes: { ...model.crashes, [call]: model.crashes[call] + 1 } }),
      answer: undefined,
    };
  }
  if (move === "check") {
    const found = GRANTS.filter((grant) => isFreeFor(model, grant, call));
    const seen = found.toSorted((a, b) => Number(model.claims[a] === null) - Number(model.claims[b] === null));
    return { model: to(seen.length === 0 ? { at: "over" } : { at: "checked", seen }), answer: seen };
  }
  if (phase.at === "checked") {
    const [grant = "g1", ...rest] = phase.seen;
    if (!isFreeFor(model, grant, call)) {
      return { model: to(rest.length === 0 ? { at: "over" } : { at: "checked", seen: rest }), answer: false };
    }
    const isStarted = model.claims[grant]?.isStarted === true;
    return { model: to({ at: "claimed", grant }, claimed(grant, { call, isStarted })), answer: true };
  }
  if (phase.at !== "claimed" && phase.at !== "started") throw new Error("no such move");
  const { grant } = phase;
  if (move === "start")
    return { model: to({ at: "started", grant }, claimed(grant, { call, isStarted: true })), answer: true };
  // What has started, also before a crash, stays spent.
  return model.claims[grant]?.isStarted === true
    ? { model: to({ at: "over" }), answer: false }
    : { model: to({ at: "over" }, claimed(grant, null)), answer: true };
}

/** Makes a move against a store. */
async function play(store: GateStore, model: Model, { call, move }: Step): Promise<unknown> {
  const phase = model.phases[call];
  if (move === "crash") return undefined;
  if (move === "check") return (await store.open(HOLDER, call)).map(({ id }) => id);
  if (phase.at === "checked") return store.claim(phase.seen[0] ?? "", call);
  if (phase.at !== "claimed" && phase.at !== "started") throw new Error("no such move");
  return move === "start" ? store.start(phase.grant, call) : store.release(phase.grant, call);
}

/** A state of a store, kept so that it can be taken up again and again. */
interface State {
  /** The store in this state, as another process finds it. Valid until the next one is taken up. */
  readonly open: () => { readonly store: GateStore; readonly keep: () => State };
}

/** Names a state. The calls differ in nothing but their names, so states that differ in those alone are one. */
function keyOf({ phases, crashes, claims }: Model): string {
  const claimOf = (grant: GrantName, call: CallName): number =>
    claims[grant]?.call !== call ? 0 : claims[grant].isStarted ? 2 : 1;
  return CALLS.map((call) => JSON.stringify([phases[call], crashes[call], GRANTS.map((grant) => claimOf(grant, call))]))
    .toSorted()
    .join();
}

/** Goes through every state that any interleaving leads to, and in each through every move of every call. */
async function explore(first: State): Promise<{ readonly states: number; readonly moves: number }> {
  const seen = new Set([keyOf(START)]);
  const todo: { readonly model: Model; readonly state: State }[] = [{ model: START, state: first }];
  let moves = 0;
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    for (const call of CALLS) {
      for (const move of movesOf(next.model, call)) {
        moves += 1;
        const { store, keep } = next.state.open();
        const { model, answer } = predict(next.model, { call, move });
        expect([call, move, await play(store, next.model, { call, move })]).toEqual([call, move, answer]);
        const free = GRANTS.filter((grant) => model.claims[grant] === null);
        expect((await store.list()).map(({ id }) => id)).toEqual(free);
        const key = keyOf(model);
        if (!seen.has(key)) todo.push({ model, state: keep() });
        seen.add(key);
      }
    }
  }
  return { states: seen.size, moves };
}

/** A store in memory is taken up by doing again what was done. */
function inMemory(done: readonly ((store: GateStore) => unknown)[]): State {
  return {
    open: () => {
      const log = [...done];
      const store = memoryStore();
      for (const again of done) again(store);
      const noted =
        <A extends readonly unknown[], R>(act: (store: GateStore) => (...given: A) => R) =>
        (...given: A): R => {
          log.push((other) => act(other)(...given));
          return act(store)(...given);
        };
      const claim = noted((on) => on.claim);
      const start = noted((on) => on.start);
      const release = noted((on) => on.release);
      const put = noted((on) => on.put);
      return { store: { ...store, put, claim, start, release }, keep: () => inMemory(log) };
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), "polyglav-laws-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** A store on file is what stands in its file: that is all that another process finds. */
function onFile(text: string): State {
  return {
    open: () => {
      // A new file each time: to empty one and fill it again is the slowest thing that one can do with it.
      const store = fileStore(mkdtempSync(join(folder, "state-")));
      writeFileSync(store.file, text, { mode: 0o600 });
      return { store, keep: () => onFile(readFileSync(store.file, "utf8")) };
    },
  };
}

describe("one-shots under every interleaving of three calls that check, claim, start, give up, crash and try again (L12)", () => {
  it.each([
    ["in memory", (): State => inMemory([])],
    ["on file, each move by another process", (): State => onFile("")],
  ] as const)(
    "%s: a one-shot is for one call, the same call gets the same answer, and only what started is spent",
    async (_, create) => {
      const { store, keep } = create().open();
      for (const id of GRANTS) await store.put(grantOf(id));
      const { states, moves } = await explore(keep());
      expect(states).toBeGreaterThan(500);
      expect(moves).toBeGreaterThan(2 * states);
    },
    // Each start is on disk before it is answered, and disks are slow when others use them.
    120_000,
  );
});
