import { styleText } from "node:util";
import type { Line, Tone } from "./line.ts";

export const COLOUR_WORDS = ["auto", "always", "never"] as const;
export type ColourWord = (typeof COLOUR_WORDS)[number];

export interface ColourQuestion {
  /** What `--color` says. */
  readonly flag: ColourWord;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stream: "stdout" | "stderr";
  readonly isTTY: boolean;
}

/** Services whose log pages render colours although there is no terminal. */
const CI_RENDERERS = ["GITHUB_ACTIONS", "GITLAB_CI", "BUILDKITE", "CIRCLECI", "TRAVIS", "APPVEYOR"];

/**
 * Decides whether a stream gets colours. The first that has a say wins: `--color`, `NO_COLOR`, `FORCE_COLOR`,
 * `TERM=dumb`, a terminal, a CI service that renders colours. An empty variable is as good as none. The last one
 * counts for stderr only: what goes to stdout in CI is captured or piped more often than read.
 */
export function usesColour({ flag, env, stream, isTTY }: ColourQuestion): boolean {
  if (flag !== "auto") return flag === "always";
  if (isSet(env.NO_COLOR)) return false;
  const force = env.FORCE_COLOR;
  if (isSet(force)) return force !== "0" && force !== "false";
  if (env.TERM === "dumb") return false;
  if (isTTY) return true;
  return stream === "stderr" && CI_RENDERERS.some((name) => isSet(env[name]));
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";

const FORMATS = {
  strong: "bold",
  dim: "dim",
  good: "green",
  bad: "red",
  warn: "yellow",
  name: "cyan",
} as const satisfies Record<Tone, string>;

/** Writes a line as one string, with or without colours. */
export function paint(line: Line, colour: boolean): string {
  return line.map((span) => paintSpan(span, colour)).join("");
}

/** Writes lines as one string; each ends with a newline. */
export function paintLines(lines: readonly Line[], colour: boolean): string {
  return lines.map((line) => `${paint(line, colour)}\n`).join("");
}

function paintSpan(span: Line[number], colour: boolean): string {
  if (typeof span === "string") return span;
  const [tone, text] = span;
  return colour && text !== "" ? styleText(FORMATS[tone], text, { validateStream: false }) : text;
}
