import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openPlace, type Place, type Said, typing } from "./fake-world.ts";

let place: Place;
afterEach(() => {
  place.remove();
});

const bash = (command: string) => ({ call: [{ tool: "bash", input: { command } }] });
const QUESTION = { question: "Red or blue?", options: ["red", "light blue"], context: "It is for the shed" };
const ROLES = {
  leader: [
    {
      call: ["Run it", "Run that"].map((task) => ({ tool: "delegate", input: { role: "programmer", task } })),
    },
    { text: "all done" },
  ],
  programmer: [bash("echo one"), { text: "ran" }],
  tester: [bash("echo one"), bash("echo two"), { text: "tested" }],
  planner: [{ call: [{ tool: "ask", input: QUESTION }] }, { text: "painted" }],
};
const FAKE = ["--fake-model", "s.json"];
const FILES = { "s.json": JSON.stringify({ roles: ROLES, default: [{ text: "hello" }] }) };

const park = async (...roles: readonly string[]): Promise<void> => {
  place = openPlace({ files: FILES });
  for (const role of roles) {
    const { code } = await place.polyglav(["run", ...FAKE, "--role", role, "--on-ask", "park", "--", "Do it"]);
    expect(code).toBe(7);
  }
};
const answer = (...words: readonly string[]): Promise<Said> => place.polyglav(["asks", "answer", ...words]);
const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const asks = async (): Promise<readonly { readonly ask: string; readonly run: string; readonly answer: string }[]> =>
  (json((await place.polyglav(["asks", "list", "--json"])).stdout) as { asks: [] }).asks;

describe("a run that waits", () => {
  test.each(["text", "json", "ndjson"])("ends with exit 7 and the exact commands, as %s", async (format) => {
    place = openPlace({ files: FILES });
    const argv = ["run", ...FAKE, "--role", "leader", "--on-ask", "park", "--output", format, "--", "Do it"];
    const { code, stdout, stderr } = await place.polyglav(argv);
    const [first, second] = await asks();
    const commands = [first, second].map((one) => `polyglav asks answer ${one?.ask ?? ""} once`);
    const resume = `polyglav runs resume ${first?.run ?? ""}`;
    expect(code).toBe(7);
    expect(stderr).toContain("polyglav: the run waits for 2 answers.");
    if (format === "text") {
      expect(stdout).toBe("");
      for (const command of [...commands, resume]) expect(stderr).toContain(command);
      return;
    }
    const end = json(format === "json" ? stdout : (stdout.trimEnd().split("\n").at(-1) ?? ""));
    expect(end).toMatchObject({ status: "waiting", exitCode: 7, waiting: { answer: commands, resume } });
  });

  test("is gone on with by the very command that it showed", async () => {
    await park("programmer");
    const [one] = await asks();
    const argv = (one?.answer ?? "").split(" ").slice(1);
    const { code, stdout, stderr } = await place.polyglav(argv);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "ran\n" });
    expect(stderr).toMatch(/^Answered \S+-1, bash "echo one": once\nprogrammer {6}goes on with fake\/script: Do it\n/);
  });
});

describe("asks list and asks show", () => {
  test("show what is asked, by whom, why, and every answer that it takes", async () => {
    await park("leader", "planner");
    const listed = (await place.polyglav(["asks", "list"])).stdout;
    expect(listed).toMatch(/^3 open asks\n {2}\S+-1 {2}programmer wants bash "echo one"\n {6}0s ago, run \S+\.1\n/);
    expect(listed).toContain("planner asks: Red or blue?");
    const [first, , question] = await asks();
    const shown = (await place.polyglav(["asks", "show", first?.ask ?? ""])).stdout;
    expect(shown).toContain("  why it is asked: config.tool_permission.bash = ask (default)\n");
    expect(shown).toContain("  as        root › leader › programmer\n");
    for (const word of ["once", "run", "session", "project", "deny", "run --pattern 'echo **'"])
      expect(shown).toContain(`polyglav asks answer ${first?.ask ?? ""} ${word}`);
    const asked = (await place.polyglav(["asks", "show", question?.ask ?? ""])).stdout;
    expect(asked).toContain("  It is for the shed\n");
    expect(asked).toContain(`polyglav asks answer ${question?.ask ?? ""} --text 'light blue'`);
  });

  test("with nothing open say so", async () => {
    place = openPlace();
    expect((await place.polyglav(["asks", "list"])).stdout).toBe("0 open asks\n");
    for (const argv of [["show"], ["show", "x"], ["answer", "once"], ["answer", "x", "once"], ["answer"]]) {
      const { code, stdout } = await place.polyglav(["asks", ...argv]);
      expect({ code, stdout }, argv.join(" ")).toEqual({ code: 2, stdout: "" });
    }
  });
});

