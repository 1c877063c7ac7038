import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { bash, delegate, logged, told, world } from "../../tests/field/world.ts";
import { echoTool } from "../../tests/stage.ts";
import { fileStore } from "../file/file-store.ts";
import { fold } from "../log/fold.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { RunLog, RunStore } from "../store/run-store.ts";
import { scriptedModels } from "../testing/index.ts";
import { answerAsk } from "./answer-ask.ts";
import { cancelRun } from "./cancel-run.ts";
import { openAsks, readRun, readRunLog } from "./read-run.ts";
import { resume, run } from "./run.ts";

const ONCE = { say: "once" } as const;
const root = mkdtempSync(join(tmpdir(), "polyglav-between-"));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Two testers side by side, each of whom has to ask before it runs its command. */
const PAIR = {
  boss: [{ call: [delegate("tester"), delegate("tester")] }, { text: "All done." }],
  tester: [{ call: [bash()] }, { text: "It passed." }],
};
const ONE = { boss: [{ call: [bash()] }, { text: "All done." }] };

/** A store whose logs do something else. */
const watched = (store: RunStore, change: (log: RunLog) => Partial<RunLog>): RunStore => ({
  ...store,
  create: async (id) => {
    const log = await store.create(id);
    return { ...log, ...change(log) };
  },
});

describe("two who answer at once", () => {
  it.each(["memory", "files"])("are both heard, with a store in %s", async (where) => {
    const store = where === "memory" ? memoryStore() : fileStore(join(root, "pair"));
    const deps = () => world({ moves: PAIR, store, operator: undefined });
    await told(run({ role: "boss", task: "x", onAsk: "park" }, deps()));
    const asks = await openAsks(store);
    const ends = await Promise.all(asks.map(({ ask }) => answerAsk({ run: "r1", ask, answer: ONCE }, { store })));
    expect(ends).toEqual(["resolved", "resolved"]);
    expect((await readRun(store, "r1"))?.state).toBe("ready");
    expect((await told(resume({ run: "r1" }, deps()))).end.content).toBe("All done.");
  });

  it("about one ask: one counts, and the other is told that it did not", async () => {
    const store = memoryStore();
    await told(run({ role: "boss", task: "x", onAsk: "park" }, world({ moves: ONE, store, operator: undefined })));
    const [{ ask } = { ask: "" }] = await openAsks(store);
    const answers = [ONCE, { say: "deny" } as const];
    const ends = await Promise.all(answers.map((answer) => answerAsk({ run: "r1", ask, answer }, { store })));
    expect(ends.toSorted()).toEqual(["resolved", "unknown"]);
  });
});

describe("an answer that comes while a run parks", () => {
  it("is not lost, whenever it comes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 12 }), fc.constantFrom(0, 5), async (turns, commitMs) => {
        const kept = memoryStore();
        const commit = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, commitMs));
        const store = watched(kept, () => (commitMs === 0 ? {} : { commit }));
        const deps = world({ moves: ONE, store, operator: undefined });
        let answering: Promise<string> | undefined;
        for await (const event of run({ role: "boss", task: "x", onAsk: "park" }, deps)) {
          if (event.type !== "ask-open") continue;
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          answering = answerAsk({ run: "r1", ask: event.ask, answer: ONCE }, { store: kept });
        }
        const end = await answering;
        expect(["resolved", "posted"]).toContain(end);
        const view = await readRun(kept, "r1");
        if (view?.state === "ended") return;
        expect(view?.asks).toEqual([]);
        const { end: last } = await told(
          resume({ run: "r1" }, world({ moves: ONE, store: kept, operator: undefined })),
        );
        expect(last.content).toBe("All done.");
      }),
      { numRuns: 40 },
    );
  });

  it("from within the loop of the one who reads the end, too", async () => {
    const store = memoryStore();
    const deps = () => world({ moves: ONE, store, operator: undefined });
    let answered: string | undefined;
    for await (const event of run({ role: "boss", task: "x", onAsk: "park" }, deps())) {
      if (event.type !== "run-end") continue;
      const [ask = ""] = event.waiting?.asks ?? [];
      answered = await answerAsk({ run: "r1", ask, answer: ONCE }, { store });
    }
    expect(answered).toBe("resolved");
    expect((await told(resume({ run: "r1" }, deps()))).end.status).toBe("ok");
  });
});

describe("what cannot be written does not happen", () => {
  it.each(["append", "commit"])("when the %s of its intention fails", async (how) => {
    let isIntended = false;
    let ran = 0;
    const store = watched(memoryStore(), (log) => ({
      append(line) {
        isIntended ||= line.includes('"tool.intended"');
        if (isIntended && how === "append") throw new Error("no space left");
        log.append(line);
      },
      commit: () => (isIntended && how === "commit" ? Promise.reject(new Error("no space left")) : undefined),
    }));
    const deps = world({ moves: ONE, store });
    const bashTool = echoTool("bash", "bash", "command", async () => `ran ${(ran += 1)}`);
    const { end } = await told(run({ role: "boss", task: "x" }, { ...deps, tools: { bash: bashTool } }));
    expect(ran).toBe(0);
    expect(end).toMatchObject({ status: "error", error: { code: "POLYGLAV_LOG" } });
  });
});

