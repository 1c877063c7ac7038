/**
 * Splits a Markdown text into its fenced code blocks and the prose around them.
 *
 * @module
 */

/** A fenced block. Its lines have the indentation of the fence taken off, as a reader sees them. */
export interface Fence {
  /** The first word after the fence, e.g. `ts`; empty when there is none. */
  readonly language: string;
  /** The other words after the fence, e.g. `no-run` or `file=a.json`. */
  readonly words: readonly string[];
  readonly code: string;
  /** The line of the first line of code, 1-based. */
  readonly line: number;
}

export interface Page {
  readonly fences: readonly Fence[];
  /** The text with every fenced block and comment blanked, so that all places stay where they were. */
  readonly prose: string;
}

/** Reads a Markdown text. A fence that is never closed runs to the end, as it does when rendered. */
export function readPage(text: string): Page {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const fences: Fence[] = [];
  const prose: string[] = [];
  let open:
    { readonly mark: string; readonly indent: number; readonly info: string; readonly from: number } | undefined;
  let code: string[] = [];

  const close = (): void => {
    if (open === undefined) return;
    const [language = "", ...words] = open.info.split(/\s+/).filter((word) => word !== "");
    fences.push({ language, words, code: code.join("\n"), line: open.from + 1 });
    open = undefined;
    code = [];
  };

  for (const [index, line] of lines.entries()) {
    const [, indent = "", mark = "", info = ""] = /^([\s>]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open !== undefined) {
      if (mark.startsWith(open.mark) && info.trim() === "") close();
      else code.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
      prose.push("");
    } else if (mark !== "" && !info.includes("`")) {
      open = { mark, indent: indent.length, info: info.trim(), from: index + 1 };
      prose.push("");
    } else {
      prose.push(line);
    }
  }
  close();
  return { fences, prose: blank(prose.join("\n"), /<!--[\s\S]*?-->/g) };
}

/** Replaces what a pattern matches by spaces, line by line, so that places do not move. */
export function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => match.replace(/[^\n]/g, " "));
}

/** The 1-based line of a place in a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
