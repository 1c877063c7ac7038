/**
 * Breaks the sources of a package on purpose, one small change at a time, and tells which changes no test notices.
 *
 * `npm run mutants -- permissions`, or of some files only: `npm run mutants -- permissions src/decide.ts src/rules.ts`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { TARGETS } from "./targets.ts";

const HERE = import.meta.dirname;
const ROOT = `${HERE}/../..`;
// Not beside this file: the copy of the sources holds tests, which nobody else should find.
const FOLDER = ".cache/mutants";

process.exitCode = main(process.argv.slice(2));

function main([name = "", ...files]: readonly string[]): number {
  const target = TARGETS.get(name);
  if (target === undefined) {
    console.error(`Cannot break ${JSON.stringify(name)}: there are targets for ${[...TARGETS.keys()].join(", ")}`);
    return 2;
  }
  if (!existsSync(`${HERE}/node_modules/@stryker-mutator/vitest-runner`)) {
    // Its peer, vitest, is that of the workspace.
    const installed = run(
      "npm",
      ["install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"],
      HERE,
    );
    if (installed !== 0) return installed;
  }
  mkdirSync(`${ROOT}/${FOLDER}`, { recursive: true });
  const config = `${ROOT}/${FOLDER}/stryker.json`;
  writeFileSync(
    config,
    JSON.stringify(
      configFor(name, files.length === 0 ? target.mutate : files.map((file) => `packages/${name}/${file}`)),
    ),
  );
  return run(process.execPath, [`${HERE}/node_modules/@stryker-mutator/core/bin/stryker.js`, "run", config], ROOT);
}

function configFor(name: string, mutate: readonly string[]): Readonly<Record<string, unknown>> {
  const others = readdirSync(`${ROOT}/packages`).flatMap((each) => (each === name ? [] : [`packages/${each}`]));
  return {
    mutate,
    plugins: [`${HERE}/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js`],
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    checkers: [],
    concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 2),
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 30,
    // The sandbox needs the sources and the tests alone.
    ignorePatterns: ["**/dist", "benchmarks", "docs", "apps", ".changeset", ...others],
    tempDirName: `${FOLDER}/sandbox`,
    incremental: true,
    incrementalFile: `${FOLDER}/${name}.incremental.json`,
    reporters: ["clear-text", "json", "progress-append-only"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `${FOLDER}/${name}.json` },
    thresholds: { high: 98, low: 95, break: 95 },
    allowConsoleColors: false,
    warnings: { slow: false },
  };
}

function run(command: string, args: readonly string[], cwd: string): number {
  const env = { ...process.env, MUTANTS_OF: process.argv[2] ?? "" };
  return (
    spawnSync(command, args, { cwd, env, stdio: "inherit", shell: process.platform === "win32" && command === "npm" })
      .status ?? 1
  );
}
