import { afterEach, describe, expect, test } from "vitest";
import { openPlace, type Place, type Said, type Scene, typing } from "./fake-world.ts";

let place: Place | undefined;
afterEach(() => {
  place?.remove();
});

function polyglav(argv: readonly string[], scene: Scene = {}): Promise<Said> {
  place?.remove();
  place = openPlace(scene);
  return place.polyglav(argv);
}

const files = {
  ".polyglav/roles.json": `{
  "leader": { "grant_permission": { "bash": { "default": "ask", "rules": {
    "npm test **": "allow",
    "npm publish **": "deny"
  } } } }
}`,
  "~/.config/polyglav/config.json": '{ "tool_permission": { "bash": "allow" } }',
};
/** Reads what --json printed. */
const data = (stdout: string): Readonly<Record<string, unknown>> => {
  const read: unknown = JSON.parse(stdout);
  if (typeof read !== "object" || read === null) throw new TypeError("not an object");
  return { ...read };
};

const trusting = (args: readonly string[], more: Record<string, string> = {}): Promise<Said> =>
  polyglav(["permissions", ...args, "--trust"], { files: { ...files, ...more } });

describe("permissions explain, with rules", () => {
  test("names the rule that decides, with its own line", async () => {
    const { code, stdout } = await trusting(["explain", "--as", "leader/programmer", "bash", "npm publish"]);
    expect(code).toBe(5);
    expect(stdout).toContain('.polyglav/roles.json:4:5 › leader.grant_permission.bash["npm publish **"]   ← decides');
  });

  test("reads a text as the category does, also where there is no tool yet", async () => {
    const config = JSON.stringify({
      tool_permission: {
        web: { default: "allow", rules: { "evil.com": "deny" } },
        mcp: { default: "allow", rules: { "mail/**": "deny" } },
        vcs: { default: "allow", rules: { "git push **": "deny" } },
      },
    });
    const more = { "~/.config/polyglav/config.json": config };
    for (const call of [
      ["web", "https://evil.com/"],
      ["web", "evil.com"],
      ["mcp", "mail/send"],
      ["mcp", "mail", "send"],
      ["vcs", "git push origin"],
      ["vcs", "git", "push", "origin"],
    ])
      expect((await trusting(["explain", ...call], more)).code, call.join(" ")).toBe(5);
    expect((await trusting(["explain", "web", "https://good.com/"], more)).code).toBe(0);
    for (const call of [
      ["web", "not a url"],
      ["web", "https://a.test/", "b"],
      ["vcs", "git push | cat"],
    ])
      expect((await trusting(["explain", ...call], more)).code, call.join(" ")).toBe(2);
  });

  test("says what a rule to add would be", async () => {
    const { code, stdout } = await trusting(["explain", "--as", "leader/programmer", "bash", "npm ci"]);
    expect(code).toBe(7);
    expect(stdout).toContain('To allow it: set leader.grant_permission.bash["npm ci"] to "allow"');
  });
});

describe("permissions show", () => {
  test("shows what may be used and handed down, and the rules", async () => {
    const { code, stdout } = await trusting(["show", "--as", "leader"]);
    expect(code).toBe(0);
    expect(stdout).toContain("  bash      deny   hands down ask    leader.tool_permission.bash = deny (bundled)\n");
    expect(stdout).toContain("    allow npm test **   leader hands down (.polyglav/roles.json:3:5)\n");
  });

  test("gives the same as data", async () => {
    const { stdout } = await trusting(["show", "--as", "leader", "--json"]);
    expect(data(stdout)).toMatchObject({ as: ["leader"] });
    const line = stdout.replaceAll(/\s+/g, "");
    expect(line).toContain('"category":"bash","use":"deny","pass":"ask"');
    expect(line).toContain('"pattern":"npmpublish**","decision":"deny"');
  });
});

describe("permissions lint", () => {
  test("passes where only bundled roles could be better, and fails for what somebody here wrote", async () => {
    expect((await polyglav(["permissions", "lint"])).code).toBe(0);
    const roles = '{ "mine": { "tool_permission": { "bash": { "default": "allow", "rules": { "rm **": "deny" } } } } }';
    expect((await trusting(["lint"], { ".polyglav/roles.json": roles })).code).toBe(8);
  });
});

