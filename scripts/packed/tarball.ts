/**
 * Reads npm tarballs: what is in them, and whether it belongs there.
 *
 * @module
 */
import { gunzipSync } from "node:zlib";
import type { Finding } from "../finding.ts";
import { type Manifest, parseManifest } from "../workspace.ts";

/** A file of a tarball, its path relative to the package. */
export interface PackedFile {
  readonly path: string;
  readonly text: string;
}

export interface Tarball {
  readonly files: readonly PackedFile[];
  readonly manifest: Manifest;
}

const BLOCK = 512;

/** Reads a gzipped tarball as npm and pnpm write them: plain files, all below `package/`. */
export function readTarball(gzipped: Uint8Array): Tarball {
  const bytes = gunzipSync(gzipped);
  const files: PackedFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const field = (from: number, to: number): string =>
      bytes.toString("utf8", at + from, at + to).replace(/\0[\s\S]*$/, "");
    const size = Number.parseInt(field(124, 136).trim(), 8) || 0;
    const kind = field(156, 157);
    const body = bytes.toString("utf8", at + BLOCK, at + BLOCK + size);
    const prefix = field(345, 500);
    const name = longName ?? (prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`);
    longName = undefined;
    // A header of its own carries the name that did not fit.
    if (kind === "x") longName = /\d+ path=([^\n]*)\n/.exec(body)?.[1];
    else if (kind === "L") longName = body.replace(/\0+$/, "");
    else if (kind === "0" || kind === "") files.push({ path: name.replace(/^package\//, ""), text: body });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return { files, manifest: parseManifest(files.find(({ path }) => path === "package.json")?.text ?? "{}") };
}

/** What users get: the build, and the documents that npm shows. */
const WELCOME = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|(dist\/)?THIRD-PARTY[\w-]*\.txt)$/,
  /^dist\/.+\.(js|cjs|d\.ts|d\.cts|json)$/,
  // Data for those who hold another implementation to ours.
  /^(conformance\/(cases\/)?[\w.-]+\.json|conformance\/README\.md|corpus\/[\w-]+\.json)$/,
];
const NEEDED = ["package.json", "README.md", "LICENSE"];

/**
 * Checks that a tarball holds the build and nothing else: no sources, no tests, nothing that only one machine has.
 * `places` are folders of this machine, such as that of the repository.
 */
export function checkContents(folder: string, { files }: Tarball, places: readonly string[]): readonly Finding[] {
  const paths = files.map(({ path }) => path);
  const at = (path: string, message: string): Finding => ({ file: `${folder}/${path}`, message });
  return [
    ...NEEDED.filter((path) => !paths.includes(path)).map((path) => at(path, "Cannot pack without this file")),
    ...(paths.some((path) => path.startsWith("dist/")) ? [] : [at("dist", "Cannot pack without a build")]),
    ...paths
      .filter((path) => !WELCOME.some((pattern) => pattern.test(path)) || /\.(test|test-d|laws)\b/.test(path))
      .map((path) => at(path, "Cannot pack this file: it is neither the build nor a document for users")),
    ...files.flatMap(({ path, text }) => {
      const place = machinePlaceIn(text, places);
      return place === undefined ? [] : [at(path, `Cannot pack "${place}": it is a path of one machine`)];
    }),
    ...files
      .filter(({ path, text }) => path === "package.json" && /"(workspace|catalog|link|file):/.test(text))
      .map(({ path }) => at(path, "Cannot pack a dependency that only this workspace can resolve")),
  ];
}

/** What a build can have taken in from this machine. Paths that a docstring makes up are none of it. */
function machinePlaceIn(text: string, places: readonly string[]): string | undefined {
  return (
    places
      .map((place) => place.replace(/[\\/]$/, ""))
      // A folder right below the top, such as /src, is too common a word.
      .filter((place) => place.split(/[\\/]/).length > 2)
      .flatMap((place) => [place, place.replaceAll("\\", "/"), place.replaceAll("\\", "\\\\")])
      .find((place) => text.includes(place))
  );
}
