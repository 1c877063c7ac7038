import { describe, expect, it } from "vitest";
import { cancelRun } from "../../src/run/cancel-run.ts";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { echoTool } from "../stage.ts";
import { aborted, delegate, read, told, world } from "./world.ts";

describe("C7: an interrupt while one child is waited for and one runs in the background", () => {
  const interrupted = async (scope: "all" | "turn") => {
    const store = memoryStore();
    let free: () => void = () => undefined;
    const isFree = new Promise<void>((resolve) => {
      free = resolve;
    });
    let working = 0;
    const tool = echoTool("read", "read", "path", async (_, { abortSignal }) => {
      working += 1;
      if (working === 2) expect(await cancelRun({ run: "r1", scope }, { store })).toBe("posted");
      await Promise.race([aborted(abortSignal), isFree]);
      return "x";
    });
    const reading = { call: [read()] };
    const deps = world({
      store,
      tools: { read: tool },
      roles: { front: {}, back: {} },
      moves: {
        boss: [
          { call: [delegate("back", { background: true }), delegate("front")] },
          { text: "Stopped what I waited for.", repeat: true },
        ],
        front: [reading, { text: "never" }],
        back: [reading, { text: "Done behind." }],
      },
    });
    const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps), (event) => {
      if (event.type === "delegate-end" && event.role === "front") free();
    });
    const outcomes = Object.fromEntries(all("delegate-end").map(({ role, outcome }) => [role, outcome]));
    return { outcomes, status: end.status };
  };

  it("stops both when it is for everything", async () => {
    expect(await interrupted("all")).toEqual({
      outcomes: { front: "cancelled", back: "cancelled" },
      status: "cancelled",
    });
  });

  it("leaves the one in the background alone when it is for the turn", async () => {
    expect(await interrupted("turn")).toEqual({ outcomes: { front: "cancelled", back: "done" }, status: "ok" });
  });
});
