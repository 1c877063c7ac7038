import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemClock } from "../src/clock.ts";
import type { RunEvent } from "../src/log/run-event.ts";
import type { Clock, EngineTool, Operator } from "../src/ports.ts";
import type { EngineDeps } from "../src/run/engine-deps.ts";
import { resume, run } from "../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../src/store/memory-store.ts";
import type { RunLog, RunStore } from "../src/store/run-store.ts";
import { type Node, cutAt, depsOf, endOf, entriesOf, eventsOf, inTime, shares, trees } from "./random-tree.ts";

/** What a port does wrong, and from which call on. */
const sins = ["works", "throws", "rejects", "throws something that is no error"] as const;
type Sin = (typeof sins)[number];
const sin = fc.constantFrom<Sin>("works", "works", ...sins);

const faults = fc.record({
  request: sin,
  execute: sin,
  schema: sin,
  operator: fc.constantFrom<Sin | "nobody">("nobody", ...sins),
  audit: sin,
  catalog: sin,
  models: sin,
  approve: sin,
  /** So many entries can be written. */
  entries: fc.oneof(fc.constant(Infinity), fc.nat(60)),
  /** Whether it is only one entry that cannot be written. */
  once: fc.boolean(),
  commit: fc.constantFrom<Sin>("works", "works", "rejects"),
  keep: sin,
  /** So many milliseconds the clock jumps at each third look. */
  jump: fc.constantFrom(0, 0, 1e9, -1e9, 1e12),
  /** How many calls of a port go well before it goes wrong. */
  after: fc.nat(4),
  onAsk: fc.constantFrom("deny" as const, "park" as const, "fail" as const),
});
type Faults = typeof faults extends fc.Arbitrary<infer F> ? F : never;

const tree = trees({ maxFaults: 1, maxWaitMs: 1 });
const config = { tool_permission: { "*": "allow", bash: "ask" } };

/** Does the wrong thing, once it has done right so many times. */
type Sinner = () => Promise<void> | undefined;
function sinner(how: Sin, after: number): Sinner {
  let calls = 0;
  return () => {
    calls += 1;
    if (how === "works" || calls <= after) return undefined;
    if (how === "rejects") return Promise.reject(new Error("a port rejects"));
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw how === "throws" ? new Error("a port throws") : null;
  };
}

/** For ports that answer at once: they can only throw. */
function ignoreRejection(promise: Promise<void> | undefined): void {
  promise?.catch(() => undefined);
}

function faulty(deps: EngineDeps, of: Faults, inner: MemoryStore): EngineDeps & { readonly store: RunStore } {
  const at = (how: Sin): Sinner => sinner(how, of.after);
  const [request, execute, schema] = [at(of.request), at(of.execute), at(of.schema)];
  const [audit, catalog, models, approve] = [at(of.audit), at(of.catalog), at(of.models), at(of.approve)];
  const answer = at(of.operator === "nobody" ? "works" : of.operator);
  const tools = Object.entries(deps.tools).map(([name, tool]): [string, EngineTool] => [
    name,
    {
      ...tool,
      get inputSchema() {
        ignoreRejection(schema());
        return tool.inputSchema;
      },
      request: (input) => request()?.then(() => tool.request(input)) ?? tool.request(input),
      execute: (input, options) => execute()?.then(() => "") ?? tool.execute(input, options),
    },
  ]);
  const operator: Operator = {
    answer: async () => {
      await answer();
      return { say: "once" };
    },
    direct: () => answer()?.then(() => "this") ?? Promise.resolve("this"),
  };
  const given = deps.catalog;
  return {
    ...deps,
    tools: Object.fromEntries(tools),
    operator: of.operator === "nobody" ? undefined : operator,
    audit: () => {
      ignoreRejection(audit());
    },
    catalog: () => {
      ignoreRejection(catalog());
      return typeof given === "function" ? given() : given;
    },
    models: {
      resolve: (ref, use) => {
        ignoreRejection(models());
        return deps.models.resolve(ref, use);
      },
    },
    approveModel: async () => {
      await approve();
      return true;
    },
    clock: jumping(of.jump),
    store: faultyStore(inner, of),
  };
}

