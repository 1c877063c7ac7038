import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type Told,
  type Visited,
  type World,
  aborted,
  bash,
  delegate,
  driven,
  later,
  logged,
  read,
  told,
  world,
} from "../../tests/field/world.ts";
import { echoTool } from "../../tests/stage.ts";
import type { EngineTool } from "../ports.ts";
import { type RunRequest, run } from "../run/run.ts";
import { memoryStore } from "../store/memory-store.ts";
import { type ScriptedCall, fakeClock } from "../testing/index.ts";

const CONFIG = { tool_permission: { bash: "allow" } };
const begin = (of: World, request: Partial<RunRequest> = {}): Promise<Told> =>
  told(run({ role: "boss", task: "x", ...request }, world({ config: CONFIG, ...of })));
const safe = (tool: EngineTool): EngineTool => ({ ...tool, replay: "safe" });
const statuses = ({ all }: Told): readonly string[] => all("tool-end").map(({ status }) => status);
const outputs = ({ all }: Told): readonly string[] => all("tool-end").map(({ output }) => output);

/** A tool whose `execute` is whatever a program without types has. */
function loose(execute: (...given: readonly unknown[]) => unknown): EngineTool {
  const tool = echoTool("read", "read", "path");
  Object.assign(tool, { execute });
  return tool;
}

describe("calls of one step", () => {
  /** Tools that write down when they begin and end. */
  const noting = () => {
    const notes: string[] = [];
    const make = (name: string, category: string, argument: string): EngineTool =>
      echoTool(name, category, argument, async (input) => {
        const of = String(Object.values(z.record(z.string(), z.string()).parse(input))[0]);
        notes.push(`+${of}`);
        await later(5);
        notes.push(`-${of}`);
        return of;
      });
    return { notes, tools: { read: safe(make("read", "read", "path")), bash: make("bash", "bash", "command") } };
  };

  it("that only look run side by side, and each other one by itself, in their order", async () => {
    const { notes, tools } = noting();
    const { end } = await begin({
      tools,
      moves: { boss: [{ call: [read("a"), read("b"), bash("c"), bash("d"), read("e"), read("f")] }, { text: "ok" }] },
    });
    expect(notes.slice(0, 2)).toEqual(["+a", "+b"]);
    expect(notes.slice(2, 4).toSorted()).toEqual(["-a", "-b"]);
    expect(notes.slice(4, 8)).toEqual(["+c", "-c", "+d", "-d"]);
    expect(notes.slice(8, 10)).toEqual(["+e", "+f"]);
    expect(end.status).toBe("ok");
  });

  it("are answered to the model in the order of the calls, whichever ended first", async () => {
    const requests: Visited[] = [];
    const slowFirst = safe(
      echoTool("read", "read", "path", async (input) => {
        const { path } = z.object({ path: z.string() }).parse(input);
        await later(path === "a" ? 20 : 1);
        return `content of ${path}`;
      }),
    );
    const seen = await begin({
      tools: { read: slowFirst },
      moves: { boss: [{ call: [read("a"), read("b")] }, { text: "ok" }] },
      visit: (one) => {
        requests.push(one);
        return undefined;
      },
    });
    expect(outputs(seen)).toEqual(["content of b", "content of a"]);
    const prompt = JSON.stringify(requests[1]?.prompt);
    expect(prompt.indexOf("content of a")).toBeLessThan(prompt.indexOf("content of b"));
  });

  it("that are two hundred are all answered", async () => {
    const call = Array.from({ length: 200 }, (_, index) => read(`f${index}`));
    const seen = await begin({
      tools: { read: safe(echoTool("read", "read", "path")) },
      moves: { boss: [{ call }, { text: "ok" }] },
    });
    expect(statuses(seen)).toEqual(call.map(() => "ok"));
  });

  it("do not wait for one that has to be asked about and nobody answers, where they only look", async () => {
    const seen = await begin({
      config: {},
      operator: undefined,
      tools: { read: safe(echoTool("read", "read", "path")), bash: safe(echoTool("bash", "bash", "command")) },
      moves: { boss: [{ call: [bash("x"), read("a")] }, { text: "ok" }] },
    });
    expect(statuses(seen).toSorted()).toEqual(["denied", "ok"]);
  });

  it("with names that hurt are answered as unknown", async () => {
    const names = ["__proto__", "constructor", "toString", "", "hasOwnProperty"];
    const call = names.map((tool): ScriptedCall => ({ tool, input: {} }));
    const seen = await begin({ moves: { boss: [{ call }, { text: "ok" }] } });
    expect(statuses(seen)).toEqual(names.map(() => "error"));
    for (const output of outputs(seen)) expect(output).toContain("there is no tool");
    expect(seen.end.status).toBe("ok");
  });
});