describe("a letter", () => {
  it("is taken out only when what it says is safe", async () => {
    const trace: string[] = [];
    const kept = memoryStore();
    const store = watched(kept, (log) => ({
      append(line) {
        if (line.includes("letter.taken")) trace.push("taken");
        log.append(line);
      },
      commit: () => void trace.push("commit"),
      discard(id) {
        trace.push("discard");
        log.discard(id);
      },
    }));
    const operator = {
      answer: (ask: { readonly id: string }) => {
        void answerAsk({ run: "r1", ask: ask.id, answer: ONCE }, { store: kept });
        return new Promise<never>(() => undefined);
      },
    };
    const { end } = await told(run({ role: "boss", task: "x" }, { ...world({ moves: ONE, store }), operator }));
    expect(end.status).toBe("ok");
    const after = trace.slice(trace.indexOf("taken"));
    expect(after.slice(0, 3)).toEqual(["taken", "commit", "discard"]);
  });

  it("that cannot be done is said, ends nothing, and is there for the next one", async () => {
    const fail = (): never => {
      throw new Error("the disk of grants is gone");
    };
    const project = {
      ...{ id: fail, put: fail, claim: fail, start: fail, release: fail, revoke: fail, forget: fail },
      ...{ open: () => [], expire: () => [], list: () => [] },
    };
    const store = memoryStore();
    const operator = {
      answer: (ask: { readonly id: string }) => {
        void answerAsk({ run: "r1", ask: ask.id, answer: { say: "project" } }, { store });
        setTimeout(() => void cancelRun({ run: "r1" }, { store }), 100);
        return new Promise<never>(() => undefined);
      },
    };
    const deps = { ...world({ moves: ONE, store }), operator, project };
    const { end, all } = await told(run({ role: "boss", task: "x" }, deps));
    expect(end.status).toBe("cancelled");
    expect(all("run-end")).toHaveLength(1);
  });
});

describe("an operator who answers by letter", () => {
  it("has the last word over a caller that is asked meanwhile", async () => {
    const store = memoryStore();
    const ask = { call: [{ tool: "ask", input: { question: "Red or blue?", target: "caller" } }] };
    const moves = {
      boss: [{ call: [delegate("tester")] }, { text: "RED", waitMs: 300 }, { text: "All done." }],
      tester: [ask, { text: "Painted." }],
    };
    const config = { ask_policy: { direction: "caller" } };
    const { events, all } = await told(
      run({ role: "boss", task: "x", onAsk: "park" }, world({ moves, config, store, operator: undefined })),
      (event) => {
        if (event.type !== "ask-open") return;
        void answerAsk({ run: "r1", ask: event.ask, answer: { say: "text", text: "BLUE" } }, { store });
      },
    );
    expect(all("ask-close")).toHaveLength(1);
    expect(all("tool-end").map(({ output }) => output)).toContain("BLUE");
    expect(JSON.stringify(events.filter(({ type }) => type === "tool-end"))).not.toContain("RED");
  });
});

describe("a run that nobody works on", () => {
  it("does not count the night, although somebody answers in the morning", async () => {
    const store = memoryStore();
    let now = Date.UTC(2026, 0, 1, 18);
    const clock = { now: () => now, sleep: async () => undefined };
    const models = scriptedModels({ roles: PAIR }, { clock });
    const deps = () => world({ moves: PAIR, store, operator: undefined, clock, models });
    let isKilled = false;
    for await (const event of run({ role: "boss", task: "x", onAsk: "park", limits: { ms: 600_000 } }, deps())) {
      // Killed in the middle: the log says nothing about its end.
      if (event.type === "ask-open" && !isKilled) {
        isKilled = true;
        store.abandon("r1");
      }
    }
    now += 15 * 3_600_000;
    for (const { ask } of await openAsks(store)) await answerAsk({ run: "r1", ask, answer: ONCE }, { store, clock });
    const { end } = await told(resume({ run: "r1", onAsk: "deny" }, deps()));
    expect(end.error?.code).not.toBe("POLYGLAV_TIMEOUT");
  });

  it("and is cancelled has an end for every beginning", async () => {
    const store = memoryStore();
    await told(run({ role: "boss", task: "x", onAsk: "park" }, world({ moves: PAIR, store, operator: undefined })));
    expect(await cancelRun({ run: "r1" }, { store })).toBe("cancelled");
    const entries = (await readRunLog(store, "r1")) ?? [];
    const count = (kind: string): number => entries.filter((entry) => entry.kind === kind).length;
    expect(count("child.done")).toBe(count("child.started"));
    expect(count("tool.done")).toBe(4);
    const closed = entries.filter((entry) => entry.kind === "gate.recorded" && entry.record.do === "close");
    expect(closed).toHaveLength(2);
    expect(fold(entries).agents.size).toBe(0);
  });

  it("tells what was lost with a request that was under way", async () => {
    const store = memoryStore();
    const moves = { boss: [{ text: "Hello.", usage: { input: 10, output: 5 } }] };
    await told(run({ role: "boss", task: "x" }, world({ moves, store })));
    const cut = store.cut("r1", store.lines("r1").findIndex((line) => line.includes('"model.requested"')) + 1);
    const { end } = await told(resume({ run: "r1" }, world({ moves, store: cut })));
    expect(end).toMatchObject({ status: "ok", usage: { calls: 1, unknown: 1 } });
    expect(await logged(cut, "model.lost")).toHaveLength(1);
  });
});