function jumping(ms: number): Clock {
  let looks = 0;
  return {
    now: () => {
      looks += 1;
      return systemClock.now() + (looks % 3 === 0 ? ms : 0);
    },
    sleep: (wait, signal) => systemClock.sleep(wait > 5_000 ? wait : wait / 1_000, signal),
  };
}

function faultyStore(inner: MemoryStore, { entries, once, commit, keep, after }: Faults): RunStore {
  let appended = 0;
  const commits = sinner(commit, after);
  const keeps = sinner(keep, after);
  const watched = (log: RunLog): RunLog => ({
    ...log,
    append(line) {
      appended += 1;
      if (once ? appended === entries + 1 : appended > entries) throw new Error("the disk is full");
      log.append(line);
    },
    commit: () => commits() ?? log.commit(),
    keep: (text) => {
      ignoreRejection(keeps());
      return log.keep(text);
    },
  });
  return {
    ...inner,
    create: (id) => watched(inner.create(id)),
    open: (id) => {
      const opened = inner.open(id);
      return { ...opened, log: watched(opened.log) };
    },
  };
}

/** Rejections that nobody took: they would end the process. */
async function strayRejections(act: () => Promise<void>): Promise<readonly unknown[]> {
  const stray: unknown[] = [];
  const note = (cause: unknown): void => {
    stray.push(cause);
  };
  process.on("unhandledRejection", note);
  try {
    await act();
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    process.off("unhandledRejection", note);
  }
  return stray;
}

/** One `run-end`, last; numbers from 1 without a gap; and nothing in the log after what could not be written. */
function checkPart(events: readonly RunEvent[]): void {
  expect(events.map(({ type }) => type === "run-end")).toEqual([...events.slice(1).map(() => false), true]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
}

function checkLog(store: MemoryStore, end: ReturnType<typeof endOf>): void {
  const entries = store.list().length === 0 ? [] : entriesOf(store);
  expect(entries.map(({ n }) => n)).toEqual(entries.map((_, index) => index + 1));
  const ends = entries.filter(({ kind }) => kind === "run.ended");
  expect(ends.length).toBeLessThan(2);
  if (ends.length === 1) expect(entries.at(-1)?.kind).toBe("run.ended");
  // What the log does not say did not happen for whoever reads it: then the end must not say that all is well.
  else if (end.status !== "waiting") expect(end.exitCode).not.toBe(0);
}

const order = (of: Faults) => ({ role: "n0", task: "Go", stream: false, onAsk: of.onAsk }) as const;

describe("whatever throws: tools, schemas, operators, catalogs, models, stores, and clocks that jump", () => {
  it("a run ends with one run-end, the last event, and events and entries are numbered without a gap", async () => {
    await fc.assert(
      fc.asyncProperty(tree, faults, async (root: Node, of) => {
        const stray = await strayRejections(async () => {
          const store = memoryStore();
          const events = await inTime(eventsOf(run(order(of), faulty(depsOf(root, { config }), of, store))));
          checkPart(events);
          checkLog(store, endOf(events));
        });
        expect(stray).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("so does one that was killed anywhere and is gone on with", async () => {
    await fc.assert(
      fc.asyncProperty(tree, faults, shares, async (root: Node, of, share) => {
        const stray = await strayRejections(async () => {
          const whole = memoryStore();
          await eventsOf(run(order(of), { ...depsOf(root, { config }), store: whole }));
          const left = cutAt(whole, share);
          const deps = faulty(depsOf(root, { config }), of, left);
          const events = await inTime(eventsOf(resume({ run: "r1", stream: false }, deps)));
          checkPart(events);
          checkLog(left, endOf(events));
        });
        expect(stray).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
