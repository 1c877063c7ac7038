import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Tools of the system that commands may use: none of them reaches a host. */
const TOOLS =
  "awk bash cat cp dash echo env find head ln ls mkdir mv nice nohup printf rm sed setsid sh sleep sort stdbuf tail tar tee test timeout touch tr true xargs".split(
    " ",
  );

/** A folder in which real commands of bash are run, with a program called `marker` that keeps a record of its calls. */
export interface RealBash {
  readonly cwd: string;
  readonly home: string;
  readonly bin: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command line and gives the arguments with which `marker` was called, once for each time. */
  readonly run: (source: string) => Promise<readonly (readonly string[])[]>;
  /** The absolute paths of the files that the last command line has left in its folders. */
  readonly files: () => readonly string[];
  readonly remove: () => void;
}

/** `undefined` where bash is not installed. */
export function makeRealBash(): RealBash | undefined {
  if (spawnSync("bash", ["-c", ":"]).status !== 0) return undefined;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "polyglav-shell-")));
  const [bin, home, record] = [join(base, "bin"), join(base, "home"), join(base, "record")];
  mkdirSync(bin);
  for (const tool of TOOLS) {
    const found = ["/usr/bin", "/bin", "/usr/local/bin"]
      .map((folder) => join(folder, tool))
      .find((path) => existsSync(path));
    if (found !== undefined) symlinkSync(found, join(bin, tool));
  }
  const marker = join(bin, "marker");
  writeFileSync(marker, `#!/bin/sh\nprintf '%s\\0' "$#" "$@" >> '${record}'\n`);
  chmodSync(marker, 0o755);
  const env = { PATH: bin, HOME: home, LC_ALL: "C.UTF-8" };
  const cwd = join(base, "work");
  return {
    cwd,
    home,
    bin,
    env,
    async run(source) {
      for (const folder of [cwd, home]) rmSync(folder, { recursive: true, force: true });
      rmSync(record, { force: true });
      for (const folder of [join(cwd, "sub/deep"), join(home, "sub")]) mkdirSync(folder, { recursive: true });
      writeFileSync(join(cwd, "a.txt"), "a\n");
      writeFileSync(join(cwd, "script"), "marker from a file\n");
      // Nothing is connected to it: bash does other things when its input is a socket.
      const child = spawn(join(bin, "bash"), ["-c", source], { cwd, env, stdio: "ignore", detached: true });
      const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_MS);
      await once(child, "exit");
      clearTimeout(timer);
      endGroup(child.pid);
      return existsSync(record) ? readRecord(readFileSync(record, "utf8")) : [];
    },
    files: () =>
      [cwd, home].flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name)),
      ),
    remove: () => {
      rmSync(base, { recursive: true, force: true });
    },
  };
}

const LONGEST_MS = 3000;

/** Ends what a command has left in the background. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // ESRCH: nothing is left
  }
}

function readRecord(text: string): readonly (readonly string[])[] {
  const parts = text.split("\0");
  const calls: string[][] = [];
  for (let i = 0; i < parts.length - 1;) {
    const count = Number(parts[i]);
    calls.push(parts.slice(i + 1, i + 1 + count));
    i += 1 + count;
  }
  return calls;
}
