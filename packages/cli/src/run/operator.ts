import type { Operator, Question } from "@polyglav/engine";
import { type Answer, type Ask, confirming } from "@polyglav/permissions/gate";
import type { Line } from "../line.ts";
import type { Viewpoint } from "../view/place.ts";
import { wantedBy, whyAskedLines } from "../view/ask.ts";
import { visible, visibleLine } from "../visible.ts";
import type { Roster } from "./roster.ts";
import type { Terminal, Unclear } from "./terminal.ts";

export interface OperatorOptions {
  readonly consent: "yes" | "no" | "ask";
  /** Whether a person is there. */
  readonly interactive: boolean;
  readonly terminal: Terminal;
  readonly viewpoint: Viewpoint;
  /** Writes lines to stderr; the last one without its newline, so that the answer stands behind it. */
  readonly prompt: (lines: readonly Line[]) => Promise<void>;
  /** Who works on the run; where it is absent everybody is called by their role. */
  readonly roster?: Pick<Roster, "nameOf" | "askedBy">;
}

/**
 * Chooses who answers. `--no`: nobody. A person at a terminal: that person, and with `--yes` only for what a standing
 * yes cannot confirm. Without one, `--yes` confirms. Otherwise nobody: what must be asked for is refused at once.
 */
export function chooseOperator(options: OperatorOptions): Operator | undefined {
  const { consent, interactive } = options;
  if (consent === "no") return undefined;
  if (!interactive) return consent === "yes" ? confirming : undefined;
  const person = atTerminal(options);
  if (consent === "ask") return person;
  return { ...person, answer: (ask, signal) => (ask.lift === "confirm" ? confirming : person).answer(ask, signal) };
}

function atTerminal({ terminal, viewpoint, prompt, roster }: OperatorOptions): Required<Operator> {
  // Looked up when the question is shown: until its turn comes, others may have begun.
  const nameOf = (run: string | undefined, role: string): string => roster?.nameOf(run, role) ?? role;
  return {
    answer: async (ask, signal) => {
      const { holder, role = holder } = ask;
      const show = () => prompt(askLines(ask, nameOf(holder, role), viewpoint));
      const line = await terminal.ask(show, signal, explaining(ask, prompt));
      return readAnswer(line, ask) ?? { say: "deny" };
    },
    direct: async (question, signal) => {
      const line = await terminal.ask(
        () => prompt(questionLines(question, nameOf(roster?.askedBy(question.id), question.role))),
        signal,
      );
      return readChoice(line, question.options);
    },
  };
}

/** How often a word that is no answer is asked about again; then it is a no. */
const MOST_TRIES = 3;

/** What is shown after a line that is no answer: the answers, where `?` asks for them, and the question once more. */
function explaining(ask: Ask, prompt: OperatorOptions["prompt"]): Unclear {
  let tries = 0;
  return (line) => {
    if (readAnswer(line, ask) !== undefined) return undefined;
    if (tries >= MOST_TRIES) return undefined;
    tries += 1;
    const said = line.trim();
    const lines: readonly Line[] =
      said === "?" ? meaningLines(ask) : [[["warn", `"${visibleLine(said)}" is no answer here. `], "? explains them"]];
    return () => prompt([...lines, wantLine(ask)]);
  };
}

/**
 * Only a plain yes is a yes: `once` or `y` for this call, and where they are offered `run`, `session` and `project` or
 * their first letter, with a star for the wider pattern that was shown. `no: because …` tells the model why. An empty line
 * is a no; `undefined` is what nobody understands.
 */
export function readAnswer(
  line: string | undefined,
  { allowed, wider }: Pick<Ask, "allowed" | "wider">,
): Answer | undefined {
  if (line === undefined) return { say: "deny", because: "nobody answered" };
  const said = line.trim();
  if (said === "") return { say: "deny" };
  const [, written = "", star] = /^([a-z]+)(\*?)$/i.exec(said) ?? [];
  const word = written.toLowerCase();
  if (star === "" && ["y", "yes", "once"].includes(word)) return { say: "once" };
  const say = STANDING.find((one) => word === one || word === one.charAt(0));
  const [offered] = wider;
  if (say !== undefined && allowed.includes(say) && (star === "" || offered !== undefined))
    return { say, ...(star === "*" && offered !== undefined && { pattern: offered.pattern }) };
  const because = /^(?:no?|deny)\b[\s:,.-]*(.*)$/is.exec(said)?.[1];
  return because === undefined ? undefined : because === "" ? { say: "deny" } : { say: "deny", because };
}

const STANDING = ["run", "session", "project"] as const;

/** The answers in two lines. */
function meaningLines({ allowed }: Ask): readonly Line[] {
  const standing = STANDING.filter((word) => allowed.includes(word));
  const more = standing.map((word) => `, ${word} (${word.charAt(0)}): ${LASTS[word]}`).join("");
  return [
    [["dim", `  once (y): this call${more}`]],
    [["dim", "  deny (n), or an empty line: no; no: because … tells the model why"]],
  ];
}

const LASTS: Readonly<Record<(typeof STANDING)[number], string>> = {
  run: "for the rest of the run",
  session: "for 12 hours",
  project: "in this project, for 30 days",
};

/** The number of an option, or any other text as it is; an empty line is no answer. */
export function readChoice(line: string | undefined, options: readonly string[]): string | undefined {
  const said = line?.trim() ?? "";
  if (said === "") return undefined;
  return (/^\d{1,3}$/.test(said) ? options[Number(said) - 1] : undefined) ?? said;
}

function askLines(ask: Ask, name: string, viewpoint: Viewpoint): readonly Line[] {
  const { allowed, wider } = ask;
  const who = visibleLine(name);
  const standing = SHOWN.filter((word) => allowed.includes(word));
  const [offered] = wider;
  const stars = standing.map((word) => `${word.charAt(0)}*`).join(" or ");
  return [
    ...whyAskedLines(ask, who, viewpoint),
    ...(offered === undefined || standing.length === 0
      ? []
      : [[["dim", `  ${stars} is for ${visibleLine(offered.text)}`]] satisfies Line]),
    wantLine(ask, who),
  ];
}

/** The question itself. */
function wantLine(ask: Ask, who: string = visibleLine(ask.role ?? ask.holder)): Line {
  const standing = SHOWN.filter((word) => ask.allowed.includes(word));
  return [
    ["warn", "? "],
    `${who} wants `,
    ["strong", visibleLine(wantedBy(ask))],
    ask.lift === "elevate" ? ", which its role denies" : "",
    `. Allow it once${standing.map((word) => `, ${word.charAt(0)} for this ${word}`).join("")}? [y/N] `,
  ];
}

/** What the question names by itself; the rest is behind `?`. */
const SHOWN = ["run", "project"] as const;

function questionLines({ question, context, options }: Question, name: string): readonly Line[] {
  const about = context === undefined ? [] : visible(context).split("\n");
  return [
    [["warn", "? "], `${visibleLine(name)} asks: `, ["strong", visibleLine(question)]],
    ...about.map((line): Line => [["dim", `  ${line}`]]),
    ...options.map((option, index): Line => [`  ${index + 1}) ${visibleLine(option)}`]),
    [options.length === 0 ? "Your answer: " : "A number, or your own words: "],
  ];
}
