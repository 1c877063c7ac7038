import { assign, isAssignment } from "../words/assignment.ts";
import type { Call, Context } from "../context.ts";
import { show } from "../findings.ts";
import { readGit } from "./git.ts";
import { useOperands } from "./operands.ts";
import { isGiven, type ParsedOptions } from "./options.ts";
import { behind, filledIn, known, type Reading, sourceOf, unknown } from "../words/reading.ts";
import { isPlainAwk, readSed } from "./scripts.ts";
import { readCurl, readWget } from "./transfers.ts";
import { readTar } from "./tar.ts";
import type { Tool } from "../tables/tools.ts";
import { touch } from "../touch.ts";

type Special = (
  parsed: ParsedOptions,
  call: Call,
  apply: (tool: Tool, parsed: ParsedOptions, call: Call) => void,
) => void;

/** `sed`: a script can read and write files, and run commands. */
function readSedCall(parsed: ParsedOptions, call: Call): void {
  const { words, state, context } = call;
  const given = parsed.given.filter(({ name }) => name === "e" || name === "expression").map(({ value }) => value);
  const isApart = given.length > 0 || isGiven(parsed, "f file");
  const scripts = isApart ? given : parsed.operands.slice(0, 1);
  const role = isGiven(parsed, "i I in-place") ? "move" : "read";
  useOperands({ first: isApart ? [] : ["skip"], rest: role, last: [] }, parsed.operands, call, state);
  const texts = scripts.map((script) => script?.text);
  const effects = texts.includes(undefined) ? undefined : readSed(texts.join("\n"));
  if (effects === undefined) adviseScript("sed", words, context);
  else {
    if (effects.runs) context.found.advise(`the script of sed runs commands: ${show(sourceOf(words))}`);
    for (const file of effects.reads) touch("read", known(file), state, context);
    for (const file of effects.writes) touch("edit", known(file), state, context);
  }
}

/** `awk`: a program can run commands and write files. */
function readAwkCall(parsed: ParsedOptions, { words, context }: Call): void {
  const given = parsed.given.filter(({ name }) => name === "e" || name === "source").map(({ value }) => value);
  const hasFile = isGiven(parsed, "f file E exec");
  const programs = given.length > 0 || hasFile ? given : parsed.operands.slice(0, 1);
  const isPlain = programs.every((program) => program?.text !== undefined && isPlainAwk(program.text));
  if (!isPlain || isGiven(parsed, "i include l load")) adviseScript("awk", words, context);
}

function adviseScript(tool: string, words: readonly Reading[], { found }: Context): void {
  found.advise(`the script of ${tool} may run commands or open files: ${show(sourceOf(words))}`);
}

/** `dd if=a of=b` */
function readDd({ operands }: ParsedOptions, { state, context }: Call): void {
  for (const word of operands) {
    if (word.head.startsWith("if=")) touch("read", behind(word, 3), state, context);
    if (word.head.startsWith("of=")) touch("edit", behind(word, 3), state, context);
  }
}

/** `make`: variables that are given change what its recipes run. */
function readMake(parsed: ParsedOptions, { words, context }: Call): void {
  for (const word of parsed.operands) if (isAssignment(word)) assign(word, context);
  if (parsed.given.some(({ kind, value }) => kind === "run" && value?.text === "-"))
    context.found.advise(`it runs what it reads from its input: ${show(sourceOf(words))}`);
}

/** `ln -s`: a relative target starts where the link is, which may be put into a folder. */
function readLn(parsed: ParsedOptions, { state, context }: Call): void {
  if (!isGiven(parsed, "s symbolic")) return;
  const given = parsed.given.find(({ name }) => name === "t" || name === "target-directory")?.value;
  const hasLast = given === undefined && parsed.operands.length > 1;
  const last = given ?? (hasLast ? parsed.operands.at(-1) : undefined) ?? known(".");
  for (const target of hasLast ? parsed.operands.slice(0, -1) : parsed.operands) {
    const masks = target.head.startsWith("/") ? [target.mask] : startingAt(last, target);
    for (const mask of masks) {
      const led = unknown(target.source, { mask });
      touch("read", led, state, context);
      touch("mode", led, state, context);
    }
  }
}

function startingAt({ mask: folder }: Reading, { mask: target }: Reading): readonly (string | undefined)[] {
  if (folder === undefined || target === undefined) return [undefined];
  return [`${folder}/${target}`, `${folder}/../${target}`];
}

/** `fd -x`: a command for what is found. */
function readFd(_: ParsedOptions, { args, state, context }: Call): void {
  const at = args.findIndex(({ text }) => /^(?:-[xX]|--exec|--exec-batch)$/.test(text ?? ""));
  if (at < 0) return;
  const end = args.findIndex(({ text }, index) => index > at && text === ";");
  const inner = args.slice(at + 1, end < 0 ? undefined : end);
  const filled = inner.map((word) => ["{}", "{.}", "{/}", "{//}", "{/.}"].reduce(filledIn, word));
  const hasMark = filled.some((word, index) => word !== inner[index]);
  const found = hasMark ? filled : [...filled, unknown("(what is found)", { splits: true })];
  context.read.words(found, state, context, { isProgram: true });
}

/** `less +!x`: what a plus begins is done at the start. */
function readPager({ operands }: ParsedOptions, { words, context }: Call): void {
  if (operands.some(({ head }) => head.startsWith("+"))) adviseStart(words, context);
}

/** `zip -TT x`: a program that tests what was packed. */
function readZip(_: ParsedOptions, { words, args, context }: Call): void {
  if (args.some(({ head }) => /^-\w*TT/.test(head))) adviseStart(words, context);
}

function adviseStart(words: readonly Reading[], { found }: Context): void {
  found.advise(`an option of it starts a program: ${show(sourceOf(words))}`);
}

/** What some tools do beyond what the tables say. */
export const SPECIAL: ReadonlyMap<string, Special> = new Map<string, Special>([
  ["awk", readAwkCall],
  ["curl", readCurl],
  ["dd", readDd],
  ["fd", readFd],
  ["fdfind", readFd],
  ["gawk", readAwkCall],
  [
    "git",
    (_, call, apply) => {
      readGit(call, apply);
    },
  ],
  ["gmake", readMake],
  ["less", readPager],
  ["ln", readLn],
  ["make", readMake],
  ["mawk", readAwkCall],
  ["more", readPager],
  ["nawk", readAwkCall],
  ["sed", readSedCall],
  ["tar", readTar],
  ["wget", readWget],
  ["zip", readZip],
]);
