import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** A package of somebody else whose code is in a bundle. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of its licence file; empty when it ships none. */
  readonly text: string;
}

const FILE = "THIRD-PARTY.txt";

/**
 * Writes beside a bundle whose code it holds, with the licences that have to go with it. What a package only imports at
 * run time is not listed: it brings its own.
 */
export function thirdPartyNotices(): Plugin {
  const found = new Map<string, ThirdParty>();
  return {
    name: "third-party-notices",
    setup(build) {
      build.initialOptions.metafile = true;
      const { outdir = "dist", absWorkingDir = process.cwd() } = build.initialOptions;
      build.onEnd(({ metafile, errors }) => {
        if (errors.length > 0 || metafile === undefined) return;
        for (const folder of packageFolders(Object.keys(metafile.inputs), absWorkingDir)) {
          const one = readThirdParty(folder);
          found.set(`${one.name}@${one.version}`, one);
        }
        if (found.size === 0) return;
        // In a fresh clone this comes before the bundle itself.
        mkdirSync(resolve(absWorkingDir, outdir), { recursive: true });
        writeFileSync(resolve(absWorkingDir, outdir, FILE), noticeText([...found.values()]));
      });
    },
  };
}

/** The folders of the packages that these input files come from: the last `node_modules/<name>` of each path. */
export function packageFolders(inputs: readonly string[], from: string): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const input of inputs) {
    const inside = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll("\\", "/"))?.[1];
    if (inside !== undefined) folders.add(resolve(from, inside));
  }
  return folders;
}

export function noticeText(packages: readonly ThirdParty[]): string {
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const parts = sorted.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`);
  return `This bundle holds code of the following packages.\n\n${parts.join(`\n${"-".repeat(78)}\n\n`)}`;
}

function readThirdParty(folder: string): ThirdParty {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const field = (key: string): string => {
    const value: unknown = typeof manifest === "object" && manifest !== null ? Reflect.get(manifest, key) : undefined;
    return typeof value === "string" ? value : "";
  };
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return {
    name: field("name"),
    version: field("version"),
    license: field("license"),
    text: file === undefined ? "" : readFileSync(join(folder, file), "utf8"),
  };
}
