import { writeFileSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder } from "../../tests/field/folder.ts";
import {
  type Told,
  type Visited,
  type World,
  bash,
  delegate,
  driven,
  killedAfter,
  logged,
  read,
  told,
  world,
} from "../../tests/field/world.ts";
import { echoTool } from "../../tests/stage.ts";
import { fileStore } from "../file/file-store.ts";
import { type MemoryStore, memoryStore } from "../store/memory-store.ts";
import { fakeClock } from "../testing/index.ts";
import { answerAsk } from "./answer-ask.ts";
import { cancelRun } from "./cancel-run.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { listRuns, openAsks, readRun } from "./read-run.ts";
import { type RunRequest, resume, run } from "./run.ts";

const ask = { call: [{ tool: "ask", input: { question: "Red or blue?" } }] };
const again = (deps: EngineDeps, id = "r1"): Promise<Told> => told(resume({ run: id }, deps));

/** A run that waits for the answer to a question; `deps` are those to go on with. */
async function parked(
  more: Partial<World> = {},
  request: Partial<RunRequest> = {},
): Promise<{ readonly store: MemoryStore; readonly deps: EngineDeps; readonly ask: string }> {
  const store = memoryStore();
  const deps = world({ operator: undefined, store, moves: { boss: [ask, { text: "Painted." }] }, ...more });
  const { end } = await told(run({ role: "boss", task: "Paint it", onAsk: "park", ...request }, deps));
  expect(end).toMatchObject({ status: "waiting", exitCode: 7 });
  return { store, deps, ask: end.waiting?.asks[0] ?? "" };
}

const say = (text: string) => ({ say: "text", text }) as const;

/** A store with a log of these lines, which nobody holds. */
async function storeOf(lines: readonly unknown[], id = "r1"): Promise<MemoryStore> {
  const store = memoryStore();
  const log = store.create(id);
  for (const line of lines) log.append(JSON.stringify(line));
  await log.close();
  return store;
}

type Entry = Readonly<Record<string, unknown>>;
const entriesOf = (store: MemoryStore): Entry[] => store.lines("r1").map((line) => JSON.parse(line) as Entry);
const renumbered = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((one, index) => ({ ...one, n: index + 1 }));

/** The log of a run that reads a file and was killed after a certain entry, as entries. */
async function brokenOff(kind: string, more: Partial<World> = {}): Promise<Entry[]> {
  const store = memoryStore();
  const deps = world({ store, moves: { boss: [{ call: [read()] }, { text: "It is fine." }] }, ...more });
  await told(run({ role: "boss", task: "Look" }, deps));
  return entriesOf(await killedAfter(store, (entry) => entry.kind === kind));
}

