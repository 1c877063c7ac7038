import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { inTurn } from "./turns.ts";

it("one key does one thing at a time, in order, also after a failure; other keys do not wait", async () => {
  const log: string[] = [];
  const job =
    (name: string, ms: number, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await delay(ms);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const outcomes = await Promise.allSettled([
    inTurn("__proto__", job("a", 30)),
    inTurn("__proto__", job("b", 1, true)),
    inTurn("__proto__", job("c", 1)),
    inTurn("constructor", job("other", 1)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(log.filter((line) => !line.startsWith("other"))).toEqual([
    "a starts",
    "a ends",
    "b starts",
    "b ends",
    "c starts",
    "c ends",
  ]);
  expect(log.indexOf("other ends")).toBeLessThan(log.indexOf("a ends"));
});
