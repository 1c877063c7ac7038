import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { requestedFormat } from "../src/argv/format.ts";
import { flagsOf } from "../src/argv/parse.ts";
import { COMMANDS } from "../src/commands/index.ts";
import { EXIT_NAMES, exitCode } from "../src/exit-codes.ts";
import { openPlace } from "./fake-world.ts";

const CODES = new Set(EXIT_NAMES.map(exitCode));

/** Longer than any command line here may take, in milliseconds. */
const PATIENCE_MS = 3000;

const place = openPlace({
  files: {
    "s.json": '{ "default": [{ "text": "hello", "repeat": true }] }',
    ".polyglav/roles.json": '{ "poet": { "system_prompt": "You write" }, "broken": { "tags": 7 } }',
    ".polyglav/skills/small-steps.md": "# Small steps",
  },
});
afterAll(place.remove);

// The demo works for seconds on purpose; everything else answers at once here.
const commands = COMMANDS.filter(({ name }) => name !== "demo");
const flags = [...new Set(commands.flatMap((command) => flagsOf(command).map(({ name }) => `--${name}`)))];

const hostile = fc.constantFrom(
  "",
  "-",
  "--",
  "---",
  "--=",
  "-=",
  "__proto__",
  "constructor",
  "--__proto__",
  "-C",
  "\u001b[2J",
  "💥",
  "a/b",
  "..",
  "-1",
);
const values = fc.constantFrom(
  "text",
  "json",
  "ndjson",
  "s.json",
  "nosuch",
  "planner",
  "poet",
  "broken",
  "leader/programmer",
  "bash",
  "5m",
  "1ms",
  "0",
  "fail",
  "ok",
  "never",
  "root",
);
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...flags) },
  { weight: 3, arbitrary: values },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...flags), values).map(([flag, value]) => `${flag}=${value}`) },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).filter((text) => !/[\0/]/.test(text)) },
);
const start = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...commands.map(({ name }) => name.split(" "))) },
  { weight: 1, arbitrary: fc.array(word, { maxLength: 2 }) },
);
// No word with a slash but these: with -C a command may write where it points, and that must stay in the temporary folder.
const argv = fc.tuple(start, fc.array(word, { maxLength: 6 })).map(([first, rest]) => [...first, ...rest]);

function isValid(stdout: string, format: string): boolean {
  if (format === "json") return typeof JSON.parse(stdout) === "object";
  if (format === "text") return true;
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  return events.at(-1)?.type === "run-end" && events.filter(({ type }) => type === "run-end").length === 1;
}

test(
  "any command line ends in time with a code of the table, and stdout fits its format",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(argv, async (words) => {
        const late = new Promise<never>((_, reject) =>
          setTimeout(() => {
            reject(new Error("it hangs"));
          }, PATIENCE_MS).unref(),
        );
        const { code, stdout, stderr } = await Promise.race([place.polyglav(words, { stdin: "a task" }), late]);
        expect(CODES, `exit code ${code}`).toContain(code);
        expect(isValid(stdout, requestedFormat(words)), stdout).toBe(true);
        expect(stderr).not.toMatch(/unexpected fault|\n {4}at /);
        // What went wrong is said on stderr, and in text on stderr only.
        if (code === 2) expect(stderr).toContain("polyglav: ");
        if (code === 2 && requestedFormat(words) === "text") expect(stdout).toBe("");
      }),
      { numRuns: 600 },
    );
  },
);
