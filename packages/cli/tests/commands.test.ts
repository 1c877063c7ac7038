import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPlace, polyglav } from "./fake-world.ts";

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe("roles list", () => {
  test("lists the eleven bundled roles on stdout and says nothing on stderr", async () => {
    const { code, stdout, stderr } = await polyglav(["roles", "list"]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout.split("\n")[0]).toBe("11 roles:");
    expect(stdout).toContain("  - code-reviewer tags=programming,review (bundled)\n");
  });

  test("as JSON is one object with the same roles", async () => {
    const { stdout } = await polyglav(["roles", "list", "--json"]);
    const { roles } = json(stdout) as { roles: { name: string; origin: string }[] };
    expect(roles).toHaveLength(11);
    expect(roles[0]).toMatchObject({
      name: "assistant",
      origin: "bundled",
      tags: ["management"],
      model: [],
      faults: 0,
    });
  });

  test("with a tag lists the roles that carry it, and an unknown tag gives the nearest", async () => {
    const { stdout } = await polyglav(["roles", "list", "review"]);
    expect(stdout).toMatch(/^3 roles tagged "review":\n {2}- code-reviewer .*\n {2}- editor .*\n {2}- leader .*\n$/);
    const unknown = await polyglav(["roles", "list", "reviw"]);
    expect(unknown).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "known tags: management, programming, research, review, writing\n" +
        'polyglav: no roles tagged "reviw". Did you mean "review"?\n',
    });
  });

  test("a broken file costs only itself: the rest is listed, the problem has its place, exit 0", async () => {
    const files = { "~/.config/polyglav/roles.json": '{\n  "poet": { "system_prompt": }\n}' };
    const { code, stdout, stderr } = await polyglav(["roles", "list"], { files });
    expect(code).toBe(0);
    expect(stdout).toContain("11 roles:");
    expect(stderr).toMatch(/^~\/\.config\/polyglav\/roles\.json:2:\d+: error: .*\[.*\]\n$/m);
  });

  test("a wrong type in one field costs only that field", async () => {
    const files = { "~/.config/polyglav/roles.json": '{ "poet": { "system_prompt": "You write", "tags": 7 } }' };
    const { code, stdout, stderr } = await polyglav(["roles", "list"], { files });
    expect(code).toBe(0);
    expect(stdout).toContain("  - poet (global) cannot run");
    expect(stderr).toMatch(/roles\.json:1:\d+: error: /);
  });

  test("a folder that is not trusted is named in one note with what it cannot do; --trust and --no-local end that", async () => {
    const files = {
      ".polyglav/roles.json": '{ "poet": {}, "planner": { "system_prompt": "x" } }',
      ".polyglav/config.json": '{ "model": "a/b" }',
    };
    const { stdout, stderr } = await polyglav(["roles", "list"], { files });
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("note: .polyglav is not trusted, so this has no effect: ");
    for (const what of ["config model", "role poet", "role planner.system_prompt", "--trust"])
      expect(stderr).toContain(what);
    expect(stdout).not.toContain("poet");
    const trusting = await polyglav(["roles", "list", "--trust"], { files });
    expect(trusting.stderr).toBe("");
    expect(trusting.stdout).toContain("  - poet (local)");
    expect((await polyglav(["roles", "list", "--no-local"], { files })).stderr).toBe("");
    expect((await polyglav(["roles", "list", "--quiet"], { files })).stderr).toBe("");
  });

  test("a --config that is broken or missing is refused by every command", async () => {
    const files = { "bad.json": "{" };
    expect(await polyglav(["roles", "list", "--config", "bad.json"], { files })).toMatchObject({ code: 3, stdout: "" });
    expect(await polyglav(["roles", "list", "--config", "nosuch.json"], { files })).toMatchObject({
      code: 3,
      stdout: "",
    });
  });

  test("names from files cannot steer the terminal", async () => {
    const files = {
      "~/.config/polyglav/roles.json": JSON.stringify({ a: { tags: ["x\u001b[2J"], model: "m\u202e/x" } }),
    };
    const { stdout, stderr } = await polyglav(["roles", "list"], { files });
    for (const character of ["\u001b", "\u202e"]) expect(stdout + stderr).not.toContain(character);
  });
});

