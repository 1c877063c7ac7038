import { Command as Parser, CommanderError, Option } from "commander";
import type { Command } from "../command.ts";
import { usageError } from "../command-error.ts";
import { notFound } from "../not-found.ts";
import { type Argument, BETWEEN, type Flag, type Read } from "./flag.ts";
import { GLOBAL_FLAGS, LAYER_FLAGS } from "./global-flags.ts";

/** All flags of a command: its own, those of the layers if it reads them, and those of every command. */
export function flagsOf(command: Command): readonly Flag<unknown>[] {
  return [...(command.flags ?? []), ...(command.readsLayers === true ? LAYER_FLAGS : []), ...GLOBAL_FLAGS];
}

/**
 * Parses what stands after the name of a command. The grammar is commander's; the words of every refusal are ours and
 * name the nearest flag. Every value is checked here, so that no command starts with a bad one. Throws a usage error.
 */
export function parse(command: Command, rest: readonly string[]): Read {
  const flags = flagsOf(command);
  const { before, words } = splitWords(command, rest);
  refuseSwallowedFlags(flags, before);

  const parser = quietParser(command);
  const options = flags.map((flag) => ({ flag, option: optionOf(flag) }));
  for (const { option } of options) parser.addOption(option);
  try {
    parser.parse(before, { from: "user" });
  } catch (thrown) {
    throw refusal(thrown, command, flags);
  }

  const read: Read = (what) => {
    if (what.kind === "argument") {
      if (what === command.words) return words.length === 0 ? what.absent : what.parse(words);
      const place = (command.args ?? []).findIndex((one) => one === what);
      if (place < 0) throw new TypeError(`Cannot read "${what.name}": ${command.name} does not declare it`);
      const given = what.shape === "many" ? parser.args.slice(place) : parser.args.slice(place, place + 1);
      return given.length === 0 ? what.absent : what.parse(given);
    }
    const declared = options.find(({ flag }) => flag === what);
    if (declared === undefined) throw new TypeError(`Cannot read --${what.name}: ${command.name} does not declare it`);
    const value: unknown = parser.getOptionValue(declared.option.attributeName());
    if (typeof value === "string") return what.parse(value);
    // A flag such as --no-local is true in commander until it is given.
    return value === !declared.option.negate ? what.parse("") : what.absent;
  };
  for (const declared of [...flags, ...(command.args ?? [])]) read(declared);
  return read;
}

/** What is given twice counts twice, or is refused: the last word never silently takes the place of an earlier one. */
function optionOf(flag: Flag<unknown>): Option {
  const option = new Option(spelling(flag));
  if (flag.value === undefined) return option;
  return option.argParser((written: string, before: unknown): string => {
    if (typeof before !== "string") return written;
    if (flag.repeats === true) return `${before}${BETWEEN}${written}`;
    throw usageError(`Cannot read --${flag.name}: it is given twice, as "${before}" and "${written}"`);
  });
}

/** A parser that throws instead of printing or ending the process. */
function quietParser(command: Command): Parser {
  const parser = new Parser(command.name).exitOverride().helpOption(false).helpCommand(false);
  parser.showSuggestionAfterError(false).configureOutput({ writeErr: () => undefined, outputError: () => undefined });
  for (const argument of command.args ?? []) parser.argument(argumentUsage(argument));
  // Without an action commander checks neither unknown options nor the number of arguments.
  return parser.action(() => undefined);
}

/** How an argument is written in a usage line. */
export function argumentUsage({ name, shape }: Argument<unknown>): string {
  if (shape === "required") return `<${name}>`;
  return shape === "optional" ? `[${name}]` : `[${name}...]`;
}

function spelling({ name, short, value }: Flag<unknown>): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`;
}

interface Split {
  readonly before: readonly string[];
  readonly words: readonly string[];
}

function splitWords(command: Command, rest: readonly string[]): Split {
  const cut = command.words === undefined ? -1 : rest.indexOf("--");
  return cut < 0 ? { before: rest, words: [] } : { before: rest.slice(0, cut), words: rest.slice(cut + 1) };
}

/** `--prompt --yes` is a forgotten prompt, not a prompt of "--yes". */
function refuseSwallowedFlags(flags: readonly Flag<unknown>[], words: readonly string[]): void {
  const spellings = new Set(
    flags.flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]),
  );
  for (const [index, word] of words.entries()) {
    if (word === "--") return;
    const flag = flags.find(({ name, value }) => value !== undefined && word === `--${name}`);
    const next = words[index + 1];
    if (flag === undefined || next === undefined || !spellings.has(next)) continue;
    throw usageError(`Cannot read ${word}: its value is missing before ${next}`, `${word} takes ${flag.value ?? ""}`);
  }
}

/** Says in our words what commander refuses. */
function refusal(thrown: unknown, command: Command, flags: readonly Flag<unknown>[]): unknown {
  if (!(thrown instanceof CommanderError)) return thrown;
  const quoted = /'(.*)'/s.exec(thrown.message)?.[1] ?? "";
  switch (thrown.code) {
    case "commander.unknownOption": {
      const [written = ""] = quoted.split("=", 1);
      if (written !== quoted && flags.some((flag) => `--${flag.name}` === written)) {
        return usageError(`Cannot read ${quoted}: ${written} takes no value`, `Write ${written}, or leave it out`);
      }
      const list = `polyglav ${command.name} --help`;
      return notFound(
        { one: "flag", list },
        written,
        flags.map((flag) => `--${flag.name}`),
      );
    }
    case "commander.optionMissingArgument":
      return usageError(`Cannot read ${quoted}: its value is missing`);
    case "commander.missingArgument":
      return usageError(`Cannot run ${command.name}: <${quoted}> is missing`, `Usage: ${usageLine(command)}`);
    case "commander.excessArguments":
      return usageError(
        `Cannot run ${command.name}: there are more words than it takes`,
        `Usage: ${usageLine(command)}`,
      );
    default:
      return usageError(`Cannot read the command line: ${thrown.message.replace(/^error: /, "")}`);
  }
}

/** The usage of a command in one line. */
export function usageLine(command: Command): string {
  const args = (command.args ?? []).map(argumentUsage);
  const words = command.words === undefined ? [] : [`[-- ${command.words.name}]`];
  return ["polyglav", command.name, ...args, "[flags]", ...words].join(" ");
}
