import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runSessions } from "./run-sessions.ts";

// The command says what it was given, what is in its folder and where its home is.
const place = mkdtempSync(join(tmpdir(), "polyglav sessions "));
const bin = join(place, "bin.mjs");
writeFileSync(
  bin,
  `import { readdirSync } from "node:fs";
const [word, ...rest] = process.argv.slice(2);
if (word === "files") console.log(readdirSync(".").join());
else if (word === "home") console.log(readdirSync(process.env.HOME).length, process.env.KEY ?? "no key");
else if (word === "fail") { console.error("it failed"); process.exitCode = 4; }
else console.log([word, ...rest].join("|"));
`,
);
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

async function problems(...lines: readonly string[]): Promise<readonly string[]> {
  const { findings } = await runSessions("a.md", lines.join("\n"), bin);
  return findings.map(({ line, message }) => `${line ?? 0} ${message}`);
}

describe.skipIf(process.platform === "win32")("runSessions()", () => {
  it("runs what is shown and compares", async () => {
    expect(await problems("```console", '$ npx polyglav run "a b"', "run|a b", "```")).toEqual([]);
    expect(await problems("x", "```console", "$ polyglav run", "walk", "```")).toEqual([
      '3 Cannot show "$ polyglav run": it prints\n    | run',
    ]);
  });

  it("wants success where nothing is shown, and takes stderr for what a terminal shows", async () => {
    expect(await problems("```console", "$ polyglav fail", "it failed", "$ echo $?", "4", "```")).toEqual([]);
    expect(await problems("```console", "$ polyglav fail", "```")).toEqual([
      '2 Cannot show "$ polyglav fail": it ends with exit code 4 and prints\n    | it failed',
    ]);
  });

  it("writes the files that the reader was told to make, and keeps the folder from block to block", async () => {
    const file = ["```json file=sub/a.json", "{}", "```"];
    const first = ["```console", "$ polyglav files", "sub", "$ cat sub/a.json", "{}", "$ mkdir more", "```"];
    expect(await problems(...file, ...first, "```console", "$ polyglav files", "more,sub", "```")).toEqual([]);
  });

  it("shares one shell within a block", async () => {
    expect(await problems("```console", "$ mkdir a", "$ cd a", "$ touch b", "```")).toEqual([]);
    expect(await problems("```console", "$ mkdir a && cd a", "$ mkdir b", "$ polyglav files", "b", "```")).toEqual([]);
  });

  it("has an empty home and no keys", async () => {
    process.env.KEY = "secret";
    const found = await problems("```console", "$ polyglav home", "0 no key", "```");
    delete process.env.KEY;
    expect(found).toEqual([]);
  });

  it("runs nothing in a document without sessions", async () => {
    expect(await runSessions("a.md", "```console\n$ npm test\n```", bin)).toEqual({ commands: 0, findings: [] });
  });
});
