import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type MockServer, startMockServer, type WireScript } from "../../engine/tests/mock-server.ts";
import { openPlace, type Place, type Said, type Scene, typing } from "./fake-world.ts";

const PLANNER = "You are planner";
const WORKER = "You are worker";
const LIST = "~/.config/polyglav/models.json";
/** `fake-world.ts` keeps the time still. */
const NOW = "2026-01-02T03:04:05.000Z";

let server: MockServer | undefined;
let place: Place | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
  server = undefined;
  place = undefined;
});

interface World extends Scene {
  readonly script?: WireScript;
  readonly roles?: object;
  readonly config?: object;
  readonly ofFolder?: object;
}

/** A place whose trusted folder has a worker with a model of its own, and a server that plays the models. */
async function open({ script, roles, config, ofFolder, files, ...scene }: World = {}): Promise<Place> {
  const plays = script ?? { default: [{ text: "hello", repeat: true }] };
  server = await startMockServer(plays, { markers: { planner: PLANNER, worker: WORKER } });
  const worker = { system_prompt: WORKER, model: "local/large" };
  place = openPlace({
    env: { POLYGLAV_BASE_URL: server.url },
    files: {
      "~/.config/polyglav/config.json": JSON.stringify({ model: "local/small", ...config }),
      ".polyglav/roles.json": JSON.stringify({ planner: { system_prompt: PLANNER }, worker, ...roles }),
      ...(ofFolder && { ".polyglav/config.json": JSON.stringify(ofFolder) }),
      ...files,
    },
    ...scene,
  });
  return place;
}

const run = (role: string, ...flags: readonly string[]): readonly string[] => [
  ...["run", "--trust", "--role", role, "--color", "never"],
  ...flags,
  "--",
  "go on",
];

const listFile = ({ home }: Place): string => join(home, LIST.slice(2));
const listOf = (where: Place): unknown => JSON.parse(readFileSync(listFile(where), "utf8"));
const modelsAsked = (): readonly unknown[] => (server?.requests ?? []).map(({ model }) => model);

/** Runs a command with a person who types one line when asked. */
async function answering(where: Place, argv: readonly string[], line: string): Promise<Said> {
  const { stdin, type } = typing();
  const said = where.polyglav(argv, {
    stdin,
    tty: ["stdin", "stderr"],
    ...(server && { env: { POLYGLAV_BASE_URL: server.url } }),
  });
  await expect.poll(() => where.soFar().stderr, { timeout: 5000 }).toContain("[y/N] ");
  type(line);
  return said;
}

