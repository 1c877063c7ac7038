import { nearest } from "@polyglav/catalog/spelling";
import type { AskAnswer, OpenAsk } from "@polyglav/engine";
import { SAYS, type Say } from "@polyglav/permissions/gate";
import { usageError } from "../command-error.ts";
import { answersTo } from "../view/open-ask.ts";

/** An answer as a command line says it. */
export interface WrittenAnswer {
  /** One of the words of {@link SAYS}. */
  readonly word: string | undefined;
  readonly because: string | undefined;
  readonly text: string | undefined;
  readonly pattern: string | undefined;
}

/** Reads an answer for the ask that it is for. Throws a usage error for one that this ask does not take. */
export function answerOf({ word, because, text, pattern }: WrittenAnswer, ask: OpenAsk, name: string): AskAnswer {
  const cannot = (state: string, hint: string): Error => usageError(`Cannot answer "${name}": ${state}`, hint);
  const command = `polyglav asks answer ${name}`;
  if (ask.kind === "direction") {
    if (text === undefined)
      throw cannot("it is a question, and takes words of yours", `Such as: ${command} ${answersTo(ask)[0]}`);
    if (because !== undefined || pattern !== undefined)
      throw cannot("it is a question, and takes --text alone", "Leave the rest out");
    return { say: "text", text };
  }
  const offered = answersTo(ask).join(", ");
  if (text !== undefined) throw cannot("it asks for a permission, and takes no --text", `It takes ${offered}`);
  if (word === undefined) throw cannot("the answer is missing", `It takes ${offered}`);
  const say = sayOf(word);
  if (ask.allowed !== undefined && !ask.allowed.includes(say))
    throw cannot(`"${say}" is not offered there`, `It takes ${offered}`);
  if (say === "deny") {
    if (pattern !== undefined) throw cannot("--pattern is for a yes that stands", "Leave it out");
    return because === undefined ? { say } : { say, because };
  }
  if (because !== undefined) throw cannot("--because is for deny", "Leave it out");
  if (pattern === undefined) return { say };
  if (say === "once")
    throw cannot("--pattern is for a yes that stands", "Say run, session or project, or leave it out");
  return { say, pattern };
}

/** Whether a word is an answer, so that the id may be left out before it. */
export const isAnswerWord = (word: string): boolean => SAYS.some((one) => one === word);

function sayOf(word: string): Say {
  const say = SAYS.find((one) => one === word);
  if (say !== undefined) return say;
  const near = nearest(word, SAYS);
  throw usageError(
    `Cannot read the answer "${word}": it is ${SAYS.join(", ")}, or --text`,
    near === undefined ? undefined : `Did you mean "${near}"?`,
  );
}