describe("roles show", () => {
  test("shows the fields of a role and the whole prompt", async () => {
    const { code, stdout } = await polyglav(["roles", "show", "planner"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^planner \(bundled\)\n/);
    expect(stdout).toMatch(/ {2}tool_permission {3}bash=deny edit=deny/);
    expect(stdout).toMatch(/ {2}system_prompt\n {4}\S/);
  });

  test("with --origins says of every field and key which file and line wrote it, and what that hides", async () => {
    const files = {
      ".polyglav/roles.json":
        '{\n  "planner": {\n    "tool_permission": { "web": "deny" },\n    "model": "local/a"\n  }\n}',
    };
    const { stdout } = await polyglav(["roles", "show", "planner", "--origins", "--trust"], { files });
    expect(stdout).toMatch(/^planner \(merged\)\n/);
    expect(stdout).toMatch(/tool_permission\.web +deny +\.polyglav\/roles\.json:3:\d+ \(over allow of bundled\)/);
    expect(stdout).toMatch(/tool_permission\.bash +deny +bundled\n/);
    expect(stdout).toMatch(/model +local\/a +\.polyglav\/roles\.json:4:\d+\n/);
    const data = json(
      (await polyglav(["roles", "show", "planner", "--origins", "--trust", "--json"], { files })).stdout,
    );
    expect(data).toMatchObject({ name: "planner", origin: "merged", fields: { model: { value: "local/a" } } });
  });

  test("of an unknown role exits 2 with the nearest name, of a withheld one 4 with what to do", async () => {
    expect(await polyglav(["roles", "show", "reviwer"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'polyglav: Cannot show role "reviwer": there is no such role. Did you mean "code-reviewer"? (11 roles: polyglav roles list)\n',
    });
    const files = { ".polyglav/roles.json": '{ "poet": {} }' };
    const withheld = await polyglav(["roles", "show", "poet", "--quiet"], { files });
    expect(withheld.code).toBe(4);
    expect(withheld.stderr).toContain("--trust");
  });

  test.each<[string, number, string, readonly string[], Record<string, string>]>([
    ["an unknown role", 2, "POLYGLAV_UNKNOWN_ROLE", [], {}],
    ["a withheld role", 4, "POLYGLAV_ROLE_WITHHELD", [], { ".polyglav/roles.json": '{ "poet": {} }' }],
    ["a role that may stand in a broken file", 3, "POLYGLAV_ROLE_FAULTY", [], { ".polyglav/roles.json": "{" }],
    ["a faulty role", 3, "POLYGLAV_ROLE_FAULTY", ["--trust"], { ".polyglav/roles.json": '{ "poet": { "tags": 5 } }' }],
  ])("%s has one exit code and one code, whichever command finds it", async (_, exitCode, code, flags, files) => {
    const commands = [
      ["run", "--role", "poet", "--json", ...flags, "--", "x"],
      ["permissions", "explain", "--as", "poet", "bash", "--json", ...flags],
      // A faulty role that is there can be read, to see what is wrong with it.
      ...(flags.length > 0 ? [] : [["roles", "show", "poet", "--json"]]),
    ];
    for (const argv of commands) {
      const said = await polyglav(argv, { files });
      expect(said.code, argv.join(" ")).toBe(exitCode);
      expect(json(said.stdout), argv.join(" ")).toMatchObject({ exitCode, error: { code } });
    }
    if (flags.length > 0) expect((await polyglav(["roles", "show", "poet", ...flags], { files })).code).toBe(0);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("of %s exits 2", async (name) => {
    expect(await polyglav(["roles", "show", name])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("roles new", () => {
  test("writes the role and says where; a folder that is new by that is trusted, any other is not", async () => {
    const place = openPlace();
    const { code, stdout } = await place.polyglav(["roles", "new", "poet", "You", "write."]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "Created role: poet (local) - edit .polyglav/roles.json\n",
    });
    expect((await place.polyglav(["roles", "list"])).stdout).toContain("  - poet (local)");
    const there = openPlace({ files: { ".polyglav/teams.json": "{}" } });
    expect((await there.polyglav(["roles", "new", "poet"])).stdout).toBe(
      "Created role: poet (local) - edit .polyglav/roles.json\n" +
        'To use it, trust the folder: polyglav trust, or once: polyglav run --role poet --trust -- "..."\n',
    );
    there.remove();
    const written = json(readFileSync(join(place.cwd, ".polyglav/roles.json"), "utf8"));
    expect(written).toEqual({ poet: { system_prompt: "You write." } });
    place.remove();
  });

  test("without a prompt writes none, and says which layer had the role before", async () => {
    const place = openPlace();
    const { stdout } = await place.polyglav(["roles", "new", "planner"]);
    expect(stdout).toContain("Overrode role: planner (was bundled) - edit .polyglav/roles.json\n");
    expect(json(readFileSync(join(place.cwd, ".polyglav/roles.json"), "utf8"))).toEqual({ planner: {} });
    place.remove();
  });

  test("into a file that cannot be read is refused with its place, exit 3, and the file is as it was", async () => {
    const broken = '{ "poet": { // unfinished\n';
    const place = openPlace({ files: { ".polyglav/roles.json": broken } });
    const { code, stdout, stderr } = await place.polyglav(["roles", "new", "tester", "x"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/\.polyglav\/roles\.json:/);
    expect(readFileSync(join(place.cwd, ".polyglav/roles.json"), "utf8")).toBe(broken);
    place.remove();
  });

  test("with a name that is none exits 2 and writes nothing", async () => {
    const place = openPlace();
    for (const name of ["../x", "", "a b", "__proto__"]) {
      expect(await place.polyglav(["roles", "new", name])).toMatchObject({ code: 2, stdout: "" });
    }
    expect(() => readFileSync(join(place.cwd, ".polyglav/roles.json"))).toThrow("ENOENT");
    place.remove();
  });

  test("where .polyglav is a file exits 4 and leaves it alone", async () => {
    const place = openPlace({ files: { ".polyglav": "mine" } });
    expect((await place.polyglav(["roles", "new", "poet"])).code).toBe(4);
    expect(readFileSync(join(place.cwd, ".polyglav"), "utf8")).toBe("mine");
    place.remove();
  });
});

describe("skills", () => {
  const files = { "~/.config/polyglav/skills/small-steps.md": "# Small steps\n\nOne at a time.\n" };

  test("are listed with their first line and shown whole", async () => {
    expect((await polyglav(["skills", "list"], { files })).stdout).toBe(
      "1 skill:\n  - small-steps - # Small steps (global)\n",
    );
    expect((await polyglav(["skills", "show", "small-steps"], { files })).stdout).toBe(
      "small-steps (global)\n# Small steps\n\nOne at a time.\n",
    );
    expect(json((await polyglav(["skills", "list", "--json"], { files })).stdout)).toMatchObject({
      skills: [{ name: "small-steps", origin: "global", description: "# Small steps" }],
    });
  });

  test("may be none", async () => {
    expect(await polyglav(["skills", "list"])).toEqual({ code: 0, stdout: "(no skills)\n", stderr: "" });
  });

  test("that are unknown exit 2 with the nearest, that are withheld 4", async () => {
    expect(await polyglav(["skills", "show", "smal-steps"], { files })).toMatchObject({
      code: 2,
      stderr: 'polyglav: no skill "smal-steps". Did you mean "small-steps"? (1 skill: polyglav skills list)\n',
    });
    const local = { ".polyglav/skills/mine.md": "Mine" };
    expect((await polyglav(["skills", "show", "mine"], { files: local })).code).toBe(4);
    expect((await polyglav(["skills", "show", "mine", "--trust"], { files: local })).code).toBe(0);
  });
});

describe("permissions explain", () => {
  const files = {
    ".polyglav/roles.json":
      '{\n  "leader": {\n    "grant_permission": { "bash": "ask" }\n  },\n  "intern": { "tool_permission": { "delegate": "deny" } }\n}',
    "~/.config/polyglav/config.json": '{ "tool_permission": { "bash": "allow" } }',
  };
  const explain = (args: readonly string[], more: Record<string, string> = {}) =>
    polyglav(["permissions", "explain", "--trust", ...args], { files: { ...files, ...more } });

  test("names the word that decides, its file and line, and what was not used", async () => {
    const { code, stdout } = await explain(["--as", "root/leader/programmer", "bash", "npm test"]);
    expect(code).toBe(7);
    expect(stdout).toMatchInlineSnapshot(`
      "ASK   bash "npm test"   as root › leader › programmer
      because the smallest of:
        wants        programmer  bash=allow  bundled › programmer.tool_permission.bash
        may receive  leader      bash=ask    .polyglav/roles.json:3:27 › leader.grant_permission.bash   ← decides
        (not used)   leader      bash=deny   bundled › leader.tool_permission.bash   limits leader, not what it hands down
        config       root        bash=allow  ~/.config/polyglav/config.json:1:24 › config.tool_permission.bash   config.grant_permission.bash is not set: root hands down what it may use
        in a terminal: ask; where nobody can answer: deny, and allow with --yes
      To allow it: set leader.grant_permission.bash to "allow"
               or: answer the question with yes, for this call
      "
    `);
  });

  test("gives the same as data", async () => {
    const { code, stdout } = await explain(["--json", "--as", "leader/programmer", "bash", "npm test"]);
    expect(code).toBe(7);
    expect(json(stdout)).toMatchObject({
      verdict: "ask",
      as: ["leader", "programmer"],
      request: { tool: "bash", actions: [{ category: "bash", resource: ["npm", "test"] }] },
      winner: {
        kind: "may-receive",
        who: "leader",
        value: "ask",
        line: 3,
        path: "leader.grant_permission.bash",
        decides: true,
      },
      would: { tty: "ask", ci: "deny" },
    });
  });

  test("exits 0 for allow and 5 for deny", async () => {
    expect((await explain(["--as", "programmer", "bash", "ls"])).code).toBe(0);
    const denied = await explain(["--as", "leader", "bash", "ls"]);
    expect(denied.code).toBe(5);
    expect(denied.stdout).toMatch(/^DENY {2}bash "ls" {3}as root › leader\n/);
  });

  test("without --as is about the root role of the config", async () => {
    const config = { "~/.config/polyglav/config.json": '{ "root_role": "planner" }' };
    expect((await explain(["edit"], config)).stdout).toMatch(/^DENY {2}any edit call {3}as root › planner\n/);
    expect((await explain(["--as", "root", "edit"], config)).stdout).toMatch(/as root › planner\n/);
  });

  test("a chain whose delegation is refused says so and is a deny, whatever its end could do", async () => {
    const { code, stdout } = await explain(["--as", "leader/intern", "read", "a"]);
    expect(code).toBe(5);
    expect(stdout).toMatchInlineSnapshot(`
      "DENY  read "a"   as root › leader › intern
      because leader may not delegate to intern:
        target  intern  deny  .polyglav/roles.json:5:36 › intern.tool_permission.delegate   ← decides
      "
    `);
    const data = json((await explain(["--json", "--as", "leader/intern", "read", "a"])).stdout);
    expect(data).toMatchObject({
      verdict: "deny",
      delegations: [{ from: "leader", to: "intern", verdict: "deny" }],
      would: { tty: "deny" },
    });
  });

  test("the first role is the run itself, which nobody delegates to", async () => {
    expect((await explain(["--as", "intern", "read", "a"])).code).toBe(0);
  });

  test("a path outside of the worktree is judged as one", async () => {
    const { code, stdout } = await explain(["read", "../secret"]);
    expect(code).toBe(7);
    expect(stdout).toContain("outside the worktree");
  });

  test("a delegation is judged with the other side's say", async () => {
    const { code, stdout } = await explain(["--as", "leader", "delegate", "intern"]);
    expect(code).toBe(5);
    expect(stdout).toContain("intern.tool_permission.delegate");
    expect((await explain(["--as", "leader", "delegate", "nosuch"])).code).toBe(2);
  });

  test.each<[readonly string[], string]>([
    [["wbe"], 'no category or tool "wbe". Did you mean "web"?'],
    [["constructor"], 'no category or tool "constructor"'],
    [
      ["--as", "leader/programer", "bash"],
      'Cannot explain role "programer": there is no such role. Did you mean "programmer"?',
    ],
    [["--as", "leader//planner", "bash"], 'Cannot read --as "leader//planner": a name in it is empty'],
    [[], "Cannot run permissions explain: <category|tool> is missing"],
  ])("%j exits 2", async (args, message) => {
    const { code, stdout, stderr } = await explain(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("while a file that could hold a permission cannot be read, nothing is explained: exit 3", async () => {
    const { code, stdout, stderr } = await explain(["bash"], { ".polyglav/roles.json": "{" });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/Cannot explain role "assistant": \.polyglav\/roles\.json:1:\d+: /);
  });

  test("a role with a wrong type is not explained, and others are", async () => {
    const more = { ".polyglav/roles.json": '{ "poet": { "tool_permission": { "bash": "alow" } } }' };
    expect((await explain(["--as", "poet", "bash"], more)).code).toBe(3);
    expect((await explain(["--as", "planner", "bash"], more)).code).toBe(5);
  });

  test("an untrusted folder only lowers, and the trace names it", async () => {
    const scene = {
      files: { ".polyglav/roles.json": '{ "programmer": { "tool_permission": { "bash": "deny", "edit": "allow" } } }' },
    };
    const { code, stdout } = await polyglav(["permissions", "explain", "--as", "programmer", "bash", "ls"], scene);
    expect(code).toBe(5);
    expect(stdout).toMatch(/at most +programmer +bash=deny +\.polyglav\/roles\.json:1:\d+/);
  });
});

describe("the working folder", () => {
  test("-C names it, relative to where the command was started", async () => {
    const files = { "sub/.polyglav/roles.json": '{ "poet": {} }' };
    const { stdout } = await polyglav(["-C", "sub", "roles", "list", "--trust"], { files });
    expect(stdout).toContain("poet (local)");
  });

  test("one that is missing, or no folder, exits 2", async () => {
    expect(await polyglav(["roles", "list", "-C", "nosuch"])).toMatchObject({ code: 2, stdout: "" });
    expect(await polyglav(["roles", "list", "--cwd=a"], { files: { a: "" } })).toMatchObject({ code: 2, stdout: "" });
  });

  test.runIf(process.getuid?.() !== 0)("one that cannot be written is refused by roles new, exit 4", async () => {
    const place = openPlace();
    chmodSync(place.cwd, 0o500);
    expect((await place.polyglav(["roles", "new", "poet"])).code).toBe(4);
    chmodSync(place.cwd, 0o700);
    place.remove();
  });
});

test("a command changes no file unless that is what it is for", async () => {
  const place = openPlace({ files: { "a.txt": "a" } });
  for (const argv of [["roles", "list"], ["skills", "list"], ["permissions", "explain", "bash"], ["help"]]) {
    await place.polyglav(argv);
  }
  expect(readdirSync(place.cwd)).toEqual(["a.txt"]);
  expect(readdirSync(place.home)).toEqual([]);
  place.remove();
});
