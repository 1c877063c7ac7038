import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { openPlace, polyglav, type Scene, typing } from "./fake-world.ts";

interface Move {
  readonly text?: string;
  readonly call?: readonly { readonly tool: string; readonly input: object }[];
  readonly [more: string]: unknown;
}

/** A scene whose file `s.json` is a script of the given moves; `m` are those of every role that has none. */
const scripted = (roles: Readonly<Record<string, readonly Move[]>>, more: Scene = {}): Scene => ({
  ...more,
  files: { "s.json": JSON.stringify({ roles, default: [{ text: "hello", repeat: true }] }), ...more.files },
});

const bash = (command: string): Move => ({ call: [{ tool: "bash", input: { command } }] });
const FAKE = ["run", "--fake-model", "s.json"];

const events = (stdout: string): readonly (Record<string, unknown> & { type: string })[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown> & { type: string });

describe("a run in text", () => {
  test("puts the answer on stdout, alone, and who did what on stderr", async () => {
    const { code, stdout, stderr } = await polyglav([...FAKE, "--role", "planner", "--", "say", "hello"], scripted({}));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "hello\n" });
    expect(stderr).toMatch(/^planner {9}starts on .*: say hello\nplanner {9}✓ done after .*\n$/);
  });

  test("runs the root role when none is named", async () => {
    expect((await polyglav([...FAKE, "--", "x"], scripted({}))).stderr).toMatch(/^assistant /);
    const files = { "~/.config/polyglav/config.json": '{ "root_role": "writer" }' };
    expect((await polyglav([...FAKE, "--", "x"], scripted({}, { files }))).stderr).toMatch(/^writer /);
  });

  test("can delegate at its next step to a role that was saved during one", async () => {
    const roles = JSON.stringify({ poet: { system_prompt: "You write." } });
    const scene = scripted({
      assistant: [
        { call: [{ tool: "delegate", input: { role: "poet", task: "too early" } }] },
        { call: [{ tool: "write", input: { path: ".polyglav/roles.json", content: roles } }] },
        { call: [{ tool: "delegate", input: { role: "poet", task: "now" } }] },
        { text: "done" },
      ],
    });
    const argv = [...FAKE, "--yes", "--trust", "--output", "ndjson", "--", "x"];
    const said = events((await polyglav(argv, scene)).stdout);
    expect(said.filter(({ type }) => type === "delegate-start")).toMatchObject([{ role: "poet", task: "now" }]);
    expect(said.at(-1)).toMatchObject({ type: "run-end", status: "ok" });
  });

  test("--quiet says nothing but the answer; --verbose also what tools give back", async () => {
    const scene = scripted({ planner: [{ call: [{ tool: "read", input: { path: "s.json" } }] }, { text: "done" }] });
    expect((await polyglav([...FAKE, "--role", "planner", "--quiet", "--", "x"], scene)).stderr).toBe("");
    const verbose = await polyglav([...FAKE, "--role", "planner", "--verbose", "--", "x"], scene);
    expect(verbose.stderr).toMatch(/↳ /);
  });

  test("a pipe gets the answer byte for byte; in a terminal nothing in it steers the terminal", async () => {
    const scene = scripted({ planner: [{ text: "a\u001b[2Jb\n\nc" }] });
    const argv = [...FAKE, "--role", "planner", "--quiet", "--", "x"];
    expect((await polyglav(argv, scene)).stdout).toBe("a\u001b[2Jb\n\nc\n");
    expect((await polyglav(argv, { ...scene, tty: ["stdout"] })).stdout).toBe("a\\x1b[2Jb\n\nc\n");
  });

  test("the task may come from stdin, with what is to be done before it", async () => {
    const scene = { ...scripted({}), stdin: "+ a line\n" };
    const { code, stderr } = await polyglav([...FAKE, "--prompt", "Review", "-"], scene);
    expect(code).toBe(0);
    expect(stderr).toContain("Review ⏎  ⏎ + a line");
  });
});