describe("resume() refuses", () => {
  const deps = (store: MemoryStore): EngineDeps => world({ store, moves: { boss: [{ text: "ok" }] } });

  it.each(["r2", "constructor", "r1.1"])("%j, which is not there, with exit code 2", async (id) => {
    const { store } = await parked();
    const { events, end } = await again(deps(store), id);
    expect(events).toHaveLength(1);
    expect(end).toMatchObject({ exitCode: 2, outcome: "refused", error: { code: "POLYGLAV_UNKNOWN_RUN" } });
  });

  it.each(["", "../r1", "a/b", "..", "\u0000", "__proto__"])("%j, which is no id, with exit code 2", async (id) => {
    const { events, end } = await again(deps(memoryStore()), id);
    expect(events).toHaveLength(1);
    expect(end).toMatchObject({ exitCode: 2, outcome: "refused" });
  });

  it("without a store", async () => {
    const { end } = await again({ ...deps(memoryStore()), store: undefined });
    expect(end).toMatchObject({ exitCode: 2, outcome: "refused" });
  });

  it("a run that has ended, and leaves its log as it is", async () => {
    const store = memoryStore();
    await told(run({ role: "boss", task: "x" }, deps(store)));
    const before = store.lines("r1");
    const { end } = await again(deps(store));
    expect(end).toMatchObject({ exitCode: 2, error: { code: "POLYGLAV_RUN_ENDED" } });
    expect(store.lines("r1")).toEqual(before);
    expect(store.list()[0]?.holder).toBeUndefined();
  });

  it("a run that somebody works on; and the one who works on it does not notice", async () => {
    const { deps: of, ask: id, store } = await parked();
    await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store });
    const [one, two] = await Promise.all([again(of), again(of)]);
    const ends = [one.end, two.end].toSorted((a, b) => a.exitCode - b.exitCode);
    expect(ends).toMatchObject([
      { status: "ok", content: "Painted." },
      { exitCode: 4, error: { code: "POLYGLAV_RUN_HELD" } },
    ]);
  });

  it.each([
    ["may do more now", { tool_permission: { bash: "allow" } }],
    ["may do less now", { tool_permission: { bash: "deny" } }],
    ["may hand down more now", { tool_permission: { bash: "ask" }, grant_permission: { bash: "allow" } }],
  ])("a run whose role %s, gives the lease back, and goes on when that is taken back", async (_, changed) => {
    const roles = { boss: { system_prompt: "B", tool_permission: { bash: "ask" } } };
    const { store, deps: of, ask: id } = await parked({ roles });
    await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store });
    const other = world({
      operator: undefined,
      store,
      roles: { boss: { system_prompt: "B", ...changed } },
      moves: { boss: [ask, { text: "Painted." }] },
    });
    expect((await again(other)).end).toMatchObject({ exitCode: 3, error: { code: "POLYGLAV_ROLE_CHANGED" } });
    expect((await again(of)).end).toMatchObject({ status: "ok", content: "Painted." });
  });

  it("a run with a child whose role changed, and nothing is lost: it goes on when the change is taken back", async () => {
    const roles = { leaf: { tool_permission: { bash: "deny" } } };
    const moves = { boss: [{ call: [delegate("leaf")] }, { text: "I see." }], leaf: [ask, { text: "Painted." }] };
    const { store, ask: id } = await parked({ roles, moves });
    await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store });
    const other = world({ operator: undefined, store, roles: { leaf: {} }, moves });
    const refused = await again(other);
    expect(refused.events).toHaveLength(1);
    expect(refused.end).toMatchObject({ exitCode: 3, error: { code: "POLYGLAV_ROLE_CHANGED" } });
    const { end } = await again(world({ operator: undefined, store, roles, moves }));
    expect(end).toMatchObject({ status: "ok", content: "I see." });
  });

  it.each([1, 99, 0, -1, "2", null, { format: 2 }])("a log of format %j, in words", async (format) => {
    const entries = await brokenOff("model.done");
    const store = await storeOf(entries.map((one) => (one.kind === "run.started" ? { ...one, format } : one)));
    const { events, end } = await again(deps(store));
    expect(events).toHaveLength(1);
    expect(end).toMatchObject({ exitCode: 3, error: { code: "POLYGLAV_LOG_FORMAT" } });
    expect(end.error?.message).toContain(JSON.stringify(format));
  });

  it.each([
    ["an entry that is missing", (all: Entry[]) => all.filter((_, index) => index !== 2)],
    ["an entry twice", (all: Entry[]) => [...all.slice(0, 3), ...all.slice(2)]],
    ["numbers that lie", (all: Entry[]) => all.map((one) => ({ ...one, n: 7 }))],
    ["numbers that are none", (all: Entry[]) => all.map((one) => ({ ...one, n: "1" }))],
    [
      "an entry without a kind",
      (all: Entry[]) => all.map(({ kind: _, ...one }, i) => (i === 3 ? one : { ...one, kind: _ })),
    ],
    ["an empty entry", (all: Entry[]) => [...all, {}]],
  ])("a log with %s, with exit code 3", async (_, change) => {
    const store = await storeOf(change(await brokenOff("model.done")));
    const { events, end } = await again(deps(store));
    expect(events).toHaveLength(1);
    expect(end).toMatchObject({ exitCode: 3, error: { code: "POLYGLAV_LOG_BROKEN" } });
  });

  it("an empty log, and one that is not its own", async () => {
    expect((await again(deps(await storeOf([])))).end).toMatchObject({ exitCode: 2 });
    const entries = (await brokenOff("model.done")).map((one) => ({ ...one, run: "r9" }));
    expect((await again(deps(await storeOf(entries)))).end.outcome).toBe("refused");
  });
});

