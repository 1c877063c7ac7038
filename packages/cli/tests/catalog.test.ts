import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPlace, type Place, type Said } from "./fake-world.ts";

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => {
  place.remove();
});

const polyglav = (...argv: readonly string[]): Promise<Said> => place.polyglav(argv);
const file = (path: string): string => join(place.cwd, ".polyglav", path);
const text = (path: string): string => readFileSync(file(path), "utf8");
const write = (path: string, written: string): void => {
  mkdirSync(join(place.cwd, ".polyglav"), { recursive: true });
  writeFileSync(file(path), written);
};
const data = (said: Said): Readonly<Record<string, unknown>> => ({ ...(JSON.parse(said.stdout) as object) });

describe("roles edit", () => {
  test("writes fields and takes others out, and says which file it was", async () => {
    write("roles.json", '{\n  // mine\n  "poet": { "model": "a", "tags": ["x"] }\n}\n');
    const said = await polyglav("roles", "edit", "poet", "--set", "tool_permission.bash=deny", "--unset", "model,tags");
    expect(said).toMatchObject({ code: 0, stdout: "Changed role: poet (local) - .polyglav/roles.json\n" });
    expect(text("roles.json")).toContain("// mine");
    expect(data(await polyglav("roles", "show", "poet", "--trust", "--json"))).toMatchObject({
      role: { model: [], tags: [], tool_permission: { bash: "deny" } },
    });
  });

  test("reads JSON where a value is any, and texts with commas as they are", async () => {
    const set = ["--set", 'tags=["a","b"]', "--set", "description=One, two=2"];
    expect((await polyglav("roles", "edit", "poet", ...set, "--global")).stdout).toBe(
      "Created role: poet (global) - ~/.config/polyglav/roles.json\n",
    );
    expect(data(await polyglav("roles", "show", "poet", "--json"))).toMatchObject({
      origin: "global",
      role: { tags: ["a", "b"], description: "One, two=2" },
    });
  });

  test.each([
    [["--set", "tool_permission.bash=maybe"], 2],
    [["--set", "modle=x"], 2],
    [["--set", "tags=5"], 2],
    [["--set", "nothing"], 2],
    [["--set", "a..b=1"], 2],
    [[], 2],
  ])("writes nothing for %j", async (args, code) => {
    expect((await polyglav("roles", "edit", "writer", ...args)).code).toBe(code);
    expect(existsSync(file("roles.json"))).toBe(false);
  });

  test("leaves a file that cannot be read byte for byte", async () => {
    write("roles.json", '{ "poet": ');
    expect((await polyglav("roles", "edit", "poet", "--set", "model=m")).code).toBe(3);
    expect(text("roles.json")).toBe('{ "poet": ');
  });

  test("opens the file in the person's editor, and says what is wrong with it then", async () => {
    const editor = join(place.home, "editor.sh");
    writeFileSync(editor, '#!/bin/sh\necho \'{ "poet": { "tags": 5 } }\' > "$2"\n');
    chmodSync(editor, 0o755);
    const said = await place.polyglav(["roles", "edit", "poet"], {
      tty: ["stdin", "stderr"],
      env: { EDITOR: `${editor} --wait` },
      stdin: "",
    });
    expect(said.code).toBe(0);
    expect(said.stderr).toContain(".polyglav/roles.json:1:");
    const failing = await place.polyglav(["roles", "edit", "poet"], {
      tty: ["stdin", "stderr"],
      env: { VISUAL: "false" },
      stdin: "",
    });
    expect(failing.code).toBe(4);
  });
});

describe("roles remove", () => {
  test("uncovers what is below, and refuses what is not there to remove", async () => {
    await polyglav("roles", "new", "researcher", "Mine.");
    expect((await polyglav("roles", "remove", "researcher")).stdout).toBe(
      "Removed role: researcher (local); researcher is bundled again\n",
    );
    const bundled = await polyglav("roles", "remove", "researcher");
    expect([bundled.code, bundled.stdout]).toEqual([2, ""]);
    expect(bundled.stderr).toContain("it is bundled with polyglav");
    await polyglav("roles", "new", "poet", "Mine.", "--global");
    expect((await polyglav("roles", "remove", "poet")).stderr).toContain("Pass --global");
    expect((await polyglav("roles", "remove", "poet", "--global")).code).toBe(0);
    expect((await polyglav("roles", "remove", "reseacher")).stderr).toContain('Did you mean "researcher"?');
  });
});

