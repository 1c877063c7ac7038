import { describe, expect, it } from "vitest";
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
import type { AgentLimits } from "../log/log-entry.ts";
import type { ModelFacts } from "../ports.ts";
import { memoryStore } from "../store/memory-store.ts";
import { type Move, type ScriptedCall, fakeClock } from "../testing/index.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { type RunRequest, resume, run } from "./run.ts";

interface Seen extends Told {
  readonly requests: readonly (Visited & { readonly sent: string })[];
}

/** Gives each model what is known of it. */
function knowing(deps: EngineDeps, facts: (ref: string, role: string) => ModelFacts): EngineDeps {
  const { models } = deps;
  return {
    ...deps,
    models: {
      ...models,
      resolve(ref, use) {
        const found = models.resolve(ref, use);
        return found.ok ? { ...found, ...facts(found.ref, use.role) } : found;
      },
    },
  };
}

async function play(
  of: World,
  request: Partial<RunRequest> = {},
  facts: (ref: string, role: string) => ModelFacts = () => ({}),
): Promise<Seen> {
  const requests: (Visited & { readonly sent: string })[] = [];
  const deps = knowing(
    world({
      ...of,
      visit: (one) => {
        requests.push({ ...one, sent: JSON.stringify(one.prompt) });
        return undefined;
      },
    }),
    facts,
  );
  return { ...(await told(run({ role: "boss", task: "x", ...request }, deps))), requests };
}

const usage = { input: 900, output: 100 };
/** A model that reads for ever, each time for 1,000 tokens. */
const reading: readonly Move[] = [{ call: [read()], usage, repeat: true }];
const warnings = ({ all }: Told, code: string): number => all("warning").filter((one) => one.code === code).length;
const timesIn = (text: string | undefined, word: string): number => (text ?? "").split(word).length - 1;
const FULL = "This is your last turn";
const NEAR = "More than 80 %";

