import { describe, expect, it } from "vitest";
import { fold } from "../../src/log/fold.ts";
import type { LogEntry } from "../../src/log/log-entry.ts";
import { answerAsk } from "../../src/run/answer-ask.ts";
import type { EngineDeps } from "../../src/run/engine-deps.ts";
import { openAsks, readRunLog } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import type { MemoryStore } from "../../src/store/memory-store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { killPoints } from "../../src/testing/index.ts";
import {
  type Told,
  type World,
  bash,
  delegate,
  killedAfter,
  later,
  logged,
  read,
  told,
  world,
} from "../field/world.ts";
import { echoTool } from "../stage.ts";

const ask = (target: "human" | "caller") => ({ tool: "ask", input: { question: "Which?", target } });
const go = (deps: EngineDeps): Promise<Told> => told(run({ role: "boss", task: "Go", onAsk: "park" }, deps));
const goOn = (deps: EngineDeps, store: MemoryStore): Promise<Told> => told(resume({ run: "r1" }, { ...deps, store }));

/** A world, and the store of a process that was killed in it after a certain entry. */
async function killedIn(
  of: World,
  isLast: (entry: LogEntry) => boolean,
  order: Partial<Parameters<typeof run>[0]> = {},
): Promise<{ readonly deps: EngineDeps; readonly left: MemoryStore }> {
  const store = memoryStore();
  const deps = world({ ...of, store });
  await told(run({ role: "boss", task: "Go", ...order }, deps));
  return { deps, left: await killedAfter(store, isLast) };
}

/** Whether something comes within a second; what hangs never does. */
const inTime = <T>(promise: Promise<T>): Promise<T | "it hangs"> =>
  Promise.race([promise, later(1_000).then(() => "it hangs" as const)]);

/** Those who delegate are asked before the operator. */
const config = { ask_policy: { direction: "auto" } };

const isKind =
  (kind: LogEntry["kind"], nth = 1): ((entry: LogEntry) => boolean) =>
  (entry) =>
    entry.kind === kind && (nth -= 1) === 0;

