import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Ground, openGround } from "./process.ts";

/** A command that does not listen to SIGTERM, and leaves a mark when it lives long enough. */
const STUBBORN = 'trap "" TERM INT HUP; echo started > started; sleep 4; echo survived > survived';
const SCRIPT = { default: [{ call: [{ tool: "bash", input: { command: STUBBORN } }] }, { text: "ok" }] };

let ground: Ground;
beforeEach(() => {
  ground = openGround({ "s.json": JSON.stringify(SCRIPT), "hang.json": JSON.stringify({ default: [{ hang: true }] }) });
});
afterEach(() => {
  ground.remove();
});

const start = (script: string) =>
  ground.start(["run", "--fake-model", script, "--role", "programmer", "--yes", "--output", "ndjson", "--", "x"]);
const has = (file: string) => existsSync(join(ground.cwd, file));
const ended = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string })
    .filter((event) => event.type === "run-end");

describe("a signal", () => {
  test.each([
    ["SIGINT", "SIGINT", 130],
    ["SIGTERM", "SIGINT", 143],
  ] as const)(
    "%s and then %s ends at once with one run-end, and so do the commands of agents",
    async (first, second, code) => {
      const run = start("s.json");
      await expect.poll(() => has("started"), { timeout: 15_000 }).toBe(true);
      run.child.kill(first);
      await new Promise((resolve) => setTimeout(resolve, 200));
      run.child.kill(second);
      const end = await run.ended;
      expect([code, 130]).toContain(end.code);
      expect(end.signal).toBeNull();
      expect(ended(end.stdout)).toHaveLength(1);
      await new Promise((resolve) => setTimeout(resolve, 4_500));
      expect(has("survived")).toBe(false);
    },
  );

  test("of a terminal that closes stops a run like SIGTERM", async () => {
    const run = start("hang.json");
    await expect.poll(() => run.soFar().stdout, { timeout: 15_000 }).toContain("run-start");
    run.child.kill("SIGHUP");
    const end = await run.ended;
    expect(end).toMatchObject({ code: 143, signal: null });
    expect(ended(end.stdout)).toHaveLength(1);
  });

  test("that comes while the command is still loading gives a run-end, too", async () => {
    const slow = "await new Promise((resolve) => setTimeout(resolve, 1));";
    const run = ground.start(
      ["run", "--fake-model", "hang.json", "--role", "programmer", "--output", "ndjson", "--", "x"],
      {
        before: [
          `${slow} const id = setInterval(() => { if (process.listenerCount("SIGINT") > 0) { clearInterval(id); process.kill(process.pid, "SIGINT"); } }, 1);`,
        ],
      },
    );
    const end = await run.ended;
    expect(end).toMatchObject({ code: 130, signal: null });
    expect(ended(end.stdout)).toHaveLength(1);
  });
});

test.runIf(existsSync("/dev/full"))("a stream that cannot be written is a failure and no interruption", async () => {
  const full = openSync("/dev/full", "w");
  const run = ground.start(
    ["run", "--fake-model", "hang.json", "--role", "programmer", "--output", "ndjson", "--", "x"],
    {
      stdio: ["ignore", full, "pipe"],
    },
  );
  const { code, stderr } = await run.ended;
  expect(code).toBe(1);
  expect(stderr).toContain("Cannot write the result");
});

test("the version is given in the format that was asked for", async () => {
  const json = await ground.start(["--version", "--json"]).ended;
  expect(JSON.parse(json.stdout)).toHaveProperty("version");
  const stream = await ground.start(["-v", "--output", "ndjson"]).ended;
  expect(ended(stream.stdout)).toHaveLength(1);
});
