import { spawn } from "node:child_process";
import { existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type How, NOTE_MODULES, openGround } from "./process.ts";

const script = {
  roles: {
    planner: [{ hang: true }],
    programmer: [{ call: [{ tool: "bash", input: { command: "echo one" } }] }, { text: "done" }],
  },
  default: [{ text: "hello", repeat: true }],
};
// Each test starts processes, and the machine may have other work.
vi.setConfig({ testTimeout: 60_000 });

const ground = openGround({ "s.json": JSON.stringify(script) });
afterAll(ground.remove);

const FAKE = ["run", "--fake-model", "s.json"];
const HANGS = [...FAKE, "--role", "planner", "--output", "ndjson", "--", "x"];

const run = (argv: readonly string[], how?: How) => ground.start(argv, how).ended;
const types = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);

describe("the entry", () => {
  test("answers --version with the version of the package and loads nothing else", async () => {
    const { code, stdout, stderr } = await run(["--version"], { before: [NOTE_MODULES] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    expect(ground.loaded().filter((url) => url.includes("/packages/cli/src/"))).toEqual([
      expect.stringMatching(/\/bin\.ts$/),
    ]);
    expect(ground.loaded().filter((url) => url.includes("/node_modules/"))).toEqual([]);
  });

  test("under an older Node says so in one line and exits 3; a stream still ends with run-end", async () => {
    const old = { before: [`Object.defineProperty(process.versions, "node", { value: "20.19.1" });`] };
    for (const argv of [["--version"], ["roles", "list"], []]) {
      const { code, stdout, stderr } = await run(argv, old);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(/^polyglav needs Node 22\.18 or newer; this is 20\.19\.1\. .*\n$/);
    }
    expect(types((await run(["roles", "list", "--output", "ndjson"], old)).stdout)).toEqual(["run-end"]);
    const edge = { before: [`Object.defineProperty(process.versions, "node", { value: "22.18.0" });`] };
    expect((await run(["--version"], edge)).code).toBe(0);
  });

  test("roles list loads no engine, no tools and no AI SDK; help loads of the catalog only how names and times are spelt", async () => {
    const heavy = /\/packages\/(engine|tools)\/|\/node_modules\/(?:\.pnpm\/)?(?:ai|@ai-sdk)/;
    await run(["roles", "list"], { before: [NOTE_MODULES] });
    expect(ground.loaded().filter((url) => heavy.test(url))).toEqual([]);
    expect(ground.loaded().some((url) => url.includes("/packages/catalog/"))).toBe(true);
    await run(["--help"], { before: [NOTE_MODULES] });
    const others = ground.loaded().flatMap((url) => /\/packages\/(?!cli)(.*)$/.exec(url)?.[1] ?? []);
    expect(others.sort()).toEqual([
      "catalog/src/duration.ts",
      "catalog/src/nearest.ts",
      "catalog/src/spelling/index.ts",
    ]);
    expect(ground.loaded().filter((url) => url.includes("/zod/"))).toEqual([]);
  });
});

describe("nobody there", () => {
  test.each<[string, How]>([
    ["a closed stdin", { stdio: ["ignore", "pipe", "pipe"] }],
    ["a stdin that stays open and says nothing", {}],
    ["CI", { env: { CI: "1" } }],
  ])("with %s what must be asked for is refused within a moment, and nothing is drawn", async (_, how) => {
    const { ended, child } = ground.start([...FAKE, "--role", "programmer", "--", "x"], how);
    const { code, stdout, stderr } = await ended;
    child.stdin?.destroy();
    expect({ code, stdout }).toEqual({ code: 5, stdout: "done\n" });
    expect(stdout + stderr).not.toContain("\u001b");
  });

  test("a pipe is read only when it is asked for", async () => {
    const unasked = await run([...FAKE, "--", "x"], { stdin: "from a pipe" });
    expect(unasked.stderr).not.toContain("from a pipe");
    const asked = await run([...FAKE, "-"], { stdin: "from a pipe" });
    expect(asked).toMatchObject({ code: 0, stdout: "hello\n" });
    expect(asked.stderr).toContain("from a pipe");
    expect(await run([...FAKE, "-"], { stdio: ["ignore", "pipe", "pipe"] })).toMatchObject({ code: 2, stdout: "" });
  });
});

// util-linux's script(1) gives the command a real terminal; systems without it skip this.
describe.runIf(process.platform === "linux" && existsSync("/usr/bin/script"))("a terminal", () => {
  /** Runs a script of moves in a real terminal. */
  const atTerminal = (file: string) => {
    const loader = new URL("source-loader.mjs", import.meta.url).href;
    const entry = join(import.meta.dirname, "../src/bin.ts");
    const command = `'${process.execPath}' --import '${loader}' '${entry}' run --fake-model ${file} --role programmer --denials ok -- x`;
    const child = spawn("/usr/bin/script", ["-qec", command, "/dev/null"], {
      cwd: ground.cwd,
      env: { PATH: process.env.PATH, HOME: ground.cwd, TERM: "xterm" },
    });
    let seen = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (seen += text));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return {
      type: (text: string) => child.stdin.write(text),
      seen: () => seen,
      prompts: (count: number) =>
        expect.poll(() => seen.split("[y/N]").length - 1, { timeout: 15_000 }).toBeGreaterThanOrEqual(count),
      ended,
    };
  };

  test("asks y/N and takes the answer", async () => {
    const { type, seen, prompts, ended } = atTerminal("s.json");
    await prompts(1);
    type("y\n");
    expect(await ended).toBe(0);
    expect(seen()).toContain("✓ the operator says yes, once,");
    expect(seen()).toContain("\u001b[3");
  });

  test.each([
    ["a paste of two answers", "y\ny\n", ""],
    ["a line that is typed while a command runs", "y\n", "y\n"],
    ["several lines that are typed while a command runs", "y\n", "y\ny\ny\ny\ny\n"],
    ["a word that is begun while a command runs", "y\n", "y"],
  ])("does not take %s for the answer to the next question", async (_, first, meanwhile) => {
    const bash = (command: string) => ({ call: [{ tool: "bash", input: { command } }] });
    const moves = [
      bash("touch started; until [ -f go ] || [ ! -f started ]; do sleep 0.05; done; echo one > one"),
      bash("echo two > two"),
      { text: "end" },
    ];
    writeFileSync(join(ground.cwd, "two.json"), JSON.stringify({ default: moves }));
    const { type, prompts, ended } = atTerminal("two.json");
    await prompts(1);
    type(first);
    await expect.poll(() => existsSync(join(ground.cwd, "started")), { timeout: 15_000 }).toBe(true);
    type(meanwhile);
    // Time for the keys to get to the terminal; the command runs until it is told to end.
    await new Promise((resolve) => setTimeout(resolve, 200));
    writeFileSync(join(ground.cwd, "go"), "");
    await prompts(2);
    type("\n");
    expect(await ended).toBe(0);
    expect(existsSync(join(ground.cwd, "one"))).toBe(true);
    expect(existsSync(join(ground.cwd, "two"))).toBe(false);
  });
});

describe("ends", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s stops a run with %d, run-end last", async (signal, code) => {
    const { child, soFar, ended } = ground.start(HANGS);
    await expect.poll(() => soFar().stdout, { timeout: 15_000 }).toContain("run-start");
    child.kill(signal);
    const end = await ended;
    expect(end).toMatchObject({ code, signal: null });
    expect(types(end.stdout).at(-1)).toBe("run-end");
  });

  test("a reader that goes away ends a stream quietly", async () => {
    const { child, ended } = ground.start([...FAKE, "--role", "programmer", "--yes", "--output", "ndjson", "--", "x"]);
    child.stdout?.destroy();
    const { stderr, code } = await ended;
    expect(stderr).toBe("");
    expect([0, 130]).toContain(code);
  });

  test.runIf(existsSync("/dev/full"))("a full disk behind stdout is exit 1 with a reason", async () => {
    const full = openSync("/dev/full", "w");
    const { code, stderr } = await run(["roles", "list"], { stdio: ["ignore", full, "pipe"] });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^polyglav: Cannot write the result: .*ENOSPC.*\n$/);
  });

  test("an error that nobody caught is one line, exit 1, and the stream ends with run-end", async () => {
    const fault = { before: [`process.on("SIGUSR2", () => { throw new Error("boom"); });`] };
    const crash = async (...flags: readonly string[]) => {
      const { child, soFar, ended } = ground.start(["run", ...flags, ...HANGS.slice(1)], fault);
      await expect.poll(() => soFar().stdout, { timeout: 15_000 }).toContain("run-start");
      child.kill("SIGUSR2");
      return ended;
    };
    const { code, stdout, stderr } = await crash();
    expect(code).toBe(1);
    expect(stderr).toBe(
      "polyglav: unexpected fault: boom (POLYGLAV_UNEXPECTED). Run it again with --debug to see where it came from\n",
    );
    expect(types(stdout).at(-1)).toBe("run-end");
    expect((await crash("--debug")).stderr).toMatch(
      /unexpected fault: boom \(POLYGLAV_UNEXPECTED\)\nError: boom\n {4}at /,
    );
  });
});
