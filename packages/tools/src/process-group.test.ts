import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { endGroup, isGone, isGroupAlive } from "./process-group.ts";

async function startGroup(source: string): Promise<number> {
  const child = spawn("sh", ["-c", source], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  child.stdout.destroy();
  return child.pid ?? 0;
}

it("a group lives as long as one of its processes, and ends with all of them", async () => {
  const group = await startGroup("sleep 60 & sleep 60 & echo started; exit 0");
  expect(await isGone(group, 50)).toBe(false);
  await endGroup(group);
  expect(isGroupAlive(group)).toBe(false);
});

it("what ignores SIGTERM is ended by force after two seconds", async () => {
  const group = await startGroup("trap '' TERM; echo started; while :; do sleep 60; done");
  const start = performance.now();
  await endGroup(group);
  const took = performance.now() - start;
  expect(isGroupAlive(group)).toBe(false);
  expect(took).toBeGreaterThan(1900);
});

it("a group that is gone is not an error", async () => {
  const group = await startGroup("echo started");
  expect(await isGone(group, 5000)).toBe(true);
  await endGroup(group);
});