describe("roles lint and diff", () => {
  test("find nothing in what is bundled", async () => {
    expect(await polyglav("roles", "lint")).toMatchObject({ code: 0, stdout: "11 roles, 0 findings\n" });
    expect((await polyglav("teams", "lint")).code).toBe(0);
    expect((await polyglav("roles", "diff", "writer")).code).toBe(0);
  });

  test("say what a folder changes, with its lines, and what it makes vanish", async () => {
    write("roles.json", '{\n  "writer": {\n    "tool_permission": { "bash": "allow" },\n    "model": "m"\n  }\n}\n');
    const diff = await polyglav("roles", "diff", "writer", "--trust");
    expect(diff.code).toBe(8);
    expect(diff.stdout).toContain("tool_permission.bash   .polyglav/roles.json:3:");
    expect(diff.stdout).toContain("  - deny\n  + allow\n");
    const lint = await polyglav("roles", "lint", "writer", "--trust");
    expect(lint.code).toBe(8);
    expect(lint.stdout).toContain("lint/lost-deny");
    expect((await polyglav("roles", "diff", "writr")).code).toBe(2);
  });
});

describe("teams", () => {
  test("are listed with their chains, and by tag", async () => {
    const { stdout } = await polyglav("teams", "list");
    expect(stdout).toContain("2 teams:\n");
    expect(stdout).toContain("\n      planner > programmer > tester > code-reviewer\n");
    expect((await polyglav("teams", "list", "writing")).stdout).toContain('1 team tagged "writing":');
    expect((await polyglav("teams", "list", "none")).stderr).toContain("known tags: programming, research, writing");
  });

  test("are made, shown with their loop, changed, compared and removed", async () => {
    expect((await polyglav("teams", "new", "pair", "programmer", "code-reviewer")).stdout).toBe(
      "Created team: pair (local) - edit .polyglav/teams.json\n",
    );
    const loop = '{"from":"programmer","until":"code-reviewer"}';
    expect((await polyglav("teams", "edit", "pair", "--set", `loop=${loop}`)).code).toBe(0);
    const { stdout } = await polyglav("teams", "show", "pair", "--trust");
    expect(stdout).toContain("    1. programmer\n    2. code-reviewer\n");
    expect(stdout).toContain('loop: stages 1 to 2, at most 3 times, until "VERDICT:" passes');
    expect((await polyglav("teams", "diff", "pair", "--trust")).code).toBe(8);
    expect((await polyglav("teams", "remove", "pair")).stdout).toBe("Removed team: pair (local)\n");
    expect((await polyglav("teams", "show", "pair", "--trust")).code).toBe(2);
  });

  test("lint names a stage whose role there is not", async () => {
    await polyglav("teams", "new", "pair", "programer");
    const { code, stdout } = await polyglav("teams", "lint", "--trust");
    expect(code).toBe(8);
    expect(stdout).toContain("lint/unknown-role-in-team");
  });
});

