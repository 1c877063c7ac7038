import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openPlace, type Place, type Said, typing } from "./fake-world.ts";

let place: Place;
afterEach(() => {
  place.remove();
});

const bash = (command: string) => ({ call: [{ tool: "bash", input: { command } }] });
const question = { call: [{ tool: "ask", input: { question: "Now?", options: ["-1", "yes"] } }] };
const write = { call: [{ tool: "write", input: { path: "made", content: "x" } }] };
const ROLES = {
  programmer: [question, bash("echo one > made"), { text: "ran" }],
  tester: [bash("echo one >> made"), bash("echo two >> made"), { text: "tested" }],
  leader: [{ call: [{ tool: "delegate", input: { role: "tester", task: "Test it" } }] }, { text: "all done" }],
};
const FILES = {
  "s.json": JSON.stringify({ roles: ROLES, default: [question, write, { text: "wrote" }] }),
  "strict.json": '{ "tool_permission": { "bash": "deny" } }',
};
const FOREIGN = { ".polyglav/config.json": '{ "tool_permission": { "bash": "allow", "edit": "allow" } }' };

const open = (files: Readonly<Record<string, string>> = {}): Place =>
  (place = openPlace({ files: { ...FILES, ...files } }));
const park = async (role: string, ...flags: readonly string[]): Promise<Said> => {
  const said = await place.polyglav([
    ...["run", "--fake-model", "s.json", "--role", role, "--on-ask", "park", ...flags, "--", "Do it"],
  ]);
  expect(said.code).toBe(7);
  return said;
};
const polyglav = (...argv: readonly string[]): Promise<Said> => place.polyglav(argv);
const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const made = (): string => {
  try {
    return readFileSync(join(place.cwd, "made"), "utf8");
  } catch {
    return "";
  }
};
const runIds = (): readonly string[] =>
  readdirSync(join(place.cwd, ".polyglav/runs")).filter((name) => !name.startsWith("."));
const notes = (): readonly string[] => {
  try {
    return readdirSync(join(place.home, ".config/polyglav/runs"));
  } catch {
    return [];
  }
};
const openAsks = async (): Promise<number> => {
  const { asks } = json((await polyglav("asks", "list", "--json")).stdout) as { asks: object[] };
  return asks.length;
};

