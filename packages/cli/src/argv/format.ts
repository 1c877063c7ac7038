import { FORMATS, type Format } from "./global-flags.ts";

/**
 * Finds the format that a command line asks for before anything else is understood, so that even an unknown flag is
 * reported in it. Looks no further than `--`. A format that does not exist is text.
 */
export function requestedFormat(argv: readonly string[]): Format {
  let format: Format = "text";
  for (const [index, word] of argv.entries()) {
    if (word === "--") break;
    if (word === "--json" && format === "text") format = "json";
    const written = word === "--output" ? argv[index + 1] : /^--output=(.*)$/s.exec(word)?.[1];
    format = FORMATS.find((one) => one === written) ?? format;
  }
  return format;
}