/** Ends after a moment, whatever a run does: a run that goes on for ever has to fail and not hang. */
async function soon(deps: EngineDeps): Promise<Told["end"] | "goes on for ever"> {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort();
  }, 1_000);
  const { end } = await told(resume({ run: "r1", signal: stop.signal }, deps));
  clearTimeout(timer);
  return stop.signal.aborted ? "goes on for ever" : end;
}

describe("resume() of a log that lies", () => {
  let ran = 0;
  const tool = echoTool("read", "read", "path", async () => {
    ran += 1;
    // Lets timers run, so that a loop without an end can be stopped.
    await new Promise((resolve) => setTimeout(resolve, 1));
    return "x";
  });
  const deps = (store: MemoryStore): EngineDeps =>
    world({
      store,
      tools: { read: tool },
      moves: { boss: [{ call: [read()] }, { text: "ok" }], leaf: [{ text: "l" }] },
    });

  it.each([
    ["model.done", { said: null }],
    ["model.done", { said: "text" }],
    ["model.done", { said: [null] }],
    ["model.done", { said: [{ type: "call" }] }],
    ["model.done", { said: [{ type: "text" }] }],
    ["model.done", { said: [{ type: "what" }] }],
    ["model.done", { said: {} }],
    ["model.done", { usage: null }],
    ["model.done", { usage: {} }],
    ["model.done", { usage: { inputTokens: "1" } }],
    ["model.done", { finish: "whatever" }],
    ["model.done", { finish: null }],
    ["model.done", { step: "1" }],
    ["model.done", { step: -5 }],
    ["model.done", { t: "yesterday" }],
    ["model.done", { t: "" }],
    ["run.started", { order: null }],
    ["run.started", { order: {} }],
    ["run.started", { order: { denials: 1, onAsk: 2, unfinished: 3, model: 4 } }],
    ["run.started", { limits: null }],
    ["run.started", { limits: {} }],
    ["run.started", { limits: "many" }],
    ["run.started", { limits: { steps: "many", depth: [], agents: null } }],
    ["run.started", { task: 7 }],
    ["run.started", { role: null }],
    ["run.started", { role: "__proto__" }],
    ["run.started", { skills: "all" }],
    ["run.started", { skills: [null, 7] }],
    ["run.started", { schema: 7 }],
    ["run.started", { schema: { type: "nothing" } }],
    ["run.started", { says: null }],
    ["run.started", { prompt: 7 }],
    ["run.started", { carve: null }],
    ["text.stored", { name: null }],
    ["text.stored", { text: 7 }],
    ["text.stored", { name: "__proto__", text: "__proto__" }],
  ])("in the body of %s as %j: it is refused or goes on, and ends once", async (kind, lie) => {
    const entries = (await brokenOff("model.done")).map((one) => (one.kind === kind ? { ...one, ...lie } : one));
    const end = await soon(deps(await storeOf(entries)));
    expect(end).not.toBe("goes on for ever");
  });

  const lies: readonly (readonly [string, Entry])[] = [
    ["a record of the gate that is none", { kind: "gate.recorded", record: null }],
    ["an empty record", { kind: "gate.recorded", record: {} }],
    ["an ask without a body", { kind: "gate.recorded", record: { do: "ask" } }],
    ["an ask that is empty", { kind: "gate.recorded", record: { do: "ask", ask: {} } }],
    ["a grant that is empty", { kind: "gate.recorded", record: { do: "put", grant: {} } }],
    [
      "a grant of nobody",
      { kind: "gate.recorded", record: { do: "put", grant: { id: "r1-1", holder: null, covers: null } } },
    ],
    [
      "a grant with hostile covers",
      {
        kind: "gate.recorded",
        record: {
          do: "put",
          grant: {
            id: "g",
            holder: "r1",
            covers: { kind: "pattern", pattern: "((((" },
            lift: "confirm",
            approver: "operator",
            uses: "run",
          },
        },
      },
    ],
    ["a claim of nothing", { kind: "gate.recorded", record: { do: "claim" } }],
    ["an end of nothing", { kind: "gate.recorded", record: { do: "close", ask: "r1-9", end: null } }],
    ["an answer to nothing", { kind: "gate.recorded", record: { do: "close", ask: "r1-9", end: { how: "answered" } } }],
    ["a record of another kind", { kind: "gate.recorded", record: { do: "__proto__" } }],
    [
      "an end of a child that never began",
      {
        kind: "child.done",
        call: "x",
        child: "r1.7",
        role: "leaf",
        outcome: { status: "done", content: "" },
        usage: {},
      },
    ],
    ["an end of a child without an outcome", { kind: "child.done", call: "x", child: "r1.7", role: "leaf" }],
    ["a child without anything", { kind: "child.started" }],
    [
      "a child of nobody",
      {
        run: "r1.9",
        kind: "child.started",
        call: "x",
        child: "r1.9.1",
        background: false,
        role: "leaf",
        task: "t",
        limits: {},
        says: "t2",
      },
    ],
    [
      "a child in the background that no call has started",
      {
        kind: "child.started",
        call: "x",
        child: "r1.7",
        background: true,
        role: "leaf",
        model: "fake/script",
        task: "t",
        prompt: "t1",
        says: "t2",
        carve: {},
        limits: { steps: 1, depth: 1, agents: 1 },
      },
    ],
    [
      "a child that is its own caller",
      {
        kind: "child.started",
        call: "x",
        child: "r1",
        background: true,
        role: "leaf",
        model: "fake/script",
        task: "t",
        prompt: "t1",
        says: "t2",
        carve: {},
        limits: { steps: 1, depth: 1, agents: 1 },
      },
    ],
    [
      "a question of nobody",
      {
        run: "r1.9",
        kind: "ask.raised",
        ask: "r1-99999999999",
        call: "x",
        role: "x",
        to: "operator",
        question: "?",
        options: [],
      },
    ],
    ["a question without a body", { kind: "ask.raised" }],
    ["an answer without a question", { kind: "ask.answered", ask: "__proto__", answer: "answered", text: "x" }],
    [
      "a result that nobody asked for",
      { kind: "tool.done", call: "never", tool: "bash", status: "ok", output: "x", ms: 0 },
    ],
    ["a result without a body", { kind: "tool.done" }],
    ["a message about nothing", { kind: "message.added", text: "x" }],
    [
      "a message about garbage",
      { kind: "message.added", text: null, about: { kind: "budget", limit: "__proto__", level: "full" } },
    ],
    ["a budget of nothing", { kind: "budget.reached" }],
    ["a second start", { kind: "run.started", format: 2 }],
    ["a kind that does not exist", { kind: "__proto__" }],
    ["hostile keys", { kind: "tool.called", call: "__proto__", ["__proto__"]: { run: "x" }, constructor: 7 }],
    [
      "an artifact of others",
      { kind: "tool.done", call: "call-1-1", tool: "read", status: "ok", output: "x", ms: 0, artifact: "../../secret" },
    ],
    ["a letter that is none", { kind: "letter.taken" }],
  ];
  it.each(lies)("with %s: it is refused or goes on, and ends once", async (_, lie) => {
    const entries = await brokenOff("model.done");
    const last = entries.at(-1);
    const forged = renumbered([...entries, { t: last?.t, run: "r1", ...lie }]);
    const end = await soon(deps(await storeOf(forged)));
    expect(end).not.toBe("goes on for ever");
  });

  it("with the same call twice makes it at most once more, and ends", async () => {
    const entries = (await brokenOff("model.done")).map((one) =>
      one.kind === "model.done" && Array.isArray(one.said) ? { ...one, said: [...one.said, ...one.said] } : one,
    );
    ran = 0;
    const end = await soon(deps(await storeOf(entries)));
    expect(ran).toBeLessThanOrEqual(2);
    expect(end).not.toBe("goes on for ever");
  });

  it("with an answered ask for another call than the one that comes: it is asked again", async () => {
    const store = memoryStore();
    const moves = { boss: [{ call: [bash("ls")] }, { text: "ok" }] };
    const parts = { operator: undefined, moves };
    await told(run({ role: "boss", task: "x", onAsk: "park" }, world({ ...parts, store })));
    const [open] = await openAsks(store);
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "once" } }, { store });
    const forged = entriesOf(store).map((one) =>
      one.kind === "model.done"
        ? { ...one, said: [{ type: "call", call: "call-1-1", tool: "bash", input: { command: "rm -rf /" } }] }
        : one,
    );
    const { all, end } = await again(world({ ...parts, store: await storeOf(forged) }));
    expect(all("tool-end").filter(({ status }) => status === "ok")).toEqual([]);
    expect(end.status).toBe("waiting");
  });

  it("with permissions that are forged in the texts is refused", async () => {
    const entries = (await brokenOff("model.done")).map((one) =>
      one.kind === "text.stored" && one.name === "t2" ? { ...one, text: '[{"bash":"allow"},{},null]' } : one,
    );
    const { end } = await again(deps(await storeOf(entries)));
    expect(end.error?.code).toBe("POLYGLAV_ROLE_CHANGED");
  });
});