describe("what a run was begun with", () => {
  test.each([
    ["--mode", "plan"],
    ["--cap", "bash=deny"],
    ["--config", "strict.json"],
  ])("%s %s counts when it is answered, and when it is resumed, whatever is given then", async (...flags) => {
    open();
    await park("programmer", ...flags);
    const shown = (await polyglav("runs", "show")).stdout;
    expect(shown).toContain(`begun     with ${flags[0]} `);
    expect((await polyglav("asks", "show")).stdout).toContain(`begun     with ${flags[0]} `);
    const said = await polyglav("asks", "answer", "--text", "yes", "--yes");
    expect(said.code).toBe(5);
    expect(made()).toBe("");
    await park("programmer", ...flags);
    expect((await polyglav("runs", "resume", "last", "--yes", "--on-ask", "deny")).code).toBe(5);
    expect(made()).toBe("");
  });

  test("holds for those below it, and each cap of the command that goes on comes on top", async () => {
    open();
    await park("leader", "--cap", "web=deny");
    const said = await polyglav("asks", "answer", "once", "--cap", "bash=deny");
    expect(said.code).toBe(5);
    expect(made()).not.toContain("two");
    await park("leader", "--cap", "bash=ask,web=deny");
    const wider = await polyglav("asks", "answer", "once", "--cap", "bash=allow");
    expect(wider.code).toBe(7);
    expect(wider.stderr).toContain("--cap bash=allow");
  });

  test("cannot be another mode", async () => {
    open();
    await park("programmer", "--mode", "plan");
    const { code, stderr } = await polyglav("runs", "resume", "last", "--mode", "build");
    expect(code).toBe(2);
    expect(stderr).toContain("the run was begun with --mode plan, and goes on with it");
  });

  test("brings its script along; where that is gone the answer is not taken before another one is named", async () => {
    open();
    const { stderr } = await park("tester");
    expect(stderr).not.toContain("--fake-model");
    rmSync(join(place.cwd, "s.json"));
    writeFileSync(join(place.cwd, "t.json"), FILES["s.json"]);
    const { code, stderr: why } = await polyglav("asks", "answer", "once");
    expect(code).toBe(3);
    expect(why).toMatch(/its script "\S+s\.json" is not there\. Name it with --fake-model FILE\n$/);
    expect((await polyglav("asks", "list", "--json")).stdout).toContain("--fake-model FILE");
    expect(await openAsks()).toBe(1);
    const said = await polyglav("asks", "answer", "once", "--fake-model", "t.json");
    expect(said.code).toBe(7);
    expect(said.stderr).toContain(" once --fake-model t.json");
  });

  test("counts as the user's own note has it, whatever became of the log", async () => {
    open();
    await park("programmer", "--mode", "plan");
    const log = join(place.cwd, ".polyglav/runs", runIds()[0] ?? "", "log.ndjson");
    const text = readFileSync(log, "utf8");
    expect(text).toContain('"mode":"plan"');
    writeFileSync(log, text.replace('"mode":"plan",', ""));
    expect((await polyglav("asks", "answer", "--text", "yes", "--yes")).code).toBe(5);
    expect(made()).toBe("");
  });

  test("counts as the log has it where nothing is noted", async () => {
    open();
    await park("programmer", "--mode", "plan");
    rmSync(join(place.home, ".config/polyglav/runs"), { recursive: true });
    expect((await polyglav("asks", "answer", "--text", "yes", "--yes", "--trust")).code).toBe(5);
    expect(made()).toBe("");
  });

  test("a model that is not there is told before the answer is taken, and advises no flag that there is not", async () => {
    open();
    await park("tester");
    const log = join(place.cwd, ".polyglav/runs", runIds()[0] ?? "", "log.ndjson");
    writeFileSync(log, readFileSync(log, "utf8").replaceAll("fake/script", "nosuch/model"));
    const note = join(place.home, ".config/polyglav/runs", notes()[0] ?? "");
    writeFileSync(note, readFileSync(note, "utf8").replace("s.json", "gone.json"));
    const { code, stdout, stderr } = await polyglav("asks", "answer", "once");
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).not.toContain("--model");
    expect(await openAsks()).toBe(1);
  });

  test.each([[{ caps: [5] }], [{ mode: {} }], [[]], ["plan"], [{ trusted: "yes" }], [null]])(
    "is a broken log where it is %j, and no fault of this program",
    async (recall) => {
      open();
      await park("tester");
      const folder = join(place.cwd, ".polyglav/runs");
      const [run = ""] = runIds();
      const log = join(folder, run, "log.ndjson");
      const text = readFileSync(log, "utf8").replace(/"recall":\{[^}]*\}/, `"recall":${JSON.stringify(recall)}`);
      rmSync(join(folder, run, "snapshot.json"), { force: true });
      writeFileSync(log, text);
      for (const argv of [
        ["asks", "answer", "once", "--trust"],
        ["runs", "resume", "last", "--trust"],
      ]) {
        const { code, stderr } = await place.polyglav(argv);
        expect(code).toBe(3);
        expect(stderr).toContain("its log recalls what no run writes");
      }
      for (const argv of [
        ["runs", "list"],
        ["runs", "show"],
        ["asks", "list"],
        ["asks", "show"],
      ])
        expect((await place.polyglav(argv)).code).toBe(0);
      expect(made()).toBe("");
    },
  );
});

