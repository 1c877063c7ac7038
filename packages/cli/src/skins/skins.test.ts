import type { RunEnd, RunEvent } from "@polyglav/engine";
import { describe, expect, test } from "vitest";
import { usageError } from "../command-error.ts";
import type { Output } from "../command.ts";
import { EXIT_NAMES, exitCode } from "../exit-codes.ts";
import type { Out, World } from "../world.ts";
import { openSkin } from "./open-skin.ts";
import { endOf } from "./run-end.ts";
import type { Skin } from "./skin.ts";

/** A skin that writes into strings. */
function open(format: "text" | "json" | "ndjson") {
  const written = { stdout: "", stderr: "" };
  const outlet = (stream: "stdout" | "stderr"): Out => ({
    isTTY: false,
    columns: undefined,
    write: async (text) => {
      written[stream] += text;
    },
    broken: new AbortController().signal,
  });
  const world: World = {
    argv: [],
    env: {},
    cwd: () => "/",
    home: "/",
    stdin: {
      interrupt: () => undefined,
      isTTY: false,
      open: () => {
        throw new Error("unused");
      },
    },
    stdout: outlet("stdout"),
    stderr: outlet("stderr"),
    version: "1",
    onSignal: () => () => undefined,
    onCrash: () => undefined,
    now: () => 0,
  };
  const skin: Skin = openSkin(world, {
    format,
    color: "auto",
    detail: "normal",
    debug: false,
    viewpoint: { cwd: "/", home: "/" },
  });
  return { skin, written };
}

const output: Output = { data: { a: 1 }, lines: [["one"], ["two"]] };
const denied: Output = { ...output, exit: "denied", fault: { code: "C", message: "1 call was denied", hint: "Look" } };
const end: RunEnd = endOf("ok", "done", undefined);
const event = (seq: number, body: object): RunEvent =>
  ({ v: 1, seq, t: "2026-01-01T00:00:00.000Z", run: "r", ...body }) as RunEvent;

describe("text", () => {
  test("the result is on stdout, what went wrong on stderr", async () => {
    const { skin, written } = open("text");
    await skin.output(denied);
    expect(written).toEqual({ stdout: "one\ntwo\n", stderr: "polyglav: 1 call was denied. Look\n" });
  });

  test("a failure leaves stdout empty", async () => {
    const { skin, written } = open("text");
    await skin.failure(usageError("Cannot do it"));
    expect(written).toEqual({ stdout: "", stderr: "polyglav: Cannot do it\n" });
  });

  test("after the result nothing of a run is shown any more", async () => {
    const { skin, written } = open("text");
    await skin.output(output);
    await skin.event(event(1, { type: "warning", code: "c", message: "late" }));
    expect(written.stderr).toBe("");
  });
});

describe("json", () => {
  test("is one object, whatever happens", async () => {
    const { skin, written } = open("json");
    await skin.output(output);
    await skin.failure(usageError("late"));
    expect(JSON.parse(written.stdout)).toEqual({ a: 1 });
    const failed = open("json");
    await failed.skin.failure(usageError("Cannot do it", "Do another"));
    expect(JSON.parse(failed.written.stdout)).toMatchObject({
      status: "error",
      exitCode: 2,
      error: { code: "POLYGLAV_USAGE", message: "Cannot do it", hint: "Do another" },
    });
  });
});

describe("ndjson", () => {
  const lines = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test("a command that is no run is a result and an end", async () => {
    const { skin, written } = open("ndjson");
    await skin.output(denied);
    expect(lines(written.stdout)).toMatchObject([
      { v: 1, seq: 1, t: "1970-01-01T00:00:00.000Z", run: "cli", type: "result", data: { a: 1 } },
      { seq: 2, type: "run-end", status: "denied", exitCode: 5, error: { code: "C" } },
    ]);
  });

  test("a run is its events, and its own end is the only one", async () => {
    const { skin, written } = open("ndjson");
    await skin.event(event(1, { type: "warning", code: "c", message: "m" }));
    await skin.event(event(2, { type: "run-end", ...end }));
    await skin.output(denied);
    await skin.failure(usageError("late"));
    await skin.event(event(3, { type: "warning", code: "c", message: "late" }));
    expect(lines(written.stdout).map(({ type }) => type)).toEqual(["warning", "run-end"]);
  });

  test("a run that breaks off gets an end that goes on counting, in its name", async () => {
    const { skin, written } = open("ndjson");
    await skin.event(event(1, { type: "warning", code: "c", message: "m" }));
    await skin.failure(usageError("broken"));
    expect(lines(written.stdout)).toMatchObject([{ seq: 1 }, { seq: 2, run: "r", type: "run-end", exitCode: 2 }]);
  });
});

test("every way to end has a status and the code of the table", () => {
  for (const name of EXIT_NAMES) expect(endOf(name, "", undefined).exitCode).toBe(exitCode(name));
});
