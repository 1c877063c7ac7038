/**
 * Finds what the prose of a page points at: links, code spans, headings.
 *
 * @module
 */
import { blank, lineAt } from "./fences.ts";

/** Something a page says, and where. */
export interface Mention {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

// A span may run over the end of a line, never over an empty one.
const CODE_SPAN = /(?<!`)(`+)(?!`)((?:(?!\n\s*\n)[\s\S])*?)(?<!`)\1(?!`)/g;
const LABEL = String.raw`\[(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*\]`;
const TARGET = String.raw`\(\s*(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`;
const INLINE_LINK = new RegExp(LABEL + TARGET, "g");
const REFERENCE = new RegExp(String.raw`\[((?:[^\[\]\\]|\\.)+)\]\[((?:[^\[\]\\]|\\.)*)\]`, "g");
const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:\s*(\S+)/gm;
const HTML_LINK = /<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)\s*=\s*["']([^"']*)["']/gi;
const HTML_ANCHOR = /<\w+\b[^>]*?\b(?:id|name)\s*=\s*["']([^"']+)["']/gi;

/** Lists the targets of all links and images, and references that nothing defines as `[name]`. */
export function linksIn(prose: string): readonly Mention[] {
  const text = blankCode(prose);
  const defined = new Set([...text.matchAll(DEFINITION)].map(([, name = ""]) => name.toLowerCase()));
  const undefinedOnes = [...text.matchAll(REFERENCE)]
    .map((match) => ({ match, name: match[2] === "" ? match[1] : match[2] }))
    .filter(({ name = "" }) => name.trim() !== "" && !defined.has(name.toLowerCase()))
    .map(({ match, name = "" }) => ({ text: `[${name}]`, line: lineAt(text, match.index) }));
  return [
    ...captured(text, INLINE_LINK, 1).map(({ text: target, line }) => ({ text: target.replace(/^<|>$/g, ""), line })),
    ...captured(text, DEFINITION, 2),
    ...captured(text, HTML_LINK, 1),
    ...undefinedOnes,
  ];
}

/** Lists what stands between backticks. */
export function codeSpansIn(prose: string): readonly Mention[] {
  return captured(prose, CODE_SPAN, 2).map(({ text, line }) => ({ text: text.replace(/\s+/g, " ").trim(), line }));
}

/**
 * Lists the anchors of a page the way GitHub makes them: lower case, without punctuation, words joined by `-`, and a
 * number behind the second heading of the same words. Ids written in HTML count too.
 */
export function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set(captured(prose, HTML_ANCHOR, 1).map(({ text }) => text));
  const seen = new Map<string, number>();
  for (const [, heading = ""] of prose.matchAll(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/gm)) {
    const slug = slugOf(heading);
    const repeated = seen.get(slug) ?? 0;
    seen.set(slug, repeated + 1);
    anchors.add(repeated === 0 ? slug : `${slug}-${repeated}`);
  }
  return anchors;
}

function slugOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]+>/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

function blankCode(prose: string): string {
  return blank(prose, CODE_SPAN);
}

function captured(text: string, pattern: RegExp, group: number): readonly Mention[] {
  return [...text.matchAll(pattern)].map((match) => ({ text: match[group] ?? "", line: lineAt(text, match.index) }));
}
