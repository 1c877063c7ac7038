import type { Output } from "../command.ts";
import { type Line, plain } from "../line.ts";

/** Help as a result: as JSON it is its lines. */
export function helpOutput(lines: readonly Line[]): Output {
  return { data: { help: lines.map(plain) }, lines };
}
