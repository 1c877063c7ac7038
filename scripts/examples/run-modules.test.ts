import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runModules } from "./run-modules.ts";

const folder = mkdtempSync(join(tmpdir(), "polyglav modules "));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function errorsOf(...texts: readonly string[]): Promise<readonly (string | undefined)[]> {
  const files = texts.map((text, index) => join(folder, `${index}.ts`));
  for (const [index, file] of files.entries()) writeFileSync(file, texts[index] ?? "");
  const runs = await runModules(files, { home: folder, timeoutMs: 1_500 });
  return runs.map(({ error }) => error?.split("\n")[0]);
}

describe("runModules()", () => {
  it("runs each module, whatever the ones before it did", async () => {
    const good = "const a: number = 1;\nexport { a };";
    const errors = await errorsOf(
      good,
      'throw new Error("broken");',
      good,
      'import "./gone.ts";',
      "process.exit(0);",
      good,
      "await new Promise(() => undefined);\n",
      "setInterval(() => undefined, 10);",
      'void Promise.reject(new Error("late"));',
      "const = 1;",
      good,
    );
    expect(errors).toEqual([
      undefined,
      "Error: broken",
      undefined,
      expect.stringContaining("Cannot find module"),
      "it ended the process (exit code 0)",
      undefined,
      "it does not end within 1.5 s",
      undefined,
      "Error: late",
      expect.stringContaining("9.ts:1"),
      undefined,
    ]);
  });
});
