import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openPlace, type Place, type Said, type Scene } from "./fake-world.ts";

let place: Place;
afterEach(() => {
  place.remove();
});

const bash = (command: string) => ({ call: [{ tool: "bash", input: { command } }] });
const delegate = (...tasks: readonly string[]) => ({
  call: tasks.map((task) => ({ tool: "delegate", input: { role: "programmer", task } })),
});
const ROLES = {
  leader: [delegate("Run it", "Run that"), { text: "all done" }],
  programmer: [{ ...bash("echo one"), text: "I run." }, { text: "ran" }],
  writer: [{ text: "written" }],
  tester: [{ hang: true }],
};
const FILES = { "s.json": JSON.stringify({ roles: ROLES, default: [{ text: "hello", repeat: true }] }) };

const open = (scene: Scene = {}): Place => (place = openPlace({ ...scene, files: { ...FILES, ...scene.files } }));
const FAKE = ["--fake-model", "s.json"];
const runAs = (role: string, ...flags: readonly string[]): Promise<Said> =>
  place.polyglav(["run", ...FAKE, "--role", role, ...flags, "--", "Do it"]);
const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
/** The ids of all runs, the oldest first: two of the same second have no order of their own. */
const ids = async (): Promise<readonly string[]> => {
  const { runs } = json((await place.polyglav(["runs", "list", "--json"])).stdout) as { runs: { run: string }[] };
  return runs.map(({ run }) => run);
};
const lines = (text: string): readonly Record<string, unknown>[] => text.trimEnd().split("\n").map(json);

/** Writes the log of a run that never was, as another version or a stranger would. */
function plant(run: string, ...entries: readonly (object | string)[]): void {
  const folder = join(place.cwd, ".polyglav/runs", run);
  mkdirSync(folder, { recursive: true });
  const text = entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join("\n");
  writeFileSync(join(folder, "log.ndjson"), `${text}\n`);
}

