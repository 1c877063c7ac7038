import type { Command } from "../command.ts";
import { CommandError, usageError } from "../command-error.ts";
import { commandHelp } from "../help/command-help.ts";
import { groupHelp, mainHelp } from "../help/main-help.ts";
import type { Line } from "../line.ts";
import { findCommand } from "./find-command.ts";
import type { Read } from "./flag.ts";
import { help, json, output, quiet, verbose, version } from "./global-flags.ts";
import { parse } from "./parse.ts";

/** What a command line means. */
export type Meaning =
  | { readonly kind: "command"; readonly command: Command; readonly read: Read }
  | { readonly kind: "help"; readonly lines: readonly Line[] }
  | { readonly kind: "version" };

/** Understands a command line, whole, before anything is done. Throws a usage error, with the nearest name. */
export function understand(argv: readonly string[], commands: readonly Command[]): Meaning {
  const found = findCommand(argv, commands);
  if (asksFor(help.name, help.short, found.rest)) return { kind: "help", lines: helpOf(found, commands) };
  if (found.kind === "nothing") {
    if (asksFor(version.name, version.short, found.rest)) return { kind: "version" };
    throw incomplete("Cannot run polyglav: there is no command", mainHelp(commands));
  }
  if (found.kind === "group") {
    throw incomplete(`Cannot run "${found.group}": its verb is missing`, groupHelp(found.group, commands));
  }
  const read = parse(found.command, found.rest);
  if (read(version)) return { kind: "version" };
  refuseContradictions(read);
  return { kind: "command", command: found.command, read };
}

function helpOf(found: ReturnType<typeof findCommand>, commands: readonly Command[]): readonly Line[] {
  switch (found.kind) {
    case "command":
      return commandHelp(found.command);
    case "group":
      return groupHelp(found.group, commands);
    case "nothing":
      return mainHelp(commands);
  }
}

/** Help comes before every check, so that a half-written command line can be asked about. */
function asksFor(name: string, short: string | undefined, words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const looked = end < 0 ? words : words.slice(0, end);
  return looked.some((word) => word === `--${name}` || word === `-${short ?? name}`);
}

function incomplete(message: string, details: readonly Line[]): CommandError {
  return new CommandError(message, { code: "POLYGLAV_USAGE", exit: "usage", details });
}

function refuseContradictions(read: Read): void {
  const format = read(output);
  if (read(json) && format !== undefined && format !== "json") {
    throw usageError(`Cannot use --json with --output ${format}: they say two things`, "Leave one of them out");
  }
  if (read(quiet) && read(verbose)) {
    throw usageError("Cannot use --quiet with --verbose: they say two things", "Leave one of them out");
  }
}
