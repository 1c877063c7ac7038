import { act } from "./act.ts";
import { assign } from "../words/assignment.ts";
import type { Call } from "../context.ts";
import { show } from "../findings.ts";
import { moved } from "../builtins/folders.ts";
import { adviseBeginning, adviseUnknownOptions } from "./given.ts";
import { isGiven, optionsOf, parseOptions } from "./options.ts";
import { filledIn, known, type Reading, sourceOf, unknown } from "../words/reading.ts";
import { touch } from "../touch.ts";

const ENV = optionsOf(
  `
    i ignore-environment 0 null u: unset: C: chdir: S: split-string: v debug block-signal~ default-signal~
    ignore-signal~ list-signal-handling a: argv0: P:
  `,
);

/** `env`, which sets variables, and takes words out of one with `-S`. */
export function readEnv(call: Call): void {
  const { words, args, state, context } = call;
  const parsed = parseOptions(args, ENV, true);
  adviseUnknownOptions(parsed, words, context);
  const split = parsed.given.find(({ name }) => name === "S" || name === "split-string")?.value;
  if (split !== undefined) {
    const texts = splitWords(split.text);
    if (texts === undefined) {
      adviseBeginning(words, context);
      act(words, context);
      if (split.text !== undefined) context.read.text(split.text, state, context);
      return;
    }
    // The words take the place of the option.
    readEnv({ ...call, args: [...texts.map((text) => known(text)), ...parsed.operands] });
    return;
  }
  const folder = parsed.given.find(({ name }) => name === "C" || name === "chdir")?.value;
  const inside = folder === undefined ? state : moved(state, folder, true, context);
  const operands = parsed.operands[0]?.text === "-" ? parsed.operands.slice(1) : parsed.operands;
  const end = operands.findIndex(({ head }) => !head.includes("="));
  const prefix = end < 0 ? operands : operands.slice(0, end);
  for (const each of prefix) {
    assign(each, context);
    if (each.text === undefined)
      context.found.advise(`what a variable is set to is decided only when it runs: ${show(each.source)}`);
  }
  if (end < 0) act(words, context);
  else {
    context.read.words(operands.slice(end), inside, context, { isProgram: true, prefix, input: call.input });
  }
}

/** The words of `env -S`, where they are plain. */
function splitWords(text: string | undefined): readonly string[] | undefined {
  if (text === undefined || /[\\"'$#]/.test(text)) return undefined;
  return text.split(/\s+/).filter((word) => word !== "");
}

const XARGS = optionsOf(
  `
    0 null a< arg-file< d: delimiter: E: e~ eof~ I: i~ replace~ J: L: l~ max-lines~ n: max-args: o open-tty P:
    max-procs: p interactive r no-run-if-empty R: S: s: max-chars: t verbose x exit show-limits process-slot-var:
  `,
);

/** `xargs`: the command gets words that it reads from its input. */
export function readXargs(call: Call): void {
  const { words, args, state, context } = call;
  const parsed = parseOptions(args, XARGS, true);
  adviseUnknownOptions(parsed, words, context);
  for (const { kind, value } of parsed.given)
    if (kind === "read" && value !== undefined) touch("read", value, state, context);
  const inner = parsed.operands.length === 0 ? [known("echo")] : parsed.operands;
  const marks = parsed.given.filter(({ name }) => ["I", "i", "J", "replace"].includes(name)).map(({ value }) => value);
  const mark = marks.length === 0 ? undefined : marks.at(-1);
  const isFilled = marks.length > 0;
  if (mark !== undefined && mark.text === undefined) adviseUnsureMark(words, context);
  const filled = isFilled
    ? inner.map((word) => filledIn(word, mark?.text === undefined || mark.text === "" ? "{}" : mark.text))
    : [...inner, unknown("(input of xargs)", { splits: true })];
  context.read.words(filled, state, context, { isProgram: true });
}

function adviseUnsureMark(words: readonly Reading[], { found }: Call["context"]): void {
  found.advise(`which words are replaced is decided only when it runs: ${show(sourceOf(words))}`);
}

const PARALLEL = optionsOf(
  `
    0 null j: jobs: P: max-procs: k keep-order I: a< arg-file< d: delimiter: n: N: max-args: max-replace-args: X m L:
    C: colsep: v verbose t bar eta progress dry-run halt: joblog> q quote r no-run-if-empty u ungroup line-buffer lb
    tag tagstring: timeout: retries: delay: results> will-cite bibtex pipe block: citation load: memfree: nice: plus
    shuf trim: wd:
  `,
);

/** `parallel`: a shell runs the text of the command once for each input. */
export function readParallel(call: Call): void {
  const { words, args, state, context } = call;
  const parsed = parseOptions(args, PARALLEL, true);
  adviseUnknownOptions(parsed, words, context);
  act(words, context);
  for (const { kind, value } of parsed.given)
    if (value !== undefined && (kind === "read" || kind === "edit")) touch(kind, value, state, context);
  const end = parsed.operands.findIndex(({ text }) => (text ?? "").startsWith(":::"));
  const inner = end < 0 ? parsed.operands : parsed.operands.slice(0, end);
  if (
    inner.length === 0 ||
    inner.some(({ text }) => text === undefined) ||
    isGiven(parsed, "I q quote rpl") ||
    inner.some(({ text }) => text?.includes("{="))
  )
    context.found.advise(`which commands it runs is decided only when it runs: ${show(sourceOf(words))}`);
  const text = inner.map((word) => word.text ?? '"$1"').join(" ");
  const hasMark = /\{[^{}\s]*\}/.test(text);
  if (inner.length > 0)
    context.read.text(hasMark ? text.replace(/\{[^{}\s]*\}/g, '"$1"') : `${text} "$1"`, state, context);
}
