import { describe, expect, it } from "vitest";
import { systemClock } from "./clock.ts";

describe("systemClock", () => {
  it("wakes up early when the signal aborts, and at once when it has", async () => {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 5);
    await systemClock.sleep(60_000, controller.signal);
    await systemClock.sleep(60_000, AbortSignal.abort());
    expect(controller.signal.aborted).toBe(true);
  });

  it("waits longer than a timer can, and does not return at once", async () => {
    const controller = new AbortController();
    let woke = false;
    const long = systemClock.sleep(2 ** 40, controller.signal).then(() => {
      woke = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(woke).toBe(false);
    controller.abort();
    await long;
  });
});