describe("a model that only a role of the folder names", () => {
  test("is refused where nobody is, before any request, with three ways to approve it", async () => {
    const { code, stdout, stderr } = await (await open()).polyglav(run("worker", "--yes"));
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toBe(
      'polyglav: Cannot use model "local/large" for role "worker": nobody has approved it. Run polyglav models approve local/large, pass --approve-model local/large, or name it in your own config.json\n',
    );
    expect(modelsAsked()).toEqual([]);
  });

  test("is used with --approve-model, now and later, and the list says how", async () => {
    const where = await open();
    expect(
      (await where.polyglav(run("worker", "--approve-model", "local/other", "--approve-model", "local/large"))).code,
    ).toBe(0);
    expect(modelsAsked()).toEqual(["large"]);
    const entry = { provider: "local", added_at: NOW, by: "--approve-model" };
    expect(listOf(where)).toEqual([
      { ...entry, model: "other" },
      { ...entry, model: "large", last_used: NOW },
    ]);
    expect(statSync(listFile(where)).mode & 0o777).toBe(0o600);
    expect((await where.polyglav(run("worker"))).code).toBe(0);
    expect(modelsAsked()).toEqual(["large", "large"]);
  });

  test.each<[string, World, readonly string[]]>([
    ["the user's own config names it", { config: { model: "local/large" } }, []],
    ["an alias of the user stands for it", { config: { model_aliases: { big: "local/large" } } }, []],
    [
      "a role of the user names it",
      { files: { "~/.config/polyglav/roles.json": '{ "x": { "model": "large" } }' } },
      [],
    ],
    ["--config names it", { files: { "c.json": '{ "model": "local/large" }' } }, ["--config", "c.json"]],
    ["--model names another one for everybody", {}, ["--model", "local/large"]],
  ])("needs no approval when %s, and nothing is written", async (_, world, flags) => {
    const where = await open(world);
    const { code, stderr } = await where.polyglav(run("worker", ...flags));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(modelsAsked()).toEqual(["large"]);
    expect(() => listOf(where)).toThrow("ENOENT");
  });

  test("is asked about at a terminal, with who names it; a yes is kept", async () => {
    const where = await open();
    const { code, stderr } = await answering(where, run("worker"), "y");
    expect(stderr).toMatch(
      /^ {2}why it is asked: \.polyglav\/roles\.json:1:\d+ names "local\/large"; nothing of your own does\n\? Approve model "local\/large" for role worker\? \[y\/N\] /,
    );
    expect(code).toBe(0);
    expect(listOf(where)).toEqual([
      { provider: "local", model: "large", added_at: NOW, by: "terminal", last_used: NOW },
    ]);
  });

  test("is refused after any other answer, which is not kept", async () => {
    const where = await open();
    const { code, stderr } = await answering(where, run("worker"), "maybe");
    expect(code).toBe(4);
    expect(stderr).toContain("nobody has approved it");
    expect(modelsAsked()).toEqual([]);
    expect(() => listOf(where)).toThrow("ENOENT");
  });

  test("is not used when a signal ends the question: the run is stopped, and the yes that comes later is none", async () => {
    const where = await open();
    const { stdin } = typing();
    const said = where.polyglav(run("worker"), { stdin, tty: ["stdin", "stderr"] });
    await expect.poll(() => where.soFar().stderr, { timeout: 5000 }).toContain("[y/N] ");
    where.signal("SIGINT");
    expect((await said).code).toBe(130);
    expect(modelsAsked()).toEqual([]);
    expect(() => listOf(where)).toThrow("ENOENT");
  });

  test("is not asked about with --no, and what is typed into a pipe is no answer", async () => {
    const where = await open({ tty: ["stdin", "stderr"] });
    for (const more of [{}, { tty: [], stdin: "y\n" } as const]) {
      const { code, stderr } = await where.polyglav(run("worker", ...("stdin" in more ? [] : ["--no"])), more);
      expect(code).toBe(4);
      expect(stderr).not.toContain("[y/N]");
    }
  });

  test("needs no approval when it is a script that plays it", async () => {
    const script = JSON.stringify({ roles: {}, default: [{ text: "hello" }] });
    const where = await open({ files: { "s.json": script } });
    expect((await where.polyglav(run("worker", "--fake-model", "s.json", "--approve-model", "local/large"))).code).toBe(
      0,
    );
    expect(() => listOf(where)).toThrow("ENOENT");
  });

  test("may be one that an alias of the folder makes of the user's own words", async () => {
    const files = { "~/.config/polyglav/roles.json": '{ "mine": { "system_prompt": "x", "model": "fast" } }' };
    const config = { model_aliases: { fast: "local/small" } };
    const where = await open({ files, config, ofFolder: { model_aliases: { fast: "local/huge" } } });
    expect((await where.polyglav(run("mine"))).stderr).toContain('Cannot use model "local/huge" for role "mine"');
    const { stderr } = await answering(where, run("mine"), "n");
    expect(stderr).toMatch(/names "fast", and \.polyglav\/config\.json:1:\d+ says what that is; nothing of your own/);
  });
});

