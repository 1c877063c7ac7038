import { type Context, remember } from "../context.ts";
import type { Reading } from "./reading.ts";

/** Keeps what `$1` and the others may stand for. */
export function setParameters(args: readonly Reading[], context: Context): void {
  for (const [index, { text, also }] of args.slice(0, 9).entries()) {
    if (text !== undefined) remember(String(index + 1), [text], context);
    for (const words of also) remember(String(index + 1), words, context);
  }
  if (args.every(({ mask, also }) => mask !== undefined || also.length > 0)) {
    const all = args.flatMap(({ text, mask, also }) => (text !== undefined ? [text] : (also[0] ?? [mask ?? ""])));
    for (const name of ["@", "*"]) remember(name, all, context);
  }
}
