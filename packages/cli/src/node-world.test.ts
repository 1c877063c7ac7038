import { homedir } from "node:os";
import { expect, test } from "vitest";
import { nodeWorld } from "./node-world.ts";

test("signals are heard from the start, and those that came early are told to the first who listens", () => {
  const world = nodeWorld("1.2.3");
  process.emit("SIGTERM", "SIGTERM");
  const heard: string[] = [];
  const off = world.onSignal((name) => heard.push(name));
  process.emit("SIGINT", "SIGINT");
  process.emit("SIGINT", "SIGINT");
  process.emit("SIGHUP", "SIGHUP");
  off();
  expect(heard).toEqual(["SIGTERM", "SIGINT", "SIGINT", "SIGTERM"]);
});

test("signals can be given back", () => {
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const before = names.map((name) => process.listenerCount(name));
  nodeWorld("1.2.3").onSignal(() => undefined)();
  expect(names.map((name) => process.listenerCount(name))).toEqual(before);
});

test.each(["", ".", "relative"])("a HOME of %j is no home: the account's own is", (written) => {
  const home = homedir();
  const before = process.env.HOME;
  process.env.HOME = written;
  try {
    expect(nodeWorld("1.2.3").home).toMatch(/^\//);
  } finally {
    process.env.HOME = before ?? home;
  }
});