describe("asks answer", () => {
  test("without an id answers the only one, and lists them where there are more", async () => {
    await park("leader");
    const many = await answer("once");
    expect(many).toMatchObject({ code: 2, stdout: "" });
    expect(many.stderr).toMatch(
      / {2}\S+-1 {2}programmer {2}bash "echo one"\n.*\npolyglav: Cannot tell which ask is meant: 2 are open/,
    );
    const [first] = await asks();
    const one = await answer(first?.ask ?? "", "once");
    expect(one.code).toBe(7);
    expect(one.stdout).toMatch(/^Answered \S+-1, bash "echo one": once\nWaiting for an answer:\n/);
    const last = await answer("deny", "--because", "not now");
    expect({ code: last.code, stdout: last.stdout }).toEqual({ code: 5, stdout: "all done\n" });
    const { denials } = json((await place.polyglav(["runs", "show", "--json"])).stdout) as { denials: object[] };
    expect(denials).toMatchObject([{ role: "programmer", reason: expect.stringContaining("not now") }]);
  });

  test("a run that asks again waits again", async () => {
    await park("tester");
    const first = await answer("once");
    expect(first.code).toBe(7);
    expect(first.stderr).toContain('asks for bash "echo two"');
    const second = await answer("once");
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 0, stdout: "tested\n" });
  });

  test("a yes for the run with a pattern covers what comes, and one that does not cover the call is refused", async () => {
    await park("tester");
    expect((await answer("run", "--pattern", "npm **")).code).toBe(2);
    expect(await answer("run", "--pattern", "echo **")).toMatchObject({ code: 0, stdout: "tested\n" });
  });

  test("a yes for the project is kept with the user", async () => {
    await park("programmer");
    expect((await answer("project")).code).toBe(0);
    expect((await place.polyglav(["grants", "list"])).stdout).toMatch(/^1 grant for this project\n.*bash echo one/);
  });

  test("a question takes words, and goes on with them", async () => {
    await park("planner");
    expect((await answer("once")).stderr).toContain("it is a question, and takes words of yours");
    expect(await answer("--text", "light blue")).toMatchObject({ code: 0, stdout: "painted\n" });
    const { stdout } = await place.polyglav(["runs", "tail"]);
    expect(stdout).toContain("✓ the operator answers");
  });

  test("--no-continue only answers, and the run can be gone on with", async () => {
    await park("programmer");
    const said = await answer("once", "--no-continue");
    expect(said).toMatchObject({ code: 0, stderr: "" });
    expect(said.stdout).toMatch(/^Answered .*: once\nGo on with: polyglav runs resume \S+\n/);
    expect((await place.polyglav(["runs", "list"])).stdout).toContain(" ready ");
    const resumed = await place.polyglav(["runs", "resume", "last"]);
    expect(resumed).toMatchObject({ code: 0, stdout: "ran\n" });
  });

  test.each<[string, readonly string[], string]>([
    ["an answer that is none", ["X", "onc"], 'Did you mean "once"?'],
    ["an id that is none", ["nosuch-1", "once"], 'no open ask "nosuch-1"'],
    ["--text for a permission", ["X", "--text", "yes"], "takes no --text"],
    ["--text with a word", ["X", "once", "--text", "yes"], "two things"],
    ["--because with a yes", ["X", "once", "--because", "x"], "--because is for deny"],
    ["--pattern with once", ["X", "once", "--pattern", "echo **"], "--pattern is for a yes that stands"],
    ["--pattern with deny", ["X", "deny", "--pattern", "echo **"], "--pattern is for a yes that stands"],
    ["no answer", ["X"], "the answer is missing"],
    ["--yes with --no", ["X", "once", "--yes", "--no"], "two things"],
  ])("%s is exit 2 and changes nothing", async (_, words, says) => {
    await park("programmer");
    const [one] = await asks();
    const argv = words.map((word) => (word === "X" ? (one?.ask ?? "") : word));
    const { code, stdout, stderr } = await answer(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(await asks()).toHaveLength(1);
  });

  test("an ask is named by its run, too, and is answered once", async () => {
    await park("programmer");
    const [one] = await asks();
    const id = `${(one?.run ?? "").slice(-4)}/${one?.ask ?? ""}`;
    expect((await answer(`nosuch/${one?.ask ?? ""}`, "once")).code).toBe(2);
    expect((await answer(id, "once", "--no-continue")).code).toBe(0);
    const again = await answer(id, "once");
    expect(again.code).toBe(2);
  });

  test("of a run that this user did not begin in a folder that is not trusted is exit 4", async () => {
    await park("programmer");
    rmSync(join(place.home, ".config/polyglav/runs"), { recursive: true });
    const { code, stderr } = await place.polyglav(["asks", "answer", "once"]);
    expect(code).toBe(4);
    expect(stderr).toContain("this folder is not trusted");
    expect(await asks()).toHaveLength(1);
  });

  test("as JSON is the end of the run with what was answered; as a stream, its events with one run-end", async () => {
    await park("programmer");
    const { stdout } = await answer("once", "--json");
    expect(json(stdout)).toMatchObject({
      status: "ok",
      content: "ran",
      answered: { answer: "once", became: "resolved" },
    });
    place.remove();
    await park("programmer");
    const seen = (await answer("once", "--output", "ndjson")).stdout.trimEnd().split("\n").map(json);
    expect(seen[0]).toMatchObject({ type: "run-start", resumed: true, seq: 1 });
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.filter(({ type }) => type === "run-end")).toEqual([seen.at(-1)]);
    expect(seen.at(-1)).toMatchObject({ exitCode: 0, content: "ran" });
  });
});