describe("permissions matrix", () => {
  test("marks what is lent beyond the caller's own use, and what rules decide", async () => {
    const { code, stdout } = await trusting(["matrix", "--as", "leader"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^programmer +allow +ask\^\* /m);
    expect(stdout).toMatch(/^writer +allow +deny\* /m);
  });
});

describe("permissions test", () => {
  const table = (...lines: readonly object[]): Record<string, string> => ({
    ".polyglav/permissions.test.json": `[\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n]`,
  });

  test("exits 0 when every expectation is met", async () => {
    const met = table(
      { as: "leader/programmer", call: ["bash", "npm test"], is: "allow" },
      { as: "leader/programmer", call: ["bash", "npm publish"], is: "deny" },
      { call: ["read", "README.md"], is: "allow" },
    );
    expect(await trusting(["test"], met)).toMatchObject({ code: 0, stdout: "3 expectations, 0 not met\n" });
  });

  test("exits 8 when one is not, and says where and why", async () => {
    const { code, stdout } = await trusting(
      ["test"],
      table({ call: ["read", "a"], is: "allow" }, { call: ["bash", "ls"], is: "ask" }),
    );
    expect(code).toBe(8);
    expect(stdout).toContain(".polyglav/permissions.test.json:3:1: root bash ls is allow, not ask");
    expect(stdout).toContain("2 expectations, 1 not met");
  });

  test("exits 3 for a table that cannot be read, with the place", async () => {
    for (const [text, message] of [
      ["{", "Cannot"],
      ["{}", "expected a list"],
      ["[1]", ":1:2: expected an object"],
      ['[{ "call": ["bash"], "iss": "ask" }]', 'there is no key "iss"'],
      ['[{ "call": "bash", "is": "ask" }]', "expected a list of texts"],
      ['[{ "call": [], "is": "ask" }]', "expected a list of texts"],
      ['[{ "call": ["bash"], "is": "Ask" }]', "expected one of deny, ask, allow"],
      ['[{ "as": 1, "call": ["bash"], "is": "ask" }]', "expected roles such as"],
    ] as const) {
      const said = await trusting(["test"], { ".polyglav/permissions.test.json": text });
      expect([said.code, said.stdout], text).toEqual([3, ""]);
      expect(said.stderr, text).toContain(message);
    }
    expect(await trusting(["test"])).toMatchObject({ code: 3 });
  });
});

describe("permissions lint", () => {
  const odd = (field: object): Record<string, string> => ({
    ".polyglav/roles.json": JSON.stringify({ odd: { tool_permission: field } }),
  });

  test("exits 8 for a warning and says where, what and why", async () => {
    const { code, stdout } = await trusting(["lint", "odd"], odd({ bash: "allow" }));
    expect(code).toBe(8);
    expect(stdout).toMatch(
      /^warning {2}\.polyglav\/roles\.json:1:\d+ › odd\.tool_permission: .*allows every command.* {3}lint\/shell-escape$/m,
    );
  });

  test("exits 0 where there are only notes, or nothing", async () => {
    expect(await trusting(["lint", "odd"], odd({ bash: "deny", read: "allow" }))).toMatchObject({ code: 0 });
    expect((await trusting(["lint", "writer"])).code).toBe(0);
  });

  test("knows the trap of a role without permissions under a supervisor", async () => {
    const { stdout } = await trusting(["lint", "odd"], odd({}));
    expect(stdout).toContain("gets what leader may use itself, not what leader hands down");
  });
});

describe("permissions compare", () => {
  test("exits 8 and shows a call for the difference, 0 for the same", async () => {
    const { code, stdout } = await trusting(["compare", "leader/programmer", "programmer"]);
    expect(code).toBe(8);
    expect(stdout).toContain("leader/programmer may use less than programmer\n  bash ls   ask against allow\n");
    expect((await trusting(["compare", "writer", "writer"])).code).toBe(0);
  });
});

describe("permissions reach", () => {
  test("names the chain that gives the most, and what none gives", async () => {
    const { code, stdout } = await trusting(["reach", "--as", "leader", "--depth", "1", "--cap", "mcp=deny"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}programmer +allow .*bash \(such as npm test\).* {3}root › leader › programmer$/m);
    expect(stdout).toContain("no chain opens the categories: mcp");
  });
});

describe("permissions import", () => {
  const settings = '{ "permission": { "edit": "deny", "bash": { "*": "ask", "git status*": "allow" } } }';

  test("prints a tool_permission that can be used, and what would differ", async () => {
    const { code, stdout } = await polyglav(["permissions", "import", "opencode", "oc.json", "--json"], {
      files: { "oc.json": settings },
    });
    expect(data(stdout)).toMatchObject({ tool_permission: { edit: "deny" }, isComplete: true });
    expect([0, 8]).toContain(code);
    expect(
      (await polyglav(["permissions", "import", "opencode", "oc.json"], { files: { "oc.json": settings } })).stdout,
    ).toMatch(/^\{\n {2}"tool_permission": \{/);
  });

  test("reads the settings of Claude Code, too", async () => {
    const claude = '{ "permissions": { "allow": ["Bash(npm run test:*)"], "deny": ["Read(./secrets/**)"] } }';
    const { code, stdout } = await polyglav(["permissions", "import", "claude-code", "c.json", "--json"], {
      files: { "c.json": claude },
    });
    expect([0, 8]).toContain(code);
    expect(stdout).toContain('"npm run test **": "allow"');
    expect(stdout).toContain('"**/secrets/**": "deny"');
  });

  test("exits 3 for a file that is not there, and 2 for a harness that nobody knows", async () => {
    expect(await polyglav(["permissions", "import", "opencode", "none.json"])).toMatchObject({ code: 3, stdout: "" });
    expect((await polyglav(["permissions", "import", "opencod", "x"])).stderr).toContain('Did you mean "opencode"?');
  });
});

describe("grants and audit", () => {
  const script = JSON.stringify({
    roles: { assistant: [{ call: [{ tool: "bash", input: { command: "echo hi" } }] }, { text: "Done." }] },
  });
  const task = ["run", "--fake-model", "script.json", "--", "Say hi"];
  /** Runs the task with a person at the terminal, who waits for the question and says one thing. */
  async function attended(at: Place, line: string): Promise<Said> {
    const { stdin, type } = typing();
    const said = at.polyglav(task, { tty: ["stdin", "stderr"], stdin });
    await expect.poll(() => at.soFar().stderr, { timeout: 5000 }).toContain("[y/N] ");
    type(line);
    return said;
  }

  test("a yes for this project is kept, listed, used without a question, and taken back", async () => {
    const first = openPlace({ files: { "script.json": script } });
    place = first;
    expect((await first.polyglav(["grants", "list"])).stdout).toBe("0 grants for this project\n");
    expect((await attended(first, "p")).code).toBe(0);
    const listed = await first.polyglav(["grants", "list"]);
    expect(listed.stdout).toMatch(/^1 grant for this project\n {2}\S+ {2}root › assistant {2}bash .*echo hi.* until /);
    const [, id = ""] = /^ {2}(\S+)/m.exec(listed.stdout) ?? [];
    const explained = await first.polyglav(["permissions", "explain", "bash", "echo hi"]);
    expect(explained.code).toBe(0);
    expect(explained.stdout).toContain(id);
    expect((await first.polyglav(["permissions", "explain", "bash", "echo ho"])).code).toBe(7);
    // Nobody is there now, and nobody is needed.
    expect((await first.polyglav(task)).code).toBe(0);
    expect((await first.polyglav(["grants", "revoke", "nothing"])).code).toBe(2);
    expect(await first.polyglav(["grants", "revoke", id])).toMatchObject({ code: 0, stdout: `Revoked ${id}\n` });
    expect((await first.polyglav(task)).code).toBe(5);
    const { stdout } = await first.polyglav(["audit"]);
    for (const type of ["asked", "answered", "granted", "started", "refused"]) expect(stdout).toContain(` ${type} `);
    const { entries } = data((await first.polyglav(["audit", "--json", "--last", "1"])).stdout);
    expect(entries).toHaveLength(1);
    expect(data((await first.polyglav(["audit", "--json", "--last", "0"])).stdout)).toEqual({ entries: [] });
  });

  test("an audit that came with the folder cannot steer the terminal", async () => {
    const line = '{"t":"2026-01-01T00:00:00Z","type":"asked","holder":"\\u001b[2J","summary":"a\\nb"}';
    const { stdout } = await polyglav(["audit"], { files: { ".polyglav/audit.ndjson": `${line}\n` } });
    expect(stdout).not.toContain("\u001b[2J");
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  });

  test("an audit of nothing says so; grants that cannot be read are not taken for none", async () => {
    expect((await polyglav(["audit"])).stdout).toBe("nothing has been asked here\n");
  });
});

describe("the hard cap", () => {
  test("comes from --cap, and is a deny that no config lifts", async () => {
    const said = await trusting(["explain", "bash", "ls", "--cap", "bash=deny,web=ask"]);
    expect(said.code).toBe(5);
    expect(said.stdout).toContain("hard cap");
    expect((await trusting(["explain", "web", "https://example.com", "--cap", "bash=deny,web=ask"])).code).toBe(7);
  });

  test("given several times it is all of it, and one word is never taken for another", async () => {
    expect((await trusting(["explain", "bash", "ls", "--cap", "bash=deny", "--cap", "web=deny"])).code).toBe(5);
    expect((await trusting(["explain", "web", "https://a.test", "--cap", "bash=deny", "--cap", "web=deny"])).code).toBe(
      5,
    );
    for (const twice of [
      ["--cap", "bash=deny", "--cap", "bash=allow"],
      ["--cap", "bash=allow,bash=deny"],
      ["--mode", "plan", "--mode", "build"],
      ["--config", "a.json", "--config", "b.json"],
    ]) {
      const said = await trusting(["explain", "bash", "ls", ...twice]);
      expect([said.code, said.stdout], twice.join(" ")).toEqual([2, ""]);
    }
  });

  test("says what is wrong with --cap and exits 2", async () => {
    for (const [cap, message] of [
      ["bash", "it is not CATEGORY=WORD"],
      ["bash=no", "not deny, ask or allow"],
      ["bahs=deny", 'Did you mean "bash"?'],
    ] as const) {
      const said = await trusting(["show", "--cap", cap]);
      expect([said.code, said.stdout]).toEqual([2, ""]);
      expect(said.stderr).toContain(message);
    }
  });

  test("comes from a mode; an unknown one exits 3", async () => {
    expect((await trusting(["explain", "edit", "a.ts"])).code).toBe(0);
    expect((await trusting(["explain", "edit", "a.ts", "--mode", "plan"])).code).toBe(5);
    const said = await trusting(["explain", "edit", "a.ts", "--mode", "paln"]);
    expect(said.code).toBe(3);
    expect(said.stderr).toContain('Did you mean "plan"?');
  });

  test("comes from the file that POLYGLAV_POLICY names; one that is missing or broken exits 3", async () => {
    const policy = (text: string): Promise<Said> =>
      polyglav(["permissions", "explain", "edit", "a.ts"], {
        files: { "policy.json": text },
        env: { POLYGLAV_POLICY: "policy.json" },
      });
    expect((await policy('{ "cap": { "edit": "deny" } }')).code).toBe(5);
    expect((await policy('{ "cap": { "edit": "ask" } }')).stdout).toContain("policy.json:1:12 › policy.cap.edit");
    for (const text of ["{", "[]", '{ "cap": { "edit": "Deny" } }', '{ "caps": {} }']) {
      expect((await policy(text)).code, text).toBe(3);
    }
    const missing = await polyglav(["permissions", "explain", "edit", "a.ts"], {
      env: { POLYGLAV_POLICY: "none.json" },
    });
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain("there is no such file");
  });
});
