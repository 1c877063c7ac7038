import type { OpenAsk } from "@polyglav/engine";
import type { Line } from "../line.ts";
import { visibleLine } from "../visible.ts";
import { wantedBy } from "./ask.ts";
import type { Viewpoint } from "./place.ts";
import { displayWhy } from "./why.ts";

/** What is asked, on one line and never cut. */
export function askedFor({ kind, summary, question, details }: OpenAsk): string {
  if (kind === "direction") return visibleLine(question ?? summary);
  return visibleLine(details === undefined ? summary : wantedBy(details));
}

/** The answers that an ask takes, the first of them as a command line has it. */
export function answersTo({ kind, allowed = [], options = [] }: OpenAsk): readonly [string, ...string[]] {
  if (kind === "direction") {
    const [option = "…"] = options;
    return [flagWords("--text", option)];
  }
  const [first = "deny", ...others] = allowed;
  return [first, ...others];
}

/** How an open ask is answered: the exact command, and what else may be said in it. */
export function answerCommand(ask: OpenAsk, tail: string, id: string = ask.ask): string {
  const [first] = answersTo(ask);
  return `polyglav asks answer ${shellWord(id)} ${first}${tail}`;
}

/** Shows an open ask with the command that answers it. */
export function openAskLines(ask: OpenAsk, tail: string, viewpoint: Viewpoint): readonly Line[] {
  const { kind, role, by, run, details, options = [] } = ask;
  const why = details === undefined ? "" : displayWhy(details.verdict.because, viewpoint);
  const [, ...others] = answersTo(ask);
  const more = kind === "direction" ? options.slice(1).map((option) => `"${visibleLine(option)}"`) : others;
  return [
    [
      ["warn", `  ? ${visibleLine(ask.ask)}`],
      "  ",
      ["name", visibleLine(role)],
      ["dim", by === run ? "" : ` (${visibleLine(by)})`],
      kind === "direction"
        ? " asks: "
        : details?.lift === "elevate"
          ? " asks for more than its role has: "
          : " asks for ",
      askedFor(ask),
      ["dim", why === "" ? "" : ` — ${why}`],
    ],
    [`      ${visibleLine(answerCommand(ask, tail))}`, ["dim", more.length === 0 ? "" : `   (or ${more.join(", ")})`]],
  ];
}

/** Quotes a word for a shell, where it needs that. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A flag with its value; one that begins like a flag stands behind a `=`. */
export const flagWords = (flag: string, value: string): string =>
  `${flag}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`;
