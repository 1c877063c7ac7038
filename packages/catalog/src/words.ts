import { type Decision, DECISIONS, isDecision, parseCarve } from "@polyglav/permissions";
import { type Problem } from "@polyglav/registry";
import { z } from "zod";
import { isObject, type Parsed, problemAt, type Subject, titleOf } from "./subject.ts";

/** A decision for each category that somebody named; `"*"` stands for all that are not named. */
export type Words = Readonly<Record<string, Decision>>;

/** The same in one layer, where `null` takes away what lower layers say about a category. */
export type WrittenWords = Readonly<Record<string, Decision | null>>;

/** A permission field as files write it: a word per category, `"*"` for every category that is not named. */
export const wordsSchema = z.record(z.string(), z.enum(DECISIONS).nullable());

/**
 * Reads a permission field. `parseCarve` decides what each word means: one that it cannot read is `deny`, and so is
 * every category of a field that is no map. What the layers merge is a closed list of words, never a typing error.
 */
export function readWords(written: unknown, field: string, subject: Subject): Parsed<WrittenWords> {
  const { value, problems } = parseCarve(written);
  return {
    value: isObject(written) ? { ...takenAway(written), ...wordsOf(value) } : wordsOf(value),
    problems: problems.map((problem): Problem => {
      const path = problem.category === undefined ? [field] : [field, problem.category];
      const { code, hint, severity } = problem;
      const message = `${problem.message} (${titleOf(subject, path)})`;
      return problemAt(subject, code, path, message, { severity, ...(hint !== undefined && { hint: sentence(hint) }) });
    }),
  };
}

/** Takes the words that are set. */
export function setWords(written: WrittenWords | undefined): Words {
  const set = Object.entries(written ?? {}).filter((entry): entry is [string, Decision] => isDecision(entry[1]));
  return Object.fromEntries(set);
}

const wordsOf = ({ named, star }: ReturnType<typeof parseCarve>["value"]): Words =>
  Object.fromEntries([
    ...Object.entries(named).map(([category, word]): [string, Decision] => [category, word.decision]),
    ...(star === undefined ? [] : [["*", star.decision] as const]),
  ]);

const takenAway = (written: Readonly<Record<string, unknown>>): Readonly<Record<string, null>> =>
  Object.fromEntries(Object.entries(written).flatMap(([category, word]) => (word === null ? [[category, null]] : [])));

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
