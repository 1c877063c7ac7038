/**
 * Reads the terminal sessions that documents show, and decides whether a real one looks like them.
 *
 * @module
 */
import type { Fence } from "../markdown/fences.ts";

/** One command of a session and what the document shows below it. */
export interface Step {
  readonly command: string;
  /** 1-based. */
  readonly line: number;
  readonly shown: readonly string[];
}

/** What other commands than ours a session may use: they only prepare files or show them. */
const COMPANIONS = /^(cat|cd|echo|export|ls|mkdir|printf|rm|test)\b/;
const OURS = /^(?:\w+=\S*\s+)*(?:npx\s+(?:--yes\s+|-y\s+)?)?(?:polyglav|@polyglav\/cli)(?=\s|$)/;

/**
 * Reads a ```console block. It gives `undefined` for a block that is not run: one marked `no-run`, or one that uses
 * other programs than ours.
 */
export function readSession({ language, words, code, line }: Fence): readonly Step[] | undefined {
  if (language !== "console" || words.includes("no-run")) return undefined;
  const steps: { command: string; line: number; shown: string[] }[] = [];
  for (const [index, text] of code.split("\n").entries()) {
    const last = steps.at(-1);
    if (text.startsWith("$ ")) steps.push({ command: text.slice(2).trim(), line: line + index, shown: [] });
    else if (last?.shown.length === 0 && last.command.endsWith("\\")) last.command += `\n${text.replace(/^> /, "")}`;
    else last?.shown.push(text.trimEnd());
  }
  for (const { shown } of steps) while (shown.at(-1) === "") shown.pop();
  const known = steps.every(({ command }) => OURS.test(command) || COMPANIONS.test(command));
  return known && steps.some(({ command }) => OURS.test(command)) ? steps : undefined;
}

/** Words a command for a shell that finds `polyglav` on its path. */
export function plainCommand(command: string): string {
  return command.replace(/\bnpx\s+(?:--yes\s+|-y\s+)?(?:polyglav|@polyglav\/cli)(?=\s|$)/g, "polyglav");
}

/**
 * Whether an output looks as shown. A line `...` or `…` stands for any number of lines, also none; `…` inside a line
 * stands for any text there. Blanks at the ends of lines and empty lines at the end do not count.
 */
export function looksAsShown(shown: readonly string[], output: string): boolean {
  const lines = output.split("\n").map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return matches(shown, lines);
}

function matches(shown: readonly string[], lines: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return lines.length === 0;
  if (isGap(first)) return lines.some((_, index) => matches(rest, lines.slice(index))) || matches(rest, []);
  const [line] = lines;
  return line !== undefined && lineMatches(first, line) && matches(rest, lines.slice(1));
}

function lineMatches(shown: string, line: string): boolean {
  if (!shown.includes("…")) return shown === line;
  const pattern = shown.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join(".*")}$`).test(line);
}

function isGap(line: string): boolean {
  return /^\s*(\.\.\.|…)$/.test(line);
}
