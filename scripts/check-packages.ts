/**
 * Checks the packages as users get them: packs all, looks into the tarballs, lints them, installs them with npm into an
 * empty folder, and loads, compiles and runs them there under the oldest Node that is supported and the one used here.
 * `--quick` leaves the other Nodes out.
 *
 * @module
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { type Finding, report } from "./finding.ts";
import {
  consumerConfig,
  consumerManifest,
  entriesOf,
  type Packed,
  probeProgram,
  typedFiles,
} from "./packed/consumer.ts";
import { current, environmentOf, findNpm, installNodes, type Npm, runNpm, type Runtime } from "./packed/npm.ts";
import { checkContents, readTarball } from "./packed/tarball.ts";
import { inTurn, run, runNode, type Ran } from "./run.ts";
import { programOf, readPackages, ROOT, type WorkspacePackage } from "./workspace.ts";

/** The oldest Node that the packages support, and one that is too old, which the command has to say. */
const FLOOR = "22.18.0";
const TOO_OLD = "20.20.2";
const ROLES = 11;

const CACHE = join(ROOT, "node_modules/.cache/packed");

async function main(quick: boolean): Promise<number> {
  const published = readPackages(ROOT).filter(({ manifest }) => !manifest.private);
  const unbuilt = published.filter(({ folder }) => !existsSync(join(ROOT, folder, "dist")));
  if (unbuilt.length > 0) {
    return report(
      unbuilt.map(({ folder }) => ({ file: folder, message: "Cannot pack this: it is not built; run npm run build" })),
      "",
    );
  }
  const place = realpathSync(mkdtempSync(join(tmpdir(), "polyglav packed ")));
  try {
    const npm: Npm = { script: findNpm(), cache: join(CACHE, "npm"), home: join(place, "home") };
    mkdirSync(npm.home);
    const [packed, nodes] = await Promise.all([
      packAll(published, join(place, "tarballs")),
      quick ? [] : installNodes(npm, [FLOOR, TOO_OLD], join(CACHE, "nodes")),
    ]);
    if ("failure" in packed) return report([{ file: "packages", message: `Cannot pack: ${packed.failure}` }], "");
    if ("failure" in nodes)
      return report([{ file: "scripts/check-packages.ts", message: `Cannot get Node ${FLOOR}: ${nodes.failure}` }], "");

    const [floor, tooOld] = nodes;
    const project = join(place, "project");
    const findings = [
      ...packed.flatMap((each, index) => checkContents(published[index]?.folder ?? "", each, [ROOT, homedir()])),
      ...(
        await inTurn(2, [
          () => useAll(packed, project, npm, [floor ?? current(), ...(floor === undefined ? [] : [current()])], tooOld),
          ...packed.map((each, index) => () => lint(each, published[index]?.folder ?? "")),
        ])
      ).flat(),
    ];
    const under = [floor, tooOld, current()].flatMap((runtime) => runtime?.name ?? []).join(", ");
    return report(findings, `${packed.length} packages install, load, compile and run as packed (${under})`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Packs every package with pnpm, which writes real versions where the workspace has its own words. */
async function packAll(
  packages: readonly WorkspacePackage[],
  folder: string,
): Promise<readonly Packed[] | { readonly failure: string }> {
  mkdirSync(folder);
  const args = ["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", folder];
  const { code, output } = await run(programOf(ROOT, "pnpm"), args, { cwd: ROOT });
  if (code !== 0) return { failure: output };
  const made = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    return { ...readTarball(readFileSync(path)), path };
  });
  const packed = packages.flatMap(({ manifest }) => made.find((each) => each.manifest.name === manifest.name) ?? []);
  return packed.length === packages.length
    ? packed
    : { failure: `only ${made.length} of ${packages.length} tarballs were made` };
}

/** What publint and attw say about one tarball. Neither needs the network. */
async function lint(packed: Packed, folder: string): Promise<readonly Finding[]> {
  const failed = (tool: string, { code, output }: Ran): readonly Finding[] =>
    code === 0 ? [] : [{ file: folder, message: `Cannot publish this: ${tool} says\n${output.trim()}` }];
  const publint = await runNode([programOf(ROOT, "publint"), "run", "--strict", packed.path], { cwd: ROOT });
  if (entriesOf(packed).length === 0) return failed("publint", publint);
  const profile = packed.manifest.hasCommonJs ? "node16" : "esm-only";
  const attw = [
    programOf(ROOT, "@arethetypeswrong/cli", "attw"),
    packed.path,
    "--profile",
    profile,
    "--format",
    "ascii",
    "--no-color",
  ];
  return [...failed("publint", publint), ...failed("attw", await runNode(attw, { cwd: ROOT }))];
}

/** Installs all tarballs once, under the oldest Node, and uses them under each. */
async function useAll(
  packed: readonly Packed[],
  project: string,
  npm: Npm,
  runtimes: readonly Runtime[],
  tooOld: Runtime | undefined,
): Promise<readonly Finding[]> {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), consumerManifest(packed));
  const oldest = runtimes[0] ?? current();
  const install = await runNpm(
    npm,
    oldest,
    ["install", "--engine-strict", "--strict-peer-deps", "--ignore-scripts"],
    project,
  );
  if (install.code !== 0) {
    return [
      { file: "packages", message: `Cannot install the tarballs under ${oldest.name}:\n${install.output.trim()}` },
    ];
  }
  writeFileSync(join(project, "probe.mjs"), probeProgram(packed));
  writeFileSync(join(project, "tsconfig.json"), consumerConfig());
  for (const [name, text] of typedFiles(packed)) writeFileSync(join(project, name), text);

  const cli = packed.find(({ manifest }) => Object.hasOwn(manifest.bin, "polyglav"));
  const results = await inTurn(2, [
    () => compile(project),
    ...runtimes.map((runtime) => () => load(project, npm, runtime)),
    ...(cli === undefined
      ? []
      : runtimes.map((runtime) => () => useCommand(project, npm, runtime, cli.manifest.version))),
    ...(cli === undefined || tooOld === undefined ? [] : [() => refuse(project, npm, tooOld)]),
  ]);
  return results.flat();
}

