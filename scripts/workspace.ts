/**
 * Where the repository is, and what its packages say about themselves.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The fields of a package.json that the checks read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private: boolean;
  readonly exports: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  /** Whether an export can be loaded with `require`. */
  readonly hasCommonJs: boolean;
}

/** One package of the workspace. Its folder is relative to the root, with `/`: `packages/registry`. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Folders that hold what was made or fetched, or what somebody keeps in this clone, not what belongs to the project. */
const MADE = new Set(["node_modules", "dist", "coverage", ".git", ".turbo", ".cache", ".polyglav"]);

/** Reads every package of the workspace, in the order of their folders. */
export function readPackages(root: string): readonly WorkspacePackage[] {
  return ["apps", "packages"].flatMap((group) =>
    foldersIn(join(root, group))
      .filter((name) => existsSync(join(root, group, name, "package.json")))
      .map((name) => ({
        folder: `${group}/${name}`,
        manifest: parseManifest(readFileSync(join(root, group, name, "package.json"), "utf8")),
      })),
  );
}

/** Reads the text of a package.json. Fields that are missing or of another type come out empty. */
export function parseManifest(text: string): Manifest {
  const written = recordOf(JSON.parse(text));
  const exported = recordOf(written.exports);
  const name = stringOf(written.name);
  return {
    name,
    version: stringOf(written.version),
    private: written.private === true,
    exports: Object.keys(exported),
    bin: typeof written.bin === "string" ? { [name.split("/").at(-1) ?? name]: written.bin } : stringsOf(written.bin),
    dependencies: stringsOf(written.dependencies),
    peerDependencies: stringsOf(written.peerDependencies),
    devDependencies: stringsOf(written.devDependencies),
    hasCommonJs: Object.values(exported).some((target) => "require" in recordOf(target)),
  };
}

/** Lists the files below a folder that people wrote, as paths relative to it with `/`, in a fixed order. */
export function listFiles(folder: string, below = ""): readonly string[] {
  if (!existsSync(join(folder, below))) return [];
  return readdirSync(join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return MADE.has(entry.name) ? [] : listFiles(folder, path);
    });
}

/** Finds the program that an installed development dependency brings, as a file that Node runs. */
export function programOf(root: string, dependency: string, program = dependency): string {
  const folder = join(root, "node_modules", dependency);
  const file = parseManifest(readFileSync(join(folder, "package.json"), "utf8")).bin[program];
  if (file === undefined) throw new RangeError(`Cannot find program "${program}": ${dependency} does not bring it`);
  return join(folder, file);
}

function foldersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function stringsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
