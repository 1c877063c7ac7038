/**
 * Installs what a benchmark compares with: on first use, beside the benchmark, outside the workspace and its lockfile.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What an install came to. */
export type Installed = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Whether the peers of a folder are installed as its package.json says now. */
export function areInstalled(folder: string): boolean {
  const stamp = stampIn(folder);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wantedIn(folder);
}

/** Installs the peers of a folder. Versions are exact, nothing of theirs is run, no lockfile is written. */
export async function installPeers(folder: string): Promise<Installed> {
  const { code, output } = await npm(folder, [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--prefer-offline",
    "--loglevel=error",
  ]);
  if (code !== 0) return { ok: false, why: whyNot(folder, output) };
  writeFileSync(stampIn(folder), wantedIn(folder));
  return { ok: true };
}

/** Words why peers could not be installed, with what a person can do. */
export function whyNot(folder: string, output: string): string {
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network/.test(output);
  const hint = isOffline
    ? "It needs the npm registry the first time, and no network after that. Ours alone: --subject polyglav"
    : "Ours alone: --subject polyglav";
  const said = output.trim().split("\n").slice(0, 6).join("\n");
  return `Cannot install the peers in ${folder}: npm install failed\n${said}\n${hint}`;
}

/** Where it is written down which package.json was installed last. */
const stampIn = (folder: string): string => join(folder, "node_modules", ".installed");

const wantedIn = (folder: string): string => readFileSync(join(folder, "package.json"), "utf8");

function npm(folder: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  // The npm that runs us, else the one there is. On Windows that is a .cmd file, which only a shell starts.
  const own = process.env.npm_execpath;
  const isNpm = own !== undefined && /npm-cli\.[cm]?js$/.test(own);
  const shell = !isNpm && process.platform === "win32";
  const [program, first] = isNpm ? [process.execPath, [own]] : ["npm", []];
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...args], { cwd: folder, shell, stdio: ["ignore", "pipe", "pipe"] });
    const printed: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => printed.push(chunk));
    child.on("error", (error) => {
      resolve({ code: 1, output: error.message });
    });
    child.on("close", (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(printed).toString() });
    });
  });
}
