import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { messageOf, usageError } from "../command-error.ts";
import type { In } from "../world.ts";
import type { TaskSources } from "./order.ts";

export interface TaskWorld {
  readonly cwd: string;
  readonly stdin: In;
  readonly signal: AbortSignal;
}

/**
 * Reads the task. What is to be done comes from the words after `--` or from `--prompt`; what it is about from `--file`
 * or from stdin. One of the two is enough; with both, an empty line parts them. Stdin is read only when it is asked for.
 * Throws a usage error.
 */
export async function readTask(sources: TaskSources, world: TaskWorld): Promise<string> {
  const { words, prompt, file } = sources;
  if (words.length > 0 && prompt !== undefined) throw twice("--prompt", "the words after --");
  const fromStdin = sources.stdin || file === "-";
  if (sources.stdin && file !== undefined) throw twice("--file", "-");
  const asked = prompt ?? words.join(" ");
  const about = fromStdin ? await readStdin(world) : file === undefined ? "" : await readFileOf(file, world.cwd);
  const parts = [asked, about].map((part) => part.replace(/\s+$/, "")).filter((part) => part !== "");
  if (parts.length > 0) return parts.join("\n\n");
  throw usageError("Cannot run: there is no task", "Say it after --, such as: polyglav run -- say hello");
}

function twice(one: string, other: string): Error {
  return usageError(`Cannot read the task from both ${one} and ${other}`, "Leave one of them out");
}

async function readFileOf(file: string, cwd: string): Promise<string> {
  const bytes = await readFile(resolve(cwd, file)).catch((cause: unknown) => {
    throw usageError(`Cannot read --file "${file}": ${messageOf(cause)}`);
  });
  return decode(bytes, `--file "${file}"`);
}

async function readStdin({ stdin, signal }: TaskWorld): Promise<string> {
  const bytes = await buffer(addAbortSignal(signal, stdin.open())).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw usageError(`Cannot read stdin: ${messageOf(cause)}`);
  });
  return decode(bytes, "stdin");
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw usageError(`Cannot read ${what}: it is not UTF-8 text (${messageOf(cause)})`);
  }
}
