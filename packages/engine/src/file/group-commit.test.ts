import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { groupCommit } from "./group-commit.ts";

function disk() {
  const state = { written: 0, syncs: 0, fails: false };
  const commit = groupCommit(
    async () => {
      state.syncs += 1;
      await sleep(5);
      if (state.fails) throw new Error("EIO");
    },
    () => state.written,
    0,
  );
  return { state, commit };
}

it("groupCommit() has nothing to wait for where nothing was written since", async () => {
  const { state, commit } = disk();
  expect(commit()).toBeUndefined();
  state.written = 1;
  await commit();
  expect(commit()).toBeUndefined();
  expect(state.syncs).toBe(1);
});

it("groupCommit() has one sync for all who write and wait in one moment, and one for all who come meanwhile", async () => {
  const { state, commit } = disk();
  const waits: (Promise<void> | undefined)[] = [];
  for (let n = 0; n < 20; n += 1) {
    state.written += 1;
    waits.push(commit());
  }
  await sleep(1);
  // Nothing new: the one that runs is enough.
  waits.push(commit());
  expect(state.syncs).toBe(1);
  for (let n = 0; n < 20; n += 1) {
    state.written += 1;
    waits.push(commit());
  }
  for (const wait of waits) await wait;
  expect(state.syncs).toBe(2);
});

it("groupCommit() needs no second sync for what the running one has", async () => {
  const { state, commit } = disk();
  state.written = 1;
  const first = commit();
  await sleep(1);
  await commit();
  await first;
  await sleep(10);
  expect(state.syncs).toBe(1);
});

it("groupCommit() fails for ever after a sync that failed", async () => {
  const { state, commit } = disk();
  state.written = 1;
  state.fails = true;
  await expect(commit()).rejects.toThrow("EIO");
  state.fails = false;
  await expect(commit()).rejects.toThrow("EIO");
  state.written = 2;
  await expect(commit()).rejects.toThrow("EIO");
});
