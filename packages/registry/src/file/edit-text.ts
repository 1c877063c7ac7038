import { type Node } from "jsonc-parser";
import { blanksAfter, blanksBefore, commaAfter, indentAt, lineStart, restOfLine, startsLine } from "./layout.ts";

/** How a text is written, so that what is added looks the same. */
interface Style {
  readonly newline: string;
  readonly indent: string;
}

/** Replaces the value of a key or an item. Every byte outside it stays. */
export function replaceValue(text: string, root: Node, node: Node, value: unknown): string {
  const { offset } = holderOf(node);
  const indent = startsLine(text, offset) ? indentAt(text, offset) : undefined;
  return splice(text, node.offset, node.length, write(value, styleOf(text, root), indent));
}

/**
 * Adds a property (`key` is its name) or a list item (`key` is undefined) at the end of a container. Every byte that
 * was there stays: comments, newlines, a trailing comma or its absence. A container on one line stays on one line.
 */
export function appendValue(
  text: string,
  root: Node,
  container: Node,
  key: string | undefined,
  value: unknown,
): string {
  const style = styleOf(text, root, container);
  const prefix = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);

  if (last === undefined && text.slice(container.offset + 1, close).trim() === "") {
    const { offset } = holderOf(container);
    const outer = indentAt(text, offset);
    const inner = outer + style.indent;
    const item =
      container === root || startsLine(text, offset)
        ? `${style.newline}${inner}${prefix}${write(value, style, inner)}${style.newline}${outer}`
        : `${prefix}${write(value, style, undefined)}`;
    return splice(text, container.offset + 1, close - container.offset - 1, item);
  }

  const lastEnd = last && last.offset + last.length;
  const hasTrailingComma = lastEnd !== undefined && commaAfter(text, lastEnd) !== undefined;
  const comma = hasTrailingComma ? "," : "";
  let edited: string;
  if (startsLine(text, close)) {
    const isAligned = last !== undefined && startsLine(text, last.offset);
    const indent = isAligned ? indentAt(text, last.offset) : indentAt(text, close) + style.indent;
    const item = `${indent}${prefix}${write(value, style, indent)}${comma}${style.newline}`;
    edited = splice(text, lineStart(text, close), 0, item);
  } else {
    const end = text.slice(0, close).trimEnd().length;
    edited = splice(text, end, 0, ` ${prefix}${write(value, style, undefined)}${comma}`);
  }
  return lastEnd === undefined || hasTrailingComma ? edited : splice(edited, lastEnd, 0, ",");
}

/**
 * Removes a property or an item of a container, with one comma. What stood on lines of its own goes with these lines
 * and with the comments behind it; all other comments stay, also those above it, for nobody knows how much they are
 * about. Nothing is added.
 */
export function removeChild(text: string, container: Node, child: Node): string {
  const end = child.offset + child.length;
  const siblings = container.children ?? [];
  const before = siblings[siblings.indexOf(child) - 1];
  const after = commaAfter(text, end);
  const own = commaOf(text, child, before, after);

  // Invariant: `from` to `to` is the child, and the comma if only blanks are between them.
  let [from, to] = [child.offset, end];
  let comma: number | undefined;
  if (own !== undefined && own >= end && !hasLineBreak(text, end, own)) to = own + 1;
  else if (own !== undefined && own < from && blanksBefore(text, from) === own + 1) from = own;
  else comma = own;

  const lineEnd = restOfLine(text, to);
  const isLast = after === undefined;
  if (startsLine(text, from) && lineEnd !== undefined) [from, to] = [lineStart(text, from), lineEnd];
  else if (!startsLine(text, from) && (isLast || /[\r\n]/.test(text.charAt(blanksAfter(text, to)))))
    from = blanksBefore(text, from);
  else to = blanksAfter(text, to);

  const edited = splice(text, from, to - from, "");
  if (comma === undefined) return edited;
  return splice(edited, comma < from ? comma : comma - (to - from), 1, "");
}

/** Chooses the comma that goes: the one behind it on its line, else the one before it on its line, else any. */
function commaOf(text: string, child: Node, before: Node | undefined, after: number | undefined): number | undefined {
  const end = child.offset + child.length;
  if (after !== undefined && !hasLineBreak(text, end, after)) return after;
  const ahead = before && commaAfter(text, before.offset + before.length);
  if (ahead !== undefined && !hasLineBreak(text, ahead, child.offset)) return ahead;
  return after ?? ahead;
}

const hasLineBreak = (text: string, from: number, to: number): boolean => /[\r\n]/.test(text.slice(from, to));

/** A value stands where its key stands. */
const holderOf = (node: Node): Node => (node.parent?.type === "property" ? node.parent : node);

function splice(text: string, offset: number, length: number, replacement: string): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length);
}

/** Without an indent the value goes on one line. */
function write(value: unknown, { newline, indent: step }: Style, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  // A line break inside a string is written as an escape, so each one here separates lines of the value.
  return JSON.stringify(value, null, step).replaceAll("\n", newline + indent);
}

/** Reads the style off the text: its first line break, and how far the lines inside the container are indented. */
function styleOf(text: string, root: Node, container: Node = root): Style {
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  return { newline, indent: stepOf(text, container) ?? stepOf(text, root) ?? "  " };
}

/** How much deeper than the container its first child on a line of its own is. */
function stepOf(text: string, container: Node): string | undefined {
  const first = container.children?.find((child) => startsLine(text, child.offset));
  const outer = indentAt(text, holderOf(container).offset);
  const inner = first === undefined ? "" : indentAt(text, first.offset);
  return inner.startsWith(outer) && inner !== outer ? inner.slice(outer.length) : undefined;
}
