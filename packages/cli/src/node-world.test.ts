import { expect, test } from "vitest";
import { nodeWorld } from "./node-world.ts";

test("only the first signal is heard: the next one has its usual effect and ends the process", () => {
  const before = process.listenerCount("SIGTERM");
  const heard: string[] = [];
  nodeWorld("1.2.3").onSignal((name) => heard.push(name));
  expect(process.listenerCount("SIGTERM")).toBe(before + 1);
  process.emit("SIGTERM", "SIGTERM");
  expect(heard).toEqual(["SIGTERM"]);
  expect(process.listenerCount("SIGTERM")).toBe(before);
  expect(process.listenerCount("SIGINT")).toBe(before);
});

test("signals can be given back", () => {
  const before = process.listenerCount("SIGINT");
  const off = nodeWorld("1.2.3").onSignal(() => undefined);
  off();
  expect(process.listenerCount("SIGINT")).toBe(before);
});
