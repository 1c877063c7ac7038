import { act } from "./act.ts";
import type { Call } from "../context.ts";
import { adviseUnsure, mayBeAnything } from "./given.ts";
import { listed } from "../listed.ts";
import { filledIn, known, type Reading } from "../words/reading.ts";
import { NOWHERE } from "../state.ts";
import { touch } from "../touch.ts";

/** Tests and actions of find that are followed by a word, or two. */
const TAKES_WORD = new Set(
  listed(`
      amin anewer atime cmin cnewer context ctime fstype gid group ilname iname inum ipath iregex iwholename links
      lname maxdepth mindepth mmin mtime name newer path perm printf regex regextype samefile size type uid used user
      wholename xtype Bmin Btime Bnewer flags
    `),
);

/** `find`: what it starts, deletes and writes. */
export function readFind(call: Call): void {
  const { words, args, state, context } = call;
  act(words, context);
  let i = 0;
  while (/^-(?:[HLPEXdsx]+|O\d?|D)$/.test(args[i]?.text ?? "")) i += args[i]?.text === "-D" ? 2 : 1;
  const starts: Reading[] = [];
  for (; i < args.length && !isExpression(args[i]); i += 1) starts.push(args[i] ?? known("."));
  const roots = starts.length === 0 ? [known(".")] : starts;
  if (starts.some(mayBeAnything)) adviseUnsure(words, context);
  for (const root of roots) touch("list", root, state, context);
  for (; i < args.length; i += 1) {
    const [, test] = /^-(.+)/s.exec(args[i]?.text ?? "") ?? [];
    const next = args[i + 1];
    if (test === "delete") for (const root of roots) touch("edit", root, state, context);
    else if (test !== undefined && /^(?:exec|execdir|ok|okdir)$/.test(test)) i = readExec(test, i + 1, roots, call);
    else if (next !== undefined && /^f(?:print0?|printf|ls)$/.test(test ?? "")) {
      touch("edit", next, state, context);
      i += test === "fprintf" ? 2 : 1;
    } else if (next !== undefined && test === "files0-from") {
      touch("read", next, state, context);
      i += 1;
    } else if (test !== undefined && (TAKES_WORD.has(test) || test.startsWith("newer"))) i += 1;
    else if (args[i]?.text === undefined) adviseUnsure(words, context);
  }
}

const isExpression = (word: Reading | undefined): boolean => /^(?:-.|[(!,]$)/.test(word?.text ?? "");

/** Reads the command of `-exec`, in which `{}` stands for what is found. Gives where it ends. */
function readExec(test: string, from: number, roots: readonly Reading[], { args, state, context }: Call): number {
  let end = from;
  while (end < args.length && args[end]?.text !== ";" && !(args[end]?.text === "+" && args[end - 1]?.text === "{}"))
    end += 1;
  const isMany = args[end]?.text === "+";
  const inner = args.slice(from, end).map((word) => {
    // What is found begins with the place where it is looked for, so that it is no option.
    const head = word.text === "{}" ? commonHead(roots) : undefined;
    const filled = { ...filledIn(word, "{}"), ...(head === undefined ? {} : { head }) };
    return isMany && word.text === "{}" ? { ...filled, splits: true } : filled;
  });
  // In the folder of what is found, which nobody knows.
  const inside = test.endsWith("dir") ? { ...state, places: [NOWHERE] } : state;
  context.read.words(inner, inside, context, { isProgram: true });
  return end;
}

/** What all places begin with, as far as one letter tells. */
function commonHead(roots: readonly Reading[]): string {
  const letters = new Set(roots.map(({ head }) => head.charAt(0)));
  return letters.size === 1 ? ([...letters][0] ?? "") : "";
}
