/**
 * Runs what the documentation shows, against the built packages: every ```ts block of the documents and of the
 * docstrings as a module of its own, its types too; every numbered program of the examples; and every terminal session
 * with `polyglav`, whose output is compared. A block marked `no-run` is counted and left alone.
 *
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isDocument } from "./documents.ts";
import { checkTypes } from "./examples/check-types.ts";
import { type Program, programsInDocument, programsInSource } from "./examples/programs.ts";
import { runModules } from "./examples/run-modules.ts";
import { runSessions } from "./examples/run-sessions.ts";
import { readSession } from "./examples/sessions.ts";
import { type Finding, report } from "./finding.ts";
import { readPage } from "./markdown/fences.ts";
import { bareEnvironment, inTurn, runNode } from "./run.ts";
import { listFiles, ROOT } from "./workspace.ts";

const AT_ONCE = 2;
const BIN = join(ROOT, "packages/cli/dist/bin.js");

async function main(): Promise<number> {
  if (!existsSync(BIN)) {
    return report(
      [{ file: "packages/cli", message: "Cannot run the examples: it is not built; run npm run build" }],
      "",
    );
  }
  const files = listFiles(ROOT);
  const documents = files.filter(isDocument);
  const sources = files.filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith(".test.ts"));
  const numbered = files.filter((file) => /^apps\/examples\/\d+-[^/]+\.ts$/.test(file));
  const found = [
    ...documents.map((file) => programsInDocument(file, textOf(file))),
    ...sources.map((file) => programsInSource(file, textOf(file))),
  ];
  const programs = found.flatMap((each) => each.programs);
  const home = mkdtempSync(join(tmpdir(), "polyglav-home-"));
  // Beside the examples, because there all packages can be imported, and not below node_modules, where Node takes no types.
  const folder = join(ROOT, `apps/examples/.cache/${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const modules = new Map(programs.map((program, index) => [writeModule(folder, program, index), program]));

  let commands = 0;
  const results = await inTurn(AT_ONCE, [
    ...shares([...modules.keys()], AT_ONCE).map((share) => () => runShare(share, modules, home)),
    () => typeFindings(folder, modules),
    ...numbered.map((file) => () => runNumbered(file, home)),
    ...documents.map((file) => async () => {
      const session = await runSessions(file, textOf(file), BIN);
      commands += session.commands;
      return session.findings;
    }),
  ]);
  rmSync(folder, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });

  const skipped =
    found.reduce((sum, each) => sum + each.skipped, 0) + documents.reduce((sum, file) => sum + idle(file), 0);
  return report(
    [...found.flatMap((each) => each.findings), ...results.flat()],
    `${programs.length} blocks, ${numbered.length} programs and ${commands} commands run as shown (${skipped} blocks marked or unfit)`,
  );
}

/** Writes a block so that its lines keep their numbers, and an error names the line of the document. */
function writeModule(folder: string, { file, line, code }: Program, index: number): string {
  const path = join(folder, `${index}-${file.replace(/[^\w.-]/g, "-")}.ts`);
  writeFileSync(path, `${"\n".repeat(line - 1)}${code}\n`);
  return path;
}

async function runShare(
  share: readonly string[],
  modules: ReadonlyMap<string, Program>,
  home: string,
): Promise<readonly Finding[]> {
  const runs = await runModules(share, { home, timeoutMs: 20_000 });
  return runs.flatMap(({ file: path, error }) => {
    const program = modules.get(path);
    if (error === undefined || program === undefined) return [];
    const line = Number(error.split(basename(path))[1]?.match(/^:(\d+)/)?.[1] ?? program.line);
    return [{ file: program.file, line, message: `Cannot run this block: ${shortened(error)}` }];
  });
}

async function typeFindings(folder: string, modules: ReadonlyMap<string, Program>): Promise<readonly Finding[]> {
  const errors = await checkTypes(ROOT, folder);
  return errors.map(({ module, line, message }) => {
    const program = modules.get(join(folder, module));
    return { file: program?.file ?? "apps/examples", line, message: `Cannot compile this block: ${message}` };
  });
}

async function runNumbered(file: string, home: string): Promise<readonly Finding[]> {
  const { code, output } = await runNode([join(ROOT, file)], {
    cwd: ROOT,
    env: bareEnvironment(home, { TMPDIR: home }),
    timeoutMs: 60_000,
  });
  return code === 0 ? [] : [{ file, message: `Cannot run this program: exit code ${code}\n${shortened(output)}` }];
}

/** Terminal blocks that are not run. */
function idle(file: string): number {
  return readPage(textOf(file)).fences.filter(
    (fence) => fence.language === "console" && readSession(fence) === undefined,
  ).length;
}

function shares<T>(all: readonly T[], count: number): readonly (readonly T[])[] {
  const size = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}

function shortened(text: string): string {
  return text
    .trim()
    .split("\n")
    .filter((line) => !/^\s+at (node:|.*\(node:)/.test(line))
    .slice(0, 25)
    .join("\n    ");
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

process.exitCode = await main();
