/**
 * Runs npm with a Node of our choice, and gets old and new Nodes from npm.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { bareEnvironment, type Ran, run } from "../run.ts";

/** A Node to run things under. */
export interface Runtime {
  readonly name: string;
  readonly node: string;
}

/** npm and where it may keep things. */
export interface Npm {
  /** The script of npm itself. */
  readonly script: string;
  /** Kept below node_modules, so that a second run needs no network even with another home. */
  readonly cache: string;
  readonly home: string;
}

/** Finds the script of the npm that runs this, else of the one on the path. */
export function findNpm(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const running = env.npm_execpath;
  if (running !== undefined && /npm-cli\.[cm]?js$/.test(running) && existsSync(running)) return running;
  for (const folder of (env.PATH ?? env.Path ?? "").split(delimiter)) {
    const beside = join(folder, "node_modules/npm/bin/npm-cli.js");
    if (folder !== "" && existsSync(beside)) return beside;
    const link = join(folder, "npm");
    const target = folder !== "" && existsSync(link) ? realpathSync(link) : "";
    if (target.endsWith("npm-cli.js")) return target;
  }
  throw new Error("Cannot find npm: it is not on the path");
}

/** Runs npm, or npx when `script` says so, under one Node. It sees nothing of this process but the network settings. */
export function runNpm(
  npm: Npm,
  runtime: Runtime,
  args: readonly string[],
  cwd: string,
  program: "npm" | "npx" = "npm",
): Promise<Ran> {
  const script = join(dirname(npm.script), `${program}-cli.js`);
  return run(runtime.node, [script, ...args], { cwd, env: environmentOf(npm, runtime), timeoutMs: 240_000 });
}

/** What a command sees that a user runs under one Node, with an empty home. */
export function environmentOf(npm: Npm, runtime: Runtime): Record<string, string> {
  const env = bareEnvironment(npm.home, networkSettings(process.env));
  return {
    ...env,
    PATH: [dirname(runtime.node), env.PATH ?? ""].join(delimiter),
    npm_config_cache: npm.cache,
    npm_config_prefer_offline: "true",
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
}

/** How this machine reaches the registry. The check needs it, and must not decide it. */
function networkSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const wanted =
    /^((https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_(\S*registry|\S*proxy|cafile|ca|userconfig|globalconfig|_\S*auth\S*))$/i;
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && wanted.test(entry[0])),
  );
}

/**
 * Gives Nodes of other versions, installed from npm once and kept in `folder`. An install that was not finished is
 * done again.
 */
export async function installNodes(
  npm: Npm,
  versions: readonly string[],
  folder: string,
): Promise<readonly Runtime[] | { readonly failure: string }> {
  const runtimes = versions.map((version) => ({
    name: `Node ${version}`,
    node: join(folder, "node_modules", `node-${version}`, "bin/node"),
  }));
  const stamp = join(folder, "installed");
  const wanted = `${versions.join(" ")} ${process.platform}-${process.arch}`;
  if (!(existsSync(stamp) && readFileSync(stamp, "utf8") === wanted)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
    const names = versions.map((version) => `node-${version}@npm:node@${version}`);
    const { code, output } = await runNpm(npm, current(), ["install", ...names], folder);
    if (code !== 0 || !runtimes.every(({ node }) => existsSync(node))) return { failure: output };
    writeFileSync(stamp, wanted);
  }
  return runtimes;
}

/** The Node that runs this. */
export function current(): Runtime {
  return { name: `Node ${process.versions.node}`, node: process.execPath };
}
