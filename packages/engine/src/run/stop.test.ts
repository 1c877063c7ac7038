import { describe, expect, it } from "vitest";
import { memoryStore } from "../store/memory-store.ts";
import type { RunStore } from "../store/run-store.ts";
import { echoTool, play, start } from "../../tests/stage.ts";

const delegate = (role: string) => ({ call: [{ tool: "delegate", input: { role, task: "Do this" } }] });

describe("stopping", () => {
  it("a time limit ends a run whose model hangs, and says so", async () => {
    const { end } = await play({ request: { limits: { ms: 30 } }, moves: { boss: [{ hang: true }] } });
    expect(end).toMatchObject({
      status: "limit",
      exitCode: 6,
      outcome: "timeout",
      error: { code: "POLYGLAV_TIMEOUT" },
    });
  });

  it("the time limit of a role ends that run only", async () => {
    const { all, end } = await play({
      roles: { slow: { limits: { ms: 30 } } },
      moves: { boss: [delegate("slow"), { text: "ok" }], slow: [{ hang: true }] },
    });
    expect(all("delegate-end")).toMatchObject([{ outcome: "timeout" }]);
    expect(end.status).toBe("ok");
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("%s goes down the whole tree and gives exit code %i", async (reason, exitCode) => {
    const controller = new AbortController();
    const seen: boolean[] = [];
    const read = echoTool("read", "read", "path", async (_, { abortSignal }) => {
      setTimeout(() => {
        controller.abort(reason);
      }, 5);
      await new Promise<void>((resolve) => {
        abortSignal.addEventListener("abort", () => {
          seen.push(abortSignal.aborted);
          resolve();
        });
      });
      return "late";
    });
    const { all, end } = await play({
      tools: { read },
      request: { signal: controller.signal },
      moves: {
        boss: [delegate("leader")],
        leader: [delegate("planner")],
        planner: [{ call: [{ tool: "read", input: { path: "a" } }] }],
      },
    });
    expect(seen).toEqual([true]);
    expect(all("delegate-end").map((event) => event.outcome)).toEqual(["cancelled", "cancelled"]);
    expect(end).toMatchObject({ status: "cancelled", exitCode });
  });

  it("a signal that was aborted before gives one run-end and no model call", async () => {
    const { end, log } = await play({ request: { signal: AbortSignal.abort() }, moves: { boss: [{ text: "no" }] } });
    expect(end.status).toBe("cancelled");
    expect(log.map((entry) => entry.kind)).not.toContain("model.requested");
  });

  it("leaving the loop early stops the model", async () => {
    let aborted = false;
    const read = echoTool("read", "read", "path", async (_, { abortSignal }) => {
      await new Promise<void>((resolve) => {
        abortSignal.addEventListener("abort", () => {
          aborted = true;
          resolve();
        });
      });
      return "";
    });
    for await (const event of start({
      tools: { read },
      moves: { boss: [{ call: [{ tool: "read", input: { path: "a" } }] }] },
    })) {
      if (event.type === "permission") break;
    }
    expect(aborted).toBe(true);
  });

  it("a tool that does not listen is given up after a grace, and the run ends", async () => {
    const read = echoTool("read", "read", "path", () => new Promise(() => undefined));
    const clock = {
      now: () => 0,
      sleep: (ms: number, signal: AbortSignal) =>
        ms === 50 || ms === 2_000
          ? Promise.resolve()
          : new Promise<void>((resolve) => {
              signal.addEventListener("abort", () => {
                resolve();
              });
            }),
    };
    const controller = new AbortController();
    const ending = play({
      tools: { read },
      clock,
      request: { signal: controller.signal },
      moves: { boss: [{ call: [{ tool: "read", input: { path: "a" } }] }] },
    });
    setTimeout(() => {
      controller.abort();
    }, 10);
    const { end, all } = await ending;
    expect(all("tool-end")).toMatchObject([{ status: "cancelled" }]);
    expect(end.status).toBe("cancelled");
  });

  it("a log that fails in the middle ends the run with an error, and its watchers still see the end", async () => {
    let lines = 0;
    const kept = memoryStore();
    const store: RunStore = {
      ...kept,
      create: (id) => ({
        ...kept.create(id),
        append() {
          lines += 1;
          if (lines > 4) throw new Error("no space left");
        },
      }),
    };
    const { end } = await play({
      store,
      moves: { boss: [{ call: [{ tool: "read", input: { path: "a" } }] }, { text: "ok" }] },
    });
    expect(end).toMatchObject({
      status: "error",
      exitCode: 1,
      error: { code: "POLYGLAV_LOG", message: expect.stringContaining("no space left") },
    });
  });
});

describe("what was said before the end", () => {
  it("is kept when the answer hangs in the middle, and the broken answer is billed as unknown", async () => {
    const { end } = await play({
      request: { limits: { ms: 60 } },
      moves: { boss: [{ chunkThenSilence: "Half an ans" }] },
    });
    expect(end).toMatchObject({ outcome: "timeout", content: "Half an ans", usage: { calls: 0, unknown: 1 } });
  });

  it("costs nothing that nobody began", async () => {
    const { end } = await play({ request: { limits: { ms: 30 } }, moves: { boss: [{ hang: true }] } });
    expect(end.usage).toMatchObject({ calls: 0, unknown: 0 });
  });
});

describe("model faults", () => {
  let skipped = 0;
  /** Waits that are not long take no time, and the clock knows of them. */
  const quick = {
    now: () => Date.now() + skipped,
    sleep: async (ms: number, signal: AbortSignal) => {
      if (ms <= 5_000) skipped += ms;
      else
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => {
            resolve();
          });
        });
    },
  };

  it("are tried again with a retry event each, then end the run", async () => {
    const { all, end } = await play({
      clock: quick,
      moves: { boss: [{ throw: { status: 500, message: "oops" }, repeat: true }] },
    });
    expect(all("retry").map((event) => event.attempt)).toEqual([1, 2]);
    expect(end).toMatchObject({
      status: "error",
      exitCode: 1,
      error: { message: expect.stringContaining("after 3 attempts") },
    });
  });

  it("are forgotten when the next attempt works, and the wait is the one asked for", async () => {
    const { all, end } = await play({
      clock: quick,
      moves: { boss: [{ throw: { status: 429, retryAfterMs: 1_500, message: "slow down" } }, { text: "ok" }] },
    });
    expect(all("retry")).toMatchObject([{ waitMs: 1_500 }]);
    expect(end.status).toBe("ok");
  });

  it("a refused key ends the run as not ready", async () => {
    const { end, all } = await play({ moves: { boss: [{ throw: { status: 401, message: "bad key" } }] } });
    expect(all("retry")).toEqual([]);
    expect(end).toMatchObject({ exitCode: 4, error: { code: "POLYGLAV_KEY_REJECTED" } });
  });

  it.each([{ hang: true } as const, { chunkThenSilence: "Well" } as const])("silence is a fault: %j", async (move) => {
    const { end, all } = await play({
      idleTimeoutMs: 30,
      retries: 1,
      clock: {
        ...quick,
        sleep: (ms, signal) =>
          (ms > 30 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms, signal))).then(
            () => undefined,
          ),
      },
      moves: { boss: [{ ...move, repeat: true }] },
    });
    expect(all("retry")).toHaveLength(1);
    expect(end).toMatchObject({ exitCode: 1, error: { code: "POLYGLAV_MODEL_IDLE" } });
  });
});