describe("a file that is damaged", () => {
  const logIn = (dir: string): string => {
    const found = readdirSync(dir, { recursive: true, encoding: "utf8" })
      .map((name) => join(dir, name))
      .find((name) => name.endsWith("log.ndjson") && statSync(name).isFile());
    if (found === undefined) throw new Error("no log");
    return found;
  };
  const parkedOnDisk = async () => {
    const dir = folder();
    const store = fileStore(dir);
    const deps = world({ operator: undefined, store, moves: { boss: [ask, { text: "Painted." }] } });
    const { end } = await told(run({ role: "boss", task: "Paint it", onAsk: "park" }, deps));
    return { dir, store, deps, ask: end.waiting?.asks[0] ?? "" };
  };

  it("in its last line: that is dropped with a warning, and the run goes on", async () => {
    const { dir, deps } = await parkedOnDisk();
    const file = logIn(dir);
    writeFileSync(file, `${readFileSync(file, "utf8")}{"n":9,"t":"2026-`);
    const { events, all, end } = await again(deps);
    expect(events[0]).toMatchObject({ type: "run-start", resumed: true, seq: 1 });
    expect(all("warning")).toMatchObject([{ code: "log/torn-line" }]);
    expect(end.status).toBe("waiting");
  });

  it.each(["{broken\n", "[]\n", "null\n", "7\n", '"x"\n'])(
    "by %j in its middle: it is refused as a fault in a file",
    async (line) => {
      const { dir, deps } = await parkedOnDisk();
      const file = logIn(dir);
      const lines = readFileSync(file, "utf8").split("\n");
      writeFileSync(file, [...lines.slice(0, 3), line.trim(), ...lines.slice(3)].join("\n"));
      const before = readFileSync(file, "utf8");
      const { events, end } = await again(deps);
      expect(events).toHaveLength(1);
      expect(end).toMatchObject({ outcome: "refused", exitCode: 3 });
      expect(readFileSync(file, "utf8")).toBe(before);
    },
  );
});

