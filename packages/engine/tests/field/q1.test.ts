import { APICallError } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { fakeClock } from "../../src/testing/index.ts";
import { delegate, driven, told, world } from "./world.ts";

it("Q1: eight children that are told to slow down wait together for as long as they are told, and do not come back on one beat", async () => {
  const clock = fakeClock(0);
  const requests: number[] = [];
  /** The provider is busy twice, for a fifth of a second each. */
  const busy: { from: number; until: number }[] = [];
  const deps = world({
    clock,
    random: () => 0.5,
    roles: { leaf: {} },
    moves: {
      boss: [{ call: Array.from({ length: 8 }, () => delegate("leaf")) }, { text: "ok" }],
      leaf: [{ text: "Done." }],
    },
    visit: ({ run: who }) => {
      if (who === "r1") return undefined;
      const now = clock.now();
      requests.push(now);
      const last = busy.at(-1);
      const isBusy = last !== undefined && now < last.until;
      if (!isBusy && busy.length < 2) busy.push({ from: now, until: now + 200 });
      else if (!isBusy) return undefined;
      throw new APICallError({
        message: "slow down",
        url: "test:leaf",
        requestBodyValues: {},
        statusCode: 429,
        responseHeaders: { "retry-after": "0.2" },
      });
    },
  });
  // The model of a script forgets nothing: a request that was refused before it came there is made again.
  const { all, end } = await driven(clock, told(run({ role: "boss", task: "Do it" }, deps)), 5);
  expect(all("delegate-end").map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => "done"));
  expect(end.status).toBe("ok");
  expect(busy).toHaveLength(2);
  for (const { from, until } of busy) {
    // Those that were under way already when the first was refused are no fault of anybody.
    expect(requests.filter((at) => at > from + 10 && at < until)).toEqual([]);
  }
  const afterwards = requests.filter((at) => at >= (busy[0]?.until ?? 0));
  for (const from of afterwards) {
    expect(afterwards.filter((at) => at >= from && at < from + 50).length).toBeLessThanOrEqual(3);
  }
});