describe("a limit", () => {
  it.each([
    ["steps", { steps: 10 }],
    ["calls", { calls: 10 }],
    ["tokens", { tokens: 40_000 }],
  ] as const)("of %s warns the model once at 80 %%, and gives it a last turn without tools", async (name, limits) => {
    const seen = await play({ moves: { boss: reading } }, { limits });
    const last = seen.requests.at(-1);
    expect(timesIn(last?.sent, NEAR)).toBeLessThanOrEqual(1);
    expect(timesIn(last?.sent, FULL)).toBe(1);
    expect(last?.tools).toEqual([]);
    expect(seen.requests.slice(0, -1).every(({ tools }) => tools.length > 0)).toBe(true);
    expect(seen.end).toMatchObject({ status: "limit", exitCode: 6, outcome: "limit" });
    expect(seen.end.error?.code).toBe(`POLYGLAV_${name.toUpperCase()}`);
    expect(warnings(seen, "budget-near")).toBeLessThanOrEqual(1);
  });

  it("of ten steps is told of after the eighth", async () => {
    const seen = await play({ moves: { boss: reading } }, { limits: { steps: 10 } });
    expect(seen.requests.map(({ sent }) => timesIn(sent, NEAR))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect(seen.requests.map(({ sent }) => timesIn(sent, FULL))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(warnings(seen, "budget-near")).toBe(1);
  });

  it.each(["model.done", "budget.reached", "message.added", "model.requested", "tool.done"])(
    "is told of once also when its process dies after any %s",
    async (kind) => {
      const store = memoryStore();
      const of: World = { store, moves: { boss: reading } };
      await told(run({ role: "boss", task: "x", limits: { steps: 10 } }, world(of)));
      const entries = store.lines("r1").map((line) => JSON.parse(line) as { kind: string; n: number });
      for (const { n } of entries.filter((one) => one.kind === kind)) {
        const left = await killedAfter(store, (entry) => entry.n === n);
        await told(resume({ run: "r1" }, world({ ...of, store: left })));
        const news = (await logged(left, "message.added")).map(({ about }) => about);
        expect(news, `killed after entry ${n}`).toEqual([
          { kind: "budget", limit: "steps", level: "warning" },
          { kind: "budget", limit: "steps", level: "full" },
        ]);
        expect((await logged(left, "model.done")).length, `killed after entry ${n}`).toBeLessThanOrEqual(10);
      }
    },
  );

  it("keeps the last words of the last turn, and makes no call in it", async () => {
    let ran = 0;
    const seen = await play(
      {
        moves: { boss: [{ call: [read()] }, { call: [read()] }, { text: "What I found.", call: [bash("late")] }] },
        config: { tool_permission: { bash: "allow" } },
        tools: {
          read: echoTool("read", "read", "path"),
          bash: echoTool("bash", "bash", "command", async () => {
            ran += 1;
            return "x";
          }),
        },
      },
      { limits: { steps: 3 } },
    );
    expect(seen.end).toMatchObject({ outcome: "limit", content: "What I found." });
    expect(seen.all("tool-end").filter(({ tool }) => tool === "bash")).toMatchObject([{ status: "error" }]);
    expect(ran).toBe(0);
  });

  it.each([
    ["steps", 0],
    ["calls", 0],
    ["tokens", 0],
    ["cost", 0],
  ])("of no %s makes no request", async (name, most) => {
    const seen = await play({ moves: { boss: reading } }, { limits: { [name]: most } }, () => ({
      price: { input: 1, output: 1 },
    }));
    expect(seen.requests).toEqual([]);
    expect(seen.end).toMatchObject({ status: "limit", exitCode: 6 });
  });

  it("of no time makes no request", async () => {
    const seen = await play({ moves: { boss: reading } }, { limits: { ms: 0 } });
    expect(seen.requests).toEqual([]);
    expect(seen.end).toMatchObject({ outcome: "timeout", exitCode: 6 });
  });

  it.each([-1, -Infinity])("below nothing (%s) is nothing", async (steps) => {
    const seen = await play({ moves: { boss: reading } }, { limits: { steps } });
    expect(seen.requests).toEqual([]);
  });

  it("that is no number is no way to more", async () => {
    const seen = await play(
      { roles: { boss: { limits: { steps: 3 } } }, moves: { boss: reading } },
      { limits: { steps: Number.NaN } },
    );
    expect(seen.requests).toHaveLength(3);
  });

  it.each([3_000_000_000, Number.MAX_SAFE_INTEGER])("of %i ms is not over at once", async (ms) => {
    const seen = await play({ moves: { boss: [{ call: [read()] }, { text: "ok" }] } }, { limits: { ms } });
    expect(seen.end.status).toBe("ok");
  });

  it("is never raised: the lowest of request, role and config counts", async () => {
    const at = async (request: number, role: number, config: number): Promise<number> => {
      const seen = await play(
        {
          roles: { boss: { limits: { steps: role } } },
          config: { limits: { steps: config } },
          moves: { boss: reading },
        },
        { limits: { steps: request } },
      );
      return seen.requests.length;
    };
    expect(await at(3, 9, 9)).toBe(3);
    expect(await at(9, 4, 9)).toBe(4);
  });

  it("of time tells the model at 80 %, and ends with what was said", async () => {
    const clock = fakeClock();
    const requests: string[] = [];
    const deps = world({
      clock,
      moves: {
        boss: [
          { text: "So far.", call: [read()], waitMs: 850 },
          { text: "never", waitMs: 900 },
        ],
      },
      visit: ({ prompt }) => {
        requests.push(JSON.stringify(prompt));
        return undefined;
      },
    });
    const seen = await driven(clock, told(run({ role: "boss", task: "x", limits: { ms: 1_000 } }, deps)));
    expect(timesIn(requests[1], NEAR)).toBe(1);
    expect(seen.end).toMatchObject({ outcome: "timeout", content: "So far." });
  });
});

describe("money", () => {
  const price = { input: 1_000, output: 10_000 };

  it("is added up by the prices of the models, each by its own", async () => {
    const seen = await play(
      {
        roles: { leaf: { model: "fake/cheap" } },
        moves: {
          boss: [
            { call: [delegate("leaf")], usage },
            { text: "ok", usage },
          ],
          leaf: [{ text: "l", usage }],
        },
      },
      {},
      (ref) => ({ price: ref === "fake/cheap" ? { input: 1, output: 10 } : price }),
    );
    const each = (900 * 1_000 + 100 * 10_000) / 1e6;
    expect(seen.all("delegate-end")[0]?.usage.cost).toBeCloseTo(each / 1_000, 10);
    expect(seen.end.usage.cost).toBeCloseTo(2 * each + each / 1_000, 10);
    expect(seen.end.usage.unpriced).toBe(0);
  });

  it("limits a run: what was spent stays below it, and the model has a last turn", async () => {
    const seen = await play({ moves: { boss: reading } }, { limits: { cost: 60 } }, () => ({
      price,
      maxOutputTokens: 2_000,
    }));
    expect(seen.end).toMatchObject({ status: "limit", error: { code: "POLYGLAV_COST" } });
    expect(seen.end.usage.cost).toBeGreaterThan(0);
    expect(seen.end.usage.cost).toBeLessThanOrEqual(60);
    expect(seen.requests.at(-1)?.tools).toEqual([]);
  });

  it.each([
    [undefined],
    [{ input: Number.NaN, output: 1 }],
    [{ input: -5, output: -5 }],
    [{ input: Infinity, output: 1 }],
  ])(
    "of a model with the price %j is unknown and never nothing, and a limit on it still ends the run",
    async (unknown) => {
      const seen = await play({ moves: { boss: reading } }, { limits: { cost: 1 } }, () => ({ price: unknown }));
      expect(seen.end.status).toBe("limit");
      expect(seen.requests.length).toBeLessThan(50);
      expect(seen.end.usage.unpriced).toBe(seen.end.usage.calls);
      expect(seen.end.usage.cost).toBe(0);
    },
  );

  it("of a free model is nothing, and known to be", async () => {
    const seen = await play({ moves: { boss: [{ text: "ok", usage }] } }, { limits: { cost: 1 } }, () => ({
      price: { input: 0, output: 0 },
    }));
    expect(seen.end).toMatchObject({ status: "ok", usage: { cost: 0, unpriced: 0 } });
  });
});

describe("the limits of a child", () => {
  const below = (limits: unknown, role: Readonly<Record<string, unknown>> = {}): World => ({
    roles: { leaf: role },
    moves: {
      boss: [
        { call: [delegate("leaf", { limits })], usage },
        { text: "ok", usage, repeat: true },
      ],
      leaf: reading,
    },
  });
  const ofLeaf = ({ requests }: Seen): number => requests.filter(({ role }) => role === "leaf").length;

  it.each([
    [{ steps: 3 }, {}, 3],
    [{ steps: 50 }, { limits: { steps: 4 } }, 4],
    [{ steps: 2 }, { limits: { steps: 4 } }, 2],
    [{ calls: 3 }, {}, 3],
    [{ steps: 0 }, {}, 0],
    [{ calls: 1 }, {}, 1],
  ])("are lowered by its caller to %j, never raised over %j", async (limits, role, most) => {
    const seen = await play(below(limits, role));
    expect(ofLeaf(seen)).toBe(most);
    expect(seen.all("delegate-end")).toMatchObject([{ outcome: "limit" }]);
    expect(seen.end.status).toBe("ok");
  });

  it.each([
    { steps: -1 },
    { steps: "3" },
    { steps: 1.5 },
    { steps: null },
    { cost: -1 },
    { cost: "free" },
    { tokens: Number.MAX_SAFE_INTEGER + 1 },
    "none",
    7,
    ["steps"],
  ])("written as %j are refused, and the child does not run without any", async (limits) => {
    const seen = await play(below(limits));
    expect(ofLeaf(seen)).toBe(0);
    expect(seen.all("tool-end")).toMatchObject([{ status: "error" }]);
    expect(seen.end.status).toBe("ok");
  });

  it("are within those of its caller, whatever is asked for", async () => {
    const seen = await play(below({ calls: 40, tokens: 9e9 }), { limits: { calls: 6 } });
    expect(seen.requests.length).toBeLessThanOrEqual(6);
    expect(seen.end.usage.calls).toBeLessThanOrEqual(6);
  });

  it("leave its caller a turn of its own to end with", async () => {
    const seen = await play(below(undefined), { limits: { calls: 6 } });
    expect(seen.requests.at(-1)?.role).toBe("boss");
    expect(seen.end.usage.calls).toBeLessThanOrEqual(6);
    expect(seen.end.content).toBe("ok");
  });

  it("taken as slices are there for each, also when a sibling uses up all it can", async () => {
    const store = memoryStore();
    const seen = await play(
      {
        store,
        roles: { leaf: {}, greedy: {} },
        moves: {
          boss: [
            { call: [delegate("leaf", { limits: { calls: 4 } }), delegate("greedy")] },
            { text: "ok", repeat: true },
          ],
          leaf: [
            { call: [read()], waitMs: 20 },
            { call: [read()], waitMs: 20 },
            { text: "I had my three.", waitMs: 20 },
          ],
          greedy: [{ call: [read()], repeat: true }],
        },
      },
      { limits: { calls: 10 } },
    );
    expect(seen.all("delegate-end").find(({ role }) => role === "leaf")).toMatchObject({ outcome: "done" });
    expect(seen.end.usage.calls).toBeLessThanOrEqual(10);
  });

  it("give back what they did not use", async () => {
    const seen = await play(
      {
        roles: { leaf: {} },
        moves: {
          boss: [
            { call: [delegate("leaf", { limits: { calls: 8 } })] },
            ...[1, 2, 3, 4, 5, 6].map(() => ({ call: [read()] })),
            { text: "All used." },
          ],
          leaf: [{ text: "l" }],
        },
      },
      { limits: { calls: 11 } },
    );
    expect(seen.end).toMatchObject({ status: "ok", content: "All used." });
  });

  it("of depth and agents count what is below it", async () => {
    const self = (limits: unknown): World["moves"] => ({
      boss: [{ call: [delegate("leaf", { limits })] }, { text: "ok" }],
      leaf: [{ call: [delegate("leaf"), delegate("leaf"), delegate("leaf")] }, { text: "l" }],
    });
    const flat = await play({ roles: { leaf: {} }, moves: self({ depth: 0 }) });
    expect(flat.all("delegate-start")).toHaveLength(1);
    const two = await play({ roles: { leaf: {} }, moves: self({ agents: 2 }) });
    expect(two.all("delegate-start")).toHaveLength(3);
  });

  it("of time are its own, within those of its caller", async () => {
    const clock = fakeClock();
    const deps = world({
      clock,
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [delegate("leaf", { limits: { ms: 100 } })] }, { text: "ok" }],
        leaf: [{ hang: true }],
      },
    });
    const seen = await driven(clock, told(run({ role: "boss", task: "x", limits: { ms: 5_000 } }, deps)));
    expect(seen.all("delegate-end")).toMatchObject([{ outcome: "timeout" }]);
    expect(seen.end.status).toBe("ok");
  });

  it("are told to the model of the caller whose limit a child has used, once", async () => {
    const seen = await play(
      {
        roles: { leaf: {} },
        moves: {
          boss: [{ call: [delegate("leaf")] }, { call: [read()] }, { text: "ok" }],
          leaf: [...Array.from({ length: 7 }, () => ({ call: [read()] })), { text: "l" }],
        },
      },
      { limits: { calls: 12 } },
    );
    const last = seen.requests.filter(({ role }) => role === "boss").at(-1);
    expect(timesIn(last?.sent, NEAR)).toBe(1);
  });

  it("hold over a restart: nobody gets anew what was used", async () => {
    const store = memoryStore();
    const of: World = { ...below({ calls: 4 }), store };
    await told(run({ role: "boss", task: "x", limits: { calls: 8 } }, world(of)));
    const entries = store.lines("r1").map((line) => JSON.parse(line) as { kind: string; n: number });
    for (const { n } of entries.filter(({ kind }) => kind === "model.done" || kind === "tool.done")) {
      const left = await killedAfter(store, (entry) => entry.n === n);
      const { end } = await told(resume({ run: "r1" }, world({ ...of, store: left })));
      expect(end.usage.calls).toBeLessThanOrEqual(8);
      const done = (await logged(left, "model.done")).filter(({ run: who }) => who === "r1.1");
      expect(done.length).toBeLessThanOrEqual(4);
    }
  });
});

