import { describe, expect, test } from "vitest";
import { type Command, defineCommand } from "../command.ts";
import { COMMANDS } from "../commands/index.ts";
import { CommandError } from "../command-error.ts";
import { many, optional, required, switchFlag, textFlag } from "./flag.ts";
import { cwd, noLocal, output } from "./global-flags.ts";
import { flagsOf } from "./parse.ts";
import { understand } from "./understand.ts";

const name = required("name", "");
const rest = many("rest", "");
const words = many("words", "");
const loud = switchFlag({ name: "loud", short: "l", summary: "" });
const prompt = textFlag({ name: "prompt", value: "TEXT", summary: "" });

const base: Omit<Command, "name"> = {
  summary: "",
  about: "",
  flags: [loud, prompt],
  examples: [
    { line: "", says: "" },
    { line: "", says: "" },
  ],
  exits: ["ok"],
  run: () => ({ data: {}, lines: [] }),
};
const say = defineCommand({ ...base, name: "say", args: [name, rest], readsLayers: true });
const task = defineCommand({ ...base, name: "task", words });
const show = defineCommand({ ...base, name: "roles show", args: [optional("tag", "")] });
const fixture = [say, task, show];

function refusal(
  argv: readonly string[],
  commands: readonly Command[] = fixture,
): { message: string; hint: string | undefined } {
  try {
    understand(argv, commands);
  } catch (thrown) {
    if (thrown instanceof CommandError && thrown.exit === "usage")
      return { message: thrown.message, hint: thrown.hint };
    throw thrown;
  }
  throw new Error("it was understood");
}

function read(argv: readonly string[]) {
  const meaning = understand(argv, fixture);
  if (meaning.kind !== "command") throw new Error(`it means ${meaning.kind}`);
  return meaning;
}

describe("finding the command", () => {
  test("flags of every command may stand before it and after it", () => {
    for (const argv of [
      ["-C", "x", "say", "a"],
      ["say", "a", "-Cx"],
      ["--cwd=x", "say", "a"],
      ["say", "--cwd", "x", "a"],
    ]) {
      const meaning = read(argv);
      expect(meaning.command.name, argv.join(" ")).toBe("say");
      expect(meaning.read(cwd)).toBe("x");
      expect(meaning.read(name)).toBe("a");
    }
  });

  test("a group is two words", () => {
    expect(read(["roles", "show"]).command.name).toBe("roles show");
    expect(read(["--json", "roles", "show", "x"]).command.name).toBe("roles show");
  });

  test.each<[readonly string[], string, string | undefined]>([
    [["sya"], 'no command "sya"', 'Did you mean "say"? (3 commands: polyglav help)'],
    [["constructor"], 'no command "constructor"', "3 commands: polyglav help"],
    [[""], 'no command ""', "3 commands: polyglav help"],
    [["roles", "shwo"], 'no roles command "shwo"', 'Did you mean "show"? (1 roles command: polyglav roles --help)'],
    [["roles"], 'Cannot run "roles": its verb is missing', undefined],
    [["roles", "--json"], 'Cannot run "roles": its verb is missing', undefined],
    [[], "Cannot run polyglav: there is no command", undefined],
    [["--jsn", "say"], 'no flag "--jsn"', 'Did you mean "--json"?'],
    [["--", "say"], 'Cannot run words after "--": no command stands before them', "Such as: polyglav run -- say hello"],
    [["-"], 'no command "-"', "3 commands: polyglav help"],
  ])("%j is refused", (argv, message, hint) => {
    expect(refusal(argv)).toEqual({ message, hint });
  });
});

