import { act } from "../programs/act.ts";
import { isNumber } from "../words/arithmetic.ts";
import { assign, setByName } from "../words/assignment.ts";
import type { Call, Context } from "../context.ts";
import { show } from "../findings.ts";
import { listed } from "../listed.ts";
import { isGiven, optionsOf, parseOptions } from "../programs/options.ts";
import { setParameters } from "../words/parameters.ts";
import { type Reading, sourceOf } from "../words/reading.ts";
import { type Flow, unchanged, unsure } from "../state.ts";
import { readJoined } from "./texts.ts";

/** `export`, `declare` and the like. */
export function declare({ words, args, state, context }: Call): Flow {
  act(words, context);
  for (const word of args) {
    if (!/^[-+]/.test(word.head)) assign(word, context);
    else if (word.text === undefined || /[ni]/.test(word.text))
      context.found.advise(`what it declares can run commands when it is used: ${show(sourceOf(words))}`);
  }
  return unchanged(state);
}

/** `read`, `mapfile` and `getopts`, by the options that they take and the operands that are variables. */
export function setting(options: string, from: number): (call: Call) => Flow {
  const known = optionsOf(options);
  return ({ words, args, state, context }) => {
    act(words, context);
    const parsed = parseOptions(args, known);
    for (const { kind, value } of parsed.given) {
      if (value === undefined) continue;
      if (kind === "text") readJoined([value], state, context);
      else if (kind === "name") setByName(value, context);
    }
    for (const word of parsed.operands.slice(from, from === 1 ? 2 : undefined)) setByName(word, context);
    return unchanged(state);
  };
}

/** `printf`, which sets a variable with `-v`. */
export function print({ words, args, state, context }: Call): Flow {
  act(words, context);
  const [first, second] = args;
  if (first?.head.startsWith("-v") === true) {
    const name =
      first.text === "-v" ? second : first.text === undefined ? first : { ...first, text: first.text.slice(2) };
    if (name !== undefined) setByName(name, context);
  } else if (first?.head === "" && first.text === undefined) setByName(first, context);
  return unchanged(state);
}

/** `let`: each word is arithmetic. */
export function calculate({ words, args, state, context }: Call): Flow {
  act(words, context);
  if (!args.every(({ text }) => text !== undefined && isNumber(text)))
    context.found.advise(`arithmetic with variables can run commands: ${show(sourceOf(words))}`);
  return unchanged(state);
}

/** `test` and `[`, whose `-v` looks up a variable. */
export function test({ words, args, state, context }: Call): Flow {
  act(words, context);
  const isLookup = args.some((word, index) => {
    const next = args[index + 1];
    const isOperator = word.text === undefined ? word.head === "" : word.text === "-v" || word.text === "-R";
    return word.splits || (isOperator && next !== undefined && (next.text === undefined || next.text.includes("[")));
  });
  if (isLookup) context.found.advise(`a test of a variable can run commands: ${show(sourceOf(words))}`);
  return unchanged(state);
}

/** `unset`, of variables and of functions. */
export function unset({ words, args, state, context }: Call): Flow {
  act(words, context);
  for (const word of args) if (!/^-[fvn]+$/.test(word.text ?? "")) setByName(word, context, true);
  return unchanged(unsure(state));
}

/** Options of the shell that change nothing about what a command line means. */
const HARMLESS = listed(
  "errexit nounset pipefail xtrace verbose noclobber noglob notify inherit_errexit nullglob failglob",
);

/** Tells whether an option of the shell leaves the meaning of its commands alone. */
export const isHarmlessOption = (name: string | undefined): boolean => name !== undefined && HARMLESS.includes(name);

/** `set`: options of the shell, and what `$1` and the others stand for. */
export function set({ words, args, state, context }: Call): Flow {
  act(words, context);
  let i = 0;
  for (; i < args.length; i += 1) {
    const { text, head } = args[i] ?? { text: "", head: "" };
    if (text === "--" || text === "-") {
      i += 1;
      break;
    }
    if (text !== undefined && !/^[-+]./.test(text)) break;
    if (text === undefined && head !== "" && !/^[-+]/.test(head)) break;
    const letters = text?.slice(1) ?? "?";
    const isNamed = letters.endsWith("o");
    if (isNamed) i += 1;
    const name = args[i];
    const isFine = /^[euxvCbf]*o?$/.test(letters) && (!isNamed || name === undefined || isHarmlessOption(name.text));
    if (!isFine) adviseShell(words, context);
  }
  setParameters(args.slice(i), context);
  return unchanged(state);
}

/** `shopt` */
export function shopt({ words, args, state, context }: Call): Flow {
  act(words, context);
  const parsed = parseOptions(args, optionsOf("s u p q o"));
  const isSetting = isGiven(parsed, "s u") || args.some(({ text }) => text === undefined);
  if (isSetting && !parsed.operands.every(({ text }) => isHarmlessOption(text))) adviseShell(words, context);
  return unchanged(state);
}

/** What changes how the shell reads or finds commands from there on. */
export function changeShell({ words, context, state }: Call): Flow {
  act(words, context);
  adviseShell(words, context);
  return unchanged(state);
}

function adviseShell(words: readonly Reading[], { found }: Context): void {
  found.advise(`it changes how later commands are read or found: ${show(sourceOf(words))}`);
}
