import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Ended, type Ground, openGround } from "./process.ts";

const bash = (command: string) => ({ call: [{ tool: "bash", input: { command } }] });
const ROLES = {
  leader: [{ call: [{ tool: "delegate", input: { role: "programmer", task: "Do it" } }] }, { text: "all done" }],
  programmer: [
    bash("echo one >> done"),
    bash("touch started; until [ -f go ] || [ ! -f started ]; do sleep 0.05; done; echo two >> done"),
    { text: "ran" },
  ],
};
const HELD = {
  leader: [
    {
      call: ["programmer", "tester"].map((role) => ({ tool: "delegate", input: { role, task: "Do it" } })),
    },
    { text: "all done" },
  ],
  programmer: [bash("echo one >> done"), { text: "ran" }],
  tester: [{ hang: true }],
};
const FAKE = ["--fake-model", "s.json", "--yes"];

let ground: Ground;
beforeEach(() => {
  ground = openGround({
    "s.json": JSON.stringify({ roles: ROLES, default: [] }),
    "held.json": JSON.stringify({ roles: HELD, default: [] }),
  });
});
afterEach(() => {
  ground.remove();
});

const polyglav = (...argv: readonly string[]): Promise<Ended> => ground.start(argv).ended;

test("a run whose process was killed is broken off, and goes on: what was done is not done again", async () => {
  const { child, ended } = ground.start(["run", ...FAKE, "--role", "leader", "--", "x"]);
  await expect.poll(() => existsSync(join(ground.cwd, "started")), { timeout: 15_000 }).toBe(true);
  expect((await polyglav("runs", "list")).stdout).toMatch(/ running .*leader/);
  child.kill("SIGKILL");
  await ended;
  expect((await polyglav("runs", "list")).stdout).toMatch(/ broken-off .*leader/);
  expect((await polyglav("runs", "tree")).stdout).toMatch(/programmer +… broken off/);

  const { code, stdout } = await polyglav("runs", "resume", "last", "--yes", "--output", "ndjson");
  expect(code).toBe(0);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events[0]).toMatchObject({ type: "run-start", resumed: true });
  expect(events.filter(({ type }) => type === "tool-end")).toMatchObject([{ tool: "bash", status: "unknown" }, {}]);
  expect(events.at(-1)).toMatchObject({ type: "run-end", exitCode: 0, content: "all done" });
  expect(readFileSync(join(ground.cwd, "done"), "utf8")).toBe("one\n");
  expect((await polyglav("runs", "list")).stdout).toMatch(/ done .*leader/);
});

test("what was left to wait is answered in another process, which goes on with the run", async () => {
  const park = ["run", "--fake-model", "s.json", "--role", "leader", "--on-ask", "park", "--no-input", "--", "x"];
  expect((await polyglav(...park)).code).toBe(7);
  const first = await polyglav("asks", "answer", "once");
  expect(first.code).toBe(7);
  expect(readFileSync(join(ground.cwd, "done"), "utf8")).toBe("one\n");
  const last = await polyglav("asks", "answer", "deny", "--because", "no");
  expect(last).toMatchObject({ code: 5, stdout: "all done\n" });
});

test("one whose process was killed with a question open is both: broken off, and asking", async () => {
  const argv = ["run", "--fake-model", "held.json", "--role", "leader", "--on-ask", "park", "--", "x"];
  const { child, soFar, ended } = ground.start(argv);
  await expect.poll(() => soFar().stderr, { timeout: 15_000 }).toContain("? asks for");
  child.kill("SIGKILL");
  await ended;
  expect((await polyglav("runs", "list")).stdout).toMatch(/ broken-off, 1 ask .*leader/);
  const shown = (await polyglav("runs", "show")).stdout;
  expect(shown).toMatch(/polyglav asks answer \S+ once/);
  expect(shown).toMatch(/go on +polyglav runs resume \S+\n/);
  expect((await polyglav("runs", "tail")).stdout).toMatch(/broken-off, 1 ask\nWaiting for an answer:/);
  const said = await polyglav("asks", "answer", "once", "--no-continue");
  expect(said.code).toBe(0);
  expect((await polyglav("runs", "list")).stdout).toMatch(/ (broken-off|ready) .*leader/);
});