describe("ids of calls", () => {
  it("that a server counts anew in each answer are told apart", async () => {
    const requests: Visited[] = [];
    const store = memoryStore();
    const deps = world({
      store,
      moves: { boss: [{ call: [read("a")] }, { call: [read("b")] }, { call: [read("c")] }, { text: "ok" }] },
      visit: (one) => {
        requests.push(one);
        return undefined;
      },
    });
    const { models } = deps;
    // Each request finds the model at its first step, so every answer has the id call-1-1.
    const stuttering: typeof models = {
      ...models,
      resolve(ref, use) {
        const found = models.resolve(ref, use);
        if (!found.ok || typeof found.model === "string" || found.model.specificationVersion !== "v4") return found;
        const { model } = found;
        return {
          ...found,
          model: {
            ...model,
            specificationVersion: "v4",
            provider: model.provider,
            modelId: model.modelId,
            supportedUrls: {},
            doStream: async (options) => {
              const { stream } = await model.doStream(options);
              const anew = new TransformStream({
                transform: (part, out) => {
                  const id = JSON.parse(JSON.stringify(part).replaceAll(/call-\d+-1/g, "call-1-1"));
                  out.enqueue(id);
                },
              });
              return { stream: stream.pipeThrough(anew) };
            },
            doGenerate: (options) => model.doGenerate(options),
          },
        };
      },
    };
    const seen = await told(run({ role: "boss", task: "x" }, { ...deps, models: stuttering }));
    const ids = seen.all("tool-start").map(({ call }) => call);
    expect(new Set(ids).size).toBe(3);
    expect(outputs(seen)).toEqual(["read: a", "read: b", "read: c"]);
  });
});

describe("a tool that throws", () => {
  const hostile: readonly (readonly [string, unknown])[] = [
    ["undefined", undefined],
    ["null", null],
    ["a number", 7],
    ["a text", "boom"],
    ["an empty text", ""],
    ["an empty error", new Error("")],
    ["a symbol", Symbol("boom")],
    ["a function", () => "boom"],
    ["an object", { message: 7, toString: null }],
    ["an object without a prototype", Object.create(null)],
    [
      "an object whose texts throw",
      {
        get message(): string {
          throw new Error("inner");
        },
        toString() {
          throw new Error("inner");
        },
      },
    ],
    [
      "an error whose message throws",
      Object.defineProperty(new Error("x"), "message", {
        get() {
          throw new Error("inner");
        },
      }),
    ],
    [
      "a proxy that throws at everything",
      new Proxy(
        {},
        {
          get() {
            throw new Error("inner");
          },
          getPrototypeOf() {
            throw new Error("inner");
          },
        },
      ),
    ],
  ];
  const places = ["execute", "execute at once", "request"] as const;
  const cases = hostile.flatMap(([name, what]) => places.map((place) => [name, place, what] as const));

  it.each(cases)(
    "%s in %s: the call is answered with an error, and so is the one beside it",
    async (_, place, what) => {
      const tool = loose(() => {
        if (place === "execute at once") throw what;
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- whatever there is
        return Promise.reject(what);
      });
      if (place === "request") {
        Object.assign(tool, {
          request: () => {
            throw what;
          },
        });
      }
      const seen = await begin({
        tools: { read: tool, bash: echoTool("bash", "bash", "command") },
        moves: { boss: [{ call: [read(), bash("x")] }, { text: "ok" }] },
      });
      expect(statuses(seen)).toEqual(["error", "ok"]);
      expect(seen.end.status).toBe("ok");
    },
  );

  it.each(cases.filter(([, place]) => place === "execute"))(
    "%s after it was given up harms nobody",
    async (_, __, what) => {
      const clock = fakeClock();
      const store = memoryStore();
      const tool = loose(async () => {
        await clock.sleep(5_000, new AbortController().signal);
        throw what;
      });
      const stop = new AbortController();
      const running = begin(
        {
          clock,
          store,
          tools: { read: tool },
          roles: { leaf: { limits: { ms: 100 } } },
          moves: { boss: [{ call: [delegate("leaf")] }, { text: "ok", waitMs: 20_000 }], leaf: [{ call: [read()] }] },
          idleTimeoutMs: 60_000,
        },
        { signal: stop.signal },
      );
      const { end, all } = await driven(clock, running, 100);
      expect(all("delegate-end")).toMatchObject([{ outcome: "timeout" }]);
      expect(end.status).toBe("ok");
      expect(await logged(store, "tool.late")).toHaveLength(1);
    },
  );
});

