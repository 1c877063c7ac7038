import type { Call, Context } from "../context.ts";
import { show } from "../findings.ts";
import type { Given, ParsedOptions } from "./options.ts";
import { type Reading, sourceOf } from "../words/reading.ts";
import type { State } from "../state.ts";
import { readJoined } from "../builtins/texts.ts";
import { touch } from "../touch.ts";

/** Looks at the value of an option: a file, or something that is run. */
export function useValue({ kind, value }: Given, { context, words, state }: Call, inside: State = state): void {
  if (kind === "launch" || kind === "starts")
    context.found.advise(`an option of it starts a program: ${show(sourceOf(words))}`);
  if (value === undefined) return;
  if (kind === "read" || kind === "edit" || kind === "list" || kind === "run") touch(kind, value, inside, context);
  if (kind === "text" || kind === "launch") readJoined([value], inside, context);
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