describe("a delegation to a role with such a model", () => {
  const delegate = (id: string) => ({ tool: "delegate", id, input: { role: "worker", task: `Do ${id}` } });
  const script: WireScript = {
    roles: {
      planner: [{ call: [delegate("a"), delegate("b")] }, { text: "planned" }],
      worker: [{ text: "worked", repeat: true }],
    },
  };

  test("is refused where nobody is, and its caller goes on", async () => {
    const where = await open({ script });
    const { code, stdout } = await where.polyglav(run("planner", "--output", "ndjson"));
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly type: string; readonly output?: string });
    expect(code).toBe(0);
    expect(events.filter(({ type }) => type === "delegate-start")).toEqual([]);
    const answers = events.filter(({ type }) => type === "tool-end");
    expect(answers).toHaveLength(2);
    for (const { output } of answers) {
      for (const way of ["local/large", "models approve", "--approve-model", "config.json"])
        expect(output).toContain(way);
    }
    expect(modelsAsked()).toEqual(["small", "small"]);
  });

  test("asks once for all that want it, and a no holds for the whole run", async () => {
    for (const line of ["y", "n"]) {
      const where = await open({ script });
      const { code, stderr } = await answering(where, run("planner"), line);
      expect(code).toBe(0);
      expect(stderr.split("[y/N]")).toHaveLength(2);
      expect(modelsAsked().filter((model) => model === "large")).toHaveLength(line === "y" ? 2 : 0);
      await server?.close();
      where.remove();
    }
  });
});

describe("references", () => {
  test("--model may be an alias", async () => {
    const where = await open({ config: { model_aliases: { fast: "local/quick" } } });
    expect((await where.polyglav(run("planner", "--model", "fast"))).code).toBe(0);
    expect(modelsAsked()).toEqual(["quick"]);
  });

  test("aliases of role_config.yaml count, too", async () => {
    const files = { "~/.config/polyglav/role_config.yaml": "model_aliases:\n  fast: local/quick\n" };
    const where = await open({ files });
    expect((await where.polyglav(run("planner", "--model", "fast"))).code).toBe(0);
    expect(modelsAsked()).toEqual(["quick"]);
  });

  test("one that names no provider is a model of the usual one, and the run warns of it", async () => {
    const where = await open();
    const { code, stderr } = await where.polyglav(run("planner", "--model", "loca/x"));
    expect(code).toBe(0);
    expect(stderr).toContain('Cannot find a provider called "loca"');
    expect(modelsAsked()).toEqual(["loca/x"]);
  });

  test("--approve-model reads them by the same rule, and refuses what it cannot tell", async () => {
    const where = await open({ config: { model_aliases: { big: "local/large" } } });
    expect((await where.polyglav(run("worker", "--approve-model", "large"))).code).toBe(0);
    expect(listOf(where)).toMatchObject([{ provider: "local", model: "large" }]);
    const lost = await open({ config: { model: null } });
    const { code, stderr } = await lost.polyglav(run("worker", "--approve-model", "large"));
    expect(code).toBe(2);
    expect(stderr).toContain('Cannot tell the provider of model "large"');
    expect((await lost.polyglav(run("worker", "--approve-model", ""))).code).toBe(2);
  });
});

describe("the time of the last use", () => {
  const entry = { provider: "local", model: "large", added_at: "2025-12-01T00:00:00.000Z", by: "terminal" };

  test.each([
    ["the first use", undefined, NOW],
    ["the first use of a day", "2026-01-01T23:59:59.000Z", NOW],
    ["a later one", "2026-01-02T00:00:00.000Z", "2026-01-02T00:00:00.000Z"],
  ])("after %s", async (_, before, after) => {
    const where = await open({ files: { [LIST]: JSON.stringify([{ ...entry, last_used: before }]) } });
    expect((await where.polyglav(run("worker"))).code).toBe(0);
    expect(listOf(where)).toEqual([{ ...entry, last_used: after }]);
  });

  test("of a model that is not in the list is written nowhere", async () => {
    const text = JSON.stringify([entry]);
    const where = await open({ files: { [LIST]: text } });
    expect((await where.polyglav(run("planner"))).code).toBe(0);
    expect(readFileSync(listFile(where), "utf8")).toBe(text);
  });
});

