import { Command as Parser, CommanderError, Option } from "commander";
import type { Command } from "../command.ts";
import { type CommandError, usageError } from "../command-error.ts";
import { notFound } from "../nearest.ts";
import type { Argument, Flag, Read } from "./flag.ts";
import { GLOBAL_FLAGS, LAYER_FLAGS } from "./global-flags.ts";

/** All flags of a command: its own, those of the layers if it reads them, and those of every command. */
export function flagsOf(command: Command): readonly Flag<unknown>[] {
  return [...(command.flags ?? []), ...(command.readsLayers === true ? LAYER_FLAGS : []), ...GLOBAL_FLAGS];
}

/**
 * Parses what stands after the name of a command. The grammar is commander's; the words of every refusal are ours and
 * name the nearest flag. Throws a usage error.
 */
export function parse(command: Command, rest: readonly string[]): Read {
  const flags = flagsOf(command);
  const { before, words } = splitWords(command, rest);
  refuseSwallowedFlags(command, flags, before);
  const parser = new Parser(command.name).exitOverride().helpOption(false).helpCommand(false).showSuggestionAfterError(false);
  parser.configureOutput({ writeOut: () => undefined, writeErr: () => undefined, outputError: () => undefined });
  for (const argument of command.args ?? []) parser.argument(asWritten(argument));
  const options = flags.map((flag) => [flag, new Option(spelling(flag))] as const);
  for (const [, option] of options) parser.addOption(option);
  // Without an action commander checks neither unknown options nor the number of arguments.
  parser.action(() => undefined);
  try {
    parser.parse(before, { from: "user" });
  } catch (thrown) {
    throw refusal(thrown, command, flags);
  }

  const values = new Map<unknown, () => unknown>();
  const written = (option: Option): unknown => parser.getOptionValue(option.attributeName());
  const read: Read = (what) => {
    if (what.kind === "argument") {
      if (what === command.words) return what.parse(words);
      const place = (command.args ?? []).findIndex((one) => one === what);
      if (place < 0) throw new TypeError(`Cannot read argument "${what.name}": ${command.name} does not declare it`);
      const given = what.shape === "many" ? parser.args.slice(place) : parser.args.slice(place, place + 1);
      return given.length === 0 ? what.absent : what.parse(given);
    }
    const option = options.find(([flag]) => flag === what)?.[1];
    if (option === undefined) throw new TypeError(`Cannot read flag "${what.name}": ${command.name} does not declare it`);
    const value = written(option);
    if (typeof value === "string") return what.parse(value);
    return value === !option.negate ? what.parse("") : what.absent;
  };
  values.clear();
  return read;
}
