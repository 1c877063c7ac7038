import { expect, it } from "vitest";
import { memoryStore } from "../../src/store/memory-store.ts";
import { run } from "../../src/run/run.ts";
import { fakeClock } from "../../src/testing/index.ts";
import { echoTool } from "../stage.ts";
import { between, delegate, driven, logged, read, told, world } from "./world.ts";

/** A time limit of 500 ms, and two seconds in which calls may come to an end. */
const LATEST_MS = 2_500;

it("H4: a tool that ignores its stop is given up, and the run ends with a failure instead of living on", async () => {
  const clock = fakeClock();
  const store = memoryStore();
  const deaf = echoTool("read", "read", "path", () => new Promise<string>(() => undefined));
  const deps = world({
    clock,
    store,
    tools: { read: deaf },
    moves: {
      boss: [{ call: [delegate("good"), delegate("bad"), delegate("good")] }, { text: "ok" }],
      good: [{ text: "Done." }],
      bad: [{ call: [read()] }, { text: "never" }],
    },
    roles: { good: {}, bad: {} },
  });
  const { all, end, events } = await driven(
    clock,
    told(run({ role: "boss", task: "Do it", limits: { ms: 500 } }, deps)),
    50,
  );
  expect(end).toMatchObject({ status: "limit", exitCode: 6, outcome: "timeout" });
  expect(between(events[0], end)).toBeLessThanOrEqual(LATEST_MS);
  expect(all("delegate-end").map(({ role, outcome }) => `${role} ${outcome}`)).toEqual([
    "good done",
    "good done",
    "bad timeout",
  ]);
  // Whoever reads the log can tell a call that was given up from one that came to an end when it was told to.
  const [givenUp] = (await logged(store, "tool.done")).filter(({ tool }) => tool === "read");
  expect(givenUp).toMatchObject({ status: "cancelled", output: expect.stringMatching(/abandoned|given up/) });
});
