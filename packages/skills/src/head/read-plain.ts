import { blockHeader, blockText, folded, indentOf, isBlank } from "./block-scalar.ts";
import { bareMap, type HeadMap, type HeadValue } from "./head-value.ts";
import { plainText, trimSpaces, valueOnOneLine } from "./scalars.ts";

/** A field and what stands behind its colon. */
const FIELD = /^([A-Za-z0-9_][\w./-]{0,99}):(?: +(.*))?$/;
/** Tabs, other control characters, and line breaks of other kinds have rules of their own. */
const SPECIAL = /[^\P{Cc}\n]|[\u2028\u2029\uFEFF]/u;

/**
 * Reads a head in the part of YAML that heads are mostly written in: fields with text, plain, quoted or in a block;
 * lists of text; maps of them. Where it gives a value, `yaml` gives the same; it gives `undefined` wherever that is
 * not certain. Law: `laws/frontmatter.laws.test.ts`.
 */
export function readPlain(head: string): HeadMap | undefined {
  if (SPECIAL.test(head)) return undefined;
  const cursor: Cursor = { lines: head.split("\n"), at: 0 };
  const map = readMap(cursor, 0);
  return cursor.at === cursor.lines.length ? map : undefined;
}

interface Cursor {
  readonly lines: readonly string[];
  /** The line that is read next. */
  at: number;
}

function readMap(cursor: Cursor, indent: number): HeadMap | undefined {
  const map: Record<string, HeadValue> = bareMap();
  for (;;) {
    skipToContent(cursor);
    const line = cursor.lines[cursor.at];
    if (line === undefined || indentOf(line) < indent) break;
    const [, key, rest = ""] = FIELD.exec(indent === 0 ? line : line.slice(indent)) ?? [];
    if (key === undefined || key in map) return undefined;
    cursor.at += 1;
    const value = readValue(cursor, trimSpaces(rest), indent);
    if (value === undefined) return undefined;
    map[key] = value;
  }
  return map;
}

function readValue(cursor: Cursor, rest: string, indent: number): HeadValue | undefined {
  if (rest === "") return readBelow(cursor, indent);
  if (rest.startsWith("|") || rest.startsWith(">")) {
    const header = blockHeader(rest);
    return header && blockText(header, linesBelow(cursor, indent), indent);
  }
  const plain = plainText(rest);
  return plain === undefined ? valueOnOneLine(rest) : readPlainText(cursor, plain, indent);
}

/** Reads what stands below a field that has nothing behind its colon. */
function readBelow(cursor: Cursor, indent: number): HeadValue | undefined {
  const start = cursor.at;
  skipToContent(cursor);
  const line = cursor.lines[cursor.at] ?? "";
  const inside = indentOf(line);
  const content = line.slice(inside);
  if (content.startsWith("- ") && inside >= indent) return readList(cursor, inside);
  if (content === "" || inside <= indent) return "";
  if (FIELD.test(content)) return readMap(cursor, inside);
  const first = plainText(trimSpaces(content));
  // Text below a comment is text to YAML only in some cases.
  if (first === undefined || cursor.lines.slice(start, cursor.at).some((skipped) => !isBlank(skipped)))
    return undefined;
  cursor.at += 1;
  return readPlainText(cursor, first, indent);
}

function readList(cursor: Cursor, indent: number): readonly HeadValue[] | undefined {
  const items: HeadValue[] = [];
  for (;;) {
    skipToContent(cursor);
    const line = cursor.lines[cursor.at] ?? "";
    if (indentOf(line) !== indent || !line.startsWith("- ", indent)) return items;
    const item = valueOnOneLine(trimSpaces(line.slice(indent + 2)));
    if (item === undefined) return undefined;
    items.push(item);
    cursor.at += 1;
  }
}

/** Reads plain text to its end: lines that are indented more than its field belong to it. */
function readPlainText(cursor: Cursor, first: string, indent: number): string | undefined {
  const next = cursor.lines[cursor.at];
  if (next !== undefined && !isBlank(next) && indentOf(next) <= indent) return first;
  const texts = [first];
  for (const line of linesBelow(cursor, indent)) {
    const text = trimSpaces(line);
    if (text !== "" && plainText(text) === undefined) return undefined;
    texts.push(text);
  }
  return folded(texts);
}

/** Takes the lines that are blank or indented more than the field they are below. */
function linesBelow(cursor: Cursor, indent: number): readonly string[] {
  const start = cursor.at;
  for (;;) {
    const line = cursor.lines[cursor.at];
    if (line === undefined || (!isBlank(line) && indentOf(line) <= indent)) break;
    cursor.at += 1;
  }
  return cursor.lines.slice(start, cursor.at);
}

/** Skips blank lines and comments. */
function skipToContent(cursor: Cursor): void {
  for (;;) {
    const line = cursor.lines[cursor.at];
    if (line === undefined) return;
    const indent = indentOf(line);
    if (indent < line.length && line[indent] !== "#") return;
    cursor.at += 1;
  }
}
