import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createCappedText } from "./capped-text.ts";
import { killAtExit } from "./kill-at-exit.ts";
import { endGroup, isGone, isGroupAlive } from "./process-group.ts";
import { systemCode } from "./tool-error.ts";

/** A command and what it may use. */
export interface Command {
  readonly shell: string;
  readonly source: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Characters of the output to keep. */
  readonly maxChars: number;
  readonly signal: AbortSignal | undefined;
}

/** How a command ended. `no-shell`: there is no such shell, nothing ran. */
export type CommandEnd =
  | { readonly how: "exit"; readonly code: number }
  | { readonly how: "signal"; readonly signal: string }
  | { readonly how: "timeout" | "abort" }
  | { readonly how: "no-shell" };

/** What a command gave. */
export interface CommandResult {
  readonly end: CommandEnd;
  readonly output: string;
  /** Processes that it had left in the background were ended. */
  readonly leftBehind: boolean;
}

/** Milliseconds for what still holds the output when the shell is done, such as `> >(tee log)`. */
const DRAIN_MS = 500;

/** Milliseconds for processes that are about to end by themselves, before they count as left behind. */
const ENDING_MS = 100;

/**
 * Runs a command in a process group of its own, without input, and collects what it writes to stdout and stderr in
 * the order it was written. Resolves when nothing of the group runs any more: after a timeout or an abort the whole
 * group is ended, and so is what the command leaves in the background. Rejects when it cannot be started.
 */
export async function runCommand(command: Command): Promise<CommandResult> {
  const child = spawnShell(command);
  // Without a number nothing was started; with one it runs already, whatever is heard of it later.
  const group = child.pid ?? 0;
  const forget = child.pid === undefined ? () => undefined : killAtExit(group);
  const output = createCappedText(command.maxChars);
  // From the first moment on: what nobody listens to is thrown away when the process ends.
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (piece: string) => {
      output.add(piece);
    });
    stream.on("error", () => undefined); // a pipe that breaks is a pipe that ended; the exit code says the rest
  }
  const closed = new Promise((resolve) => child.once("close", resolve));
  try {
    if (!(await isStarted(child))) return { end: { how: "no-shell" }, output: "", leftBehind: false };
    const stopped = await waitForEnd(child, command);
    if (stopped === undefined) await withinMs(DRAIN_MS, closed);
    const isLeft = stopped === undefined ? !(await isGone(group, ENDING_MS)) : isGroupAlive(group);
    if (isLeft) await endGroup(group);
    // What left the group (by setsid) may hold the output open for ever; it is not waited for.
    await withinMs(DRAIN_MS, closed);
    return { end: stopped ?? describeEnd(child), output: output.text(), leftBehind: isLeft && stopped === undefined };
  } finally {
    child.stdout.destroy();
    child.stderr.destroy();
    child.unref();
    forget();
  }
}

type Shell = ChildProcessByStdio<null, Readable, Readable>;

/** The outer shell sends stderr where stdout goes and becomes the inner one: one pipe keeps the order. */
function spawnShell({ shell, source, cwd, env }: Command): Shell {
  return spawn(shell, ["-c", 'exec "$0" -c "$1" 2>&1', shell, source], {
    cwd,
    env: { ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Waits until the shell runs; false when it is not installed. */
async function isStarted(child: Shell): Promise<boolean> {
  try {
    await once(child, "spawn");
    return true;
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return false;
    throw cause;
  }
}

async function waitForEnd(child: ChildProcess, { timeoutMs, signal }: Command): Promise<CommandEnd | undefined> {
  const over = new AbortController();
  const options = { signal: over.signal };
  try {
    return await Promise.race([
      isOver(child) ? undefined : once(child, "exit", options).then(() => undefined),
      delay(timeoutMs, { how: "timeout" } as const, options),
      ...(signal === undefined ? [] : [waitForAbort(signal, over.signal)]),
    ]);
  } finally {
    over.abort();
  }
}

async function waitForAbort(signal: AbortSignal, over: AbortSignal): Promise<CommandEnd> {
  if (!signal.aborted) await once(signal, "abort", { signal: over });
  return { how: "abort" };
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function describeEnd({ exitCode, signalCode }: ChildProcess): CommandEnd {
  return exitCode === null ? { how: "signal", signal: signalCode ?? "unknown" } : { how: "exit", code: exitCode };
}

async function withinMs(ms: number, event: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([event, delay(ms, undefined, { signal: over.signal })]);
  over.abort();
}
