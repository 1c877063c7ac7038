import { describe, expect, test } from "vitest";
import { polyglav } from "../../tests/fake-world.ts";
import { COMMANDS } from "../commands/index.ts";
import { EXIT_CODES, EXIT_NAMES } from "../exit-codes.ts";
import { HELP_COLUMNS, wrap } from "./columns.ts";
import { TOPICS } from "./topics.ts";

const pages = [
  ["--help"],
  ["help"],
  ...COMMANDS.map(({ name }) => [...name.split(" "), "--help"]),
  ...COMMANDS.map(({ name }) => ["help", ...name.split(" ")]),
  ["roles", "-h"],
  ["help", "permissions"],
  ...TOPICS.map(({ name }) => ["help", name]),
];

test.each(pages.map((argv) => [argv.join(" "), argv] as const))(
  "polyglav %s goes to stdout, exits 0, fits 100 columns and has no colour in a pipe",
  async (_, argv) => {
    const { code, stdout, stderr } = await polyglav(argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("\u001b");
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(HELP_COLUMNS);
  },
);

test("the first screen has at most 24 lines and every command", async () => {
  const { stdout } = await polyglav(["--help"]);
  expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
  for (const { name } of COMMANDS) {
    const [group, verb = ""] = name.split(" ");
    if (name !== "help") expect(stdout).toMatch(new RegExp(`^ {2}${group ?? ""} .*\\b${verb}`, "m"));
  }
});

describe.each(COMMANDS.map((command) => [command.name, command] as const))("the help of %s", (name, command) => {
  test("has usage, two examples and every exit code that it can give", async () => {
    const { stdout } = await polyglav([...name.split(" "), "--help"]);
    expect(stdout).toMatch(new RegExp(`^Usage: polyglav ${name}\\b`));
    for (const { line } of command.examples) expect(stdout).toContain(line);
    for (const exit of command.exits) expect(stdout).toContain(`  ${EXIT_CODES[exit].code} `);
    expect(command.exits).toEqual(EXIT_NAMES.filter((exit) => command.exits.includes(exit)));
  });
});

test("help as JSON is its lines, and topics are data", async () => {
  const { stdout } = await polyglav(["roles", "list", "--help", "--json"]);
  expect((JSON.parse(stdout) as { help: string[] }).help[0]).toBe("Usage: polyglav roles list [tag] [flags]");
  const codes = await polyglav(["help", "exit-codes", "--json"]);
  expect((JSON.parse(codes.stdout) as { exitCodes: { code: number }[] }).exitCodes).toHaveLength(EXIT_NAMES.length);
});

test("an unknown topic exits 2 with the nearest", async () => {
  const { code, stderr } = await polyglav(["help", "exit-code"]);
  expect(code).toBe(2);
  expect(stderr).toContain('no topic "exit-code". Did you mean "exit-codes"?');
});

test("without a command the help goes to stderr, exit 2", async () => {
  const { code, stdout, stderr } = await polyglav([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("Usage: polyglav <command>");
});

test("help has colours where they are wanted", async () => {
  expect((await polyglav(["--help"], { tty: ["stdout"] })).stdout).toContain("\u001b[1m");
  expect((await polyglav(["help", "--color", "always"])).stdout).toContain("\u001b[1m");
  expect((await polyglav(["help", "--color", "never"], { tty: ["stdout"] })).stdout).not.toContain("\u001b");
});

test("wrap() breaks at blanks and never inside a word", () => {
  expect(wrap("aa bb cc", 5)).toEqual(["aa bb", "cc"]);
  expect(wrap("abcdefgh ij", 5)).toEqual(["abcdefgh", "ij"]);
  expect(wrap("", 5)).toEqual([""]);
});
