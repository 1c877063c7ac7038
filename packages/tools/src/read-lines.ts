import type { FileHandle } from "node:fs/promises";

/** Which part of a text to take: lines counted from 1, and how many characters (UTF-16 units) of it. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly maxChars: number;
  readonly maxLineChars: number;
}

/** The lines of a window, and what a reader must know of the rest. */
export interface Lines {
  readonly lines: readonly string[];
  /** The file goes on behind the last of `lines`. */
  readonly more: boolean;
  /** How many lines were gone through; all lines of the file when `more` is false. */
  readonly seen: number;
  readonly problem: "binary" | "scan-limit" | undefined;
  /** Some bytes were no UTF-8 and are shown as U+FFFD. */
  readonly replaced: boolean;
}

/** Bytes that are gone through at most to reach the window. */
export const MOST_SCANNED_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads a window of lines, as far as needed and no further. Memory stays bounded for files and lines of any length. A
 * NUL character means that the file is no text. Line ends are LF or CRLF; a byte order mark is left out.
 */
export async function readLines(file: FileHandle, window: Window, signal: AbortSignal | undefined): Promise<Lines> {
  const decode = createDecoder();
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const collected = collectLines(window);
  for (let position = 0; ;) {
    signal?.throwIfAborted();
    if (position >= MOST_SCANNED_BYTES) {
      collected.finish();
      return collected.end("scan-limit", decode.replaced());
    }
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    position += bytesRead;
    const text = decode.next(buffer.subarray(0, bytesRead));
    if (text.includes("\0")) return collected.end("binary", false);
    if (collected.add(text)) return collected.end(undefined, decode.replaced());
    if (bytesRead === 0) {
      collected.finish();
      return collected.end(undefined, decode.replaced());
    }
  }
}

/** Decodes chunk by chunk; an empty chunk is the end. Knows whether bytes had to be replaced. */
function createDecoder() {
  const decoder = new TextDecoder("utf-8");
  const strict = new TextDecoder("utf-8", { fatal: true });
  let replaced = false;
  return {
    next(chunk: Uint8Array): string {
      const stream = chunk.length > 0;
      try {
        if (!replaced) strict.decode(chunk, { stream });
      } catch {
        replaced = true; // the strict decoder throws at the first byte that is no UTF-8
      }
      return decoder.decode(chunk, { stream });
    },
    replaced: () => replaced,
  };
}

interface Collected {
  /** Adds text; true once nothing more is needed. */
  add(text: string): boolean;
  /** Ends the last line, which has no line end of its own. */
  finish(): void;
  end(problem: Lines["problem"], replaced: boolean): Lines;
}

function collectLines({ offset, limit, maxChars, maxLineChars }: Window): Collected {
  const lines: string[] = [];
  let chars = 0;
  let seen = 0;
  let more = false;
  let line = "";
  let lineChars = 0;

  const isWanted = () => seen + 1 >= offset && !more;
  const extend = (piece: string) => {
    lineChars += piece.length;
    // One more than is shown, so that a CR at the cut is still known as part of the line end.
    if (isWanted() && line.length <= maxLineChars) line += piece.slice(0, maxLineChars + 1 - line.length);
  };
  const close = () => {
    if (isWanted()) {
      const shown = cutLine(line, lineChars, maxLineChars);
      // The first line is always given, or a reader would never get past it.
      more = lines.length >= limit || (lines.length > 0 && chars + shown.length > maxChars);
      if (!more) {
        lines.push(shown);
        chars += shown.length + 1;
      }
    }
    if (!more) seen += 1;
    line = "";
    lineChars = 0;
  };
  return {
    add(text) {
      let start = 0;
      for (let end = text.indexOf("\n"); end !== -1 && !more; end = text.indexOf("\n", start)) {
        extend(text.slice(start, end));
        close();
        start = end + 1;
      }
      extend(text.slice(start));
      return more;
    },
    finish() {
      if (lineChars > 0) close();
    },
    end: (problem, replaced) => ({ lines, more, seen, problem, replaced }),
  };
}

function cutLine(line: string, lineChars: number, maxLineChars: number): string {
  const text = line.length === lineChars && line.endsWith("\r") ? line.slice(0, -1) : line;
  if (text.length <= maxLineChars) return text;
  const start = text.slice(0, maxLineChars).replace(/[\uD800-\uDBFF]$/, "");
  return `${start}… [${lineChars - start.length} more characters in this line]`;
}