describe("a tool that gives", () => {
  it.each([[undefined], [null], [7], [true], [{ a: 1 }], [["a"]], [Symbol("x")], [12n]])(
    "%s instead of a text has an answer that can be read, and is not said to have been stopped",
    async (value) => {
      const seen = await begin({
        tools: { read: loose(async () => value), bash: echoTool("bash", "bash", "command") },
        moves: { boss: [{ call: [read(), bash("x")] }, { text: "ok" }] },
      });
      const [first] = seen.all("tool-end");
      expect(typeof first?.output).toBe("string");
      expect(["ok", "error"]).toContain(first?.status);
      expect(first?.output).not.toContain("cancelled");
      expect(seen.end.status).toBe("ok");
    },
  );

  it("a text at once and no promise is taken at its word", async () => {
    const seen = await begin({
      tools: { read: loose(() => "at once") },
      moves: { boss: [{ call: [read()] }, { text: "ok" }] },
    });
    expect(outputs(seen)).toEqual(["at once"]);
  });

  it("an empty text is fine", async () => {
    const seen = await begin({
      tools: { read: loose(async () => "") },
      moves: { boss: [{ call: [read()] }, { text: "ok" }] },
    });
    expect(seen.all("tool-end")).toMatchObject([{ status: "ok", output: "" }]);
  });

  it("half a character, or a NUL, keeps a log that can be read", async () => {
    const store = memoryStore();
    const seen = await begin({
      store,
      tools: { read: loose(async () => "a\ud83d\u0000\u2028\n\r") },
      moves: { boss: [{ call: [read()] }, { text: "ok" }] },
    });
    expect(seen.end.status).toBe("ok");
    expect(await logged(store, "tool.done")).toMatchObject([{ output: "a\ud83d\u0000\u2028\n\r" }]);
  });
});

describe("a tool that does not stop", () => {
  it("is given up after the grace: the model reads that, its late result is logged, and nobody else reads it", async () => {
    const clock = fakeClock();
    const store = memoryStore();
    const requests: Visited[] = [];
    const tool = echoTool("read", "read", "path", async () => {
      await clock.sleep(5_000, new AbortController().signal);
      return "LATEWORD";
    });
    const running = begin({
      clock,
      store,
      tools: { read: tool },
      roles: { leaf: { limits: { ms: 100 } } },
      moves: { boss: [{ call: [delegate("leaf")] }, { text: "ok", waitMs: 20_000 }], leaf: [{ call: [read()] }] },
      visit: (one) => {
        requests.push(one);
        return undefined;
      },
    });
    const seen = await driven(clock, running, 100);
    const [given] = seen.all("tool-end");
    expect(given).toMatchObject({ tool: "read", status: "cancelled" });
    expect(given?.output).toContain("Whether it took effect is unknown");
    expect(await logged(store, "tool.late")).toMatchObject([{ run: "r1.1", output: "LATEWORD" }]);
    expect(JSON.stringify(seen.events)).not.toContain("LATEWORD");
    expect(JSON.stringify(requests.map(({ prompt }) => prompt))).not.toContain("LATEWORD");
    expect(seen.end.status).toBe("ok");
  });

  it("but ends within the grace gives its result, and the run still ends as stopped", async () => {
    const clock = fakeClock();
    const tool = echoTool("read", "read", "path", async (_, { abortSignal }) => {
      await aborted(abortSignal);
      await clock.sleep(1_000, new AbortController().signal);
      return "IN TIME";
    });
    const running = begin(
      { clock, tools: { read: tool }, moves: { boss: [{ call: [read()] }, { text: "never" }] } },
      { limits: { ms: 100 } },
    );
    const seen = await driven(clock, running, 100);
    expect(outputs(seen)).toEqual(["IN TIME"]);
    expect(seen.end).toMatchObject({ outcome: "timeout" });
  });

  it("and comes after the end of the whole run leaves no trace and no fault", async () => {
    const clock = fakeClock();
    const store = memoryStore();
    const tool = echoTool("read", "read", "path", async () => {
      await clock.sleep(60_000, new AbortController().signal);
      throw new Error("late");
    });
    const running = begin(
      { clock, store, tools: { read: tool }, moves: { boss: [{ call: [read()] }] } },
      { limits: { ms: 100 } },
    );
    await driven(clock, running, 100);
    const before = store.lines("r1");
    await clock.advance(120_000);
    expect(store.lines("r1")).toEqual(before);
    expect(JSON.parse(before.at(-1) ?? "{}")).toMatchObject({ kind: "run.ended" });
  });
});

describe("what a model passes to a tool", () => {
  it.each([
    {},
    { path: 7 },
    { path: null },
    { path: ["a"] },
    JSON.parse('{"__proto__": {"path": "a"}}'),
    { constructor: "a" },
  ])("%j is answered with what does not fit, and nothing is carried out", async (input) => {
    let ran = 0;
    const tool = echoTool("read", "read", "path", async () => {
      ran += 1;
      return "x";
    });
    const seen = await begin({
      tools: { read: tool },
      moves: { boss: [{ call: [{ tool: "read", input }] }, { text: "ok" }] },
    });
    expect(statuses(seen)).toEqual(["error"]);
    expect(ran).toBe(0);
  });
});
