import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../src/log/log-entry.ts";
import { openAsks, readRunLog } from "../../src/run/read-run.ts";
import { resume } from "../../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../../src/store/memory-store.ts";
import { killPoints } from "../../src/testing/index.ts";
import { eventsOf } from "../../laws/random-tree.ts";
import { folder } from "../field/folder.ts";
import { END, WORLD, answerAll, effectsIn, storyDeps, tell } from "./story.ts";

/** What came of a run that was killed and gone on with. */
interface Recovered {
  readonly text: string;
  /** The log until the kill, and what was written after it. */
  readonly before: readonly LogEntry[];
  readonly after: readonly LogEntry[];
  /** What happened in the world after the kill. */
  readonly effects: readonly string[];
  /** Requests to models after the kill, by run. */
  readonly requests: readonly string[];
  /** Asks that were open at the kill, as the store lists them then, and after all had gone on that could. */
  readonly openAtKill: readonly string[];
  readonly openLater: readonly string[];
}

type How = "answered before it goes on" | "answered when nothing else moves";

async function killed(how: How) {
  const effects = effectsIn(join(folder(), "effects"));
  const requests: string[] = [];
  const deps = (store: MemoryStore) => ({
    ...storyDeps({
      ...{ store, effects },
      requested: (run, isConsulted) => {
        if (!isConsulted) requests.push(run);
      },
    }),
    store,
  });
  const goOn = async (store: MemoryStore): Promise<Recovered> => {
    effects.forget();
    requests.length = 0;
    const before = (await readRunLog(store, "r1")) ?? [];
    const openAtKill = await idsOfOpen(store);
    let openLater: readonly string[] = openAtKill;
    if (how === "answered before it goes on") await answerAll(store);
    else {
      await eventsOf(resume({ run: "r1", stream: false }, deps(store)));
      openLater = await idsOfOpen(store);
      await answerAll(store);
    }
    const isEnded = ((await readRunLog(store, "r1")) ?? []).some(({ kind }) => kind === "run.ended");
    const text = isEnded ? await lastWords(store) : await tell(deps(store), "go on");
    const all = (await readRunLog(store, "r1")) ?? [];
    return {
      ...{ text, before, after: all.slice(before.length), openAtKill, openLater },
      effects: effects.all(),
      requests: [...requests],
    };
  };
  const { whole, points } = await killPoints<Recovered>({
    async start(store) {
      const text = await tell(deps(store), "begin");
      const after = (await readRunLog(store, "r1")) ?? [];
      return {
        ...{ text, before: [], after, effects: effects.all(), requests: [...requests], openAtKill: [], openLater: [] },
      };
    },
    resume: goOn,
  });
  return { whole, points };
}

const idsOfOpen = async (store: MemoryStore): Promise<readonly string[]> =>
  (await openAsks(store)).map(({ ask }) => ask).toSorted();

async function lastWords(store: MemoryStore): Promise<string> {
  const end = ((await readRunLog(store, "r1")) ?? []).find((entry) => entry.kind === "run.ended");
  return end?.kind === "run.ended" ? end.content : "";
}

const HOWS: readonly How[] = ["answered before it goes on", "answered when nothing else moves"];

it("the story has it all: more than 40 entries, children, asks, and calls side by side", async () => {
  const store = memoryStore();
  const effects = effectsIn(join(folder(), "effects"));
  expect(await tell({ ...storyDeps({ store, effects }), store }, "begin")).toBe(END);
  expect(effects.all().toSorted()).toEqual(WORLD);
  const log = (await readRunLog(store, "r1")) ?? [];
  expect(log.length).toBeGreaterThan(40);
  const kinds = new Set(log.map(({ kind }) => kind));
  for (const kind of ["child.started", "run.parked", "ask.raised", "gate.recorded", "consult.done"] as const) {
    expect(kinds).toContain(kind);
  }
});

/** Its start was in the log: before that there is nothing to go on with. */
const isBegun = ({ before }: Recovered): boolean => before.some(({ kind }) => kind === "run.started");