describe("a list that cannot be used", () => {
  test("approves nothing and is not overwritten; a yes then counts for that run alone", async () => {
    const where = await open({ files: { [LIST]: "[{" } });
    const refused = await where.polyglav(run("worker"));
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("models.json");
    const given = await where.polyglav(run("worker", "--approve-model", "local/large"));
    expect(given.code).toBe(0);
    expect(readFileSync(listFile(where), "utf8")).toBe("[{");
    expect((await where.polyglav(["models", "approve", "local/large"])).code).toBe(3);
  });

  test("a folder that cannot be written is said, with exit code 4", async () => {
    const where = openPlace();
    place = where;
    writeFileSync(join(where.home, ".config"), "");
    expect(
      await where.polyglav(["models", "approve", "local/x"], { env: { POLYGLAV_BASE_URL: "http://x/v1" } }),
    ).toMatchObject({
      code: 4,
      stdout: "",
    });
  });
});

describe("the commands of the list", () => {
  const env = { POLYGLAV_BASE_URL: "http://127.0.0.1:1/v1" };

  test("approve, list and remove", async () => {
    const config = '{ "model": "local/small", "model_aliases": { "fast": "local/quick" } }';
    const where = openPlace({ env, files: { "~/.config/polyglav/config.json": config } });
    place = where;
    expect((await where.polyglav(["models", "list"])).stdout).toBe("0 approved models\n");
    expect(await where.polyglav(["models", "approve", "fast"])).toEqual({
      code: 0,
      stdout: "Approved local/quick\n",
      stderr: "",
    });
    expect((await where.polyglav(["models", "approve", "local/org/large"])).code).toBe(0);
    expect((await where.polyglav(["models", "approve", "quick"])).stdout).toBe("Already approved: local/quick\n");
    expect((await where.polyglav(["models", "list"])).stdout).toBe(
      "2 approved models\n  local/quick      approved 2026-01-02, by models approve, never used\n  local/org/large  approved 2026-01-02, by models approve, never used\n",
    );
    expect(JSON.parse((await where.polyglav(["models", "list", "--json"])).stdout)).toMatchObject({
      models: [{ provider: "local", model: "quick", added_at: NOW, by: "models approve" }, { model: "org/large" }],
    });
    expect((await where.polyglav(["models", "remove", "fast"])).stdout).toBe("Not approved any more: local/quick\n");
    expect(listOf(where)).toMatchObject([{ model: "org/large" }]);
    expect(await where.polyglav(["models", "remove", "local/org/larg"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no approved model "local/org/larg". Did you mean "local/org/large"?'),
    });
  });

  test("remove finds a model whose provider is gone, approve does not", async () => {
    const list = JSON.stringify([{ provider: "gone", model: "x/y", added_at: "", by: "" }]);
    const where = openPlace({ files: { [LIST]: list } });
    place = where;
    expect((await where.polyglav(["models", "list"])).stdout).toBe("1 approved model\n  gone/x/y  never used\n");
    expect(await where.polyglav(["models", "approve", "gone/z"])).toMatchObject({ code: 2, stdout: "" });
    expect((await where.polyglav(["models", "remove", "gone/x/y"])).code).toBe(0);
    expect(listOf(where)).toEqual([]);
    expect((await where.polyglav(["models", "remove", "x"])).code).toBe(2);
    const files = { [LIST]: list, "~/.config/polyglav/config.json": '{ "model": "local/small" }' };
    const home = openPlace({ env, files });
    expect(await home.polyglav(["models", "remove", "gone/x/y"])).toMatchObject({ code: 0, stderr: "" });
    home.remove();
  });

  test("nothing in the list steers the terminal", async () => {
    const list = JSON.stringify([{ provider: "a\u001b[2J", model: "x\u202e", added_at: "\u001b", by: "\u001b" }]);
    const where = openPlace({ files: { [LIST]: list } });
    place = where;
    const { stdout } = await where.polyglav(["models", "list"]);
    for (const character of ["\u001b", "\u202e"]) expect(stdout).not.toContain(character);
  });
});
