import type { Fault } from "../command.ts";
import type { CommandError } from "../command-error.ts";
import type { Line } from "../line.ts";
import { visible, visibleLine } from "../visible.ts";

/** Says on one line what could not be done and what to do about it: `polyglav: no role "x". Did you mean "y"?` */
export function faultLine({ message, hint }: Pick<Fault, "message" | "hint">): Line {
  const said = visibleLine(message);
  const joint = /[.?!]$/.test(said) ? " " : ". ";
  return [["bad", "polyglav: "], hint === undefined ? said : `${said}${joint}${visibleLine(hint)}`];
}

/** Says why a command failed; with `--debug` also where that came from. */
export function failureLines(error: CommandError, debug: boolean): readonly Line[] {
  const line = faultLine({
    message: `${error.message}${error.exit === "failed" ? ` (${error.code})` : ""}`,
    hint: error.hint,
  });
  if (!debug) return [...error.details, line];
  const origin = error.cause instanceof Error ? error.cause : error;
  const stack = visible(origin.stack ?? origin.message).split("\n");
  return [...error.details, line, ...stack.map((text): Line => [["dim", text]])];
}