/** What events speak of that none before them has begun. */
function unknownIn(events: Told["events"]): readonly string[] {
  const begun = new Set<string>();
  return events.flatMap((event) => {
    const about: string[] = event.run === "r1" ? [] : [`child ${event.run}`];
    if (event.type === "tool-start") begun.add(`call ${event.run} ${event.call}`);
    if (event.type === "ask-open") begun.add(`ask ${event.ask}`);
    if (event.type === "delegate-start") begun.add(`child ${event.child}`);
    if (event.type === "tool-end" || event.type === "permission") about.push(`call ${event.run} ${event.call}`);
    if (event.type === "ask-close") about.push(`ask ${event.ask}`);
    if (event.type === "delegate-end") about.push(`child ${event.child}`);
    return about.filter((one) => !begun.has(one)).map((one) => `${event.type}: ${one}`);
  });
}

describe("a resumed run", () => {
  it("begins with a run-start that says so, and counts its events from 1", async () => {
    const { store, deps, ask: id } = await parked();
    await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store });
    const { events } = await again(deps);
    expect(events[0]).toMatchObject({ type: "run-start", resumed: true, task: "Paint it", role: "boss" });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ type }) => type === "run-end")).toHaveLength(1);
  });

  it("keeps what it was ordered: denials, and what becomes of asks", async () => {
    const moves = { boss: [{ call: [bash()] }, { text: "ok" }] };
    const { store, deps } = await parked({ moves }, { denials: "ok" });
    const [open] = await openAsks(store);
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "deny", because: "no" } }, { store });
    expect((await again(deps)).end).toMatchObject({ status: "ok", denials: [{ tool: "bash" }] });
  });

  it.each([
    ["deny", "ok"],
    ["fail", "denied"],
    ["park", "waiting"],
  ] as const)("can be told %s for what is open from now on", async (onAsk, status) => {
    const { deps } = await parked();
    const { end } = await told(resume({ run: "r1", onAsk }, deps));
    expect(end.status).toBe(status);
  });

  it("has the steps left that it had not used", async () => {
    const moves = { boss: [ask, { call: [read()], repeat: true } as const] };
    const { store, deps, ask: id } = await parked({ moves }, { limits: { steps: 4 } });
    await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store });
    const { end } = await again(deps);
    expect(end).toMatchObject({ status: "limit", error: { code: "POLYGLAV_STEPS" }, usage: { calls: 4 } });
  });

  it("has the time left that it had not used: waiting for an answer does not count, however it came", async () => {
    const clock = fakeClock();
    const {
      store,
      deps,
      ask: id,
    } = await parked(
      { clock, moves: { boss: [{ ...ask, waitMs: 0 }, { text: "Painted." }] } },
      { limits: { ms: 60_000 } },
    );
    await clock.advance(24 * 3_600_000);
    await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store, clock });
    await clock.advance(24 * 3_600_000);
    expect((await again(deps)).end).toMatchObject({ status: "ok", content: "Painted." });
  });

  it("also when leave for a call is given a day later", async () => {
    const clock = fakeClock();
    const { store, deps } = await parked(
      { clock, moves: { boss: [{ call: [bash()] }, { text: "Tested." }] } },
      { limits: { ms: 60_000 } },
    );
    await clock.advance(24 * 3_600_000);
    const [open] = await openAsks(store);
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "once" } }, { store, clock });
    expect((await again(deps)).end).toMatchObject({ status: "ok", content: "Tested." });
  });

  it("has no time left that it used before", async () => {
    const clock = fakeClock();
    const requests: Visited[] = [];
    const store = memoryStore();
    const deps = world({
      clock,
      store,
      operator: undefined,
      moves: {
        boss: [
          { ...ask, waitMs: 900 },
          { text: "Too late.", waitMs: 200 },
        ],
      },
      visit: (one) => {
        requests.push(one);
        return undefined;
      },
    });
    const first = told(run({ role: "boss", task: "x", onAsk: "park", limits: { ms: 1_000 } }, deps));
    const { end } = await driven(clock, first);
    await clock.advance(3_600_000);
    await answerAsk({ run: "r1", ask: end.waiting?.asks[0] ?? "", answer: say("Blue") }, { store, clock });
    const second = await driven(clock, again(deps));
    expect(second.end).toMatchObject({ outcome: "timeout", status: "limit" });
  });

  it.each(["tool.called", "tool.intended", "ask.raised", "ask.answered", "child.started"] as const)(
    "that broke off after %s never speaks of a call, an ask or a child that its watcher has not seen begin",
    async (kind) => {
      const store = memoryStore();
      const deps = world({
        store,
        config: { tool_permission: { bash: "allow" } },
        roles: { leaf: {} },
        operator: { answer: async () => ({ say: "once" }), direct: async () => "Blue" },
        moves: {
          boss: [{ call: [bash("make")] }, { call: [delegate("leaf")] }, { text: "Done." }],
          leaf: [ask, { text: "Painted." }],
        },
      });
      await told(run({ role: "boss", task: "x" }, deps));
      const left = await killedAfter(store, (entry) => entry.kind === kind);
      const { events, end } = await again({ ...deps, store: left });
      expect(end.status).toBe("ok");
      expect(unknownIn(events)).toEqual([]);
    },
  );

  it.each(["run", "resume"] as const)(
    "ends with one run-end when the catalog fails after its start: %s()",
    async (how) => {
      const { store, deps, ask: id } = await parked();
      await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store });
      const { catalog } = deps;
      if (typeof catalog === "function") throw new Error("it is a catalog here");
      let reads = 0;
      const failing: EngineDeps = {
        ...deps,
        newRunId: () => "r2",
        catalog: () => {
          reads += 1;
          if (reads > 1) throw new Error("roles.json is gone");
          return catalog;
        },
      };
      const events =
        how === "run"
          ? await told(run({ role: "boss", task: "x" }, failing))
          : await told(resume({ run: "r1" }, failing));
      expect(events.end.error?.message).toContain("roles.json is gone");
      // And whoever comes next can have it.
      expect(store.list().map(({ holder }) => holder)).not.toContainEqual(expect.anything());
    },
  );

  it("with permits that are no number is refused before its start", async () => {
    for (const provider of [0, -1, Number.NaN]) {
      const deps = world({ store: memoryStore(), moves: { boss: [{ text: "ok" }] }, permits: { provider } });
      const events: string[] = [];
      try {
        for await (const { type } of run({ role: "boss", task: "x" }, deps)) events.push(type);
      } catch (cause) {
        // A mistake of a programmer may be thrown, but at once.
        expect(cause).toBeInstanceOf(RangeError);
        expect(events).toEqual([]);
      }
    }
  });
});

