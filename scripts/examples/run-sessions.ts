/**
 * Runs the terminal sessions of one document, in the order they are shown, in one empty folder with an empty home.
 *
 * @module
 */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Finding } from "../finding.ts";
import { readPage } from "../markdown/fences.ts";
import { bareEnvironment, run } from "../run.ts";
import { looksAsShown, plainCommand, readSession, type Step } from "./sessions.ts";

export interface SessionRun {
  readonly commands: number;
  readonly findings: readonly Finding[];
}

/**
 * Runs what a document shows. A block whose fence says `file=<path>` is written into the folder first, so a session
 * can use a file that the reader was told to make.
 */
export async function runSessions(file: string, text: string, bin: string): Promise<SessionRun> {
  const fences = readPage(text).fences;
  if (!fences.some((fence) => readSession(fence) !== undefined)) return { commands: 0, findings: [] };
  const place = realpathSync(mkdtempSync(join(tmpdir(), "polyglav-session-")));
  const folders = { home: join(place, "home"), bin: join(place, "bin"), work: join(place, "work") };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const shim = join(folders.bin, "polyglav");
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(shim, 0o755);
  const env = bareEnvironment(folders.home, { TMPDIR: folders.home });
  env.PATH = [folders.bin, dirname(process.execPath), env.PATH].join(delimiter);

  const findings: Finding[] = [];
  let commands = 0;
  for (const fence of fences) {
    const target = fence.words.find((word) => word.startsWith("file="))?.slice("file=".length);
    if (target !== undefined) writeBelow(folders.work, target, fence.code);
    const steps = readSession(fence);
    if (steps === undefined) continue;
    commands += steps.length;
    findings.push(...(await runSteps(file, steps, folders.work, env)));
  }
  rmSync(place, { recursive: true, force: true });
  return { commands, findings };
}

const MARK = "@@polyglav-session@@";

/** All steps share one shell, so that `cd`, `export` and `echo $?` mean what they say. */
async function runSteps(
  file: string,
  steps: readonly Step[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  const script = steps.map(
    ({ command }) => `${plainCommand(command)}\n__code=$?; echo "${MARK}$__code"; (exit $__code)`,
  );
  const { output } = await run("sh", ["-c", ["exec 2>&1", ...script].join("\n")], { cwd, env, timeoutMs: 60_000 });
  const printed = output.split(MARK);
  return steps.flatMap((step, index): readonly Finding[] => {
    const before = printed[index]?.replace(index === 0 ? "" : /^\d+\n/, "");
    const code = /^\d+/.exec(printed[index + 1] ?? "")?.[0];
    const problem = problemOf(step, before, code);
    return problem === undefined
      ? []
      : [{ file, line: step.line, message: `Cannot show "$ ${step.command}": ${problem}` }];
  });
}

function problemOf(step: Step, printed: string | undefined, code: string | undefined): string | undefined {
  if (printed === undefined || code === undefined) return `it did not end\n${quote(printed ?? "")}`;
  if (step.shown.length > 0) return looksAsShown(step.shown, printed) ? undefined : `it prints\n${quote(printed)}`;
  return code === "0" ? undefined : `it ends with exit code ${code} and prints\n${quote(printed)}`;
}

function quote(output: string): string {
  return output
    .trimEnd()
    .split("\n")
    .slice(0, 60)
    .map((line) => `    | ${line}`)
    .join("\n");
}

function writeBelow(folder: string, path: string, text: string): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${text}\n`);
}
