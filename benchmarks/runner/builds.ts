/**
 * Where the builds of our packages are, and whether they are there.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Finds the file behind a name such as `@polyglav/permissions/shell`, as a user's `import` would. */
export function buildOf(root: string, specifier: string): string {
  const [, name = "", entry = "."] = /^@polyglav\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const folder = join(root, "packages", name);
  const exported = exportsOf(join(folder, "package.json"));
  const target = exported.get(entry === "." ? "." : `./${entry}`);
  if (target === undefined) throw new RangeError(`Cannot find "${specifier}": no package exports it`);
  const file = join(folder, target);
  if (existsSync(file)) return file;
  throw new Error(`Cannot find the build of "${specifier}": there is no ${target} in ${folder} (run npm run build)`);
}

/** What has to be said about the builds of packages before anything is measured. */
export interface BuildState {
  readonly missing: readonly string[];
  /** Older than their sources: figures would be of what was. */
  readonly stale: readonly string[];
}

/** Looks at the builds of packages, by their folders below `packages`. */
export function stateOfBuilds(root: string, names: readonly string[]): BuildState {
  const built = (name: string): number | undefined => newest(join(root, "packages", name, "dist"));
  return {
    missing: names.filter((name) => built(name) === undefined),
    stale: names.filter((name) => (built(name) ?? Infinity) < (newest(join(root, "packages", name, "src")) ?? 0)),
  };
}

function newest(folder: string): number | undefined {
  if (!existsSync(folder)) return undefined;
  const times = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|fixture)\.ts$/.test(entry.name))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return times.length === 0 ? undefined : Math.max(...times);
}

function exportsOf(file: string): ReadonlyMap<string, string> {
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const targets = Object.entries(recordOf(recordOf(manifest).exports)).flatMap(([entry, target]) => {
    const importing = recordOf(target).import;
    const found = recordOf(importing).default ?? importing ?? recordOf(target).default ?? target;
    return typeof found === "string" ? [[entry, found] as const] : [];
  });
  return new Map(targets);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
