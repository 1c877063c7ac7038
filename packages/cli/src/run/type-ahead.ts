import type { Readable } from "node:stream";
import type { ReadStream } from "node:tty";

/** How long nothing must come before the line counts as empty: a terminal gives its lines one by one. */
const QUIET_MS = 30;
/** Somebody who leans on a key is not waited for any longer. */
const MOST_MS = 1_000;
const CTRL_C = "\u0003";

/**
 * Drops what was typed before a question is shown: a burst of keys, or a paste, is no consent. A line that was begun
 * and not ended is dropped, too; the terminal gives it only while it does not wait for the end of lines, and then Ctrl-C
 * is a key like any other, which is passed on.
 */
export async function dropTypedAhead(input: Readable, interrupt: () => void): Promise<void> {
  if (input.readableEnded || input.destroyed) return;
  let last = Date.now();
  const began = last;
  const drop = (chunk: unknown): void => {
    last = Date.now();
    if (String(chunk).includes(CTRL_C)) interrupt();
  };
  const over = (): boolean => Date.now() - last >= QUIET_MS || Date.now() - began >= MOST_MS || input.readableEnded;
  input.on("data", drop);
  // A stream that was paused before does not start by a listener alone.
  input.resume();
  if (isTerminal(input)) input.setRawMode(true);
  try {
    while (!over()) await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    if (isTerminal(input)) input.setRawMode(false);
    input.off("data", drop);
    input.pause();
  }
}

function isTerminal(input: Readable): input is ReadStream {
  return "setRawMode" in input && typeof input.setRawMode === "function" && !input.destroyed;
}
