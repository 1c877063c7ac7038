/** One scenario in a process of its own: `node --expose-gc soak.fixture.ts <order>`. It prints what it has measured. */
import { createCatalog } from "@polyglav/catalog";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { z } from "zod";
import { fileStore } from "../../src/file/file-store.ts";
import type { EngineTool, ModelPort } from "../../src/ports.ts";
import { answerAsk } from "../../src/run/answer-ask.ts";
import type { EngineDeps } from "../../src/run/engine-deps.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { type ScriptedCall, scriptedModels } from "../../src/testing/index.ts";
import type { Figures, Order } from "./soak.ts";

const order = JSON.parse(process.argv[2] ?? "") as Order;
const { gc } = globalThis;

const MANY = { steps: 1_000_000, agents: 1_000_000, depth: 3 };
const delegation: ScriptedCall = { tool: "delegate", input: { role: "leaf", task: "Do this" } };

/** A boss that delegates so often, so many at once, and leaves that look at something and answer. */
function world(steps: number, atOnce: number, more: Partial<EngineDeps> = {}): EngineDeps {
  const what = z.object({ what: z.string() });
  const tool = (name: string, category: string): EngineTool => ({
    ...{ description: name, category, inputSchema: what, replay: "safe" },
    request: (input) => ({ tool: name, actions: [{ category, resource: [what.parse(input).what] }] }),
    execute: async () => "seen",
  });
  const call = { tool: order.what === "asks" ? "touch" : "look", input: { what: "it" } };
  return {
    catalog: createCatalog({
      trusted: true,
      roles: {
        local: {
          boss: { system_prompt: "You are the boss.", limits: MANY },
          leaf: { system_prompt: "You are a leaf." },
        },
      },
      config: { local: { value: { tool_permission: { "*": "allow", bash: "ask" } } } },
    }),
    models: scriptedModels({
      roles: {
        boss: [
          ...Array.from({ length: steps }, () => ({ call: Array.from({ length: atOnce }, () => delegation) })),
          { text: "All done." },
        ],
        leaf: [{ call: [call] }, { text: "Done." }],
      },
    }),
    tools: { look: tool("look", "read"), touch: tool("touch", "bash") },
    operator: undefined,
    ...more,
  };
}

async function play(deps: EngineDeps, id?: string): Promise<string> {
  const request = { role: "boss", task: "Go", stream: false, onAsk: "park" } as const;
  let last;
  let inOrder = true;
  for await (const event of id === undefined ? run(request, deps) : resume({ run: id, stream: false }, deps)) {
    inOrder &&= last === undefined || event.seq === last.seq + 1;
    last = event;
  }
  if (last?.type !== "run-end" || !inOrder) throw new Error("the run has no end, or its events have gaps");
  return last.status === "ok" ? last.content : `${last.status} ${last.error?.message ?? ""}`;
}

function heap(): number {
  gc?.();
  gc?.();
  return process.memoryUsage().heapUsed;
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Many runs, one after the other: the heap after each fifth of them. */
async function runs(count: number, each: number): Promise<Figures> {
  const store = fileStore(order.dir);
  const heaps: number[] = [];
  for (let done = 0; done < count; done += 1) {
    if (done % (count / 5) === 0 && done > 0) heaps.push(heap());
    const said = await play(world(1, each, { store }));
    if (said !== "All done.") throw new Error(said);
  }
  heaps.push(heap());
  return { heaps };
}

/** One run: the heap at five points of it. */
async function oneRun(count: number, atOnce: number): Promise<Figures> {
  const heaps: number[] = [];
  let leaves = 0;
  const deps = world(count / atOnce, atOnce, { store: fileStore(order.dir) });
  const { models } = deps;
  const watched: ModelPort = {
    resolve(ref, use) {
      if (use.role === "leaf") leaves += 1;
      if (use.role === "leaf" && leaves % (count / 5) === 0) heaps.push(heap());
      return models.resolve(ref, use);
    },
  };
  const said = await play({ ...deps, models: watched });
  if (said !== "All done.") throw new Error(said);
  return { heaps, delegations: leaves };
}

/** So many children in one step. */
async function atOnce(count: number): Promise<Figures> {
  let answered = 0;
  const events = run({ role: "boss", task: "Go", stream: false }, world(1, count, { store: fileStore(order.dir) }));
  let said = "";
  for await (const event of events) {
    if (event.type === "delegate-end" && event.outcome === "done") answered += 1;
    if (event.type === "run-end") said = event.content;
  }
  return { said, answered };
}

/** As many asks as there are children, in one process; another one answers them and goes on. */
async function asks(count: number): Promise<Figures> {
  const store = fileStore(order.dir);
  if (order.part === "begin") return { said: await play(world(1, count, { store, newRunId: () => "r1" })) };
  const open = await openAsks(store);
  // The last first: the order is free.
  for (const { ask, run: of } of open.toReversed())
    await answerAsk({ run: of, ask, answer: { say: "once" } }, { store });
  return { answered: open.length, said: await play(world(1, count, { store }), "r1") };
}

/** One delegation a step: what each costs in a short run and in a long one. */
async function sequence(short: number, long: number): Promise<Figures> {
  const once = async (count: number) => {
    let bytes = 0;
    const seen = new WeakSet<object>();
    let written = 0;
    const deps = world(count, 1, { store: counting(fileStore(order.dir), (line) => (bytes += line.length)) });
    const { models } = deps;
    const watched: ModelPort = {
      resolve: (ref, use) => {
        const found = models.resolve(ref, use);
        if (!found.ok || typeof found.model === "string" || found.model.specificationVersion !== "v4") return found;
        return {
          ...found,
          model: watching(found.model, ({ prompt }) => {
            for (const message of prompt) {
              if (message.role !== "system" && !seen.has(message)) written += 1;
              seen.add(message);
            }
          }),
        };
      },
    };
    const began = cpu();
    const said = await play(order.timed === true ? deps : { ...deps, models: watched });
    if (said !== "All done.") throw new Error(said);
    return { bytes: bytes / count, written: written / count, ms: (cpu() - began) / count };
  };
  await once(short);
  const least = { short: await once(short), long: await once(long) };
  for (let round = 0; order.timed === true && round < 3; round += 1) {
    for (const [which, count] of [
      ["short", short],
      ["long", long],
    ] as const) {
      // A short run is over before the machine is warm: as many of them as one long one has.
      for (let again = 0; again < long / count; again += 1) {
        const found = await once(count);
        if (found.ms < least[which].ms) least[which] = found;
      }
    }
  }
  return { ...least };
}

function counting(store: RunStore, see: (line: string) => void): RunStore {
  return {
    ...store,
    create: async (id) => {
      const log = await store.create(id);
      return {
        ...log,
        append(line) {
          see(line);
          log.append(line);
        },
      };
    },
  };
}

const watching = (model: LanguageModelV4, see: (options: LanguageModelV4CallOptions) => void): LanguageModelV4 => ({
  ...model,
  doGenerate: (options) => {
    see(options);
    return model.doGenerate(options);
  },
});

async function measured(): Promise<Figures> {
  const [first, second = 1] = order.sizes;
  switch (order.what) {
    case "runs":
      return runs(first, second);
    case "one-run":
      return oneRun(first, second);
    case "at-once":
      return atOnce(first);
    case "asks":
      return asks(first);
    case "sequence":
      return sequence(first, second);
  }
}

const began = performance.now();
const figures = await measured();
process.stdout.write(
  JSON.stringify({ ...figures, ms: Math.round(performance.now() - began), cpuMs: Math.round(cpu()) }),
);
