import { assign, isAssignment } from "../words/assignment.ts";
import type { Call, Context } from "../context.ts";
import { show } from "../findings.ts";
import { adviseInput, adviseStart, adviseUnsure, mayHoldOption } from "./given.ts";
import { readGit } from "./git.ts";
import { fill, useOperands } from "./operands.ts";
import { isGiven, type ParsedOptions } from "./options.ts";
import { behind, filledIn, HOLE, known, type Reading, sourceOf, unknown } from "../words/reading.ts";
import { reachHost } from "./reach.ts";
import { isPlainAwk, readSed } from "./scripts.ts";
import { readCurl, readHttp, readWget } from "./transfers.ts";
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
  if (mayHoldOption(parsed, call.args)) adviseUnsure(words, context);
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
function readAwkCall(parsed: ParsedOptions, { words, args, state, context }: Call): void {
  if (mayHoldOption(parsed, args)) adviseUnsure(words, context);
  const given = parsed.given.filter(({ name }) => name === "e" || name === "source").map(({ value }) => value);
  const hasFile = isGiven(parsed, "f file E exec");
  const programs = given.length > 0 || hasFile ? given : parsed.operands.slice(0, 1);
  const isPlain = programs.every((program) => program?.text !== undefined && isPlainAwk(program.text));
  if (!isPlain || isGiven(parsed, "i include l load D debug")) adviseScript("awk", words, context);
  for (const { name, value } of parsed.given) {
    if (!/^(?:[dpo]|dump-variables|profile|pretty-print)$/.test(name) || value === undefined) continue;
    const file = value.text === "" ? known(name.startsWith("d") ? "awkvars.out" : "awkprof.out") : value;
    touch("edit", file, state, context);
  }
}

function adviseScript(tool: string, words: readonly Reading[], { found }: Context): void {
  found.advise(`the script of ${tool} may run commands or open files: ${show(sourceOf(words))}`);
}

/** `dd if=a of=b` */
function readDd({ operands }: ParsedOptions, { words, state, context }: Call): void {
  for (const word of operands) {
    if (word.text === undefined && "of=".startsWith(word.head)) adviseUnsure(words, context);
    if (word.head.startsWith("if=")) touch("read", behind(word, 3), state, context);
    if (word.head.startsWith("of=")) touch("edit", behind(word, 3), state, context);
  }
}