describe("a run that was begun without trust", () => {
  test("goes on without it by the very command that was shown, and never with more", async () => {
    open(FOREIGN);
    const { stderr } = await park("tester");
    expect(stderr).not.toContain(" --trust\n");
    expect(stderr).toMatch(/polyglav asks answer \S+ once {3}\(/);
    const said = await polyglav("asks", "answer", "once", "--trust");
    expect(said.code).toBe(7);
    expect(said.stderr).toContain("note: the run was begun without trust in this folder, and goes on without it");
    expect(said.stderr).not.toContain("polyglav trust");
    expect(made()).toBe("one\n");
    await polyglav("trust");
    expect((await polyglav("runs", "resume", "last")).code).toBe(7);
    expect(await polyglav("asks", "answer", "once")).toMatchObject({ code: 0, stdout: "tested\n" });
  });

  test("with --no-local goes on without what the folder says", async () => {
    open(FOREIGN);
    await polyglav("trust");
    await park("tester", "--no-local");
    expect((await polyglav("asks", "answer", "once")).code).toBe(7);
    expect((await polyglav("runs", "resume", "last", "--trust")).code).toBe(7);
    expect(made()).toBe("one\n");
  });

  test("is noted with the user's own files until it ends, and by nobody else's", async () => {
    open();
    await park("tester");
    const [note = ""] = notes();
    expect(statSync(join(place.home, ".config/polyglav/runs", note)).mode & 0o777).toBe(0o600);
    const other = openPlace();
    const there = await other.polyglav(["-C", place.cwd, "asks", "answer", "once"]);
    expect(there).toMatchObject({ code: 4, stdout: "" });
    cpSync(place.cwd, join(place.home, "copy"), { recursive: true });
    expect((await polyglav("-C", join(place.home, "copy"), "asks", "answer", "once")).code).toBe(4);
    expect((await polyglav("-C", join(place.home, "copy"), "runs", "cancel", "last")).code).toBe(0);
    expect(notes()).toEqual([note]);
    expect((await polyglav("asks", "answer", "deny")).code).toBe(7);
    expect((await polyglav("asks", "answer", "deny")).code).toBe(5);
    expect(notes()).toEqual([]);
    other.remove();
  });

  test("is forgotten when it is cancelled, and after 90 days", async () => {
    open();
    await park("tester");
    await polyglav("runs", "cancel", "last");
    expect(notes()).toEqual([]);
    await park("tester");
    const [old = ""] = notes();
    const then = Date.UTC(2025, 0, 1) / 1000;
    utimesSync(join(place.home, ".config/polyglav/runs", old), then, then);
    await park("tester");
    expect(notes()).toHaveLength(1);
    expect(notes()).not.toContain(old);
  });

  test("and with trust for one command wants it again", async () => {
    open({ ".polyglav/config.json": "{}" });
    const { stderr } = await park("tester", "--trust");
    expect(stderr).toContain(" --trust\n");
    const said = await polyglav("asks", "answer", "once");
    expect(said.code).toBe(4);
    expect(said.stderr).toContain("it was begun with trust in this folder");
    expect(await openAsks()).toBe(1);
    expect((await polyglav("asks", "answer", "once", "--trust")).code).toBe(7);
  });
});

describe("a run that cannot be read", () => {
  test("is listed as that, refused with how to be rid of it, and is not the last one", async () => {
    open();
    await park("tester");
    const runs = join(place.cwd, ".polyglav/runs");
    mkdirSync(join(runs, "20990101-000000-aaaa"));
    writeFileSync(join(runs, "20990101-000000-aaaa/log.ndjson"), "");
    mkdirSync(join(runs, "20990101-000000-bbbb/log.ndjson"), { recursive: true });
    const { stdout } = await polyglav("runs", "list");
    expect(stdout).toMatch(/-aaaa {2}unreadable {2}.*no start/);
    expect(stdout).toMatch(/-bbbb {2}unreadable {2}/);
    for (const id of ["aaaa", "bbbb"]) {
      for (const verb of ["show", "tail", "tree", "resume", "cancel"]) {
        const { code, stdout: out, stderr } = await polyglav("runs", verb, id);
        expect({ code, out }, `${verb} ${id}: ${stderr}`).toEqual({ code: 3, out: "" });
        expect(stderr).toContain(`rm -r .polyglav/runs/20990101-000000-${id}`);
      }
    }
    expect((await polyglav("runs", "show")).stdout).toContain("tester");
    const none = await polyglav("runs", "show", "last~1");
    expect(none.stderr).toContain("there is 1 that can be read");
  });
});

describe("small things", () => {
  test("an option that begins like a flag can be copied", async () => {
    open();
    await park("programmer");
    expect((await polyglav("asks", "show")).stdout).toContain(" --text=-1");
    const { asks } = json((await polyglav("asks", "list", "--json")).stdout) as { asks: { answer: string }[] };
    const argv = (asks[0]?.answer ?? "").split(" ").slice(1);
    expect(argv).toContain("--text=-1");
    expect((await place.polyglav(argv)).code).toBe(7);
  });

  test("an agent is named by a short id, and a run is not cancelled by less than four characters", async () => {
    open();
    await park("leader");
    const [run = ""] = runIds();
    const short = await polyglav("runs", "cancel", run.slice(-3));
    expect(short).toMatchObject({ code: 2, stdout: "" });
    expect(short.stderr).toContain("it cannot be undone");
    const said = await polyglav("runs", "cancel", run.slice(-4), "--below", `${run.slice(-4)}.1`);
    expect(said.stdout).toContain(`Cancelled ${run}.1`);
  });

  test("in a folder below the one with the runs an empty list says where they are", async () => {
    open({ "a/b/x": "" });
    await park("tester");
    for (const group of ["asks", "runs"]) {
      const { stdout } = await polyglav("-C", join(place.cwd, "a/b"), group, "list");
      expect(stdout).toContain(`-C ${place.cwd}\n`);
    }
  });

  test("asks show with nothing open does not speak of an answer", async () => {
    open();
    const { code, stderr } = await polyglav("asks", "show");
    expect(code).toBe(2);
    expect(stderr).toContain("Cannot show an ask: nothing is asked");
  });
});

test("a terminal that is closed while a question is open is no answer, and ends with 143", async () => {
  open();
  const { stdin } = typing();
  const running = place.polyglav(
    ["run", "--fake-model", "s.json", "--role", "tester", "--on-ask", "park", "--color", "never", "--", "x"],
    { stdin, tty: ["stdin", "stderr"] },
  );
  await expect.poll(() => place.soFar().stderr, { timeout: 5000 }).toContain("[y/N] ");
  stdin.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  place.signal("SIGTERM");
  const { code, stderr } = await running;
  expect(code).toBe(143);
  expect(stderr).not.toContain("the operator says no");
});
