import { stat } from "node:fs/promises";
import { z } from "zod";
import { requireSame } from "./approval.ts";
import { requestCommand } from "./command-request.ts";
import { quote } from "./quote.ts";
import { type CommandResult, runCommand } from "./run-command.ts";
import type { Settings } from "./settings.ts";
import type { ExecuteOptions, PolyglavTool } from "./tool.ts";
import { systemCode, ToolError } from "./tool-error.ts";

/** Milliseconds a command gets when the call does not say. */
const USUAL_TIMEOUT_MS = 120_000;

/** Timers that are set to more fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const bashInput = z.object({
  command: z
    .string()
    .min(1)
    .refine((command) => !command.includes("\0"), { error: "must not hold a NUL byte" })
    .describe("The command, as given to bash -c"),
  timeoutMs: z.int().min(1).optional().describe("Milliseconds after which it is ended (default 120000)"),
});

/** Input of `bash`. */
export type BashInput = z.infer<typeof bashInput>;

/** Makes the tool that runs a shell command. */
export function createBash(settings: Settings): PolyglavTool<BashInput> {
  return {
    description:
      "Runs a command with bash -c in the worktree and gives its exit code and output, stdout and stderr together. " +
      "There is no terminal and no input, so use options that ask nothing. Each call starts a new shell: " +
      "a cd or a variable does not last, and background processes are ended with the call. " +
      "Of long outputs the middle is left out.",
    inputSchema: bashInput,
    category: "bash",
    request: ({ command }) => requestCommand(command, settings),
    async execute({ command, timeoutMs = USUAL_TIMEOUT_MS }, options) {
      options.abortSignal?.throwIfAborted();
      requireSame(options.request, await requestCommand(command, settings));
      await requireWorktree(settings.place.real);
      const limitMs = Math.min(timeoutMs, settings.bashTimeoutMs, LONGEST_TIMER_MS);
      const { shell, result } = await runWithShell(command, limitMs, settings, options);
      options.abortSignal?.throwIfAborted();
      return showResult(result, limitMs, shell);
    },
  };
}

async function runWithShell(
  source: string,
  timeoutMs: number,
  { place, env, maxOutputChars }: Settings,
  { abortSignal }: ExecuteOptions,
): Promise<{ readonly shell: string; readonly result: CommandResult }> {
  for (const shell of ["bash", "sh"]) {
    const command = { shell, source, cwd: place.real, env, timeoutMs, maxChars: maxOutputChars, signal: abortSignal };
    const result = await runCommand(command).catch((cause: unknown) => {
      throw new ToolError("POLYGLAV_NO_SHELL", `Cannot run ${quote(source.slice(0, 200))}: ${describeStart(cause)}`, {
        cause,
      });
    });
    if (result.end.how !== "no-shell") return { shell, result };
  }
  throw new ToolError("POLYGLAV_NO_SHELL", "Cannot run a command: neither bash nor sh is installed", {
    hint: "Install bash, or name the folder of a shell in PATH",
  });
}

function showResult({ end, output, leftBehind }: CommandResult, limitMs: number, shell: string): string {
  const notes: string[] = [describeEnd(end, limitMs)];
  if (shell !== "bash") notes.push(`run by ${shell}, bash is not installed`);
  if (leftBehind) notes.push("processes left in the background were ended");
  if (output === "") notes.push("no output");
  return `${notes.join("; ")}${output === "" ? "" : `\n${output}`}`;
}

function describeEnd(end: CommandResult["end"], limitMs: number): string {
  switch (end.how) {
    case "exit":
      return `exit code ${end.code}`;
    case "signal":
      return `ended by ${end.signal}`;
    case "timeout":
      return `timed out after ${limitMs} ms and was ended`;
    case "abort":
    case "no-shell":
      return end.how;
  }
}

function describeStart(cause: unknown): string {
  const system = systemCode(cause);
  return system === "E2BIG" ? "it is too long" : `the shell cannot be started (${system})`;
}

/** A missing folder and a missing shell look the same to the system. */
async function requireWorktree(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new ToolError("POLYGLAV_NO_WORKTREE", `Cannot run a command in ${quote(path)}: the worktree is gone`);
}
