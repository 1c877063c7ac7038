import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createCatalog } from "@polyglav/catalog";
import { afterEach, describe, expect, test } from "vitest";
import { type MockServer, startMockServer, type WireScript } from "../../engine/tests/mock-server.ts";
import { BUG, PROJECT, TASK } from "../src/commands/demo/project.ts";
import { demoScript } from "../src/commands/demo/script.ts";
import { openPlace, polyglav, type Said } from "./fake-world.ts";

let server: MockServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Runs a task as a stream of events against a server that plays a script, over real HTTP. */
async function runAgainst(
  script: WireScript,
  flags: readonly string[] = [],
  more: {
    readonly key?: string;
    readonly markers?: Readonly<Record<string, string>>;
    readonly files?: Record<string, string>;
  } = {},
): Promise<Said & { readonly events: readonly Event[]; readonly end: Event }> {
  const { files = {}, ...options } = more;
  server = await startMockServer(script, options);
  const argv = ["run", "--model", "local/m", "--output", "ndjson", "--trust", ...flags, "--", "fix", "it"];
  const said = await polyglav(argv, { env: { POLYGLAV_BASE_URL: server.url }, files });
  const events = said.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);
  const end = events.at(-1);
  if (end === undefined) throw new Error("there is no event");
  expect(events.filter(({ type }) => type === "run-end")).toEqual([end]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(end.exitCode).toBe(said.code);
  return { ...said, events, end };
}

const counts = (events: readonly Event[], type: string): number => events.filter((event) => event.type === type).length;

describe("over HTTP", () => {
  test("an answer comes as a stream, with its tokens", async () => {
    const { code, end, events } = await runAgainst({
      default: [{ text: "hello there", usage: { input: 12, output: 3 } }],
    });
    expect(code).toBe(0);
    expect(end).toMatchObject({
      status: "ok",
      content: "hello there",
      usage: { inputTokens: 12, outputTokens: 3, calls: 1 },
    });
    expect(counts(events, "text")).toBeGreaterThan(1);
    expect(server?.requests).toMatchObject([{ stream: true, model: "m", authorization: undefined }]);
  });

  test("the address and the key of a provider come from the config, and the key from the environment", async () => {
    server = await startMockServer({ default: [{ text: "hello" }] }, { key: "sk-secret" });
    const config = { model: "mine/m", providers: { mine: { base_url: server.url, api_key_env: "MINE_KEY" } } };
    const files = { "~/.config/polyglav/config.json": JSON.stringify(config) };
    const argv = ["run", "--json", "--", "x"];
    expect((await polyglav(argv, { files, env: { MINE_KEY: "sk-secret" } })).code).toBe(0);
    const wrong = await polyglav(argv, { files, env: { MINE_KEY: "sk-wrong" } });
    expect(wrong.code).toBe(4);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ status: "error", error: { code: "POLYGLAV_KEY_REJECTED" } });
    const missing = await polyglav(argv, { files });
    expect(missing.code).toBe(4);
    expect(missing.stderr).toContain("MINE_KEY");
    for (const said of [wrong, missing]) expect(said.stdout + said.stderr).not.toContain("sk-");
  });

  test("commands of agents do not see the key of the provider, whatever its variable is called", async () => {
    const show = { call: [{ tool: "bash", input: { command: 'echo "key=[$MINE_KEY] other=[$OTHER]"' } }] };
    server = await startMockServer({ default: [show, { text: "ok" }] }, { key: "sk-secret" });
    const config = { model: "mine/m", providers: { mine: { base_url: server.url, api_key_env: "MINE_KEY" } } };
    const files = { "~/.config/polyglav/config.json": JSON.stringify(config) };
    const env = { MINE_KEY: "sk-secret", OTHER: "seen", PATH: process.env.PATH ?? "" };
    const { stdout } = await polyglav(["run", "--yes", "--output", "ndjson", "--", "x"], { files, env });
    expect(stdout).toContain("key=[] other=[seen]");
    expect(stdout).not.toContain("sk-secret");
  });

  test("a whole delegation: tools really run, an ask is confirmed, one call is denied", async () => {
    const roles = {
      supervisor: [
        { call: [{ tool: "edit", input: { path: "a.txt", old: "one", new: "two" } }] },
        { call: [{ tool: "delegate", input: { role: "programmer", task: "Edit a.txt" } }] },
        { text: "It is done." },
      ],
      programmer: [
        { call: [{ tool: "read", input: { path: "a.txt" } }] },
        { call: [{ tool: "edit", input: { path: "a.txt", old: "one", new: "two" } }] },
        { call: [{ tool: "bash", input: { command: "cat a.txt" } }] },
        { text: "Edited." },
      ],
    };
    const supervisor = {
      system_prompt: "[role: supervisor]",
      tool_permission: { edit: "deny", bash: "deny" },
      grant_permission: { edit: "allow", bash: "ask" },
    };
    const files = {
      "a.txt": "one\n",
      ".polyglav/roles.json": JSON.stringify({ supervisor, programmer: { system_prompt: "[role: programmer]" } }),
    };
    const { code, events, end } = await runAgainst({ roles }, ["--role", "supervisor", "--yes"], { files });
    expect(code).toBe(5);
    expect(end).toMatchObject({
      outcome: "done",
      content: "It is done.",
      denials: [{ role: "supervisor", tool: "edit" }],
    });
    expect(
      events.filter(({ type }) => type === "tool-end").map(({ tool, status }) => `${String(tool)} ${String(status)}`),
    ).toEqual(["edit denied", "read ok", "edit ok", "bash ok", "delegate ok"]);
    expect(events.find(({ type, tool }) => type === "tool-end" && tool === "bash")?.output).toContain("two");
    expect(events.find(({ type }) => type === "ask-close")).toMatchObject({ answer: "once" });
    expect(server?.requests.map(({ role }) => role)).toEqual([
      "supervisor",
      "supervisor",
      "programmer",
      "programmer",
      "programmer",
      "programmer",
      "supervisor",
    ]);
  });
});

