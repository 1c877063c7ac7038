import { CATEGORIES, DECISIONS, isDecision, meet, parseCarve, type PartialCarve } from "@polyglav/permissions";
import { usageError } from "../command-error.ts";

/**
 * Reads the words of `--cap`: of this command line, and those that a run was begun with, whose stricter word of each
 * category counts. Throws a usage error for what is not `category=word`.
 */
export function readCapWords(written: readonly string[], before: readonly string[] = []): PartialCarve | undefined {
  if (written.length + before.length === 0) return undefined;
  const [now, then] = [wordsOf(written), wordsOf(before)];
  const words = new Map<string, string>();
  for (const category of [...now.keys(), ...then.keys()]) {
    words.set(category, stricter(wordFor(category, now), wordFor(category, then)));
  }
  const all = [...written, ...before].join(",");
  const { value, problems } = parseCarve(Object.fromEntries(words), { source: { path: "--cap" } });
  const [problem] = problems;
  if (problem === undefined) return value;
  const hint = problem.hint ?? `The words are ${DECISIONS.join(", ")}; the categories are ${CATEGORIES.join(", ")}`;
  throw wrong(all, problem.message, hint);
}

function wordsOf(written: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const each of written) {
    const cut = each.indexOf("=");
    if (cut < 0) throw wrong(each, "it is not CATEGORY=WORD", "Such as --cap bash=ask,web=deny");
    const category = each.slice(0, cut);
    if (words.has(category)) throw wrong(written.join(","), `it has two words for ${category}`, "Write one of them");
    words.set(category, each.slice(cut + 1));
  }
  return words;
}

const wordFor = (category: string, words: ReadonlyMap<string, string>): string =>
  words.get(category) ?? words.get("*") ?? "allow";

/** A word that is none stays, so that it is refused by name. */
function stricter(one: string, other: string): string {
  if (!isDecision(one)) return one;
  return isDecision(other) ? meet(one, other) : other;
}

function wrong(written: string, why: string, hint: string): Error {
  return usageError(`Cannot read --cap "${written}": ${why}`, hint.charAt(0).toUpperCase() + hint.slice(1));
}
