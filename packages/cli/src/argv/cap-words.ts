import { CATEGORIES, DECISIONS, parseCarve, type PartialCarve } from "@polyglav/permissions";
import { usageError } from "../command-error.ts";

/** Reads the words of `--cap`. Throws a usage error for what is not `category=word`. */
export function readCapWords(written: readonly string[]): PartialCarve | undefined {
  if (written.length === 0) return undefined;
  const words = written.map((each) => {
    const cut = each.indexOf("=");
    if (cut < 0) throw wrong(each, "it is not CATEGORY=WORD", "Such as --cap bash=ask,web=deny");
    return [each.slice(0, cut), each.slice(cut + 1)] as const;
  });
  const twice = words.find(([category], index) => words.findIndex(([other]) => other === category) !== index);
  if (twice !== undefined) throw wrong(written.join(","), `it has two words for ${twice[0]}`, "Write one of them");
  const { value, problems } = parseCarve(Object.fromEntries(words), { source: { path: "--cap" } });
  const [problem] = problems;
  if (problem === undefined) return value;
  const hint = problem.hint ?? `The words are ${DECISIONS.join(", ")}; the categories are ${CATEGORIES.join(", ")}`;
  throw wrong(written.join(","), problem.message, hint);
}

function wrong(written: string, why: string, hint: string): Error {
  return usageError(`Cannot read --cap "${written}": ${why}`, hint.charAt(0).toUpperCase() + hint.slice(1));
}
