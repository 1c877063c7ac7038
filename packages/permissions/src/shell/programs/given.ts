import type { Call, Context } from "../context.ts";
import { show } from "../findings.ts";
import type { Given, OptionKind, Options, ParsedOptions } from "./options.ts";
import { fill } from "./operands.ts";
import { behind, type Reading, sourceOf } from "../words/reading.ts";
import type { State } from "../state.ts";
import { readJoined } from "../builtins/texts.ts";
import { isOpen, touch } from "../touch.ts";

/** Looks at the value of an option: a file, or something that is run. */
export function useValue({ kind, value }: Given, { context, words, state }: Call, inside: State = state): void {
  if (kind === "launch" || kind === "starts") adviseStart(words, context);
  if (value === undefined) return;
  if (kind === "read" || kind === "edit" || kind === "list" || kind === "run") touch(kind, value, inside, context);
  if (kind === "run" && (value.text === "-" || isOpen(value.text ?? ""))) adviseInput(words, context);
  if (kind === "fill") useFolder(value, inside, context);
  // Some tools start what follows such a sign, instead of writing there.
  if (kind === "edit" && /^[|!]/.test(value.head)) {
    adviseStart(words, context);
    readJoined([behind(value, 1)], inside, context);
  }
  if (kind === "text" || kind === "launch") readJoined([value], inside, context);
}

function useFolder(folder: Reading, state: State, context: Context): void {
  touch("edit", folder, state, context);
  fill(state, context, folder);
}

/** Says that what is given to a tool makes it start a program. */
export function adviseStart(words: readonly Reading[], { found }: Context): void {
  found.advise(`an option of it starts a program: ${show(sourceOf(words))}`);
}

/** Says that a program runs what it reads. */
export function adviseInput(words: readonly Reading[], { found }: Context): void {
  found.advise(`it runs what it reads from its input: ${show(sourceOf(words))}`);
}

/** What options of a tool do that a rule for its command does not expect. */
const MATTERS: readonly OptionKind[] = ["edit", "fill", "text", "launch", "starts"];

/** Says of a word that nobody knows that it may be an option which writes or starts something. */
export function adviseOptions(options: Options, parsed: ParsedOptions, { words, args, context }: Call): void {
  if (![...options.values()].some(({ kind }) => MATTERS.includes(kind))) return;
  if (mayHoldOption(parsed, args)) adviseUnsure(words, context);
}

/** Tells whether a word may turn out to be an option. */
export function mayHoldOption({ given, hasEnd }: ParsedOptions, args: readonly Reading[]): boolean {
  const end = hasEnd ? args.findLastIndex(({ text }) => text === "--") : args.length;
  return args.slice(0, end).some((word) => {
    if (!mayBeAnything(word)) return given.some(({ kind, name }) => kind === undefined && name === word.source);
    return word.splits || !given.some(({ value }) => value === word);
  });
}

/** Tells whether nothing is known of a word, such as `"$X"`, so that it may look like an option. */
export const mayBeAnything = ({ text, mask, head }: Reading): boolean =>
  text === undefined && mask === undefined && head === "";

/** Says that nobody knows what a tool is told to do. */
export function adviseUnsure(words: readonly Reading[], { found }: Context): void {
  found.advise(`a word of it may be an option that writes or starts something: ${show(sourceOf(words))}`);
}

/** Says that an option is not known, and with it not where the command begins. */
export function adviseUnknownOptions({ given }: ParsedOptions, words: readonly Reading[], context: Context): void {
  if (given.some((each) => isUnknownOption(each) || each.value?.splits === true)) adviseBeginning(words, context);
}

/** Says that nobody knows which of the words are the command that is run. */
export function adviseBeginning(words: readonly Reading[], { found }: Context): void {
  found.advise(`where the command in it begins is not sure: ${show(sourceOf(words))}`);
}

/** Tells whether an option may take a word for all we know. */
export const isUnknownOption = ({ kind, name }: Given): boolean =>
  kind === undefined && !/^\d+$/.test(name) && name !== "help" && name !== "version";