describe("what stands after the name", () => {
  test("switches, values and words are read as their flags say, and absent ones have their default", () => {
    const { read: given } = read(["say", "a", "b", "c", "-l", "--prompt", "p q", "--no-local"]);
    expect([given(name), given(rest), given(loud), given(prompt), given(noLocal)]).toEqual([
      "a",
      ["b", "c"],
      true,
      "p q",
      true,
    ]);
    const { read: absent } = read(["say", "a"]);
    expect([absent(rest), absent(loud), absent(prompt), absent(noLocal), absent(output)]).toEqual([
      [],
      false,
      undefined,
      false,
      undefined,
    ]);
  });

  test("words after -- are taken as they are", () => {
    const { read: given } = read(["task", "-l", "--", "--help", "-x", "--"]);
    expect(given(words)).toEqual(["--help", "-x", "--"]);
    expect(read(["say", "--", "-x"]).read(name)).toBe("-x");
  });

  test("reading what a command does not declare is a mistake of the program", () => {
    const { read: given } = read(["task"]);
    expect(() => given(name)).toThrow(TypeError);
    expect(() => given(noLocal)).toThrow(TypeError);
  });

  test.each<[readonly string[], string]>([
    [["say", "a", "--lod"], 'no flag "--lod"'],
    [["say", "a", "--lod=1"], 'no flag "--lod"'],
    [["say", "a", "--__proto__"], 'no flag "--__proto__"'],
    [["say", "a", "-z"], 'no flag "-z"'],
    [["say", "a", "--prompt"], "Cannot read --prompt <TEXT>: its value is missing"],
    [["say", "a", "--prompt", "--loud"], "Cannot read --prompt: its value is missing before --loud"],
    [["say", "a", "--prompt", ""], "Cannot read --prompt: its value is empty"],
    [["say", "a", "--prompt="], "Cannot read --prompt: its value is empty"],
    [["say", "a", "--output", "xml"], 'Cannot read --output "xml": it takes text, json, ndjson'],
    [["say"], "Cannot run say: <name> is missing"],
    [["task", "loose"], "Cannot run task: there are more words than it takes"],
    [["say", "a", "--json", "--output", "text"], "Cannot use --json with --output text: they say two things"],
    [["say", "a", "--quiet", "--verbose"], "Cannot use --quiet with --verbose: they say two things"],
    [["task", "--trust"], 'no flag "--trust"'],
  ])("%j is refused", (argv, message) => {
    expect(refusal(argv).message).toBe(message);
  });

  test("an unknown flag that is not near any other says how to see them all", () => {
    expect(refusal(["task", "--zebra"]).hint).toMatch(/^\d+ flags: polyglav task --help$/);
  });
});

describe("help and version", () => {
  test("help comes before every check", () => {
    for (const argv of [["say", "--help"], ["say", "-h", "--bogus"], ["roles", "--help"], ["--help"], ["-h"]]) {
      expect(understand(argv, fixture).kind, argv.join(" ")).toBe("help");
    }
  });

  test("after -- it is a word of the task", () => {
    expect(understand(["task", "--", "--help"], fixture).kind).toBe("command");
  });

  test("the version may be asked for anywhere", () => {
    for (const argv of [["--version"], ["-v"], ["--json", "--version"], ["say", "a", "-v"]]) {
      expect(understand(argv, fixture).kind, argv.join(" ")).toBe("version");
    }
  });
});

describe("the commands that there are", () => {
  test.each(COMMANDS.map((command) => [command.name, command] as const))("the examples of %s parse", (_, command) => {
    expect(command.examples.length).toBeGreaterThanOrEqual(2);
    for (const { line } of command.examples) {
      const meaning = understand(shellWords(line), COMMANDS);
      expect(meaning.kind, line).toBe("command");
      if (meaning.kind === "command") expect(meaning.command.name).toBe(command.name);
    }
  });

  test.each(COMMANDS.map((command) => [command.name, command] as const))("%s declares no flag twice", (_, command) => {
    const names = flagsOf(command).flatMap(({ name: long, short }) => [long, ...(short === undefined ? [] : [short])]);
    expect(names).toEqual([...new Set(names)]);
  });
});

/** The words of an example, behind its last pipe, without `polyglav`. */
function shellWords(line: string): readonly string[] {
  const command = line.split(" | ").at(-1) ?? "";
  const found = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  return found[0] === "polyglav" ? found.slice(1) : found;
}