test("the delegation of the demo, through a server: its tests really go from red to green", async () => {
  const catalog = createCatalog();
  // Each role is known by the first line of its prompt.
  const bundled = catalog.roles
    .names()
    .map((name): [string, string] => [name, firstLine(catalog.role(name)?.role.system_prompt)]);
  const markers = { ...Object.fromEntries(bundled), supervisor: "You have work done and never do it yourself" };
  const place = openPlace({ files: PROJECT });
  server = await startMockServer(demoScript(0), { markers });
  const env = { POLYGLAV_BASE_URL: server.url, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const argv = [
    "run",
    "--role",
    "supervisor",
    "--model",
    "local/m",
    "--trust",
    "--yes",
    "--output",
    "ndjson",
    "--",
    TASK,
  ];
  const { code, stdout } = await place.polyglav(argv, { env });

  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);
  const tests = events.filter(({ type, tool, status }) => type === "tool-end" && tool === "bash" && status === "ok");
  expect(tests.map(({ output }) => /exit code (\d)/.exec(String(output))?.[1])).toEqual(["1", "0"]);
  expect(events.filter(({ type }) => type === "delegate-end").map(({ role, outcome }) => [role, outcome])).toEqual([
    ["planner", "done"],
    ["programmer", "done"],
    ["code-reviewer", "done"],
  ]);
  expect(readFileSync(join(place.cwd, BUG.path), "utf8")).toContain(BUG.new);
  expect(code).toBe(5);
  expect(events.at(-1)).toMatchObject({
    type: "run-end",
    outcome: "done",
    denials: [{ role: "supervisor", tool: "bash" }],
  });
  place.remove();
});

const firstLine = (text = ""): string => text.split("\n", 1).join("");