describe("a run that was killed and is gone on with", () => {
  it("goes on from its start; before that there is nothing to go on with, and that is said", async () => {
    const deps = world({ moves: { boss: [{ text: "Hello." }] } });
    const { points } = await killPoints({
      start: async (store) => (await go({ ...deps, store })).end,
      resume: async (store) => (await goOn(deps, store)).end,
    });
    const start = points.findIndex(({ kind }) => kind === "run.started");
    for (const [at, { after, outcome }] of points.entries()) {
      if (at >= start) expect(outcome.content, `after ${after}`).toBe("Hello.");
      else expect(outcome).toMatchObject({ status: "error", exitCode: 2, outcome: "refused" });
    }
  });

  it("goes on with a child also when it was the last one that the limit of agents allows", async () => {
    const moves = { boss: [{ call: [delegate("planner")] }, { text: "End." }], planner: [{ text: "The plan." }] };
    const { deps, left } = await killedIn({ moves }, isKind("child.started"), { limits: { agents: 1 } });
    const { all } = await goOn(deps, left);
    expect(all("tool-end")).toMatchObject([{ tool: "delegate", status: "ok", output: "The plan." }]);
    expect(await logged(left, "child.done")).toHaveLength(1);
  });

  it("tells its models how many requests it has made, failed ones and answers to others included", async () => {
    let requests: number | undefined;
    const moves = {
      boss: [
        { throw: { status: 500, message: "busy", retryAfterMs: 0 } },
        { call: [delegate("planner")] },
        { text: "Blue." },
        { text: "End." },
      ],
      planner: [{ call: [ask("caller")] }, { text: "Painted." }],
    };
    const { deps, left } = await killedIn({ moves, config, random: () => 0 }, isKind("tool.done", 2));
    const { models } = deps;
    const watched = {
      resolve: (...[ref, use]: Parameters<typeof models.resolve>) => {
        if (use.role === "boss") ({ requests } = use);
        return models.resolve(ref, use);
      },
    };
    const { end } = await goOn({ ...deps, models: watched }, left);
    expect(requests).toBe(3);
    expect(end.content).toBe("End.");
  });

  it("asks the caller again when the process died before its answer was there", async () => {
    const moves = {
      boss: [{ call: [delegate("planner")] }, { text: "Blue." }, { text: "Blue." }],
      planner: [{ call: [ask("caller")] }, { text: "Painted." }],
    };
    for (const kind of ["ask.raised", "consult.requested"] as const) {
      const { deps, left } = await killedIn({ moves, config, operator: undefined }, isKind(kind));
      const { all } = await goOn(deps, left);
      expect(
        all("tool-end").find(({ tool }) => tool === "ask"),
        kind,
      ).toMatchObject({ status: "ok", output: "Blue." });
    }
  });

  it("takes the answer of the caller that was there when the process died, and pays for it once", async () => {
    const moves = {
      boss: [{ call: [delegate("planner")] }, { text: "Blue." }, { text: "End." }],
      planner: [{ call: [ask("caller")] }, { text: "Painted." }],
    };
    const { deps, left } = await killedIn({ moves, config, operator: undefined }, isKind("consult.done"));
    const { all } = await goOn(deps, left);
    expect(all("tool-end").find(({ tool }) => tool === "ask")).toMatchObject({ status: "ok", output: "Blue." });
    expect(await logged(left, "consult.done")).toHaveLength(1);
  });

  it("stays cancelled when it was cancelled before", async () => {
    const stopper = new AbortController();
    const tools = {
      bash: echoTool("bash", "bash", "command", async () => {
        stopper.abort();
        return "ran";
      }),
    };
    const moves = { boss: [{ call: [bash()] }, { text: "End." }] };
    const { deps, left } = await killedIn({ moves, tools }, isKind("run.cancelled"), { signal: stopper.signal });
    const { end } = await goOn(deps, left);
    expect(end).toMatchObject({ status: "cancelled", exitCode: 130 });
  });

  describe("with a child in the background", () => {
    const of: World = {
      roles: { slow: { model: "fake/slow" } },
      moves: {
        boss: [{ call: [delegate("slow", { background: true })] }, { text: "I wait." }, { text: "End." }],
        slow: [{ text: "Done.", waitMs: 10 }],
      },
    };

    it("waits for it also when its model has to be approved first", async () => {
      const { deps, left } = await killedIn(of, isKind("model.done", 2));
      const approveModel = async (): Promise<boolean> => {
        await later(5);
        return true;
      };
      const after = await inTime(goOn({ ...deps, approveModel }, left));
      expect(after === "it hangs" ? after : after.end.content).toBe("End.");
    });

    it("ends when that cannot be gone on with, whatever throws", async () => {
      const { deps, left } = await killedIn(of, isKind("model.done", 2));
      const models = {
        resolve: (...[ref, use]: Parameters<typeof deps.models.resolve>) => {
          if (use.role === "slow") throw new Error("there is no such model any more");
          return deps.models.resolve(ref, use);
        },
      };
      const after = await inTime(goOn({ ...deps, models }, left));
      expect(after === "it hangs" ? after : after.end.type).toBe("run-end");
      expect(await logged(left, "child.done")).toHaveLength(1);
    });
  });

  it("ends a child that cannot be gone on with, whatever throws", async () => {
    const moves = { boss: [{ call: [delegate("slow")] }, { text: "End." }], slow: [{ text: "Done." }] };
    const { deps, left } = await killedIn({ moves, roles: { slow: {} } }, isKind("child.started"));
    const models = {
      resolve: (...[ref, use]: Parameters<typeof deps.models.resolve>) => {
        if (use.role === "slow") throw new Error("there is no such model any more");
        return deps.models.resolve(ref, use);
      },
    };
    await goOn({ ...deps, models }, left);
    expect(await logged(left, "child.done")).toHaveLength(1);
  });

  it("keeps what was said about asks when it went on, also when it goes on again", async () => {
    const moves = { boss: [{ call: [ask("human")] }, { text: "End." }] };
    const store = memoryStore();
    const deps = world({ moves, store, operator: undefined });
    await go(deps);
    const { end } = await told(resume({ run: "r1", onAsk: "deny" }, deps));
    expect(end.status).toBe("ok");
    expect(fold((await readRunLog(store, "r1")) ?? []).order.onAsk).toBe("deny");
  });

  it("finds its long results again", async () => {
    const tools = { read: echoTool("read", "read", "path", async () => "long ".repeat(20_000)) };
    const moves = {
      boss: [{ call: [read()] }, { call: [{ tool: "artifact", input: { name: "artifact-1" } }] }, { text: "End." }],
    };
    const deps = world({ moves, tools });
    const { points } = await killPoints({
      start: async (store) => (await go({ ...deps, store })).all("tool-end").at(-1)?.status,
      resume: async (store) => {
        await goOn(deps, store);
        return (await logged(store, "tool.done")).at(-1)?.status;
      },
    });
    // One that was cut in the middle of the call has no result to find.
    const lost = points
      .slice(points.findIndex(({ kind }) => kind === "run.started"))
      .filter(({ outcome, kind }) => outcome !== "ok" && kind !== "tool.intended");
    expect(lost.map(({ after, kind }) => `${after} ${kind}`)).toEqual([]);
  });
});

describe("a run that waits for answers", () => {
  it("waits only when nobody can move, and not when a child in the background has just ended", async () => {
    const moves = {
      boss: [
        { call: [delegate("asker", { background: true }), delegate("slow", { background: true })] },
        { text: "I wait." },
        { text: "One is there." },
        { text: "End." },
      ],
      asker: [{ call: [ask("human")] }, { text: "Asked." }],
      slow: [{ text: "Done.", waitMs: 20 }],
    };
    const store = memoryStore();
    const { end } = await go(world({ moves, store, operator: undefined, roles: { asker: {}, slow: {} } }));
    expect(end.status).toBe("waiting");
    const told = await logged(store, "message.added");
    expect(told.map(({ about }) => about)).toEqual([{ kind: "child", child: "r1.2" }]);
  });

  it("takes also an empty answer for one, and does not ask again", async () => {
    const moves = { boss: [{ call: [ask("human")] }, { text: "End." }] };
    const store = memoryStore();
    const deps = world({ moves, store, operator: undefined });
    await go(deps);
    const [open] = await openAsks(store);
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "text", text: "" } }, { store });
    const { end } = await goOn(deps, store);
    expect(end.status).toBe("ok");
    expect(await logged(store, "ask.raised")).toHaveLength(1);
  });
});
