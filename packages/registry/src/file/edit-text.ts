import { createScanner, type Node } from "jsonc-parser";

/** How a text is written, so that what is added looks the same. */
interface Style {
  readonly newline: string;
  readonly indent: string;
}

/** Replaces a value. Every byte outside it stays; `holder` is the key or the item that starts its line. */
export function replaceValue(text: string, root: Node, holder: Node, node: Node, value: unknown): string {
  const style = styleOf(text, root);
  const indent = startsLine(text, holder.offset) ? indentAt(text, holder.offset) : undefined;
  return splice(text, node.offset, node.length, write(value, style, indent));
}

/**
 * Adds a property (`key` is its name) or a list item (`key` is undefined) at the end of the root. Every byte that was
 * there stays: comments, newlines, a trailing comma or its absence. A container on one line stays on one line.
 */
export function appendValue(text: string, root: Node, key: string | undefined, value: unknown): string {
  const style = styleOf(text, root);
  const prefix = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const close = root.offset + root.length - 1;
  const last = root.children?.at(-1);

  if (last === undefined && text.slice(root.offset + 1, close).trim() === "") {
    const outer = indentAt(text, root.offset);
    const inner = outer + style.indent;
    const item = `${style.newline}${inner}${prefix}${write(value, style, inner)}${style.newline}${outer}`;
    return splice(text, root.offset + 1, close - root.offset - 1, item);
  }

  const lastEnd = last === undefined ? undefined : last.offset + last.length;
  const hasTrailingComma = lastEnd !== undefined && isCommaNext(text, lastEnd);
  const comma = hasTrailingComma ? "," : "";
  let edited: string;
  if (startsLine(text, close)) {
    const indent = indentAt(text, close) + style.indent;
    const item = `${indent}${prefix}${write(value, style, indent)}${comma}${style.newline}`;
    edited = splice(text, lineStart(text, close), 0, item);
  } else {
    const end = text.slice(0, close).trimEnd().length;
    edited = splice(text, end, 0, ` ${prefix}${write(value, style, undefined)}${comma}`);
  }
  return lastEnd === undefined || hasTrailingComma ? edited : splice(edited, lastEnd, 0, ",");
}

function splice(text: string, offset: number, length: number, replacement: string): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length);
}

/** Without an indent the value goes on one line. */
function write(value: unknown, { newline, indent: step }: Style, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  // A line break inside a string is written as an escape, so each one here separates lines of the value.
  return JSON.stringify(value, null, step).replaceAll("\n", newline + indent);
}

/** Reads the style off the text: its first line break, and how far the first line inside the root is indented. */
function styleOf(text: string, root: Node): Style {
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const first = root.children?.find((child) => startsLine(text, child.offset));
  const outer = indentAt(text, root.offset);
  const indent = first === undefined ? "" : indentAt(text, first.offset);
  return { newline, indent: indent.startsWith(outer) && indent !== outer ? indent.slice(outer.length) : "  " };
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

function startsLine(text: string, offset: number): boolean {
  // Only the blanks before it are looked at: a line can be the whole file, with every entry in it.
  let start = offset;
  while (start > 0 && /[^\S\r\n]/.test(text.charAt(start - 1))) start--;
  return start === 0 || /[\r\n]/.test(text.charAt(start - 1));
}

/** The token number of a comma, which the parser declares as a `const enum`. */
const COMMA = 5;

function isCommaNext(text: string, offset: number): boolean {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  const next: number = scanner.scan();
  return next === COMMA;
}