describe("faults of a server", () => {
  test("401 exits 4 and is not tried again", async () => {
    const { code, end } = await runAgainst({ default: [{ text: "x" }] }, [], { key: "another" });
    expect(code).toBe(4);
    expect(end).toMatchObject({ status: "error", error: { code: "POLYGLAV_KEY_REJECTED" } });
  });

  test("429 is tried again after the time that the server names", async () => {
    const { code, events } = await runAgainst({
      default: [{ throw: { status: 429, retryAfterMs: 30, message: "slow down" } }, { text: "now" }],
    });
    expect(code).toBe(0);
    expect(events.find(({ type }) => type === "retry")).toMatchObject({ attempt: 1, waitMs: 30 });
  });

  test("429 without end exits 1 after all retries", async () => {
    const { code, events } = await runAgainst(
      { default: [{ throw: { status: 429, retryAfterMs: 10, message: "slow down" }, repeat: true }] },
      ["--retries", "3"],
    );
    expect(code).toBe(1);
    expect(counts(events, "retry")).toBe(3);
    expect(server?.requests).toHaveLength(4);
  });

  test.each<[string, WireScript]>([
    ["500", { default: [{ throw: { status: 500, retryAfterMs: 10, message: "oops" }, repeat: true }] }],
    ["a stream that just ends", { default: [{ breakOff: "end", text: "half a sen", repeat: true }] }],
    ["a connection that is reset", { default: [{ breakOff: "reset", text: "half a sen", repeat: true }] }],
    ["silence from the start", { default: [{ hang: true, repeat: true }] }],
    ["silence in the middle", { default: [{ chunkThenSilence: "half", repeat: true }] }],
  ])("%s exits 1 after retries", async (_, script) => {
    const { code, events, end } = await runAgainst(script, ["--retries", "1", "--idle-timeout", "150ms"]);
    expect(code).toBe(1);
    expect(end).toMatchObject({ status: "error", outcome: "error" });
    expect(counts(events, "retry")).toBe(1);
  });

  test("a server that is not there exits 1 after retries", async () => {
    const argv = ["run", "--model", "local/m", "--retries", "0", "--json", "--", "x"];
    const { code, stdout } = await polyglav(argv, { env: { POLYGLAV_BASE_URL: "http://127.0.0.1:1/v1" } });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: "error", exitCode: 1 });
  });

  test("--timeout exits 6 while the server says nothing", async () => {
    const { code, end } = await runAgainst({ default: [{ hang: true }] }, ["--timeout", "200ms"]);
    expect(code).toBe(6);
    expect(end).toMatchObject({ status: "limit", outcome: "timeout" });
  });

  test("arguments that are no JSON are answered to the model, and the run goes on", async () => {
    const { code, end, events } = await runAgainst({
      default: [{ rawCall: [{ tool: "read", arguments: '{"path": ' }] }, { text: "I see." }],
    });
    expect(code).toBe(0);
    expect(end).toMatchObject({ content: "I see." });
    expect(events.find(({ type }) => type === "tool-end")).toMatchObject({ tool: "read", status: "error" });
    expect(JSON.stringify(server?.requests.at(-1)?.messages)).toContain("not valid JSON");
  });

  test("arguments that do not fit are answered, too", async () => {
    const { code, events } = await runAgainst({
      default: [{ rawCall: [{ tool: "read", arguments: '{"path": 7}' }] }, { text: "I see." }],
    });
    expect(code).toBe(0);
    expect(events.find(({ type }) => type === "tool-end")).toMatchObject({ tool: "read", status: "error" });
  });

  test("retries and idle_timeout of the config count where no flag says otherwise", async () => {
    const files = { "~/.config/polyglav/config.json": '{ "retries": 0, "idle_timeout": "100ms" }' };
    const { code, events } = await runAgainst({ default: [{ hang: true, repeat: true }] }, [], { files });
    expect(code).toBe(1);
    expect(counts(events, "retry")).toBe(0);
  });
});
