import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ENTRY = join(import.meta.dirname, "../src/bin.ts");
const LOADER = new URL("source-loader.mjs", import.meta.url).href;

/** Temporary folders for real processes: a working folder with files, an empty home, and a file for notes of hooks. */
export interface Ground {
  readonly cwd: string;
  /** Starts the command from its sources. */
  readonly start: (argv: readonly string[], how?: How) => Started;
  /** The modules that the last process loaded, as hooks saw them. */
  readonly loaded: () => readonly string[];
  readonly remove: () => void;
}

export interface How {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio?: StdioOptions;
  /** Source text of modules that run before the command. */
  readonly before?: readonly string[];
  /** What stdin holds. */
  readonly stdin?: string;
}

export interface Started {
  readonly child: ChildProcess;
  /** What came so far. */
  readonly soFar: () => { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function openGround(files: Readonly<Record<string, string>> = {}): Ground {
  const base = mkdtempSync(join(tmpdir(), "polyglav-e2e-"));
  const [cwd, home, log] = [join(base, "work"), join(base, "home"), join(base, "loaded")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return {
    cwd,
    start: (argv, how = {}) => {
      writeFileSync(log, "");
      const before = (how.before ?? []).flatMap((source) => [
        "--import",
        `data:text/javascript,${encodeURIComponent(source)}`,
      ]);
      const child = spawn(process.execPath, [...before, "--import", LOADER, ENTRY, ...argv], {
        cwd,
        env: { PATH: process.env.PATH, HOME: home, LOADED: log, ...how.env },
        stdio: how.stdio ?? "pipe",
      });
      if (how.stdin !== undefined) child.stdin?.end(how.stdin);
      return watch(child);
    },
    loaded: () => readFileSync(log, "utf8").trimEnd().split("\n"),
    remove: () => {
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Writes the address of every module that is loaded into the file that `LOADED` names. */
export const NOTE_MODULES = `
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + "\\n"); return next(url, context); } });
`;

function watch(child: ChildProcess): Started {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return {
    child,
    soFar: () => ({ stdout, stderr }),
    ended: new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => {
        resolve({ code, signal, stdout, stderr });
      });
    }),
  };
}
