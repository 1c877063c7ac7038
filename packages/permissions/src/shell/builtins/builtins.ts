import { act } from "../programs/act.ts";
import type { Call } from "../context.ts";
import { show } from "../findings.ts";
import { useValue } from "../programs/given.ts";
import { optionsOf, parseOptions } from "../programs/options.ts";
import { changeFolder, popFolder, pushFolder } from "./folders.ts";
import { type Flow, unchanged } from "../state.ts";
import { evaluate, exit, jobs, jump, replaceShell, skipFunctions, source, trap } from "./texts.ts";
import { calculate, changeShell, declare, print, set, setting, shopt, test, unset } from "./variables.ts";

/** A builtin without arguments only shows something; with them it changes how commands are read or found. */
const changeShellWith =
  (matters: (text: string | undefined) => boolean) =>
  (call: Call): Flow =>
    call.args.some(({ text }) => matters(text)) ? changeShell(call) : plain(call);

function plain({ words, state, context }: Call): Flow {
  act(words, context);
  return unchanged(state);
}

function goOn(call: Call): Flow {
  call.context.found.advise(`it goes on with an earlier job or command: ${show(call.name)}`);
  return plain(call);
}

/** `history`, which reads and writes files. */
function readHistory(call: Call): Flow {
  const parsed = parseOptions(call.args, optionsOf("a> w> r< n< d: c p s"));
  for (const given of parsed.given) useValue(given, call);
  if (parsed.given.some(({ value }) => value?.text === undefined && value !== undefined)) return changeShell(call);
  return changeShellWith(hasLetter(/^-\w*[ps]/))(call);
}

const hasLetter =
  (letters: RegExp) =>
  (text: string | undefined): boolean =>
    text === undefined || letters.test(text);

/** What the builtins of bash do that matters here. The others are commands like any. */
export const BUILTINS: ReadonlyMap<string, (call: Call) => Flow> = new Map<string, (call: Call) => Flow>([
  [".", source],
  ["[", test],
  ["alias", changeShellWith(() => true)],
  ["bg", goOn],
  ["bind", changeShellWith(() => true)],
  ["break", jump],
  ["builtin", skipFunctions],
  ["cd", changeFolder],
  ["chdir", changeFolder],
  ["command", skipFunctions],
  ["compgen", changeShellWith(hasLetter(/^-\w*[CFWG]/))],
  ["complete", changeShellWith(() => true)],
  ["continue", jump],
  ["declare", declare],
  ["enable", changeShellWith(() => true)],
  ["eval", evaluate],
  ["exec", replaceShell],
  ["exit", exit],
  ["export", declare],
  ["fc", goOn],
  ["fg", goOn],
  ["getopts", setting("", 1)],
  ["hash", changeShellWith(hasLetter(/^-\w*p/))],
  ["history", readHistory],
  ["jobs", jobs],
  ["let", calculate],
  ["local", declare],
  ["mapfile", setting("d: n: O: s: t u: C$ c:", 0)],
  ["popd", popFolder],
  ["printf", print],
  ["pushd", pushFolder],
  ["read", setting("r s e E a= d: i: n: N: p: t: u:", 0)],
  ["readarray", setting("d: n: O: s: t u: C$ c:", 0)],
  ["readonly", declare],
  ["return", jump],
  ["set", set],
  ["shopt", shopt],
  ["source", source],
  ["test", test],
  ["trap", trap],
  ["typeset", declare],
  ["unalias", changeShellWith(() => true)],
  ["unset", unset],
  ["wait", setting("f n p=", Number.POSITIVE_INFINITY)],
]);
