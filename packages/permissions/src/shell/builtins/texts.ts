import { act } from "../programs/act.ts";
import { type Call, type Context, mayRepeat } from "../context.ts";
import { show } from "../findings.ts";
import { isGiven, optionsOf, parseOptions } from "../programs/options.ts";
import { combinations, HOLE, type Reading, sourceOf } from "../words/reading.ts";
import { anywhere, ended, type Flow, type State, unchanged, unsure } from "../state.ts";
import { touch } from "../touch.ts";

/** Reads words that a shell takes for its text, joined by spaces. `undefined` when nobody knows that text. */
export function readJoined(words: readonly Reading[], state: State, context: Context): Flow | undefined {
  const texts = words.map(({ text }) => text);
  if (!texts.includes(undefined)) return context.read.text(texts.join(" "), state, context);
  context.found.advise(`it runs a text that is made only when it runs: ${show(sourceOf(words))}`);
  const choices = words.map(({ text, also }) => (text === undefined ? also : [[text]]));
  for (const chosen of combinations(choices)) {
    const guess = chosen.flat().join(" ");
    if (!guess.includes(HOLE) && mayRepeat(context)) context.read.text(guess, state, context);
  }
  return undefined;
}

/** `eval` */
export function evaluate({ words, args, state, context }: Call): Flow {
  const texts = args[0]?.text === "--" ? args.slice(1) : args;
  if (texts.every(({ text }) => text?.trim() === "")) act(words, context);
  const flow = readJoined(texts, state, context);
  if (flow === undefined) act(words, context);
  return flow ?? unchanged(anywhere(state));
}

/** `trap`: its text runs later, wherever the shell stands then. */
export function trap({ words, args, state, context }: Call): Flow {
  const { given, operands } = parseOptions(args, optionsOf("l p P"));
  const [text, ...signals] = operands;
  const isReset =
    text === undefined ||
    signals.length === 0 ||
    text.text === "" ||
    text.text === "-" ||
    /^\d+$/.test(text.text ?? "");
  if (given.length > 0 || isReset) act(words, context);
  else if (readJoined([text], anywhere(state), context) === undefined) act(words, context);
  return unchanged(state);
}

/** `source` and `.`: nobody here reads the file. */
export function source({ words, args, state, context }: Call): Flow {
  act(words, context);
  const [file] = args[0]?.text === "--" ? args.slice(1) : args;
  if (file !== undefined) touch("run", file, state, context);
  context.found.advise(`it runs the commands of a file that nobody here reads: ${show(file?.source ?? "")}`);
  return unchanged(anywhere(unsure(state)));
}

/** `exec`: the command takes the place of the shell. */
export function replaceShell({ words, args, state, context }: Call): Flow {
  const { operands } = parseOptions(args, optionsOf("c l a:"), true);
  if (operands.length === 0) {
    act(words, context);
    return unchanged(state);
  }
  context.read.words(operands, state, context, { isProgram: true });
  return { ok: ended(state), fail: state };
}

/** `command` and `builtin`: the same command, but no function of that name. */
export function skipFunctions({ words, args, state, context }: Call): Flow {
  const parsed = parseOptions(args, optionsOf("p v V"), true);
  if (parsed.operands.length > 0 && !isGiven(parsed, "v V")) {
    return context.read.words(parsed.operands, state, context, { isProgram: true });
  }
  act(words, context);
  return unchanged(state);
}

/** `jobs`, which runs a command with `-x`. */
export function jobs({ words, args, state, context }: Call): Flow {
  if (args[0]?.text === "-x") return context.read.words(args.slice(1), state, context, { isProgram: true });
  act(words, context);
  return unchanged(state);
}

/** `exit`: nothing of this shell runs after it. */
export function exit({ words, args, state, context }: Call): Flow {
  act(words, context);
  const [code, ...others] = args;
  const isSure = others.length === 0 && (code === undefined || /^\d+$/.test(code.text ?? ""));
  return isSure ? unchanged(ended(state)) : unchanged(state);
}

/** `break`, `continue` and `return`: what stands behind the loop or the call may run next. */
export function jump({ words, state, context }: Call): Flow {
  act(words, context);
  for (const states of context.jumps) states.push(state);
  return unchanged(state);
}