test("at a terminal several that ask at once are told apart", async () => {
  const { stdin, type } = typing();
  place = openPlace({ files: FILES, stdin, tty: ["stdin", "stderr"] });
  const said = place.polyglav(["run", ...FAKE, "--role", "leader", "--color", "never", "--", "Do it"]);
  const prompted = (who: RegExp) => expect.poll(() => place.soFar().stderr, { timeout: 5000 }).toMatch(who);
  await prompted(/\? programmer \(\S+\.1\) wants bash "echo one"\. .*\[y\/N\] /);
  type("y");
  await prompted(/\? programmer 2 \(\S+\.2\) wants bash "echo one"\. .*\[y\/N\] /);
  type("y");
  expect((await said).code).toBe(0);
});

test("what waits at the terminal of one process is answered by another, and the first goes on", async () => {
  const { stdin } = typing();
  place = openPlace({ files: FILES, stdin, tty: ["stdin", "stderr"] });
  const running = place.polyglav(["run", ...FAKE, "--role", "programmer", "--color", "never", "--", "Do it"]);
  await expect.poll(() => place.soFar().stderr, { timeout: 5000 }).toContain("[y/N] ");
  const other = openPlace();
  const there = (...argv: readonly string[]): Promise<Said> => other.polyglav(["asks", ...argv, "-C", place.cwd]);
  expect((await there("list")).stdout).toContain("a process waits for it");
  const said = await there("answer", "once", "--trust");
  expect(said.code).toBe(0);
  expect(said.stdout).toMatch(/^Left the answer for process \d+: \S+-1 is answered with once\./);
  other.remove();
  expect(await running).toMatchObject({ code: 0, stdout: "ran\n" });
});
