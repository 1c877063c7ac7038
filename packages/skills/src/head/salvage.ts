import type { Problem } from "@polyglav/registry";
import { blockHeader, blockText, folded } from "./block-scalar.ts";
import { headMap, type HeadMap, type HeadValue, type ReadYaml } from "./head-value.ts";
import { readPlain } from "./read-plain.ts";
import { quotedText } from "./scalars.ts";

/** The lines of one field of a head. */
export interface Block {
  readonly field: string;
  /** The line of the field in its head, from 0. */
  readonly line: number;
  /** Where its value starts in that line, from 1. */
  readonly column: number;
  /** What stands behind the colon. */
  readonly rest: string;
  readonly lines: readonly string[];
}

/** What could be read of a head that has a fault. */
export interface Salvaged {
  readonly fields: HeadMap;
  /** Their lines count from the start of the head. */
  readonly problems: readonly Problem[];
}

const FIELD = /^(["']?)([A-Za-z0-9_][\w./-]{0,99})\1[ \t]*:(?=[ \t]|$)[ \t]*/;
/** The marks that Git leaves where it could not merge. */
const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;
/** More fields than that have no head that a person wrote; the rest is read as text, which takes no time. */
const MAX_PARSED = 200;

/** Cuts a head where a field starts in the first column. `loose` are lines that belong to no field. */
export function blocksOf(lines: readonly string[]): {
  readonly blocks: readonly Block[];
  readonly loose: readonly number[];
} {
  const blocks: (Block & { readonly lines: string[] })[] = [];
  const loose: number[] = [];
  for (const [i, line] of lines.entries()) {
    const [start, , field] = FIELD.exec(line) ?? [];
    const last = blocks.at(-1);
    if (start !== undefined && field !== undefined) {
      blocks.push({ field, line: i, column: start.length + 1, rest: line.slice(start.length), lines: [line] });
    } else if (CONFLICT.test(line)) {
      loose.push(i);
    } else if (last !== undefined && !line.startsWith("#")) {
      last.lines.push(line);
    } else if (line.trim() !== "" && !line.startsWith("#")) {
      loose.push(i);
    }
  }
  return { blocks, loose };
}

/**
 * Reads a head field by field: what is right in one is kept whatever is wrong in another. A field that is not even
 * YAML on its own is the text that a person sees there. Of a field that is there twice the first counts.
 */
export function salvage(lines: readonly string[], yaml: ReadYaml | undefined): Salvaged {
  const { blocks, loose } = blocksOf(lines);
  const values = new Map<string, HeadValue>();
  const firstLines = new Map<string, number>();
  const problems: Problem[] = [];
  for (const line of loose.slice(0, 1)) {
    const message = "Cannot read a line of the head: it belongs to no field, and is left out";
    problems.push({ code: SALVAGED, severity: "warning", message, line: line + 1, column: 1 });
  }
  for (const [i, block] of blocks.entries()) {
    const { field, line } = block;
    const firstLine = firstLines.get(field);
    if (firstLine !== undefined) {
      const message = `Cannot take field "${field}" of the head again: the one in line ${firstLine + 1} counts`;
      problems.push({ code: "skill/repeated-field", severity: "warning", message, field, line: line + 1, column: 1 });
      continue;
    }
    firstLines.set(field, line);
    const read = readBlock(block, i < MAX_PARSED ? yaml : undefined);
    values.set(field, read.value);
    if (read.fault === undefined) continue;
    const message = `Cannot read field "${field}" of the head as YAML: ${read.fault.state}; it is taken as text`;
    const hint = "Put the value in quotes";
    const { line: lineOfFault, column } = read.fault;
    problems.push({ code: SALVAGED, severity: "warning", message, hint, field, line: line + lineOfFault, column });
  }
  return { fields: headMap(values), problems };
}

export const SALVAGED = "skill/head-salvaged";

/** Reads the text that a person sees behind a field, whatever YAML would make of it. */
export function textOf({ rest, lines }: Block): string {
  const below = lines.slice(1);
  const header = blockHeader(rest.trim());
  if (header !== undefined) {
    const text = blockText(header, below, 0);
    if (text !== undefined) return text;
  }
  const texts = [header === undefined ? rest : "", ...below].map((line) => line.trim());
  const text = folded(texts.slice(texts.findIndex((line) => line !== "")));
  return quotedText(text) ?? text;
}

interface ReadBlock {
  readonly value: HeadValue;
  readonly fault?: { readonly line: number; readonly column: number; readonly state: string };
}

function readBlock(block: Block, yaml: ReadYaml | undefined): ReadBlock {
  const text = block.lines.join("\n");
  const plain = readPlain(text)?.[block.field];
  if (plain !== undefined) return { value: plain };
  const read = yaml?.(text);
  const value = read?.ok === true ? read.value?.[block.field] : undefined;
  if (value !== undefined) return { value };
  const start = { line: 1, column: block.column };
  if (read?.ok !== false) return { value: textOf(block), fault: { ...start, state: UNKNOWN } };
  // Where something is left open, YAML finds its fault behind the last line.
  return { value: textOf(block), fault: read.line <= block.lines.length ? read : { ...read, ...start } };
}

const UNKNOWN = "it is more than the small reader knows";