describe("permissions of a run", () => {
  const asks = scripted({ programmer: [bash("echo one"), { text: "done" }] });
  const argv = [...FAKE, "--role", "programmer", "--", "x"];

  test("what must be asked for is refused at once where nobody is: exit 5, and the summary names it", async () => {
    const { code, stdout, stderr } = await polyglav(argv, asks);
    expect({ code, stdout }).toEqual({ code: 5, stdout: "done\n" });
    expect(stderr).toMatch(/✗ denied bash "echo one" — no yes to .*config\.tool_permission\.bash = ask/);
    expect(stderr).toMatch(/\npolyglav: 1 call was denied\. With --denials ok that is no failure\n$/);
  });

  test("--denials ok makes that 0, --yes allows it, --no refuses it even at a terminal", async () => {
    const flags = (...more: string[]): string[] => [...argv.slice(0, -2), ...more, "--", "x"];
    expect((await polyglav(flags("--denials", "ok"), asks)).code).toBe(0);
    expect((await polyglav(flags("--yes"), asks)).code).toBe(0);
    expect((await polyglav(flags("--no"), { ...asks, tty: ["stdin", "stderr"] })).code).toBe(5);
    expect(await polyglav(flags("--yes", "--no"), asks)).toMatchObject({ code: 2, stdout: "" });
  });

  test("--yes does not lift a denial", async () => {
    const scene = scripted({ leader: [bash("echo one"), { text: "done" }] });
    expect((await polyglav([...FAKE, "--role", "leader", "--yes", "--", "x"], scene)).code).toBe(5);
  });

  test("at a terminal the person is asked on stderr, and the answer counts", async () => {
    for (const [line, code] of [
      ["y", 0],
      ["n", 5],
    ] as const) {
      const { stdin, type } = typing();
      const place = openPlace({ ...asks, stdin, tty: ["stdin", "stderr"] });
      const said = place.polyglav(["--color", "never", ...argv]);
      await expect.poll(() => place.soFar().stderr, { timeout: 5000 }).toContain("[y/N] ");
      type(line);
      const { code: got, stdout, stderr } = await said;
      expect({ got, stdout }).toEqual({ got: code, stdout: "done\n" });
      expect(stderr).toMatch(
        /why it is asked: .*\n.*r\* or p\* is for .*\n.*programmer wants bash "echo one"\. Allow it once, r for this run, p for this project\? \[y\/N\] /,
      );
      place.remove();
    }
  });

  test.each<[string, Scene, readonly string[]]>([
    ["--no-input", {}, ["--no-input"]],
    ["CI", { env: { CI: "1" } }, []],
    ["a stderr that is no terminal", { tty: ["stdin"] }, []],
    ["a stdin that is no terminal", { tty: ["stderr"] }, []],
  ])("with %s nobody is asked and stdin is not read", async (_, scene, flags) => {
    const tty = { ...asks, tty: ["stdin", "stderr"] as const };
    const said = await polyglav([...FAKE, "--role", "programmer", ...flags, "--", "x"], { ...tty, ...scene });
    expect(said.code).toBe(5);
    expect(said.stderr).not.toContain("[y/N]");
  });

  test.each([0, 1, 2, 3])("an ask that nobody answers is refused at depth %d within a second", async (depth) => {
    const chain = ["assistant", "leader", "tester", "programmer"].slice(3 - depth);
    const moves = chain.map((role, index): [string, Move[]] => {
      const next = chain[index + 1];
      const delegate = { call: [{ tool: "delegate", input: { role: next, task: "go on" } }] };
      return [role, [next === undefined ? bash("echo one") : delegate, { text: "done" }]];
    });
    const argv = [...FAKE, "--role", chain[0] ?? "", "--output", "ndjson", "--", "x"];
    const { code, stdout } = await polyglav(argv, scripted(Object.fromEntries(moves)));
    expect(code).toBe(5);
    const refused = events(stdout).find(({ type, tool }) => type === "tool-end" && tool === "bash");
    expect(refused).toMatchObject({ status: "denied" });
    expect(refused?.ms).toBeLessThan(1000);
    expect(events(stdout).at(-1)).toMatchObject({ denials: [{ role: "programmer", tool: "bash" }] });
  });

  test("a question of direction is answered by the number of an option, or refused where nobody is", async () => {
    const question = { kind: "direction", question: "Which one?", options: ["red", "blue"] };
    const scene = scripted({ planner: [{ call: [{ tool: "ask", input: question }] }, { text: "done" }] });
    const alone = await polyglav([...FAKE, "--role", "planner", "--", "x"], scene);
    expect([0, 5]).toContain(alone.code);
    const { stdin, type } = typing();
    const place = openPlace({ ...scene, stdin, tty: ["stdin", "stderr"] });
    const said = place.polyglav([...FAKE, "--role", "planner", "--verbose", "--", "x"]);
    await expect.poll(() => place.soFar().stderr, { timeout: 5000 }).toContain("A number, or your own words: ");
    expect(place.soFar().stderr).toContain("  2) blue\n");
    type("2");
    expect((await said).code).toBe(0);
    place.remove();
  });
});

