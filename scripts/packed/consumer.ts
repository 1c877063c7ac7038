/**
 * Writes the small project of somebody who installs all packages: what it depends on, a program that loads every
 * entry, and a file per package for the compiler.
 *
 * @module
 */
import type { Tarball } from "./tarball.ts";

/** A tarball on disk. */
export interface Packed extends Tarball {
  readonly path: string;
}

/**
 * Gives the package.json: every tarball, and every peer in the version that the packages are built with, because a
 * user has to bring those.
 */
export function consumerManifest(packed: readonly Packed[]): string {
  const peers = packed.flatMap(({ manifest }) =>
    Object.entries(manifest.peerDependencies).map(([name, range]): readonly [string, string] => [
      name,
      manifest.devDependencies[name] ?? range,
    ]),
  );
  const ours = packed.map(({ manifest, path }): readonly [string, string] => [manifest.name, `file:${path}`]);
  return JSON.stringify({
    private: true,
    type: "module",
    dependencies: Object.fromEntries([...peers, ...ours]),
    // They need each other, and are not published yet: npm is not to look for them anywhere else.
    overrides: Object.fromEntries(packed.map(({ manifest: { name } }) => [name, `$${name}`])),
  });
}

/** The specifiers of what a package lets others import, without its package.json. */
export function entriesOf({ manifest }: Tarball): readonly string[] {
  return manifest.exports
    .filter((entry) => entry !== "./package.json")
    .map((entry) => `${manifest.name}${entry.slice(1)}`);
}

/**
 * Gives a program that loads every entry and prints one line for each that is wrong: it does not load, exports
 * nothing, or `require` gives other names than `import`.
 */
export function probeProgram(packed: readonly Packed[]): string {
  const entries = packed.flatMap((each) => entriesOf(each).map((specifier) => [specifier, each.manifest.hasCommonJs]));
  return `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const named = (module) => Object.keys(module).filter((name) => !["default", "module.exports", "__esModule"].includes(name)).sort().join();
let wrong = 0;
const complain = (line) => { wrong += 1; console.log(line); };
for (const [specifier, dual] of ${JSON.stringify(entries)}) {
  try {
    const imported = named(await import(specifier));
    if (imported === "") complain(\`\${specifier}: exports nothing\`);
    if (dual && named(require(specifier)) !== imported) complain(\`\${specifier}: require gives other names than import\`);
  } catch (error) {
    complain(\`\${specifier}: \${error.stack}\`);
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
`;
}

/** Gives the files for the compiler, by name: one per package, and one more where it can be loaded with `require`. */
export function typedFiles(packed: readonly Packed[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const each of packed) {
    const entries = entriesOf(each);
    const name = each.manifest.name.split("/").at(-1) ?? "";
    const names = `export const names: readonly string[] = [${entries.map((_, index) => `...Object.keys(e${index})`).join(", ")}];\n`;
    const lines = (line: (specifier: string, index: number) => string): string =>
      `${entries.map(line).join("\n")}\n${names}`;
    if (entries.length === 0) continue;
    files.set(
      `${name}.ts`,
      lines((specifier, index) => `import * as e${index} from "${specifier}";`),
    );
    if (each.manifest.hasCommonJs) {
      files.set(
        `${name}.cts`,
        lines((specifier, index) => `import e${index} = require("${specifier}");`),
      );
    }
  }
  return files;
}

/** Gives the tsconfig.json. The packages' own types are checked as well: one that names a missing module is broken. */
export function consumerConfig(): string {
  return JSON.stringify({
    compilerOptions: {
      target: "ES2023",
      lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      module: "NodeNext",
      moduleResolution: "NodeNext",
      strict: true,
      noEmit: true,
      types: [],
    },
    include: ["*.ts", "*.cts"],
  });
}
