/**
 * Checks that every package that changed since its version was last set is named in a changeset, and that a release
 * with these changesets would work. It needs git, and no network.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { historyOf } from "./changesets/history.ts";
import { judge, parseChangeset } from "./changesets/rules.ts";
import { rehearseRelease } from "./changesets/rehearsal.ts";
import { report } from "./finding.ts";
import { readPackages, ROOT } from "./workspace.ts";

const FOLDER = ".changeset";

const names = existsSync(join(ROOT, FOLDER)) ? readdirSync(join(ROOT, FOLDER)) : [];
const changesets = names
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => parseChangeset(`${FOLDER}/${name}`, readFileSync(join(ROOT, FOLDER, name), "utf8")));
const packages = readPackages(ROOT).filter(({ manifest }) => !manifest.private);
const released = await Promise.all(
  packages.map(async (each) => ({
    name: each.manifest.name,
    folder: each.folder,
    history: await historyOf(ROOT, each),
  })),
);
const { findings, notes } = judge(released, changesets);
const problems = [...findings];

if (changesets.length > 0) {
  const failure = await rehearseRelease(ROOT);
  if (failure !== undefined)
    problems.push({ file: FOLDER, message: `Cannot release with these changesets:\n${failure}` });
}

for (const note of notes) process.stdout.write(`${note}\n`);
process.exitCode = report(
  problems,
  `${packages.length} packages, ${changesets.length} changesets: every changed package is named in one`,
);
