import { type Call, mayRepeat } from "../context.ts";
import { combinations, HOLE, known, type Reading } from "../words/reading.ts";

/**
 * The calls that a call may turn out to be where variables in it hold options: `X=-delete; find . $X`. What else they
 * may hold is found with the words themselves.
 */
export function* guessedCalls(call: Call): Generator<Call> {
  const [name, ...args] = call.words;
  const choices = args.map(choicesFor);
  if (name === undefined || choices.every((each) => each.length === 1)) return;
  for (const chosen of combinations(choices)) {
    const guess = chosen.flat();
    if (chosen.every((each, index) => each[0] === args[index]) || !mayRepeat(call.context)) continue;
    yield { ...call, words: [name, ...guess], args: guess };
  }
}

function choicesFor(word: Reading, index: number): readonly (readonly Reading[])[] {
  if (word.text !== undefined) return [[word]];
  const guesses = word.also.filter(
    (texts) => !texts.some((text) => text.includes(HOLE)) && texts.some((text) => index === 0 || MATTERS.test(text)),
  );
  return [[word], ...guesses.map((texts) => texts.map((text) => known(text)))];
}

/** Options, actions of `find`, and what is set by its name: `of=file`. */
const MATTERS = /^[-+!(,;:|@]|=/;
