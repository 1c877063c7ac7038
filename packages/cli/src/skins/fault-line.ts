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

/** Says why a command failed. An unexpected fault also has its code and, with `--debug`, where it came from. */
export function failureLines(error: CommandError, debug: boolean): readonly Line[] {
  if (error.exit !== "failed") return [...error.details, faultLine(error)];
  const line = faultLine({ message: `${error.message} (${error.code})`, hint: debug ? undefined : error.hint });
  const origin = error.cause instanceof Error ? error.cause : error;
  const stack = debug ? visible(origin.stack ?? origin.message).split("\n") : [];
  return [line, ...stack.map((text): Line => [["dim", text]])];
}