describe("runs list", () => {
  test("of an empty folder is empty, and nothing is made", async () => {
    open();
    expect(await place.polyglav(["runs", "list"])).toEqual({ code: 0, stdout: "0 runs\n", stderr: "" });
    expect(readdirSync(place.cwd)).toEqual(["s.json"]);
  });

  test("shows state, role, use and task, the newest last, and --last and --state choose", async () => {
    open();
    await runAs("writer");
    await runAs("programmer");
    await runAs("leader", "--on-ask", "park");
    const { stdout } = await place.polyglav(["runs", "list"]);
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect(head).toBe("3 runs");
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(1))).toEqual([
      ["done", "writer", "0s ago", "tokens not reported", "Do it"],
      ["done, 1 denied", "programmer", "0s ago", "tokens not reported", "Do it"],
      ["waiting", "leader", "0s ago", "tokens not reported", "Do it"],
    ]);
    expect((await place.polyglav(["runs", "list", "--last", "1"])).stdout).toMatch(
      /^the last 1 of 3 runs\n.* waiting .*\n$/,
    );
    const waiting = json((await place.polyglav(["runs", "list", "--state", "waiting", "--json"])).stdout);
    expect(waiting).toMatchObject({
      runs: [
        { run: (await ids())[2], state: "waiting", asks: [expect.stringMatching(/-1$/), expect.stringMatching(/-2$/)] },
      ],
      unreadable: [],
    });
  });

  test("a log that cannot be read costs only itself, and nothing in one steers the terminal", async () => {
    open();
    await runAs("writer");
    plant("20200101-000000-abcd", { n: 1, t: "2020-01-01T00:00:00Z", run: "x", kind: "run.started", format: 99 });
    plant("20200101-000000-efgh", "{ broken", '{"n":2}');
    const { code, stdout } = await place.polyglav(["runs", "list"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/-abcd {2}unreadable {2}.*format 99/);
    expect(stdout).toMatch(/done .*writer/);
    const { stdout: data } = await place.polyglav(["runs", "list", "--json"]);
    expect(json(data).unreadable).toContainEqual(expect.objectContaining({ run: "20200101-000000-abcd" }));
  });

  test("what no run writes is no fault of this program, whichever command reads it", async () => {
    open();
    const head = { t: "2020-01-01T00:00:00Z", run: "hostile", v: 2 };
    const started = { n: 1, ...head, kind: "run.started", format: 2, task: 5, role: { a: 1 }, limits: null, order: 7 };
    const asked = { n: 2, ...head, kind: "gate.recorded", record: { do: "ask", ask: { id: 9, request: null } } };
    const raised = { n: 3, ...head, kind: "ask.raised", ask: null, question: [], options: 3 };
    const done = { n: 4, ...head, kind: "model.done", said: 5, usage: "much" };
    for (const entries of [[started], [started, asked], [started, { ...raised, n: 2 }], [started, { ...done, n: 2 }]]) {
      plant("hostile", ...entries);
      for (const argv of [
        ["runs", "list"],
        ["runs", "show"],
        ["runs", "tree"],
        ["runs", "tail"],
        ["runs", "resume", "last", "--trust"],
        ["asks", "list"],
        ["asks", "show"],
        ["asks", "answer", "9", "once", "--trust"],
      ]) {
        const { code, stderr } = await place.polyglav(argv);
        // The engine says of a run that it cannot go on with that it failed.
        expect([0, 1, 2, 3, 4], argv.join(" ")).toContain(code);
        expect(stderr, argv.join(" ")).not.toContain("unexpected fault");
      }
    }
  });

  test("a task cannot steer the terminal or put lines into the list", async () => {
    open();
    await place.polyglav(["run", ...FAKE, "--role", "writer", "--", "a\u001b[2J\nb"]);
    const { stdout } = await place.polyglav(["runs", "list"]);
    expect(stdout).not.toContain("\u001b");
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("a run", () => {
  test("is found by its id, its beginning, its end, and counted back from the last", async () => {
    open();
    await runAs("writer");
    await runAs("programmer");
    const [first = "", second = ""] = await ids();
    const shown = async (written: string) =>
      json((await place.polyglav(["runs", "show", written, "--json"])).stdout).run;
    expect(await shown(first)).toBe(first);
    expect(await shown(first.slice(-4))).toBe(first);
    expect(await shown("last")).toBe(second);
    expect(await shown("last~1")).toBe(first);
    expect(await shown("last~2")).toBeUndefined();
    const { code, stderr } = await place.polyglav(["runs", "show", "20"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("2 begin or end like that") });
    const near = await place.polyglav(["runs", "show", `${first.slice(0, -1)}_`]);
    expect(near).toMatchObject({ code: 2, stdout: "" });
    expect(near.stderr).toContain(`Did you mean "${first}"?`);
  });

  test.each(["show", "tree", "tail", "resume", "cancel"])(
    "that there is none of is exit 2 for runs %s",
    async (verb) => {
      open();
      for (const written of ["nosuch", "last", "", "../x", "__proto__", "last~99999999999"]) {
        const { code, stdout, stderr } = await place.polyglav(["runs", verb, written]);
        expect({ code, stdout }, written).toEqual({ code: 2, stdout: "" });
        expect(stderr).toMatch(/^polyglav: /);
      }
    },
  );
});

describe("runs show and runs tree", () => {
  test("say everything about a run that has ended", async () => {
    open();
    await runAs("programmer", "--max-cost", "1.00", "--max-turns", "7");
    const { stdout } = await place.polyglav(["runs", "show"]);
    expect(stdout).toMatch(/^\S+ {2}done, 1 denied\n/);
    for (const line of [
      / {2}role +programmer\n/,
      / {2}limits +7 turns, .*\$1\.00\n/,
      / {2}task +Do it\n/,
      / {2}denied +✗ programmer: bash "echo one" — /,
      / {2}end +denied, done \(exit code 5\)\n/,
      / {2}answer +ran\n/,
    ])
      expect(stdout).toMatch(line);
    const data = json((await place.polyglav(["runs", "show", "--json"])).stdout);
    expect(data).toMatchObject({ state: "ended", limits: { steps: 7, cost: 1 }, end: { exitCode: 5 }, agents: 1 });
  });

  test("name the agents with their ends, those of the same role apart", async () => {
    open();
    await runAs("leader", "--yes");
    const { stdout } = await place.polyglav(["runs", "tree"]);
    expect(stdout.replaceAll((await ids())[0] ?? "", "R")).toBe(
      "leader            ✓ done, tokens not reported: Do it  R\n" +
        "├ programmer      ✓ done, tokens not reported: Run it  R.1\n" +
        "├ programmer 2    ✓ done, tokens not reported: Run that  R.2\n",
    );
    const { tree } = json((await place.polyglav(["runs", "tree", "--json"])).stdout) as { tree: object };
    expect(tree).toMatchObject({ role: "leader", outcome: "done", subtree: { calls: 6 }, children: [{}, {}] });
  });
});

describe("runs tail", () => {
  test("shows on stdout the lines that the run showed on stderr", async () => {
    open();
    const { stderr } = await runAs("leader", "--yes", "--verbose");
    const { code, stdout } = await place.polyglav(["runs", "tail", "--verbose"]);
    const plain = (text: string): string => text.replaceAll(/ \(?\d+\.\ds\)?/g, "");
    expect(code).toBe(0);
    expect(plain(stdout)).toBe(plain(stderr));
  });

  test("as a stream is events without a gap, one result, one run-end; as JSON one object", async () => {
    open();
    await runAs("leader");
    const seen = lines((await place.polyglav(["runs", "tail", "--output", "ndjson"])).stdout);
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.map(({ type }) => type).filter((type) => type === "run-end" || type === "result")).toEqual([
      "result",
      "run-end",
    ]);
    expect(seen.at(-1)).toMatchObject({ exitCode: 0 });
    expect(seen.at(-2)).toMatchObject({ data: { state: "ended", end: { exitCode: 5 } } });
    const data = json((await place.polyglav(["runs", "tail", "--json"])).stdout) as { events: { type: string }[] };
    expect(data.events[0]).toMatchObject({ type: "run-start", role: "leader" });
    expect(data.events.at(-1)).toMatchObject({ type: "run-end", exitCode: 5 });
  });

  test("ends by itself with --follow where nobody works on the run, and says what it waits for", async () => {
    open();
    await runAs("leader", "--on-ask", "park");
    const { code, stdout } = await place.polyglav(["runs", "tail", "-f"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Waiting for 2 answers:\n {2}\? \S+-1 {2}programmer \(\S+\.1\) asks for bash "echo one"/);
  });
});

describe("runs resume", () => {
  test("of a run that has ended is exit 2", async () => {
    open();
    await runAs("writer");
    const { code, stdout, stderr } = await place.polyglav(["runs", "resume", "last", "--trust", ...FAKE]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^polyglav: Cannot resume "\S+": it has ended \(done\)\. Start the task anew\n$/);
  });

  test("that this user did not begin, in a folder that is not trusted, is exit 4: its log could hold a yes that nobody said", async () => {
    open();
    await runAs("programmer", "--on-ask", "park");
    rmSync(join(place.home, ".config/polyglav/runs"), { recursive: true });
    const { code, stdout, stderr } = await place.polyglav(["runs", "resume", "last", "--yes", "--json", ...FAKE]);
    expect(code).toBe(4);
    expect(json(stdout)).toMatchObject({ error: { code: "POLYGLAV_NOT_TRUSTED" } });
    expect(stderr).toContain("polyglav trust");
    expect((await place.polyglav(["runs", "resume", "last", "--no-local", "--yes", ...FAKE])).code).toBe(4);
  });

  test("asks again what was asked: --yes confirms it, --no refuses it, and without either it waits on", async () => {
    open();
    const go = (...flags: readonly string[]) =>
      place.polyglav(["runs", "resume", "last", "--trust", ...FAKE, ...flags]);
    expect((await runAs("programmer", "--on-ask", "park")).code).toBe(7);
    expect((await go()).code).toBe(7);
    const yes = await go("--yes");
    expect({ code: yes.code, stdout: yes.stdout }).toEqual({ code: 0, stdout: "ran\n" });
    expect(yes.stderr).toContain("goes on with fake/script");
    expect(yes.stderr).not.toContain("programmer 2");
    await runAs("programmer", "--on-ask", "park");
    expect((await go("--no")).code).toBe(5);
  });
});

describe("a run that another command works on", () => {
  let other: Place;
  const there = (...argv: readonly string[]): Promise<Said> => other.polyglav(["-C", place.cwd, ...argv]);
  afterEach(() => {
    other.remove();
  });
  test("is listed as running, cannot be resumed (exit 4), is followed while it runs, and is told to stop", async () => {
    open();
    other = openPlace();
    const running = runAs("tester");
    await expect.poll(() => place.soFar().stderr, { timeout: 5000 }).toContain("starts on");
    expect((await there("runs", "list")).stdout).toMatch(/ running .* tester /);
    const resumed = await there("runs", "resume", "last", "--trust");
    expect(resumed).toMatchObject({ code: 4, stdout: "" });
    expect(resumed.stderr).toMatch(/: process \d+ on .* works on it\. Watch it with: polyglav runs tail -f \S+\n$/);
    const followed = there("runs", "tail", "-f");
    await expect.poll(() => other.soFar().stdout, { timeout: 5000 }).toContain("starts on");
    const third = openPlace();
    expect((await third.polyglav(["-C", place.cwd, "runs", "cancel", "last"])).stdout).toMatch(
      /^Told process \d+ to stop /,
    );
    third.remove();
    expect((await running).code).toBe(130);
    const { code, stdout } = await followed;
    expect(code).toBe(0);
    expect(stdout).toContain("✗ was stopped after");
  });

  test("is followed no longer than somebody wants to", async () => {
    open();
    other = openPlace();
    const running = runAs("tester");
    await expect.poll(() => place.soFar().stderr, { timeout: 5000 }).toContain("starts on");
    const followed = there("runs", "tail", "-f", "--output", "ndjson");
    await expect.poll(() => other.soFar().stdout, { timeout: 5000 }).toContain("run-start");
    const began = Date.now();
    expect(other.signal("SIGTERM")).toBe(true);
    const { code, stdout } = await followed;
    expect(Date.now() - began).toBeLessThan(5000);
    expect(code).toBe(143);
    expect(lines(stdout).at(-1)).toMatchObject({ type: "run-end", exitCode: 143 });
    place.signal("SIGINT");
    await running;
  });
});

describe("runs cancel", () => {
  test("ends a run that waits, for good, and says so of one that had ended", async () => {
    open();
    await runAs("leader", "--on-ask", "park");
    const [run = ""] = await ids();
    const cancel = (...more: readonly string[]) => place.polyglav(["runs", "cancel", "last", ...more]);
    expect((await cancel("--below", "nosuch")).code).toBe(2);
    const one = await cancel("--below", "1");
    expect(one.code).toBe(0);
    expect(one.stdout).toMatch(/^Cancelled \S+\.1: nobody worked on it\nGo on without it: polyglav runs resume \S+\n/);
    expect((await place.polyglav(["asks", "list"])).stdout).toMatch(/^1 open ask\n {2}\S+-2 /);
    expect((await place.polyglav(["runs", "tree"])).stdout).toMatch(
      /programmer +✗ was stopped.*\n.*programmer 2 +… waits/,
    );
    expect((await cancel()).stdout).toBe(`Cancelled ${run}: nobody worked on it\n`);
    expect((await cancel()).stdout).toBe(`${run} had ended before: cancelled\n`);
    expect(json((await cancel("--json")).stdout)).toEqual({ run, became: "ended" });
    expect((await place.polyglav(["asks", "list"])).stdout).toBe("0 open asks\n");
    expect((await place.polyglav(["runs", "resume", "last", "--trust", ...FAKE])).code).toBe(2);
  });
});