describe("a run that waits", () => {
  it("can be cancelled without a process, and then nothing about it can be answered", async () => {
    const { store, deps, ask: id } = await parked();
    expect(await cancelRun({ run: "r1" }, { store })).toBe("cancelled");
    const before = store.lines("r1");
    expect(await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store })).not.toBe("resolved");
    expect(store.lines("r1")).toEqual(before);
    expect((await again(deps)).end).toMatchObject({ exitCode: 2, error: { code: "POLYGLAV_RUN_ENDED" } });
  });

  it("that waits for leave, too", async () => {
    const { store } = await parked({ moves: { boss: [{ call: [bash()] }, { text: "ok" }] } });
    const [open] = await openAsks(store);
    expect(await cancelRun({ run: "r1" }, { store })).toBe("cancelled");
    const before = store.lines("r1");
    expect(await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "once" } }, { store })).not.toBe(
      "resolved",
    );
    expect(store.lines("r1")).toEqual(before);
  });

  it("can have one of its children cancelled, and goes on without it", async () => {
    const moves = {
      boss: [{ call: [delegate("leaf"), delegate("leaf")] }, { text: "One of two." }],
      leaf: [ask, { text: "Painted." }],
    };
    const { store, deps } = await parked({ roles: { leaf: {} }, moves });
    await cancelRun({ run: "r1", below: "r1.1" }, { store });
    const [open] = await openAsks(store);
    expect(open?.by).toBe("r1.2");
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: say("Blue") }, { store });
    const { all, end } = await again(deps);
    expect(Object.fromEntries(all("delegate-end").map(({ child, outcome }) => [child, outcome]))).toMatchObject({
      "r1.2": "done",
    });
    expect(end).toMatchObject({ status: "ok", content: "One of two." });
  });

  it("is seen as one, with its asks; and once they are answered, not as one that waits", async () => {
    const { store, ask: id } = await parked();
    expect(await readRun(store, "r1")).toMatchObject({ state: "waiting", asks: [{ ask: id, by: "r1" }] });
    await answerAsk({ run: "r1", ask: id, answer: say("Blue") }, { store });
    expect((await readRun(store, "r1"))?.asks).toEqual([]);
    expect((await listRuns(store)).map(({ run: one }) => one)).toEqual(["r1"]);
  });
});