describe("a run as JSON", () => {
  test("is one object with everything that run-end says", async () => {
    const { code, stdout } = await polyglav([...FAKE, "--json", "--", "x"], scripted({}));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "ok",
      exitCode: 0,
      outcome: "done",
      content: "hello",
      denials: [],
    });
  });

  test("as a stream is events whose seq has no gap, run-start first, one run-end last, nothing but errors on stderr", async () => {
    const scene = scripted({
      leader: [{ call: [{ tool: "delegate", input: { role: "planner", task: "plan" } }] }, { text: "done" }],
    });
    const { code, stdout, stderr } = await polyglav(
      [...FAKE, "--role", "leader", "--output", "ndjson", "--", "x"],
      scene,
    );
    const seen = events(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(seen[0]?.type).toBe("run-start");
    expect(seen.map((event) => event.seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.filter(({ type }) => type === "run-end")).toEqual([seen.at(-1)]);
    expect(seen.map(({ type }) => type)).toContain("delegate-end");
  });

  test.each<[string, readonly string[], number]>([
    ["no task", ["run"], 2],
    ["an unknown flag", ["run", "--bogus", "--", "x"], 2],
    ["an unknown command", ["rnu"], 2],
    ["an unknown role", [...FAKE, "--role", "plannr", "--", "x"], 2],
    ["no model", ["run", "--", "x"], 4],
    ["an unknown provider", ["run", "--model", "nowhere/m", "--", "x"], 4],
    ["a broken config", ["run", "--config", "s.json", "--", "x"], 3],
    ["a missing script", ["run", "--fake-model", "nosuch.json", "--", "x"], 3],
    ["a folder that is none", ["run", "-C", "nosuch", "--", "x"], 2],
    ["no command", [], 2],
    ["help", ["run", "--help"], 0],
    ["the version", ["roles", "list", "--version"], 0],
    ["a list", ["roles", "list"], 0],
  ])("%s ends the stream with one run-end, and JSON is one object", async (_, argv, code) => {
    const files = { "s.json": '{ "tool_permission": 7, "default": [{ "text": "a" }] }' };
    const stream = await polyglav(["--output", "ndjson", ...argv], { files });
    expect(stream.code).toBe(code);
    const seen = events(stream.stdout);
    expect(seen.at(-1)).toMatchObject({ type: "run-end", exitCode: code, seq: seen.length });
    expect(seen.filter(({ type }) => type === "run-end")).toHaveLength(1);
    const object = await polyglav(["--output", "json", ...argv], { files });
    expect(object.code).toBe(code);
    expect(JSON.parse(object.stdout)).toBeTypeOf("object");
  });
});

