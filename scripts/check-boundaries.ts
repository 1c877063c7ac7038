/**
 * Checks the arrows between the packages and redraws `docs/dependency-graph.md`. With `--check` it writes nothing and
 * fails when the drawing is not up to date.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ALLOWED } from "./boundaries/arrows.ts";
import { drawGraph } from "./boundaries/graph.ts";
import { importsOf } from "./boundaries/imports.ts";
import { checkMembers, type Member, type SourceFile } from "./boundaries/rules.ts";
import { report } from "./finding.ts";
import { listFiles, parseManifest, readPackages, ROOT } from "./workspace.ts";

const GRAPH = "docs/dependency-graph.md";

/** Reads the sources of one package. Its config files are not among them: they belong to the build. */
function readSources(folder: string): readonly SourceFile[] {
  return listFiles(join(ROOT, folder))
    .filter((path) => /\.(ts|js|mjs|cjs)$/.test(path) && (path.includes("/") || !folder.startsWith("packages/")))
    .map((path) => ({ path, imports: importsOf(path, readFileSync(join(ROOT, folder, path), "utf8")) }));
}

const members: readonly Member[] = readPackages(ROOT).map((member) => ({
  ...member,
  files: readSources(member.folder),
}));
const root = parseManifest(readFileSync(join(ROOT, "package.json"), "utf8"));
const scripts: Member = { folder: "scripts", manifest: root, files: readSources("scripts") };
const findings = [...checkMembers([...members, scripts], ALLOWED, Object.keys(root.devDependencies))];

const drawing = drawGraph(members);
const drawn = existsSync(join(ROOT, GRAPH)) ? readFileSync(join(ROOT, GRAPH), "utf8") : undefined;
if (drawn !== drawing) {
  if (process.argv.includes("--check")) {
    findings.push({
      file: GRAPH,
      message: "Cannot accept the graph: it is out of date; run npm run check:boundaries",
    });
  } else {
    writeFileSync(join(ROOT, GRAPH), drawing);
  }
}

const files = [...members, scripts].reduce((sum, member) => sum + member.files.length, 0);
process.exitCode = report(findings, `${members.length} packages, ${files} files: every import follows the arrows`);
