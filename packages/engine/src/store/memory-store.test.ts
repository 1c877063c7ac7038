import { expect, it } from "vitest";
import { memoryStore } from "./memory-store.ts";
import { describeRunStore } from "./run-store.suite.ts";

describeRunStore("memoryStore()", () => {
  const store = memoryStore();
  return {
    store,
    other: store,
    abandon: store.abandon,
    spoil: (run, lines) => {
      const { log } = store.open(run);
      for (const line of lines) log.append(line);
      void log.close();
    },
    remove: () => undefined,
  };
});

it("memoryStore() gives the lines of a run back, and none of a run that is not there", () => {
  const store = memoryStore();
  const log = store.create("r1");
  log.append('{"n":1}');
  expect(store.lines("r1")).toEqual(['{"n":1}']);
  expect(store.lines("constructor")).toEqual([]);
});
