import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readApprovals } from "@polyglav/catalog/file";
import type { AskedModel } from "@polyglav/engine";
import { afterEach, beforeEach, expect, test } from "vitest";
import { plain } from "../../line.ts";
import type { Terminal } from "../terminal.ts";
import { type Approvals, openApprovals } from "./approvals.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "polyglav-approvals-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const places = () => ({ cwd, home: cwd, env: {}, trust: true });
const asked = (ref: string, role = "worker"): AskedModel => ({
  ref,
  role,
  why: { written: ref, by: "written", provider: "ref", where: { layer: "local" } },
});
const never = new AbortController().signal;

/** Approvals of somebody who gives the lines one by one, and waits for a stop where there are none. */
async function person(lines: readonly string[]): Promise<Approvals & { readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const left = [...lines];
  const terminal: Terminal = {
    ask: async (show, signal) => {
      await show();
      const line = left.shift();
      if (line !== undefined) return line;
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          left.push("y");
          resolve(undefined);
        });
      });
    },
  };
  const approvals = await openApprovals({
    given: [],
    terminal,
    session: {
      places,
      viewpoint: { cwd, home: cwd },
      world: { now: () => 0 },
      say: () => Promise.resolve(),
      prompt: async (shown) => {
        seen.push(shown.map(plain).join("\n"));
      },
    },
  });
  return { ...approvals, seen };
}

test.each([
  ["y", true],
  [" YES ", true],
  ["", false],
  ["yy", false],
  ["no", false],
  ["y please", false],
])("only a plain yes is one: %j", async (line, yes) => {
  const { approve } = await person([line]);
  expect(await approve(asked("local/a"), never)).toBe(yes);
  expect(readApprovals(places()).value).toHaveLength(yes ? 1 : 0);
});

test("a model is asked about once, whoever wants it and however often", async () => {
  const { approve, seen } = await person(["n", "y"]);
  const answers = await Promise.all([
    approve(asked("local/a"), never),
    approve(asked("local/a", "other"), never),
    approve(asked("local/b"), never),
  ]);
  expect(answers).toEqual([false, false, true]);
  expect(await approve(asked("local/a"), never)).toBe(false);
  expect(seen).toHaveLength(2);
});

test("a stop of one who asked does not answer for another who wants the same", async () => {
  const { approve, seen } = await person([]);
  const stop = new AbortController();
  const first = approve(asked("local/a"), stop.signal);
  const second = approve(asked("local/a", "other"), never);
  await expect.poll(() => seen).toHaveLength(1);
  stop.abort();
  expect(await Promise.all([first, second])).toEqual([false, true]);
  expect(seen[1]).toContain("for role other?");
});

test("the question shows nothing that could steer the terminal", async () => {
  const { approve, seen } = await person(["n"]);
  await approve(asked("local/\u001b[2J\u202ea", "r\u001b[1m\nx"), never);
  for (const character of ["\u001b", "\u202e"]) expect(seen.join("")).not.toContain(character);
  expect(seen.join("").split("\n")).toHaveLength(2);
});
