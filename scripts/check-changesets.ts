/**
 * Checks that every package that changed since its version was last set is named in a changeset, and that changesets
 * can use what is written there. It needs git, and no network.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { historyOf } from "./changesets/history.ts";
import { judge, parseChangeset } from "./changesets/rules.ts";
import { report } from "./finding.ts";
import { run, runNode } from "./run.ts";
import { programOf, readPackages, ROOT } from "./workspace.ts";

const FOLDER = ".changeset";

const names = existsSync(join(ROOT, FOLDER)) ? readdirSync(join(ROOT, FOLDER)) : [];
const changesets = names
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => parseChangeset(`${FOLDER}/${name}`, readFileSync(join(ROOT, FOLDER, name), "utf8")));
const packages = readPackages(ROOT).filter(({ manifest }) => !manifest.private);
const released = await Promise.all(
  packages.map(async (each) => ({ name: each.manifest.name, folder: each.folder, history: await historyOf(ROOT, each) })),
);
const { findings, notes } = judge(released, changesets);
const problems = [...findings];

// changesets itself compares with a commit, so it can only be asked where there is one.
if ((await run("git", ["rev-parse", "--verify", "HEAD"], { cwd: ROOT })).code === 0) {
  const status = await runNode([programOf(ROOT, "@changesets/cli", "changeset"), "status", "--since", "HEAD"], { cwd: ROOT });
  if (status.code !== 0) {
    problems.push({ file: `${FOLDER}/config.json`, message: `Cannot plan a release: changesets says\n${status.output.trim()}` });
  }
} else {
  notes.push("Cannot ask changesets for its plan: there is no commit yet");
}

for (const note of notes) process.stdout.write(`${note}\n`);
process.exitCode = report(problems, `${packages.length} packages, ${changesets.length} changesets: every change is announced`);
