/**
 * What `npm run bench -- …` understands.
 *
 * @module
 */
import type { How } from "./benchmark.ts";

export interface Wanted {
  readonly name: string;
  readonly how: How;
  readonly json: boolean;
  /** Only cases and subjects whose name, or heading, holds one of these; all when empty. */
  readonly cases: readonly string[];
  readonly subjects: readonly string[];
}

export type CommandLine = { readonly ok: true; readonly wanted: Wanted } | { readonly ok: false; readonly why: string };

/** Reads the words behind `node benchmarks/run.ts`. `names` are the benchmarks there are. */
export function readCommandLine(words: readonly string[], names: readonly string[]): CommandLine {
  const left = words.values();
  const cases: string[] = [];
  const subjects: string[] = [];
  let name: string | undefined;
  let how: How = "full";
  let json = false;
  for (const word of left) {
    if (word === "--quick") how = "quick";
    else if (word === "--json") json = true;
    else if (word === "--case" || word === "--subject") {
      const { value } = left.next();
      if (value === undefined) return no(`Cannot read "${word}": it needs a part of a name behind it`);
      (word === "--case" ? cases : subjects).push(value);
    } else if (word.startsWith("-")) return no(`Cannot read "${word}": there is no such option\n${usage(names)}`);
    else if (name !== undefined) return no(`Cannot run "${word}" as well: one benchmark is run at a time`);
    else name = word;
  }
  if (name === undefined) return no(usage(names));
  if (names.includes(name)) return { ok: true, wanted: { name, how, json, cases, subjects } };
  return no(`Cannot run benchmark "${name}": there is none of that name\n${usage(names)}`);
}

function usage(names: readonly string[]): string {
  return [
    "npm run bench -- <name> [--quick] [--json] [--case TEXT]... [--subject TEXT]...",
    `  names: ${names.join(", ")}`,
    "  --quick    fewer cases and shorter measurements: over within two minutes, figures are rough",
    "  --json     one object on stdout instead of tables",
    "  --case, --subject   only those whose name, or heading, holds the text",
  ].join("\n");
}

const no = (why: string): CommandLine => ({ ok: false, why });
