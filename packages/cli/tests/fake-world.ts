import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { main } from "../src/main.ts";
import type { Out, World } from "../src/world.ts";

/** What a test says about its world; everything else is an empty folder, an empty home, and nobody at a terminal. */
export interface Scene {
  /** Files by their path; one that begins with `~/` is under home, all others under the working folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What stdin holds; a `Readable` for what comes later. Reading it when it is absent fails the test. */
  readonly stdin?: string | Readable;
  /** Which streams are terminals. */
  readonly tty?: readonly ("stdin" | "stdout" | "stderr")[];
  /** After how many writes stdout breaks, and with which error. */
  readonly stdoutBreaks?: { readonly after: number; readonly code: string };
}

/** A world in temporary folders that remembers what was written. */
export interface Place {
  readonly cwd: string;
  readonly home: string;
  /** Runs a command line in it. */
  readonly polyglav: (argv: readonly string[], more?: Omit<Scene, "files">) => Promise<Said>;
  /** Sends a signal to the command that runs; false when it takes none. */
  readonly signal: (name: "SIGINT" | "SIGTERM") => boolean;
  /** What stderr and stdout have got so far of the command that runs. */
  readonly soFar: () => { readonly stdout: string; readonly stderr: string };
  readonly remove: () => void;
}

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function openPlace(scene: Scene = {}): Place {
  const base = mkdtempSync(join(tmpdir(), "polyglav-cli-"));
  const cwd = join(base, "work");
  const home = join(base, "home");
  for (const folder of [cwd, home]) mkdirSync(folder);
  for (const [path, text] of Object.entries(scene.files ?? {})) {
    const file = path.startsWith("~/") ? join(home, path.slice(2)) : join(cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  let heard: ((name: "SIGINT" | "SIGTERM") => void) | undefined;
  let stdout = "";
  let stderr = "";
  return {
    cwd,
    home,
    polyglav: async (argv, more = {}) => {
      const { env = {}, stdin, tty = [], stdoutBreaks } = { ...scene, ...more };
      stdout = "";
      stderr = "";
      const stray = { read: false };
      const world: World = {
        argv,
        env: { HOME: home, ...env },
        cwd: () => cwd,
        home,
        stdin: {
          interrupt: () => undefined,
          isTTY: tty.includes("stdin"),
          open: () => {
            stray.read = stdin === undefined;
            return stdin instanceof Readable ? stdin : Readable.from([Buffer.from(stdin ?? "")]);
          },
        },
        stdout: outlet((text) => (stdout += text), tty.includes("stdout"), stdoutBreaks),
        stderr: outlet((text) => (stderr += text), tty.includes("stderr"), undefined),
        version: "1.2.3",
        onSignal: (listener) => {
          heard = listener;
          return () => (heard = undefined);
        },
        onCrash: () => undefined,
        now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
      };
      const code = await main(world);
      // Thrown here and not where it happens: the command would take it for a fault of the terminal.
      if (stray.read) throw new Error("stdin was read although the test has none");
      return { code, stdout, stderr };
    },
    signal: (name) => {
      heard?.(name);
      return heard !== undefined;
    },
    soFar: () => ({ stdout, stderr }),
    remove: () => {
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Opens a place, runs one command line in it, and removes it. */
export async function polyglav(argv: readonly string[], scene: Scene = {}): Promise<Said> {
  const place = openPlace(scene);
  try {
    return await place.polyglav(argv);
  } finally {
    place.remove();
  }
}

function outlet(keep: (text: string) => void, isTTY: boolean, breaks: Scene["stdoutBreaks"]): Out {
  const broken = new AbortController();
  let writes = 0;
  return {
    isTTY,
    columns: isTTY ? 80 : undefined,
    write: async (text) => {
      writes += 1;
      if (breaks !== undefined && writes > breaks.after) {
        broken.abort(Object.assign(new Error(`write ${breaks.code}`), { code: breaks.code }));
      } else keep(text);
    },
    broken: broken.signal,
  };
}

/** A stdin whose lines come one by one, as from a person. */
export function typing(): { readonly stdin: PassThrough; readonly type: (line: string) => void } {
  const stdin = new PassThrough();
  return { stdin, type: (line) => stdin.write(`${line}\n`) };
}