describe("what a run needs", () => {
  test("no model: exit 4 with what to do, before any log is written", async () => {
    const place = openPlace();
    const { code, stdout, stderr } = await place.polyglav(["run", "--", "x"]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toMatch(/^polyglav: Cannot choose a model: .*--model.*POLYGLAV_BASE_URL/);
    expect(readdirSync(place.cwd)).toEqual([]);
    place.remove();
  });

  test("a script that does not fit: exit 3 with file, line and column", async () => {
    const files = { "s.json": '{ "default": [{ "txt": "a" }] }' };
    const { code, stderr } = await polyglav([...FAKE, "--", "x"], { files });
    expect(code).toBe(3);
    expect(stderr).toContain(
      's.json:1:17: error: Cannot read move 1 of "default": "txt" is no known key. Did you mean "text"?',
    );
  });

  test("an affected role does not run: exit 3; others do", async () => {
    const files = { "~/.config/polyglav/roles.json": '{ "poet": { "tool_permission": { "bash": 7 } } }' };
    const poet = await polyglav([...FAKE, "--role", "poet", "--", "x"], scripted({}, { files }));
    expect(poet.code).toBe(3);
    expect(poet.stderr).toMatch(/Cannot run role "poet": ~\/\.config\/polyglav\/roles\.json:1:\d+: /);
    expect((await polyglav([...FAKE, "--role", "planner", "--", "x"], scripted({}, { files }))).code).toBe(0);
  });

  test("with a file that could hold a permission unreadable, nothing runs: exit 3", async () => {
    const files = { ".polyglav/roles.json": "{" };
    expect((await polyglav([...FAKE, "--role", "planner", "--", "x"], scripted({}, { files }))).code).toBe(3);
    expect(
      (await polyglav([...FAKE, "--role", "planner", "--no-local", "--", "x"], scripted({}, { files }))).code,
    ).toBe(0);
  });

  test("a withheld role: exit 4, saying so; with --trust it runs", async () => {
    const files = { ".polyglav/roles.json": '{ "poet": {} }' };
    const withheld = await polyglav([...FAKE, "--role", "poet", "--", "x"], scripted({}, { files }));
    expect(withheld.code).toBe(4);
    expect(withheld.stderr).toContain("not trusted");
    expect((await polyglav([...FAKE, "--role", "poet", "--trust", "--", "x"], scripted({}, { files }))).code).toBe(0);
  });

  test("a folder where the log cannot be written: exit 4 before the first model call", async () => {
    const place = openPlace(scripted({}));
    mkdirSync(join(place.cwd, ".polyglav"));
    writeFileSync(join(place.cwd, ".polyglav/runs"), "in the way");
    const { code, stderr } = await place.polyglav([...FAKE, "--", "x"]);
    expect(code).toBe(4);
    expect(stderr).not.toContain("starts on");
    place.remove();
  });
});

describe("stopping", () => {
  const hangs = scripted({ planner: [{ hang: true }] });
  const argv = [...FAKE, "--role", "planner", "--output", "ndjson", "--", "x"];

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends the run with %d, and run-end is last", async (name, code) => {
    const place = openPlace(hangs);
    const said = place.polyglav(argv);
    await expect.poll(() => place.soFar().stdout, { timeout: 5000 }).toContain("run-start");
    expect(place.signal(name)).toBe(true);
    const { code: got, stdout } = await said;
    expect(got).toBe(code);
    expect(events(stdout).at(-1)).toMatchObject({ type: "run-end", status: "cancelled", exitCode: code });
    place.remove();
  });

  test("a signal while stdin is read ends the command, in its format", async () => {
    const place = openPlace({ stdin: new PassThrough() });
    const said = place.polyglav(["run", "--output", "ndjson", "-"]);
    await expect.poll(() => place.signal("SIGINT"), { timeout: 5000 }).toBe(true);
    const { code, stdout } = await said;
    expect(code).toBe(130);
    expect(events(stdout)).toMatchObject([{ type: "run-end", exitCode: 130 }]);
    place.remove();
  });

  test("--timeout ends the run with 6", async () => {
    const { code, stdout } = await polyglav([...argv.slice(0, -2), "--timeout", "100ms", "--", "x"], hangs);
    expect(code).toBe(6);
    expect(events(stdout).at(-1)).toMatchObject({ type: "run-end", outcome: "timeout", exitCode: 6 });
  });

  test("a time without a unit is seconds, as in the config", async () => {
    const { code, stdout } = await polyglav([...argv.slice(0, -2), "--timeout", "0.1", "--", "x"], hangs);
    expect(code).toBe(6);
    expect(events(stdout).at(-1)).toMatchObject({ type: "run-end", outcome: "timeout" });
    const refused = await polyglav(["run", "--timeout", "soon", "--", "x"]);
    expect(refused).toMatchObject({
      code: 2,
      stderr: 'polyglav: Cannot read --timeout "soon": it takes seconds, or a time such as 500ms, 30s or 5m\n',
    });
    for (const written of ["0", "", "1d", "-1"]) {
      expect((await polyglav(["run", `--idle-timeout=${written}`, "--", "x"])).code, written).toBe(2);
    }
    expect((await polyglav(["run", "--help"])).stdout).toMatch(/number of\s+seconds/);
  });

  test("--idle-timeout ends a silent model, after --retries, with 1", async () => {
    const scene = scripted({ planner: [{ hang: true }, { hang: true }] });
    const { code, stdout } = await polyglav(
      [...argv.slice(0, -2), "--idle-timeout", "50ms", "--retries", "1", "--", "x"],
      scene,
    );
    expect(code).toBe(1);
    expect(events(stdout).filter(({ type }) => type === "retry")).toHaveLength(1);
  });

  test("a stream that nobody reads any more ends the run quietly", async () => {
    const { stderr, code } = await polyglav(argv, { ...hangs, stdoutBreaks: { after: 0, code: "EPIPE" } });
    expect({ stderr, code }).toEqual({ stderr: "", code: 130 });
  });
});

