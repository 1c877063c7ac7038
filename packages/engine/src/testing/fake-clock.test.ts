import { describe, expect, it } from "vitest";
import { fakeClock } from "./fake-clock.ts";

const never = new AbortController().signal;

describe("fakeClock()", () => {
  it("stands still by itself", async () => {
    const clock = fakeClock(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.now()).toBe(1_000);
    expect(new Date(fakeClock().now()).toISOString()).toBe("2026-01-01T00:00:00.000Z");
  });

  it("wakes sleepers in the order of their time, each at its own", async () => {
    const clock = fakeClock(0);
    const woken: string[] = [];
    const sleep = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms, never);
      woken.push(`${name} at ${clock.now()}`);
    };
    void sleep("late", 30);
    void sleep("first", 10);
    void sleep("second", 10);
    void sleep("beyond", 31);
    await clock.advance(30);
    expect(woken).toEqual(["first at 10", "second at 10", "late at 30"]);
    expect(clock.now()).toBe(30);
    expect(clock.sleepers()).toBe(1);
  });

  it("wakes those who fall asleep on the way", async () => {
    const clock = fakeClock(0);
    const ticks: number[] = [];
    void (async () => {
      for (let tick = 0; tick < 3; tick += 1) {
        await clock.sleep(10, never);
        ticks.push(clock.now());
      }
    })();
    await clock.advance(25);
    expect(ticks).toEqual([10, 20]);
    await clock.advance(5);
    expect(ticks).toEqual([10, 20, 30]);
  });

  it("wakes at once when the signal aborts, or has aborted, or there is nothing to wait for", async () => {
    const clock = fakeClock(0);
    const stop = new AbortController();
    const asleep = clock.sleep(10, stop.signal);
    stop.abort();
    await asleep;
    await clock.sleep(10, stop.signal);
    await clock.sleep(0, never);
    expect(clock.sleepers()).toBe(0);
    expect(clock.now()).toBe(0);
  });
});
