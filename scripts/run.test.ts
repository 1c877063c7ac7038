import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { bareEnvironment, inTurn, run, runNode } from "./run.ts";

const cwd = mkdtempSync(join(tmpdir(), "polyglav run "));
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

describe("run()", () => {
  it("gives the exit code, everything printed, and stdout alone", async () => {
    const ran = await runNode(["-e", "console.log('out'); console.error('err'); process.exitCode = 3"], { cwd });
    expect(ran).toMatchObject({ code: 3, stdout: "out\n" });
    expect(ran.output.split("\n").sort()).toEqual(["", "err", "out"]);
  });

  it("is a failure, not an exception, when there is no such program", async () => {
    expect(await run("no-such-program", [], { cwd })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/ENOENT/),
    });
  });

  it("leaves nothing to read, so nothing can wait for a person", async () => {
    expect(await runNode(["-e", "process.stdin.on('end', () => console.log('end')).resume()"], { cwd })).toMatchObject({
      code: 0,
      stdout: "end\n",
    });
  });

  it.skipIf(process.platform === "win32")("stops what takes too long, with what that started", async () => {
    const script = "sleep 30 & echo $! > pid; sleep 30";
    const ran = await run("sh", ["-c", script], { cwd, timeoutMs: 300 });
    expect(ran).toMatchObject({ code: 1, output: expect.stringMatching(/stopped after 0\.3 s/) });
    const grandchild = Number(readFileSync(join(cwd, "pid"), "utf8"));
    await expect.poll(() => isRunning(grandchild)).toBe(false);
  });
});

describe("inTurn()", () => {
  it("keeps the order of the tasks and never does more at once than it may", async () => {
    let now = 0;
    let most = 0;
    const tasks = [30, 5, 1, 10].map((ms) => async () => {
      now += 1;
      most = Math.max(most, now);
      await sleep(ms);
      now -= 1;
      return ms;
    });
    expect(await inTurn(2, tasks)).toEqual([30, 5, 1, 10]);
    expect(most).toBe(2);
  });
});

describe("bareEnvironment()", () => {
  it("keeps the path and the home it is given, and nothing that belongs to somebody", () => {
    process.env.SOME_API_KEY = "secret";
    const env = bareEnvironment("/empty", { A: "1" });
    delete process.env.SOME_API_KEY;
    expect(env).toMatchObject({ HOME: "/empty", A: "1", PATH: process.env.PATH });
    expect(Object.keys(env)).not.toContain("SOME_API_KEY");
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie that nobody has collected yet is not running.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // ESRCH or ENOENT: it is gone
    return false;
  }
}