describe("the bill", () => {
  it("of a tree is the sum of its calls, at any depth, background and separate calls included", async () => {
    const store = memoryStore();
    const ask: ScriptedCall = { tool: "ask", input: { question: "Red or blue?" } };
    const seen = await play({
      store,
      config: { ask_policy: { direction: "auto" } },
      roles: { mid: {}, leaf: {} },
      moves: {
        boss: [
          { call: [delegate("mid"), delegate("leaf", { background: true })], usage },
          { text: "Red", usage, repeat: true },
        ],
        mid: [
          { call: [delegate("leaf")], usage },
          { text: "Blue", usage, repeat: true },
        ],
        leaf: [
          { call: [ask], usage },
          { text: "l", usage },
        ],
      },
    });
    expect(seen.end.status).toBe("ok");
    expect(seen.end.usage.calls).toBe(seen.requests.length);
    expect(seen.end.usage.inputTokens).toBe(900 * seen.requests.length);
    const subtrees = seen.all("usage").filter(({ run: who }) => who === "r1");
    expect(subtrees.at(-1)?.subtree.calls).toBeLessThanOrEqual(seen.requests.length);
  });

  it("of each limit that a run began with is in its start", async () => {
    const limits: Partial<AgentLimits> = {
      steps: 5,
      tokens: 100_000,
      cost: 2,
      ms: 10_000,
      calls: 7,
      depth: 1,
      agents: 2,
    };
    const seen = await play({ moves: { boss: [{ text: "ok" }] } }, { limits });
    expect(seen.all("run-start")).toMatchObject([{ limits }]);
  });
});