describe.each(HOWS)("killed after each entry of its log and gone on with, %s", (how) => {
  const story = async () => await (stories[how] ??= killed(how));
  const stories: Partial<Record<How, ReturnType<typeof killed>>> = {};
  const law = (name: string, holds: (recovered: Recovered, whole: Recovered) => void): void => {
    it(name, async () => {
      const { whole, points } = await story();
      const start = whole.after.findIndex(({ kind }) => kind === "run.started");
      expect(points.length).toBe(whole.after.length - start - 1);
      expect(points.filter(({ outcome }) => isBegun(outcome)).length).toBeGreaterThan(40);
      const broken = points.flatMap(({ after, kind, outcome }) => {
        if (!isBegun(outcome)) return [];
        try {
          holds(outcome, whole);
          return [];
        } catch (cause) {
          return [`after ${after} (${kind}): ${cause instanceof Error ? cause.message : String(cause)}`];
        }
      });
      expect(broken).toEqual([]);
    });
  };

  it("before its start there is no run: that is said, and nothing happens", async () => {
    const { points } = await story();
    for (const { outcome } of points.filter((point) => !isBegun(point.outcome))) {
      expect(outcome).toMatchObject({ after: [], effects: [], requests: [] });
      expect(outcome.text).toMatch(/^POLYGLAV_/);
    }
  });

  law("a run comes to the same last words", ({ text }) => {
    expect(text).toBe(END);
  });

  law("what is not safe to do again happens at most once, and all of it happens or is called unknown", (recovered) => {
    const { before, after, effects } = recovered;
    const begun = before.flatMap((entry) => (entry.kind === "tool.intended" ? [effectOf(entry, before)] : []));
    const lost = new Set(begun.filter((effect) => !effects.includes(effect)));
    for (const effect of WORLD) {
      const times = [...begun, ...effects].filter((one) => one === effect).length;
      if (effect.startsWith("look")) expect(times, effect).toBeGreaterThan(0);
      else expect(times, effect).toBe(1);
    }
    const unknown = after.flatMap((entry) => (entry.kind === "tool.done" && entry.status === "unknown" ? [entry] : []));
    expect(unknown.every((entry) => lost.has(effectOf(entry, before)))).toBe(true);
  });

  law("a call that has its answer is not made again, not even one that is safe", ({ before, effects }) => {
    const done = before.flatMap((entry) => (entry.kind === "tool.done" ? [effectOf(entry, before)] : []));
    expect(effects.filter((effect) => done.includes(effect))).toEqual([]);
  });

  law(
    "each agent's model is asked what is missing and no more; one that has ended is not asked",
    (recovered, whole) => {
      for (const run of new Set(whole.requests)) {
        const answered = recovered.before.filter((entry) => entry.kind === "model.done" && entry.run === run).length;
        const asked = recovered.requests.filter((one) => one === run).length;
        const missing = whole.requests.filter((one) => one === run).length - answered;
        if (run !== "r1") expect(asked, run).toBe(missing);
        // When it is told of its child in the background depends on who is quicker: before it is through, or then.
        else expect(Math.abs(asked - missing)).toBeLessThan(2);
      }
      expect(new Set(whole.requests)).toEqual(new Set([...recovered.requests, ...whole.requests]));
    },
  );

  law("each delegation starts one child, over both parts", ({ before, after }, whole) => {
    expect(childrenIn([...before, ...after])).toEqual(childrenIn(whole.after));
  });

  law("a child is started only for a call that its caller's model had made and that had no child", (recovered) => {
    const { before, after } = recovered;
    const said = new Set(before.flatMap(callsIn));
    const had = new Set(before.flatMap((entry) => (entry.kind === "child.started" ? [keyOf(entry)] : [])));
    for (const entry of after) {
      for (const key of callsIn(entry)) said.add(key);
      if (entry.kind !== "child.started") continue;
      expect(said).toContain(keyOf(entry));
      expect(had).not.toContain(keyOf(entry));
    }
  });

  law(
    "asks of the operator that were open are open still until somebody answers",
    ({ before, openAtKill, openLater }) => {
      // A caller that had not answered is asked again, and needs nobody for that.
      const toCallers = before.flatMap((entry) =>
        entry.kind === "ask.raised" && entry.to !== "operator" ? [entry.ask] : [],
      );
      expect(openLater).toEqual(expect.arrayContaining(openAtKill.filter((ask) => !toCallers.includes(ask))));
    },
  );

  law("each ask is raised once, and nobody is asked again who has answered", ({ before, after }, whole) => {
    expect(raisedIn([...before, ...after])).toEqual(raisedIn(whole.after));
  });

  law("entries are numbered without a gap, and one run.ended is the last", ({ before, after }) => {
    const all = [...before, ...after];
    expect(all.map(({ n }) => n)).toEqual(all.map((_, index) => index + 1));
    expect(all.filter(({ kind }) => kind === "run.ended")).toEqual([all.at(-1)]);
  });

  law("every agent that was started has ended", ({ before, after }) => {
    const all = [...before, ...after];
    const started = all.flatMap((entry) => (entry.kind === "child.started" ? [entry.child] : [])).toSorted();
    expect(all.flatMap((entry) => (entry.kind === "child.done" ? [entry.child] : [])).toSorted()).toEqual(started);
  });
});

const keyOf = ({ run, call }: { readonly run: string; readonly call: string }): string => `${run} ${call}`;

function callsIn(entry: LogEntry): readonly string[] {
  if (entry.kind !== "model.done") return [];
  return entry.said.flatMap((part) => (part.type === "call" ? [keyOf({ run: entry.run, call: part.call })] : []));
}

function childrenIn(entries: readonly LogEntry[]): readonly string[] {
  return entries
    .flatMap((entry) => (entry.kind === "child.started" ? [`${keyOf(entry)} ${entry.role}`] : []))
    .toSorted();
}

function raisedIn(entries: readonly LogEntry[]): readonly string[] {
  return entries
    .flatMap((entry) => {
      if (entry.kind === "ask.raised") return [`${entry.run}: ${entry.question}`];
      return entry.kind === "gate.recorded" && entry.record.do === "ask"
        ? [`${entry.record.ask.holder}: ${entry.record.ask.request.summary ?? ""}`]
        : [];
    })
    .toSorted();
}

/** The effect that a call of a tool has, by what its model said. */
function effectOf(
  { run, call }: { readonly run: string; readonly call: string },
  entries: readonly LogEntry[],
): string {
  for (const entry of entries) {
    if (entry.kind !== "model.done" || entry.run !== run) continue;
    for (const part of entry.said) {
      if (part.type !== "call" || part.call !== call) continue;
      const { input } = part;
      return typeof input === "object" && input !== null && "what" in input ? `${part.tool} ${String(input.what)}` : "";
    }
  }
  return "";
}
