import { carve, type Grant, root, total } from "@polyglav/permissions";
import {
  type Awaitable,
  createGate,
  type GateStore,
  memoryStore,
  type Permit,
  type Refusal,
} from "@polyglav/permissions/gate";
import { describe, expect, it } from "vitest";

const GRANTS = ["g1", "g2"] as const;
const grantOf = (id: string): Grant => ({
  id,
  holder: "r1",
  covers: { kind: "category", category: "bash" },
  lift: "confirm",
  approver: "operator",
  uses: "once",
});

/** A store whose operations wait until somebody lets them happen, one by one. */
function stepped(store: GateStore): { readonly store: GateStore; readonly waiting: (() => void)[] } {
  const waiting: (() => void)[] = [];
  const wait = <T>(happen: () => Awaitable<T>): Promise<T> =>
    new Promise((resolve) => {
      waiting.push(() => {
        resolve(happen());
      });
    });
  const slow: GateStore = {
    ...store,
    open: (holder, call) => wait(() => store.open(holder, call)),
    claim: (grant, call) => wait(() => store.claim(grant, call)),
    start: (grant, call) => wait(() => store.start(grant, call)),
  };
  return { store: slow, waiting };
}

const authority = root({ id: "r1", use: total(carve({ bash: "ask" }), "ask") });
const request = { actions: [{ category: "bash", resource: ["make"] }] };

/** Runs until nothing goes on by itself. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
}

/** What each call does with its permit: it starts, it is given up before, or its process crashes and it is made again. */
type End = "start" | "give up" | "crash";

/** Three calls of one holder, each through a gate of its own, whose store lets one operation happen at a time. */
async function schedule(choices: readonly number[], endOf: readonly End[]) {
  const books = memoryStore();
  for (const id of GRANTS) books.put(grantOf(id));
  const { store, waiting } = stepped(books);
  const started: string[] = [];
  const options: number[] = [];

  async function call(name: string, end: End): Promise<void> {
    const through = (): Promise<Permit | Refusal> =>
      createGate({ operator: undefined, store }).authorize(authority, request, {
        signal: new AbortController().signal,
        call: name,
      });
    let permit = await through();
    // The process is gone, with its permit; another one makes the same call again.
    if (end === "crash") permit = await through();
    if (!permit.ok) return;
    if (end === "give up") permit.release();
    else {
      await permit.start();
      started.push(`${permit.verdict.grants.join()} ${name}`);
    }
  }

  const calls = Promise.all(endOf.map((end, i) => call(`c${i}`, end)));
  for (let step = 0; ; step += 1) {
    await settle();
    if (waiting.length === 0) break;
    options.push(waiting.length);
    waiting.splice(choices[step] ?? 0, 1)[0]?.();
  }
  await calls;
  return { started, free: books.list().map(({ id }) => id), options };
}

/** Tries every schedule: the last choice that has another option takes it, and all after it begin anew. */
async function everySchedule(endOf: readonly End[]): Promise<number> {
  let count = 0;
  for (let choices: number[] | undefined = []; choices !== undefined; count += 1) {
    const { started, free, options }: Awaited<ReturnType<typeof schedule>> = await schedule(choices, endOf);
    const spent = started.map((line) => line.split(" ")[0] ?? "");
    expect(new Set(spent).size).toBe(spent.length);
    expect([...spent, ...free].toSorted()).toEqual(GRANTS);
    // Whoever wants to start does, as long as there is a one-shot for it at some moment of its own.
    const wanted = endOf.filter((end) => end !== "give up").length;
    expect(started.length).toBeLessThanOrEqual(Math.min(wanted, GRANTS.length));
    if (wanted === endOf.length) expect(started).toHaveLength(GRANTS.length);
    const taken = options.map((_, i) => choices?.[i] ?? 0);
    const last = taken.findLastIndex((choice, i) => choice + 1 < (options[i] ?? 0));
    choices = last < 0 ? undefined : [...taken.slice(0, last), (taken[last] ?? 0) + 1];
  }
  return count;
}

describe("calls through gates whose store lets one operation happen at a time (L12)", () => {
  it.each([
    [["start", "start", "start"]],
    [["start", "give up", "start"]],
    [["crash", "start"]],
    [["crash", "give up"]],
    [["crash", "crash"]],
  ] as const)(
    "%j: under every schedule each one-shot starts one call, and what did not start is there again",
    async (endOf) => {
      expect(await everySchedule(endOf)).toBeGreaterThan(20);
    },
    60_000,
  );
});
