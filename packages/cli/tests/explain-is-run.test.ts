import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCatalog } from "@polyglav/catalog";
import { afterAll, describe, expect, test } from "vitest";
import { openPlace } from "./fake-world.ts";

const ROLES = createCatalog().roles.names();
/** Roles that differ in what they name: enough for a second config. */
const SOME = ["assistant", "code-reviewer", "leader", "planner", "programmer"];

const CALLS = [
  { tool: "read", input: { path: "a.txt" }, args: ["read", "a.txt"] },
  { tool: "read", input: { path: "../x" }, args: ["read", "../x"] },
  { tool: "edit", input: { path: "a.txt", old: "a", new: "b" }, args: ["edit", "a.txt"] },
  { tool: "bash", input: { command: "true" }, args: ["bash", "true"] },
] as const;

const config = '{ "tool_permission": { "read": "ask" }, "grant_permission": { "edit": "ask", "read": "allow" } }';
const places = {
  plain: openPlace({ files: { "a.txt": "a" } }),
  config: openPlace({ files: { "a.txt": "a", "~/.config/polyglav/config.json": config } }),
};
afterAll(() => {
  for (const place of Object.values(places)) place.remove();
});

interface Permission {
  readonly type: string;
  readonly tool: string;
  readonly decision: string;
}

/** What the gate of a run decides about the last of the calls in it. */
async function decidedByRun(
  place: keyof typeof places,
  path: readonly string[],
  call: (typeof CALLS)[number],
): Promise<string | undefined> {
  const [first = "", second] = path;
  const use = [{ call: [{ tool: call.tool, input: call.input }] }, { text: "done" }];
  const roles =
    second === undefined
      ? { [first]: use }
      : {
          [first]: [{ call: [{ tool: "delegate", input: { role: second, task: "x" } }] }, { text: "done" }],
          [second]: use,
        };
  writeFileSync(join(places[place].cwd, "s.json"), JSON.stringify({ roles, default: [] }));
  const argv = ["run", "--fake-model", "s.json", "--role", first, "--output", "ndjson", "--no", "--", "x"];
  const { stdout } = await places[place].polyglav(argv);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Permission);
  return events.findLast(({ type, tool }) => type === "permission" && tool === call.tool)?.decision;
}

async function explained(
  place: keyof typeof places,
  path: readonly string[],
  args: readonly string[],
): Promise<string> {
  const { stdout } = await places[place].polyglav([
    "permissions",
    "explain",
    "--json",
    "--as",
    path.join("/"),
    ...args,
  ]);
  return (JSON.parse(stdout) as { verdict: string }).verdict;
}

const chains = (roles: readonly string[]): readonly (readonly string[])[] => [
  ...roles.map((role) => [role]),
  ...roles.filter((role) => role !== "leader").map((role) => ["leader", role]),
];

describe.each([
  ["plain", ROLES],
  ["config", SOME],
] as const)("under the %s config", (place, roles) => {
  test.each(chains(roles).map((path) => [path.join("/"), path] as const))(
    "explain says of %s what a run decides",
    async (_, path) => {
      for (const call of CALLS) {
        expect(await explained(place, path, call.args), call.args.join(" ")).toBe(
          await decidedByRun(place, path, call),
        );
      }
    },
  );
});

describe("what decides is guarded", () => {
  const write = (path: string) => ({
    default: [{ call: [{ tool: "write", input: { path, content: "{}" } }] }, { text: "ok" }],
  });
  const said = async (path: string, files: Readonly<Record<string, string>>, ...flags: readonly string[]) => {
    const place = openPlace({ files: { ...files, "s.json": JSON.stringify(write(path)) } });
    const explained = await place.polyglav(["permissions", "explain", "--as", "programmer", "write", path, ...flags]);
    const ran = await place.polyglav(["run", "--fake-model", "s.json", "--role", "programmer", ...flags, "--", "x"]);
    const kept = readFileSync(join(place.cwd, path), "utf8") === files[path];
    place.remove();
    return { explained: explained.code, ran: ran.code, kept };
  };

  test("a config that was named for this command is not written in silence", async () => {
    const files = { "ci.json": '{ "tool_permission": { "bash": "deny" } }' };
    expect(await said("ci.json", files, "--config", "ci.json")).toEqual({ explained: 7, ran: 5, kept: true });
    expect(await said("ci.json", files)).toEqual({ explained: 0, ran: 0, kept: false });
  });

  test("a chain that a limit forbids is a deny, as in a run", async () => {
    const place = openPlace();
    const explain = (as: string) => place.polyglav(["permissions", "explain", "--as", as, "read", "x"]);
    expect((await explain("leader/leader/leader/leader")).code).toBe(0);
    const beyond = await explain("leader/leader/leader/leader/leader");
    expect(beyond.code).toBe(5);
    expect(beyond.stdout).toContain("the limit is 3 delegations");
    place.remove();
  });
});
