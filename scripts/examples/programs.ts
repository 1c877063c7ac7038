/**
 * Finds the programs that documents and docstrings show.
 *
 * @module
 */
import type { Finding } from "../finding.ts";
import { lineAt, readPage } from "../markdown/fences.ts";

/** A block of code that somebody may copy. */
export interface Program {
  readonly file: string;
  /** The line of its first line of code, 1-based. */
  readonly line: number;
  readonly code: string;
}

export interface Found {
  readonly programs: readonly Program[];
  readonly findings: readonly Finding[];
  /** How many blocks are marked `no-run`. */
  readonly skipped: number;
}

/** Finds the ```ts blocks of a document. A block whose fence says `no-run` is only counted. */
export function programsInDocument(file: string, text: string): Found {
  const blocks = readPage(text).fences.filter(isTypeScript);
  const shown = blocks.filter(({ words }) => !words.includes("no-run"));
  return {
    programs: shown.map(({ line, code }) => ({ file, line, code })),
    findings: [],
    skipped: blocks.length - shown.length,
  };
}

/**
 * Finds the ```ts blocks below each `@example` of a source. An example must be whole: it imports what it uses, as a
 * reader who copies it has to.
 */
export function programsInSource(file: string, text: string): Found {
  const source = text.replaceAll("\r\n", "\n");
  const examples = [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) => {
    const first = lineAt(source, comment.index);
    const lines = comment[0]
      .split("\n")
      .map((line) => line.replace(/^\s*(\/\*\*|\*\/|\*) ?/, "").replace(/\s*\*\/$/, ""));
    return [...lines.entries()]
      .filter(([, line]) => line.startsWith("@example"))
      .map(([index]) => ({ line: first + index, body: upToNextTag(lines.slice(index + 1)) }));
  });
  const found = examples.map(({ line, body }) => programsOfExample(file, line, body));
  return {
    programs: found.flatMap(({ programs }) => programs),
    findings: found.flatMap(({ findings }) => findings),
    skipped: found.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

function programsOfExample(file: string, line: number, body: string): Found {
  const { programs, skipped } = programsInDocument(file, body);
  const placed = programs.map((program) => ({ ...program, line: line + program.line }));
  const empty = programs.length + skipped === 0;
  const findings = placed
    .filter(({ code }) => !/^\s*import\b/m.test(code))
    .map((program) => ({ file, line: program.line, message: "Cannot run this example: it imports nothing" }));
  return {
    programs: placed,
    findings: empty ? [{ file, line, message: "Cannot run this example: it has no ```ts block" }] : findings,
    skipped,
  };
}

/** Fences first: a decorator or an address in the code is no tag. */
function upToNextTag(lines: readonly string[]): string {
  let fenced = false;
  const end = lines.findIndex((line) => {
    if (line.trimStart().startsWith("```")) fenced = !fenced;
    return !fenced && /^@\w/.test(line);
  });
  return lines.slice(0, end === -1 ? undefined : end).join("\n");
}

function isTypeScript({ language }: { readonly language: string }): boolean {
  return language === "ts" || language === "typescript";
}
