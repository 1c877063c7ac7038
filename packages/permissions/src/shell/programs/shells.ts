import { act, baseOf } from "./act.ts";
import { type Call, type Context, remember } from "../context.ts";
import { show } from "../findings.ts";
import { setParameters } from "../words/parameters.ts";
import { adviseInput } from "./given.ts";
import { HOLE, type Reading, sourceOf } from "../words/reading.ts";
import { unsure } from "../state.ts";
import { isInput, isOpen, touch } from "../touch.ts";
import { isHarmlessOption } from "../builtins/variables.ts";

/** The shells whose commands are read, and those that are only read as if they were bash. */
const BASH = ["bash", "rbash"];
const POSIX = ["sh", "dash", "ash"];
const OTHERS = [
  "zsh",
  "ksh",
  "mksh",
  "fish",
  "csh",
  "tcsh",
  "yash",
  "elvish",
  "nu",
  "pwsh",
  "powershell",
  "cmd",
  "cmd.exe",
];
export const SHELLS: readonly string[] = [...BASH, ...POSIX, ...OTHERS];

/** A shell that is called with a text, a file, or something to read. */
export function readShell(call: Call): void {
  const { name, words, args, state, context } = call;
  const base = baseOf(name);
  const { found } = context;
  if (OTHERS.includes(base))
    found.advise(`it runs a text of ${base}, which nobody here reads: ${show(sourceOf(words))}`);
  const { hasText, readsInput, isOdd, rest } = readOptions(args);
  if (isOdd) found.advise(`an option changes how the shell reads its commands: ${show(sourceOf(words))}`);
  const inside: Context = { ...context, shell: POSIX.includes(base) ? "sh" : "bash", jumps: [], depth: context.depth };
  const [first, ...others] = rest;
  const start = unsure(state);
  if (hasText) {
    const [zero] = others;
    if (zero?.text !== undefined) remember("0", [zero.text], context);
    setParameters(others.slice(1), context);
    if (first?.text !== undefined && first.text.trim() !== "") inside.read.text(first.text, start, inside);
    else act(words, context);
    if (first !== undefined && first.text === undefined) adviseText(first, inside);
    for (const guess of first?.text === undefined ? (first?.also ?? []) : []) {
      const text = guess.join(" ");
      if (!text.includes(HOLE)) inside.read.text(text, start, inside);
    }
    return;
  }
  if (first !== undefined && !readsInput && !isInput(first.text ?? "")) {
    act(words, context);
    touch("run", first, state, context);
    if (isOpen(first.text ?? "")) adviseInput(words, context);
    else if (first.text === undefined)
      found.advise(`which file it runs is decided only when it runs: ${show(first.source)}`);
    else found.leaveUnseen(`${base} ${first.text}`);
    return;
  }
  if (call.input?.text !== undefined) inside.read.text(call.input.text, start, inside);
  else adviseInput(words, context);
  act(words, context);
}

function adviseText({ source }: Reading, { found }: Context): void {
  found.advise(`it runs a text that is made only when it runs: ${show(source)}`);
}

interface ShellOptions {
  readonly hasText: boolean;
  readonly readsInput: boolean;
  readonly isOdd: boolean;
  readonly rest: readonly Reading[];
}

/** The options of a shell. Those that change how it reads its commands are odd; unknown ones are. */
function readOptions(args: readonly Reading[]): ShellOptions {
  let [hasText, readsInput, isOdd] = [false, false, false];
  let i = 0;
  for (; i < args.length; i += 1) {
    const { text = "?", head } = args[i] ?? {};
    if (text === "--" || text === "-") {
      i += 1;
      break;
    }
    if (args[i]?.text === undefined && (head === "" || /^[-+]/.test(head ?? ""))) {
      isOdd = true;
      // An option or a file: what follows may still be the text.
      if (args[i + 1]?.head.startsWith("-") !== true) break;
      continue;
    }
    if (!/^[-+]./.test(text)) break;
    if (/^--(?:noprofile|norc|login|verbose|restricted|version|help|no-rcs)$/.test(text)) continue;
    if (text.startsWith("--")) {
      isOdd = true;
      if (/^--(?:rcfile|init-file)$/.test(text)) i += 1;
      continue;
    }
    if (text.startsWith("-") && text.includes("c")) hasText = true;
    if (text.includes("s")) readsInput = true;
    if (/[^-+celuxvfbCrsno]/.test(text)) isOdd = true;
    for (const letter of text) {
      if (letter !== "o" && letter !== "O") continue;
      i += 1;
      if (letter === "O" || !isHarmlessOption(args[i]?.text)) isOdd = true;
    }
  }
  return { hasText, readsInput, isOdd, rest: args.slice(i) };
}