/** `make`: variables that are given change what its recipes run. */
function readMake(parsed: ParsedOptions, { words, args, context }: Call): void {
  if (mayHoldOption(parsed, args)) adviseUnsure(words, context);
  for (const word of parsed.operands) if (isAssignment(word)) assign(word, context);
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

/** `fd -x`: a command for what is found, which may begin in the word of the option. */
function readFd(_: ParsedOptions, { args, state, context }: Call): void {
  for (const [at, word] of args.entries()) {
    // Letters that take a value are not followed by others.
    const [option] = /^(?:--exec(?:-batch)?(?:=|$)|-[^-eEtdSocjxX]*[xX]=?)/.exec(word.head) ?? [];
    if (option === undefined) continue;
    const end = args.findIndex(({ text }, index) => index > at && text === ";");
    const first = behind(word, option.length);
    const inner = [...(first.text === "" ? [] : [first]), ...args.slice(at + 1, end < 0 ? undefined : end)];
    const filled = inner.map((each) => ["{}", "{.}", "{/}", "{//}", "{/.}"].reduce(filledIn, each));
    const hasMark = filled.some((each, index) => each !== inner[index]);
    const found = hasMark ? filled : [...filled, unknown("(what is found)", { splits: true })];
    context.read.words(found, state, context, { isProgram: true });
  }
}

/** `7z x a` and `ar x a`: what happens to the archive is a matter of the first word. */
function readArchive(_: ParsedOptions, { args, state, context }: Call): void {
  const [first, ...words] = args;
  const folder = words.find(({ head }) => head.startsWith("-o"));
  const [archive, ...others] = words.filter(({ head }) => !head.startsWith("-"));
  const isTaking = first?.text === undefined || /^(?:-?[a-z]*x[a-z]*|e)$/i.test(first.text);
  const isReading = /^(?:-?[a-z]*x[a-z]*|-?[tp][a-z]*|[elhbi])$/i.test(first?.text ?? "");
  if (isTaking) fill(state, context, folder === undefined ? undefined : behind(folder, 2));
  if (archive !== undefined) touch(isReading ? "read" : "edit", archive, state, context);
  for (const word of others) touch("read", word, state, context);
}

/** `less +!x`: what a plus begins is done at the start. */
function readPager({ operands }: ParsedOptions, { words, context }: Call): void {
  if (operands.some(({ head }) => head.startsWith("+"))) adviseStart(words, context);
}

/** `zip -TT x`: a program that tests what was packed. */
function readZip(_: ParsedOptions, { words, args, context }: Call): void {
  if (args.some(({ head }) => /^-\w*TT/.test(head))) adviseStart(words, context);
}

/** `jq --rawfile name file`: the file is the second word behind it. */
function readJq(_: ParsedOptions, { args, state, context }: Call): void {
  for (const [index, { head }] of args.entries()) {
    const file = args[index + 2];
    if (/^--(?:rawfile|slurpfile|argfile)$/.test(head) && file !== undefined) touch("read", file, state, context);
  }
}

/** `mktemp`: letters X stand for what nobody knows. */
function readMktemp({ given, operands }: ParsedOptions, { state, context }: Call): void {
  for (const { source, mask } of operands)
    touch("edit", unknown(source, { mask: mask?.replace(/X{3,}/g, HOLE) }), state, context);
  for (const { name, value } of given)
    if ((name === "p" || name === "tmpdir") && value !== undefined && value.text !== "")
      fill(state, context, value, true);
}

/** `nc -x host:port`: a host on the way. */
function readNetcat({ given }: ParsedOptions, { context }: Call): void {
  for (const { name, value } of given) if (name === "x" && value !== undefined) reachJumps(value, context);
}

/** `dc`: `!` runs a command, wherever it gets its text from. */
function readDc(parsed: ParsedOptions, { words, context }: Call): void {
  const texts = parsed.given
    .filter(({ name }) => name === "e" || name === "expression")
    .map(({ value }) => value?.text);
  if (texts.some((text) => text?.includes("!") !== false)) adviseStart(words, context);
  if (texts.length === 0 && parsed.operands.length === 0 && !isGiven(parsed, "f file h help V version"))
    adviseInput(words, context);
}

/** `sqlite3`: what begins with a dot may be a command, and functions open files. */
function readSqlite(parsed: ParsedOptions, { words, context }: Call): void {
  const [, ...texts] = parsed.operands.map(({ text }) => text);
  const isHarmless = (text = ".?"): boolean =>
    /^\s*\.(?:tables|schema|databases|indexes|indices|dump|fullschema)\b[^\n]*$/.test(text) ||
    !/^\s*\.|\b(?:readfile|writefile|edit|load_extension)\s*\(|\battach\b|\binto\s*['"]/im.test(text);
  if (!texts.every((text) => isHarmless(text))) adviseStart(words, context);
  if (texts.length === 0) adviseInput(words, context);
}

/** Settings of `ssh` that name no program, no file and no other host. */
const HARMLESS_SSH =
  /^(?:StrictHostKeyChecking|ConnectTimeout|BatchMode|Port|User|LogLevel|Compression|ServerAlive\w+|IdentitiesOnly)\b/i;

/** `scp`: a setting may start a program, and hosts stand on the way. */
function readScp(parsed: ParsedOptions, { words, context }: Call): void {
  for (const { name, value } of parsed.given) {
    if (value === undefined) continue;
    if (name === "o" && !HARMLESS_SSH.test(value.text?.trim() ?? "")) adviseStart(words, context);
    if (name === "J") reachJumps(value, context);
  }
}

function reachJumps(hosts: Reading, context: Context): void {
  for (const host of hosts.text?.split(",") ?? [undefined])
    reachHost(host === undefined ? hosts : known(host.replace(/:\d+$/, "")), context);
}

/** What some tools do beyond what the tables say. */
export const SPECIAL: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...["7z", "7za", "7zr", "7zz", "ar"].map((name) => [name, readArchive] as const),
  ["awk", readAwkCall],
  ["curl", readCurl],
  ["dc", readDc],
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
  ...["http", "https", "xh", "xhs"].map((name) => [name, readHttp] as const),
  ["jq", readJq],
  ["less", readPager],
  ["ln", readLn],
  ["make", readMake],
  ["mawk", readAwkCall],
  ["mktemp", readMktemp],
  ["more", readPager],
  ["most", readPager],
  ...["nc", "ncat", "netcat"].map((name) => [name, readNetcat] as const),
  ["nawk", readAwkCall],
  ["scp", readScp],
  ["sed", readSedCall],
  ["sftp", readScp],
  ["sqlite3", readSqlite],
  ["ssh", readScp],
  ["tar", readTar],
  ["wget", readWget],
  ["zip", readZip],
  ["zless", readPager],
  ["zmore", readPager],
]);