describe("writing the result", () => {
  test("to a reader that is gone is no fault", async () => {
    expect(await polyglav(["roles", "list"], { stdoutBreaks: { after: 0, code: "EPIPE" } })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("to a full disk is one: exit 1, and stderr says so", async () => {
    const { code, stderr } = await polyglav(["roles", "list"], { stdoutBreaks: { after: 0, code: "ENOSPC" } });
    expect(code).toBe(1);
    expect(stderr).toBe("polyglav: Cannot write the result: write ENOSPC\n");
  });
});

describe("limits of a run", () => {
  const list = (path: string): Move => ({
    call: [{ tool: "list", input: { path } }],
    usage: { input: 1000, output: 100 },
  });
  const delegates: Move = { call: [{ tool: "delegate", input: { role: "writer", task: "write" } }] };
  const scene = scripted({
    planner: [list("."), list("a"), list("b"), { text: "end", usage: { input: 1000, output: 100 } }],
    leader: [delegates, { text: "led" }],
    tester: [{ hang: true }],
  });

  test.each<[string, string, readonly string[]]>([
    ["turns", "planner", ["--max-turns", "2"]],
    ["tokens", "planner", ["--max-tokens", "2500"]],
    ["cost", "planner", ["--max-cost", "0.02"]],
    ["no cost at all", "planner", ["--max-cost=$0"]],
    ["time", "tester", ["--timeout", "50ms"]],
  ])("%s that are used up end it with exit code 6", async (_, role, flags) => {
    const { code, stdout } = await polyglav([...FAKE, "--role", role, "--json", ...flags, "--", "x"], scene);
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toMatchObject({ status: "limit", exitCode: 6 });
  });

  test("are in run-start, and what is not said is not limited", async () => {
    const flags = ["--max-cost", "1.50", "--max-tokens", "9000", "--max-turns", "7", "--max-depth", "1"];
    const more = ["--max-agents", "2", "--timeout", "5m", "--durability", "sync", "--background", "fail"];
    const argv = [...FAKE, "--role", "writer", "--output", "ndjson", ...flags, ...more, "--", "x"];
    const { code, stdout } = await polyglav(argv, scene);
    expect(code).toBe(0);
    expect(events(stdout)[0]).toMatchObject({
      limits: { cost: 1.5, tokens: 9000, steps: 7, depth: 1, agents: 2, ms: 300_000 },
    });
    const without = await polyglav([...FAKE, "--role", "writer", "--output", "ndjson", "--", "x"], scene);
    expect(events(without.stdout)[0]?.limits).not.toHaveProperty("cost");
  });

  test.each([["--max-depth"], ["--max-agents"]])("%s 0 lets nobody delegate", async (flag) => {
    const argv = [...FAKE, "--role", "leader", "--output", "ndjson", flag, "0", "--", "x"];
    const { stdout } = await polyglav(argv, scene);
    expect(events(stdout).map(({ type }) => type)).not.toContain("delegate-start");
  });

  test.each([
    ["--max-cost", "-1"],
    ["--max-cost", "1e3"],
    ["--max-cost", "1,50"],
    ["--max-cost", ""],
    ["--max-cost", "NaN"],
    ["--max-tokens", "0"],
    ["--max-tokens", "1k"],
    ["--max-turns", "0"],
    ["--max-turns", "1.5"],
    ["--max-depth", "deep"],
    ["--max-agents", "99999999999"],
    ["--timeout", "soon"],
    ["--on-ask", "wait"],
    ["--durability", "none"],
    ["--background", "kill"],
  ])("%s %j is a usage error that names the flag", async (flag, value) => {
    const { code, stdout, stderr } = await polyglav([...FAKE, flag, value, "--", "x"], scene);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(flag);
  });
});

describe("--on-ask", () => {
  const scene = scripted({ programmer: [bash("echo one"), { text: "done" }] });
  const on = (...flags: readonly string[]) =>
    polyglav([...FAKE, "--role", "programmer", "--json", ...flags, "--", "x"], scene);

  test("deny refuses and goes on, fail ends the run, park lets it wait", async () => {
    expect(await on("--on-ask", "deny")).toMatchObject({ code: 5 });
    const failed = await on("--on-ask", "fail");
    expect(failed.code).toBe(5);
    expect(JSON.parse(failed.stdout)).toMatchObject({ outcome: "denied", content: "" });
    expect(await on("--on-ask", "park")).toMatchObject({ code: 7 });
  });

  test("park has nothing to wait for where --yes confirms, and contradicts --no", async () => {
    expect(await on("--on-ask", "park", "--yes")).toMatchObject({ code: 0 });
    expect(await on("--on-ask", "park", "--no")).toMatchObject({ code: 2 });
  });
});

describe("instructions of the project", () => {
  const files = { "AGENTS.md": "Speak like a pirate." };
  const told = async (...flags: readonly string[]) => {
    const place = openPlace(scripted({}, { files }));
    const { code, stderr } = await place.polyglav([...FAKE, "--role", "writer", ...flags, "--", "x"]);
    const [run = ""] = readdirSync(join(place.cwd, ".polyglav/runs")).filter((name) => !name.startsWith("."));
    const log = readFileSync(join(place.cwd, ".polyglav/runs", run, "log.ndjson"), "utf8");
    place.remove();
    return { code, stderr, isTold: log.includes("Speak like a pirate.") };
  };

  test("are told to roles in a folder that is trusted, and withheld in any other, which is said", async () => {
    expect(await told("--trust")).toMatchObject({ code: 0, isTold: true });
    const withheld = await told();
    expect(withheld).toMatchObject({ code: 0, isTold: false });
    expect(withheld.stderr).toContain("note: AGENTS.md is not read, for this folder is not trusted.");
  });
});
