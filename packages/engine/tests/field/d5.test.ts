import { expect, it, onTestFinished } from "vitest";
import { fileStore } from "../../src/file/file-store.ts";
import { readRun } from "../../src/run/read-run.ts";
import { resume } from "../../src/run/run.ts";
import { folder } from "./folder.ts";
import { program } from "./program.ts";
import { bash, told, world } from "./world.ts";

it("D5: of two processes that go on with one run, one does, and the other can only look", async () => {
  const dir = folder();
  const moves = { boss: [{ call: [bash()] }, { call: [bash()] }, { text: "All done." }] };
  expect(await program({ dir, moves, dieAt: "tool-start" }).ended).toMatchObject({ signal: "SIGKILL", errors: "" });

  const first = program({ dir, moves, resumes: true, bash: "hangs" });
  onTestFinished(async () => {
    first.kill();
    await first.ended;
  });
  await first.tells("permission");

  const store = fileStore(dir);
  const second = await told(resume({ run: "r1" }, world({ moves, store })));
  expect(second.events).toHaveLength(1);
  expect(second.end).toMatchObject({ status: "error", exitCode: 4, error: { code: "POLYGLAV_RUN_HELD" } });
  expect(await readRun(store, "r1")).toMatchObject({ state: "running", task: "Do it", end: undefined });

  first.kill();
  await first.ended;
  const third = await told(resume({ run: "r1" }, world({ moves, store })));
  expect(third.end).toMatchObject({ status: "ok", content: "All done." });
});
