/**
 * The rules between packages, decided from data: what each file imports, what each package.json declares, and the
 * allowed arrows.
 *
 * @module
 */
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { Finding } from "../finding.ts";
import type { Manifest } from "../workspace.ts";
import type { Allowance } from "./arrows.ts";
import type { Import } from "./imports.ts";

/** A file of a package, its path relative to the package, e.g. `src/file/read.ts`. */
export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
}

export interface Member {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly SourceFile[];
}

const SCOPE = "@polyglav/";

/** Whether only tests load a file. Tests run in Node and may use whatever the repository installs. */
function isTest(path: string): boolean {
  return /\.(test|test-d|suite|fixture)\.ts$/.test(path) || /^(laws|conformance|tests)\//.test(path);
}

/** Checks all packages against the arrows. `shared` are the packages that the root installs for tests. */
export function checkMembers(
  members: readonly Member[],
  allowed: Readonly<Record<string, Allowance>>,
  shared: readonly string[],
): readonly Finding[] {
  return [
    ...members.flatMap((member) => {
      const allowance = Object.hasOwn(allowed, member.folder) ? allowed[member.folder] : undefined;
      if (allowance === undefined) {
        return [{ file: `${member.folder}/package.json`, message: "Cannot check imports: arrows.ts does not list it" }];
      }
      const context = { member, members, allowance, shared };
      return [
        ...member.files.flatMap((file) => file.imports.flatMap((imported) => checkImport(context, file, imported))),
        ...checkManifest(context),
      ];
    }),
    ...findCycles(members),
  ];
}

interface Context {
  readonly member: Member;
  readonly members: readonly Member[];
  readonly allowance: Allowance;
  readonly shared: readonly string[];
}

function checkImport(context: Context, file: SourceFile, { specifier, line, typeOnly }: Import): readonly Finding[] {
  const { member, allowance } = context;
  const at = (message: string): readonly Finding[] => [{ file: `${member.folder}/${file.path}`, line, message }];
  const mayUseNode = allowance.node === "everywhere" || isTest(file.path) || isNodePlace(file.path);
  const where = `Cannot import "${specifier}"`;

  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(file.path), specifier);
    if (target.startsWith("..")) {
      // Stand-ins that tests share are no part of any package.
      if (isTest(file.path) && /^\.\.\/[^./]+\/tests\//.test(target)) return [];
      return at(`${where}: it is outside of the package; import the package by its name`);
    }
    if (!mayUseNode && !typeOnly && isNodePlace(target))
      return at(`${where}: it needs Node, and this file runs anywhere`);
    return [];
  }
  if (isBuiltin(specifier)) {
    if (!specifier.startsWith("node:")) return at(`${where}: write "node:${specifier}"`);
    return mayUseNode ? [] : at(`${where}: only files below a folder called "file" or "node" may use Node here`);
  }

  const name = packageOf(specifier);
  if (!name.startsWith(SCOPE)) return checkOther(context, file, name, at);

  const target = context.members.find(({ manifest }) => manifest.name === name);
  if (target === undefined) return at(`${where}: no package of the workspace has that name`);
  const entry = `.${specifier.slice(name.length)}`;
  if (!target.manifest.exports.includes(entry)) return at(`${where}: ${name} does not export "${entry}"`);
  if (!mayUseNode && !typeOnly && isNodeEntry(entry)) return at(`${where}: it needs Node, and this file runs anywhere`);
  if (target === member) return isTest(file.path) ? [] : at(`${where}: import the file instead of the package itself`);
  if (!isAllowed(allowance.ours, name.slice(SCOPE.length))) return at(`${where}: there is no such arrow`);
  return isDeclared(context, file, name) ? [] : at(`${where}: package.json does not declare it`);
}

function checkOther(
  context: Context,
  file: SourceFile,
  name: string,
  at: (message: string) => readonly Finding[],
): readonly Finding[] {
  if (isTest(file.path) && context.shared.includes(name)) return [];
  const { others, bundles = [] } = context.allowance;
  if (!isAllowed(others, name) && !isAllowed(bundles, name))
    return at(`Cannot import "${name}": arrows.ts does not allow it here`);
  return isDeclared(context, file, name) ? [] : at(`Cannot import "${name}": package.json does not declare it`);
}

/** Whatever reaches users must be installed with the package, unless the build puts it in. */
function isDeclared({ member: { manifest }, allowance }: Context, file: SourceFile, name: string): boolean {
  if (Object.hasOwn(manifest.dependencies, name) || Object.hasOwn(manifest.peerDependencies, name)) return true;
  const bundled = isAllowed(allowance.bundles ?? [], name);
  return (bundled || isTest(file.path)) && Object.hasOwn(manifest.devDependencies, name);
}

/**
 * The other direction: each arrow that package.json declares is allowed, and something imports it. What else a package
 * needs only while it is developed is its own business.
 */
function checkManifest({ member, allowance }: Context): readonly Finding[] {
  const { folder, manifest } = member;
  const used = new Set(member.files.flatMap((file) => file.imports.map(({ specifier }) => packageOf(specifier))));
  const arrows = Object.keys(manifest.devDependencies).filter((name) => name.startsWith(SCOPE));
  const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), ...arrows];
  const at = (message: string): Finding => ({ file: `${folder}/package.json`, message });
  return [...new Set(declared)].flatMap((name) => {
    if (name.startsWith(SCOPE) && !isAllowed(allowance.ours, name.slice(SCOPE.length))) {
      return [at(`Cannot depend on "${name}": there is no such arrow`)];
    }
    // The examples also declare what the code blocks of the documents import.
    const idle = !used.has(name) && allowance.peers?.includes(name) !== true && folder.startsWith("packages/");
    return idle ? [at(`Cannot depend on "${name}": no file imports it`)] : [];
  });
}

/** Finds packages that import each other in a circle, through whatever number of steps. */
function findCycles(members: readonly Member[]): readonly Finding[] {
  const arrows = new Map(members.map((member) => [member.manifest.name, arrowsOf(member)]));
  const settled = new Set<string>();
  const findings: Finding[] = [];

  const walk = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      const circle = [...path.slice(path.indexOf(name)), name].map((step) => step.replace(SCOPE, ""));
      const folder = members.find(({ manifest }) => manifest.name === name)?.folder ?? name;
      findings.push({ file: `${folder}/package.json`, message: `Cannot order the packages: ${circle.join(" → ")}` });
    }
    if (settled.has(name)) return;
    settled.add(name);
    for (const next of arrows.get(name) ?? []) walk(next, [...path, name]);
  };
  for (const name of arrows.keys()) walk(name, []);
  return findings;
}

/** The packages of ours that a package declares or imports, in alphabetical order. */
export function arrowsOf({ manifest, files }: Member): readonly string[] {
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.devDependencies };
  const imported = files.flatMap((file) => file.imports.map(({ specifier }) => packageOf(specifier)));
  const names = [...Object.keys(declared), ...imported].filter((name) => name.startsWith(SCOPE));
  return [...new Set(names)].filter((name) => name !== manifest.name).sort();
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function isNodePlace(path: string): boolean {
  return /(^|\/)(file|node)\//.test(path);
}

function isNodeEntry(entry: string): boolean {
  return /\/(file|node|sqlite)(\/|$)/.test(entry);
}

function isAllowed(list: readonly string[] | "*", name: string): boolean {
  return list === "*" || list.includes(name);
}