/** What other people's types say about themselves is theirs to mend: only our lines count. */
async function compile(project: string): Promise<readonly Finding[]> {
  const tsc = [programOf(ROOT, "typescript7", "tsc"), "-p", project, "--pretty", "false"];
  const { code, output } = await runNode(tsc, { cwd: project });
  const errors = output.split("\n").filter((line) => /^\S.*\(\d+,\d+\): error /.test(line));
  const ours = errors.filter((line) => !line.startsWith("node_modules/") || line.startsWith("node_modules/@polyglav/"));
  if (ours.length > 0)
    return [{ file: "packages", message: `Cannot compile against the packed types:\n${ours.join("\n")}` }];
  return code === 0 || errors.length > 0
    ? []
    : [{ file: "packages", message: `Cannot run the compiler:\n${output.trim()}` }];
}

async function load(project: string, npm: Npm, runtime: Runtime): Promise<readonly Finding[]> {
  const env = environmentOf(npm, runtime);
  const { code, output } = await run(runtime.node, ["probe.mjs"], { cwd: project, env, timeoutMs: 60_000 });
  return code === 0
    ? []
    : [{ file: "packages", message: `Cannot load every entry under ${runtime.name}:\n${output.trim()}` }];
}

async function useCommand(project: string, npm: Npm, runtime: Runtime, version: string): Promise<readonly Finding[]> {
  const at = (message: string): readonly Finding[] => [
    { file: "packages/cli", message: `Cannot use the command under ${runtime.name}: ${message}` },
  ];
  const shown = await runNpm(npm, runtime, ["polyglav", "--version"], project, "npx");
  if (shown.code !== 0 || !shown.stdout.includes(version))
    return at(`--version ends with ${shown.code} and prints\n${shown.output}`);
  const listed = await runNpm(npm, runtime, ["polyglav", "roles", "list", "--json"], project, "npx");
  const count = countRoles(listed.stdout);
  return listed.code === 0 && count === ROLES
    ? []
    : at(`roles list --json ends with ${listed.code} and prints\n${listed.output}`);
}

/** An old Node gets one line on stderr that says what is needed, and exit code 3. */
async function refuse(project: string, npm: Npm, tooOld: Runtime): Promise<readonly Finding[]> {
  const { code, output, stdout } = await runNpm(npm, tooOld, ["polyglav", "--version"], project, "npx");
  const lines = output.trim().split("\n");
  const good = code === 3 && stdout === "" && lines.length === 1 && output.includes("22.18");
  return good
    ? []
    : [
        {
          file: "packages/cli",
          message: `Cannot refuse ${tooOld.name} in one line with exit code 3: it ends with ${code} and prints\n${output}`,
        },
      ];
}

/** The list is an array, or an object with one below `roles`. */
function countRoles(json: string): number | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (Array.isArray(value)) return value.length;
    const below: unknown = typeof value === "object" && value !== null && "roles" in value ? value.roles : undefined;
    return Array.isArray(below) ? below.length : undefined;
  } catch {
    // SyntaxError: what it printed is shown with the finding
    return undefined;
  }
}

process.exitCode = await main(process.argv.includes("--quick"));
