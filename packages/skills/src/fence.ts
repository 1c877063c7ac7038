/** A block of code that a text leaves open. */
export interface OpenBlock {
  /** The fence that would close it. */
  readonly fence: string;
  /** The line, from 1, that opens it. */
  readonly line: number;
}

/** A line that may open or close a block of code in Markdown: three or more backticks or tildes. */
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;

/**
 * Finds the block of code that a text ends in; `undefined` when every block is closed. A closing fence is of the same
 * character, at least as long, and alone on its line; anything else in a block is content.
 */
export function openBlock(text: string): OpenBlock | undefined {
  // Most texts have no block of code, and splitting a text takes far longer than this.
  if (!text.includes("```") && !text.includes("~~~")) return undefined;
  let open: OpenBlock | undefined;
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
    if (fence === "") continue;
    if (open === undefined) {
      // Backticks after backticks make a span of code within the line, not a block.
      if (fence.startsWith("~") || !rest.includes("`")) open = { fence, line: i + 1 };
    } else if (fence.startsWith(open.fence) && rest.trim() === "") {
      open = undefined;
    }
  }
  return open;
}