describe("config", () => {
  test("is written, read, explained and taken back", async () => {
    expect((await polyglav("config", "get", "model")).stdout).toBe("(not set)\n");
    expect((await polyglav("config", "set", "model", "a/b", "--global")).stdout).toBe(
      "Set model = a/b (global) - ~/.config/polyglav/config.json\n",
    );
    await polyglav("config", "set", "model", "c/d");
    expect((await polyglav("config", "get", "model", "--no-local")).stdout).toBe("a/b\n");
    expect((await polyglav("config", "get", "model")).stdout).toBe("c/d\n");
    const explained = await polyglav("config", "explain", "model", "--trust");
    expect(explained.stdout).toMatch(
      /^model = c\/d\n {2}c\/d +\.polyglav\/config\.json:\d+:\d+\n {2}a\/b +~.* hidden\n$/,
    );
    expect((await polyglav("config", "unset", "model")).stdout).toBe("Unset model (local)\n");
    expect((await polyglav("config", "unset", "model")).code).toBe(2);
    expect((await polyglav("config", "get", "model", "--trust")).stdout).toBe("a/b\n");
  });

  test("reaches into maps, and knows the defaults", async () => {
    expect((await polyglav("config", "get", "tool_permission.bash")).stdout).toBe("ask\n");
    expect((await polyglav("config", "explain", "tool_permission.bash")).stdout).toContain("default");
    await polyglav("config", "set", "providers.local.base_url", "http://localhost:1/v1", "--global");
    expect(data(await polyglav("config", "get", "providers.local", "--json"))).toMatchObject({
      value: { kind: "openai-compatible", base_url: "http://localhost:1/v1" },
    });
    expect((await polyglav("config", "explain", "providers.local.base_url")).stdout).toContain("config.json:");
    const { stdout } = await polyglav("config", "list");
    expect(stdout).toMatch(/^retries +2 \(default\)$/m);
    expect(stdout).toMatch(/^providers .*\(global\)$/m);
  });

  test.each([
    ["set", "modl", "x"],
    ["set", "retries", "often"],
    ["set", "tool_permission.bash", "yes"],
    ["set", "a..b", "1"],
    ["get", "modl"],
    ["get", "__proto__"],
    ["explain", "constructor"],
  ])("refuses %s %s %s", async (...words) => {
    const said = await polyglav("config", ...words);
    expect([said.code, said.stdout]).toEqual([2, ""]);
    expect(existsSync(join(place.cwd, ".polyglav"))).toBe(false);
  });
});

describe("--origins", () => {
  test.each(["roles", "teams", "skills"])("says where each field of %s was written", async (group) => {
    write("roles.json", '{ "mine": { "description": "d" } }');
    write("teams.json", '{ "mine": { "description": "d" } }');
    mkdirSync(file("skills"));
    writeFileSync(file("skills/mine.md"), "---\nname: mine\ndescription: d\n---\nDo it.\n");
    const said = await polyglav(group, "show", "mine", "--origins", "--trust");
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(/^ {2}description +d +\.polyglav\/\S+$/m);
    expect(said.stdout).not.toMatch(/stamp|tokens/);
    const json = data(await polyglav(group, "show", "mine", "--origins", "--trust", "--json"));
    expect(json).toMatchObject({ name: "mine", fields: { description: { value: "d", from: [{ layer: "local" }] } } });
  });
});

describe("schema", () => {
  test("prints each schema as JSON, in both forms", async () => {
    for (const kind of ["config", "roles", "role", "teams", "team"]) {
      const said = await polyglav("schema", kind);
      expect(data(said)).toEqual(data(await polyglav("schema", kind, "--json")));
      expect(data(said).$schema).toContain("json-schema.org");
    }
    expect((await polyglav("schema", "rolls")).stderr).toContain('Did you mean "roles"?');
  });
});

describe("the older form", () => {
  const legacy = (path: string, written: string): void => {
    mkdirSync(join(place.cwd, ".replio"), { recursive: true });
    writeFileSync(join(place.cwd, ".replio", path), written);
  };

  test("is read, said once, planned, and then copied without overwriting anything", async () => {
    legacy("types.json", '{ "poet": { "system_prompt": "p" }, "mine": { "model": "old" } }');
    write("roles.json", '{ "mine": { "model": "new" } }');
    const listed = await polyglav("types", "list", "--trust");
    expect(listed.stdout).toContain("  - poet (local)");
    expect(listed.stderr).toContain("legacy/read");
    const plan = await polyglav("import", "replio");
    expect(plan.stdout).toContain("1 of 2 to be written; pass --write to do it\n");
    expect(text("roles.json")).not.toContain("poet");
    expect((await polyglav("import", "replio", "--write")).stdout).toContain("1 of 2 written\n");
    expect(JSON.parse(text("roles.json"))).toEqual({ mine: { model: "new" }, poet: { system_prompt: "p" } });
    expect((await polyglav("import", "repliow")).code).toBe(2);
  });

  test("its words are understood", async () => {
    expect((await polyglav("team", "list")).stdout).toContain("2 teams:");
    expect((await polyglav("type", "show", "writer")).code).toBe(0);
    const script = join(place.cwd, "script.json");
    writeFileSync(script, '{ "default": [{ "text": "Done." }] }');
    const run = ["run", "--fake-model", script, "--type", "writer"];
    expect((await polyglav(...run, "--", "x")).code).toBe(0);
    expect((await polyglav(...run, "--role", "writer", "--", "x")).code).toBe(2);
  });
});
