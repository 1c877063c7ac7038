/** A line that may open or close a block of code in Markdown: three or more backticks or tildes. */
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;

/**
 * Finds the fence that would close the block of code a text ends in; `undefined` when every block is closed. A
 * closing fence is of the same character, at least as long, and alone on its line; anything else is content.
 */
export function closingFence(text: string): string | undefined {
  let open: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
    if (fence === "") continue;
    if (open !== undefined) {
      if (fence.startsWith(open) && rest.trim() === "") open = undefined;
    } else if (fence.startsWith("~") || !rest.includes("`")) {
      open = fence;
    }
  }
  return open;
}
