import { listed } from "../listed.ts";
import { behind, known, type Reading } from "../words/reading.ts";

/**
 * What an option takes. `flag`: nothing; `attached`: what is written right behind it, or nothing; `value`: a value
 * that is no matter here; the others take a file, the text of a shell, a program to
 * start, or a variable.
 */
export type OptionKind =
  "flag" | "attached" | "value" | "read" | "edit" | "list" | "fill" | "run" | "text" | "launch" | "name" | "starts";

export interface Option {
  readonly kind: OptionKind;
  /** Whether it takes its value in some of the programs of that name alone, so that it is read both ways. */
  readonly isDoubtful: boolean;
}

/** The options of a program by their names, without dashes but for words behind one dash. */
export type Options = ReadonlyMap<string, Option>;

/** An option of a command, as it is written. */
export interface Given {
  readonly name: string;
  /** `undefined` for an option that the program has but we do not know. */
  readonly kind: OptionKind | undefined;
  readonly value: Reading | undefined;
  /** Whether the value is the next word, which may be no value but what it would be without the option. */
  readonly isDoubtful?: boolean;
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
  "^": "fill",
  "&": "run",
  $: "text",
  "!": "launch",
  "=": "name",
  "?": "starts",
};

/**
 * Reads options as our tables write them: names without dashes, one letter or a word, with a mark for what each takes.
 * `~` attached, `:` value, `<` file that is read, `>` file that is written, `@` folder that is listed, `^` folder that is filled, `&` file with
 * commands, `$` text that a shell runs, `!` program that is started, `=` variable that
 * is set, `?` nothing, but a program is started by it. A `%` behind it: not in all of the programs that are meant.
 * With a dash in front a name is a word behind one dash, such as `-wrapper`; where one dash stands alone, letters never
 * stand in a row.
 */
export function optionsOf(written: string): Options {
  const options = new Map<string, Option>();
  for (const each of listed(written)) {
    const isDoubtful = each.endsWith("%");
    const marked = isDoubtful ? each.slice(0, -1) : each;
    const kind = MARKS[marked.slice(-1)];
    const name = kind === undefined ? marked : marked.slice(0, -1);
    options.set(name, { kind: kind ?? (isDoubtful ? "value" : "flag"), isDoubtful });
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
  // What may be a value is not taken away.
  const next: Next = (isDoubtful) => words[isDoubtful ? i + 1 : (i += 1)];
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
    else given.push(...(readWhole(word, options, next) ?? readLetters(word, options, next)));
  }
  return { hasEnd, given, operands };
}

type Next = (isDoubtful: boolean) => Reading | undefined;

function readLong(word: Reading, options: Options, next: Next): readonly Given[] {
  const [whole = "", name = "", sign] = /^--([^=]*)(=?)/s.exec(word.head) ?? [];
  const names =
    name.length > 1 && options.has(name)
      ? [name]
      : [...options.keys()].filter((each) => each.length > 1 && each.startsWith(name));
  // It may go on with anything.
  if (word.text === undefined && sign !== "=") return [{ name: word.source, kind: undefined, value: undefined }];
  const found = names.map((each) => ({ name: each, ...(options.get(each) ?? FLAG) }));
  const value = sign === "=" ? behind(word, whole.length) : undefined;
  if (found.length === 0) return [{ name, kind: undefined, value }];
  const taking = found.filter(({ kind }) => isTaking(kind));
  const isDoubtful = value === undefined && taking.some((each) => each.isDoubtful);
  const taken = value ?? (taking.length > 0 ? next(isDoubtful) : undefined);
  return found.map(({ name: each, kind }) => ({
    name: each,
    kind,
    value: kind === "flag" ? undefined : taken,
    isDoubtful: isDoubtful && isTaking(kind),
  }));
}

const FLAG: Option = { kind: "flag", isDoubtful: false };

const isTaking = (kind: OptionKind): boolean => kind !== "flag" && kind !== "attached" && kind !== "starts";

/** Reads a word behind one dash that is an option as a whole. */
function readWhole(word: Reading, options: Options, next: Next): readonly Given[] | undefined {
  const [whole = "", name = "", sign] = /^(-[^=]+)(=?)/s.exec(word.head) ?? [];
  const { kind, isDoubtful } = options.get(name) ?? FLAG;
  if (!options.has(name) || (word.text === undefined && sign !== "=")) return undefined;
  const attached = sign === "=" ? behind(word, whole.length) : undefined;
  const value = attached ?? (isTaking(kind) ? next(isDoubtful) : undefined);
  return [{ name: name.slice(1), kind, value, isDoubtful: isDoubtful && attached === undefined }];
}

function readLetters(word: Reading, options: Options, next: Next): readonly Given[] {
  const given: Given[] = [];
  const letters =
    options.has("-") && !isTaking((options.get(word.head.charAt(1)) ?? FLAG).kind) ? word.head.slice(0, 2) : word.head;
  for (let at = 1; at < letters.length; at += 1) {
    const name = letters.charAt(at);
    const { kind, isDoubtful = false } = options.get(name) ?? {};
    if (kind === undefined || kind === "flag" || kind === "starts") {
      given.push({ name, kind, value: undefined });
      continue;
    }
    const rest = behind(word, at + 1);
    const isNext = rest.text === "" && kind !== "attached";
    const value = isNext ? next(isDoubtful) : rest;
    given.push({ name, kind, value: value ?? known(""), isDoubtful: isDoubtful && isNext });
    // The letters behind one that may take no value are options, too.
    if (!isDoubtful) return given;
  }
  // Letters that nobody knows may follow.
  return word.text === undefined ? [...given, { name: word.source, kind: undefined, value: undefined }] : given;
}

/** Tells whether one of some options is given, `--` among them. */
export const isGiven = ({ given, hasEnd }: ParsedOptions, names: string): boolean =>
  listed(names).some((name) => (name === "--" ? hasEnd : given.some((each) => each.name === name)));
