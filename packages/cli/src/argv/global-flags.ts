import { COLOUR_WORDS } from "../colour.ts";
import { choiceFlag, type Flag, listFlag, switchFlag, textFlag } from "./flag.ts";

export const FORMATS = ["text", "json", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

/** What every command takes, before its name or after. */
export const output = choiceFlag({
  name: "output",
  words: FORMATS,
  summary: "How the result is written (default text)",
});
export const json = switchFlag({ name: "json", summary: "The same as --output json" });
export const quiet = switchFlag({ name: "quiet", summary: "Only the result, and what went wrong" });
export const verbose = switchFlag({ name: "verbose", summary: "Also what the models say, and what tools give back" });
export const debug = switchFlag({ name: "debug", summary: "Show where an unexpected fault came from" });
export const noInput = switchFlag({ name: "no-input", summary: "Ask nothing, even in a terminal (implied by CI)" });
export const color = choiceFlag({ name: "color", words: COLOUR_WORDS, summary: "Colours (default auto)" });
export const cwd = textFlag({ name: "cwd", short: "C", value: "DIR", summary: "Work in this folder" });
export const help = switchFlag({ name: "help", short: "h", summary: "Say what the command does" });
export const version = switchFlag({ name: "version", short: "v", summary: "Print the version" });

export const GLOBAL_FLAGS: readonly Flag<unknown>[] = [
  output,
  json,
  quiet,
  verbose,
  debug,
  noInput,
  color,
  cwd,
  help,
  version,
];

/** What every command takes that reads roles, skills and config from their layers. */
export const trust = switchFlag({ name: "trust", summary: "Use everything in .polyglav, for this command" });
export const config = textFlag({ name: "config", value: "FILE", summary: "One more config file, over all others" });
export const noLocal = switchFlag({ name: "no-local", summary: "Ignore .polyglav" });
export const cap = listFlag({
  name: "cap",
  value: "CATEGORY=WORD,…",
  summary: "At most this, for this command, such as bash=deny",
});
export const mode = textFlag({
  name: "mode",
  value: "MODE",
  summary: "Cap with a mode: plan, build or one of the config",
});

export const LAYER_FLAGS: readonly Flag<unknown>[] = [trust, config, noLocal, cap, mode];