describe("letters", () => {
  const letter = (says: unknown, id = "l1") => ({ id, says });

  it("answer a run that is at work", async () => {
    const store = memoryStore();
    const deps = world({
      store,
      operator: { answer: () => new Promise(() => undefined), direct: () => new Promise(() => undefined) },
      moves: { boss: [ask, { call: [bash()] }, { text: "Done." }] },
    });
    const ends: Promise<string>[] = [];
    const { all, end } = await told(run({ role: "boss", task: "x" }, deps), (event) => {
      if (event.type !== "ask-open") return;
      const answer = event.kind === "direction" ? say("Blue") : ({ say: "once" } as const);
      ends.push(answerAsk({ run: "r1", ask: event.ask, answer }, { store }));
    });
    expect(await Promise.all(ends)).toEqual(["resolved", "resolved"]);
    expect(all("tool-end").map(({ output }) => output)).toEqual(["Blue", "bash: npm test"]);
    expect(end.status).toBe("ok");
    expect(await logged(store, "letter.taken")).toHaveLength(2);
  });

  it("that are garbage, or about asks that are not open, change nothing, and are read once", async () => {
    const { store, deps, ask: id } = await parked();
    const garbage: unknown[] = [
      null,
      7,
      "cancel",
      [],
      {},
      { do: "answer" },
      { do: "answer", ask: "r1-77", answer: { say: "once" } },
      { do: "answer", ask: "__proto__", answer: { say: "text", text: "x" } },
      { do: "answer", ask: id, answer: { say: "always" } },
      { do: "answer", ask: id, answer: { say: "once" } },
      { do: "answer", ask: id, answer: { say: "text", text: 7 } },
      { do: "cancel" },
      { do: "cancel", scope: "all" },
      { do: "cancel", scope: "all", why: "x", run: "r1.99" },
      { do: "cancel", scope: "all", why: "x", run: "__proto__" },
      { do: "cancel", scope: "everything", why: "x" },
      { ["__proto__"]: { do: "cancel" } },
    ];
    for (const [index, says] of garbage.entries()) store.post("r1", letter(says, `l${index}`));
    const { end } = await again(deps);
    expect(end.status).toBe("waiting");
    expect(await logged(store, "letter.taken")).toHaveLength(garbage.length);
    expect((await again(deps)).end.status).toBe("waiting");
    expect(await logged(store, "letter.taken")).toHaveLength(garbage.length);
  });

  it("posted while nobody works on the run are read by the next who does", async () => {
    const { store, deps, ask: id } = await parked();
    store.post("r1", letter({ do: "answer", ask: id, answer: say("Blue") }));
    expect((await again(deps)).end).toMatchObject({ status: "ok", content: "Painted." });
  });

  it.each([
    ["a question", ask, say("Blue")],
    ["leave for a call", { call: [bash()] }, { say: "once" } as const],
  ])("for %s of a child are not lost when they come before the child goes on", async (_, move, answer) => {
    const moves = { boss: [{ call: [delegate("leaf")] }, { text: "All done." }], leaf: [move, { text: "Done." }] };
    const { store, deps, ask: id } = await parked({ roles: { leaf: {} }, moves });
    store.post("r1", letter({ do: "answer", ask: id, answer }));
    expect((await again(deps)).end).toMatchObject({ status: "ok", content: "All done." });
  });

  it("that cancel a child are not lost when they come before the child goes on", async () => {
    const moves = { boss: [{ call: [delegate("leaf")] }, { text: "All done." }], leaf: [ask, { text: "Done." }] };
    const { store, deps } = await parked({ roles: { leaf: {} }, moves });
    store.post("r1", letter({ do: "cancel", scope: "all", why: "x", run: "r1.1" }));
    const { all, end } = await again(deps);
    expect(all("delegate-end")).toMatchObject([{ outcome: "cancelled" }]);
    expect(end.status).toBe("ok");
  });

  it("that cancel the run are read by the next who works on it", async () => {
    const { store, deps } = await parked();
    store.post("r1", letter({ do: "cancel", scope: "all", why: "x" }));
    expect((await again(deps)).end).toMatchObject({ status: "cancelled", exitCode: 130 });
  });

  it("with the same id count once", async () => {
    const moves = { boss: [ask, ask, { text: "Painted." }] };
    const { store, deps, ask: id } = await parked({ moves });
    store.post("r1", letter({ do: "answer", ask: id, answer: say("Blue") }));
    store.post("r1", letter({ do: "answer", ask: id, answer: say("Red") }));
    const { all, end } = await again(deps);
    expect(all("tool-end")).toMatchObject([{ output: "Blue" }]);
    expect(end.status).toBe("waiting");
  });
});
