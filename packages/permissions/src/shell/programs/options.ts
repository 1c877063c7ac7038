import { behind, known, type Reading } from "../words/reading.ts";

/**
 * What an option takes. `flag`: nothing; `attached`: what is written right behind it, or nothing; `value`: a value
 * that is no matter here; the others take a file, the text of a shell, a program to
 * start, or a variable.
 */
export type OptionKind =
  "flag" | "attached" | "value" | "read" | "edit" | "list" | "run" | "text" | "launch" | "name" | "starts";

/** The options of a program by their names without dashes. */
export type Options = ReadonlyMap<string, OptionKind>;

/** An option of a command, as it is written. */
export interface Given {
  readonly name: string;
  /** `undefined` for an option that the program has but we do not know. */
  readonly kind: OptionKind | undefined;
  readonly value: Reading | undefined;
}

export interface ParsedOptions {
  /** Whether `--` stands in front of the operands. */
  readonly hasEnd: boolean;
  readonly given: readonly Given[];
  readonly operands: readonly Reading[];
}

const MARKS: Readonly<Record<string, OptionKind>> = {
  "~": "attached",
  ":": "value",
  "<": "read",
  ">": "edit",
  "@": "list",
  "&": "run",
  $: "text",
  "!": "launch",
  "=": "name",
  "?": "starts",
};

/**
 * Reads options as our tables write them: names without dashes, one letter or a word, with a mark for what each takes.
 * `~` attached, `:` value, `<` file that is read, `>` file that is written, `@` folder that is listed, `&` file with
 * commands, `$` text that a shell runs, `!` program that is started, `=` variable that
 * is set, `?` nothing, but a program is started by it.
 */
export function optionsOf(written: string): Options {
  const options = new Map<string, OptionKind>();
  for (const each of written.split(/\s+/)) {
    const kind = MARKS[each.slice(-1)];
    if (each !== "") options.set(kind === undefined ? each : each.slice(0, -1), kind ?? "flag");
  }
  return options;
}

/**
 * Takes the words behind a program apart the way of getopt: letters in a row, long names that may be cut short, `--`.
 * With `stops` the first operand ends it, as where a command follows.
 */
export function parseOptions(words: readonly Reading[], options: Options, stops = false): ParsedOptions {
  const given: Given[] = [];
  const operands: Reading[] = [];
  let hasEnd = false;
  let i = 0;
  const next = (): Reading | undefined => words[(i += 1)];
  for (; i < words.length; i += 1) {
    const word = words[i];
    if (word === undefined) break;
    if (word.text === "--") {
      hasEnd = true;
      operands.push(...words.slice(i + 1));
      break;
    }
    if (!word.head.startsWith("-") || word.text === "-") {
      operands.push(word);
      if (!stops) continue;
      operands.push(...words.slice(i + 1));
      break;
    }
    if (word.head.startsWith("--")) given.push(...readLong(word, options, next));
    else given.push(...readLetters(word, options, next));
  }
  return { hasEnd, given, operands };
}

function readLong(word: Reading, options: Options, next: () => Reading | undefined): readonly Given[] {
  const [whole = "", name = "", sign] = /^--([^=]*)(=?)/s.exec(word.head) ?? [];
  const names =
    name.length > 1 && options.has(name)
      ? [name]
      : [...options.keys()].filter((each) => each.length > 1 && each.startsWith(name));
  const kinds = names.map((each) => [each, options.get(each)] as const);
  const value = sign === "=" ? behind(word, whole.length) : undefined;
  if (kinds.length === 0) return [{ name, kind: undefined, value }];
  const isTaking = kinds.some(([, kind]) => kind !== "flag" && kind !== "attached" && kind !== "starts");
  const taken = value ?? (isTaking ? next() : undefined);
  return kinds.map(([each, kind]) => ({ name: each, kind, value: kind === "flag" ? undefined : taken }));
}

function readLetters(word: Reading, options: Options, next: () => Reading | undefined): readonly Given[] {
  const given: Given[] = [];
  const letters = word.head;
  for (let at = 1; at < letters.length; at += 1) {
    const name = letters.charAt(at);
    const kind = options.get(name);
    if (kind === undefined || kind === "flag" || kind === "starts") {
      given.push({ name, kind, value: undefined });
      continue;
    }
    const rest = behind(word, at + 1);
    const isEnd = rest.text === "";
    const value = kind === "attached" ? rest : isEnd ? next() : rest;
    return [...given, { name, kind, value: value ?? known("") }];
  }
  // Letters that nobody knows may follow.
  return word.text === undefined ? [...given, { name: word.source, kind: undefined, value: undefined }] : given;
}

/** Tells whether one of some options is given, `--` among them. */
export const isGiven = ({ given, hasEnd }: ParsedOptions, names: string): boolean =>
  names.split(" ").some((name) => (name === "--" ? hasEnd : given.some((each) => each.name === name)));
