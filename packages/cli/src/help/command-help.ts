import type { Flag } from "../argv/flag.ts";
import { GLOBAL_FLAGS, LAYER_FLAGS } from "../argv/global-flags.ts";
import { argumentUsage, usageLine } from "../argv/parse.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import type { Line } from "../line.ts";
import { columns, heading, HELP_COLUMNS, wrap } from "./columns.ts";

/** The help of one command: usage, what it does, its words and flags, examples, and the exit codes that it can give. */
export function commandHelp(command: Command): readonly Line[] {
  const parts: readonly (readonly Line[])[] = [
    [[["strong", "Usage: "], usageLine(command)]],
    wrap(command.about, HELP_COLUMNS).map((text): Line => [text]),
    titled("Words", columns(argumentPairs(command))),
    titled("Flags", columns((command.flags ?? []).map(flagPair))),
    titled("Flags of the layers", columns((command.readsLayers === true ? LAYER_FLAGS : []).map(flagPair))),
    titled("Flags of every command", columns(GLOBAL_FLAGS.map(flagPair))),
    titled("Examples", exampleLines(command)),
    titled("Exit codes", columns(command.exits.map((name) => [String(EXIT_CODES[name].code), EXIT_CODES[name].when]))),
  ];
  return joinParts(parts);
}

/** Puts an empty line between parts; a part without lines leaves no trace. */
export function joinParts(parts: readonly (readonly Line[])[]): readonly Line[] {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [[], ...part]));
}

/** A part with its heading; nothing when there is nothing under it. */
export function titled(title: string, lines: readonly Line[]): readonly Line[] {
  return lines.length === 0 ? [] : [heading(title), ...lines];
}

function argumentPairs({ args = [], words }: Command): readonly (readonly [string, string])[] {
  const pairs = args.map((argument) => [argumentUsage(argument), argument.summary] as const);
  return words === undefined ? pairs : [...pairs, [`-- ${words.name}`, words.summary] as const];
}

function flagPair({ name, short, value, summary }: Flag<unknown>): readonly [string, string] {
  const dashes = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return [value === undefined ? dashes : `${dashes} ${value}`, summary];
}

function exampleLines({ examples }: Command): readonly Line[] {
  return examples.flatMap(({ line, says }): readonly Line[] => [
    ["  ", ["name", line]],
    ["      ", says],
  ]);
}
