/** Collects a text of any length in bounded memory: its head and its tail. */
export interface CappedText {
  /** Adds a piece at the end. */
  add(piece: string): void;
  /** Gives the text; where it was longer than the cap, a note between head and tail says how much was left out. */
  text(): string;
}

/** Starts an empty text of which at most `maxChars` characters (UTF-16 units) are kept. */
export function createCappedText(maxChars: number): CappedText {
  const headChars = Math.ceil(maxChars / 2);
  const tailChars = maxChars - headChars;
  let head = "";
  let tail = "";
  let length = 0;
  return {
    add(piece) {
      length += piece.length;
      const rest = head.length < headChars ? piece.slice(headChars - head.length) : piece;
      if (head.length < headChars) head += piece.slice(0, headChars - head.length);
      tail += rest;
      // Cutting seldom instead of at each piece keeps long outputs linear.
      if (tail.length > 4 * tailChars + 65_536) tail = tail.slice(tail.length - tailChars);
    },
    text() {
      if (length <= maxChars) return head + tail;
      const start = dropHalf(head, "end");
      const end = dropHalf(tail.slice(tail.length - tailChars), "start");
      return `${start}\n[… ${length - start.length - end.length} characters left out …]\n${end}`;
    },
  };
}

/** Drops half a surrogate pair that a cut left at an edge. */
function dropHalf(text: string, edge: "start" | "end"): string {
  return edge === "end" ? text.replace(/[\uD800-\uDBFF]$/, "") : text.replace(/^[\uDC00-\uDFFF]/, "");
}
