import { act, isStandard } from "./act.ts";
import { assign, isAssignment, isHarmless } from "./assignment.ts";
import type { Call } from "./context.ts";
import { readFind } from "./find.ts";
import { show } from "./findings.ts";
import { moved } from "./folders.ts";
import { isGiven, type ParsedOptions, parseOptions } from "./options.ts";
import { readShell, SHELLS } from "./programs.ts";
import { type Reading, sourceOf } from "./reading.ts";
import { readEnv, readParallel, readXargs } from "./runners.ts";
import { NOWHERE, type State } from "./state.ts";
import { readJoined } from "./texts.ts";
import { touch } from "./touch.ts";
import { useValue } from "./use-value.ts";
import { ELSEWHERE, type Wrapper, WRAPPERS } from "./wrappers.ts";

const OWN: ReadonlyMap<string, (call: Call) => void> = new Map([
  ["env", readEnv],
  ["find", readFind],
  ["gfind", readFind],
  ["genv", readEnv],
  ["gxargs", readXargs],
  ["parallel", readParallel],
  ["xargs", readXargs],
  ...SHELLS.map((name) => [name, readShell] as const),
]);

/** Reads a program that runs the command behind it. `false` when it is none. */
export function unwrap(name: string, call: Call): boolean {
  const { words, args, context } = call;
  const elsewhere = ELSEWHERE.get(name);
  if (elsewhere !== undefined && (elsewhere.length === 0 || args.some(({ text }) => text !== undefined && elsewhere.includes(text)))) {
    context.found.advise(`it runs a command in another place: ${show(sourceOf(words))}`);
    return false;
  }
  const own = OWN.get(name);
  const wrapper = WRAPPERS.get(name);
  if (own === undefined && wrapper === undefined) return false;
  // What is called like a wrapper but lies elsewhere is a program of its own.
  if (!isStandard(call.name)) act(words, context);
  if (own !== undefined) own(call);
  else if (wrapper !== undefined) return readWrapper(wrapper, call);
  return true;
}

function readWrapper(wrapper: Wrapper, call: Call): boolean {
  const { words, args, state, context } = call;
  const parsed = parseBehind(wrapper, args);
  if (parsed === undefined) return false;
  if (wrapper.keeps) act(words, context);
  adviseUnknownOptions(parsed, context, words);

  const skipped = parsed.operands.slice(0, wrapper.skips);
  for (const word of skipped) {
    if (wrapper.skipped !== undefined && !/^\d+$/.test(word.text ?? "")) touch(wrapper.skipped, word, state, context);
    if (word.text === undefined) adviseOptions(words, context);
  }
  const behind = parseOptions(parsed.operands.slice(wrapper.skips), wrapper.options, true);
  adviseUnknownOptions(behind, context, words);
  let rest = behind.operands;
  const prefix: Reading[] = [];
  while (wrapper.assigns && rest[0] !== undefined && isAssignment(rest[0])) {
    assign(rest[0], context);
    prefix.push(rest[0]);
    rest = rest.slice(1);
  }
  const given = [...parsed.given, ...behind.given];
  for (const each of given) useValue(each, call);
  const isText = given.some(({ kind }) => kind === "text");
  if (rest.length === 0) {
    if (!wrapper.keeps && !isText) act(words, context);
    if (!isText && isGiven(parsed, "i s S login shell")) context.found.advise(`it opens a shell: ${show(sourceOf(words))}`);
    return true;
  }
  const inside = stateInside(wrapper, parsed, call);
  if (wrapper.joins || isGiven(parsed, "shell-mode")) readJoined(rest, inside, context);
  else context.read.words(rest, inside, context, { isProgram: true, prefix: prefix.every(isHarmless) ? [] : prefix, input: call.input });
  // An option that nobody knows may take the next word.
  if (given.some(isUnknownOption) && rest.length > 1) context.read.words(rest.slice(1), inside, context, { isProgram: true });
  return true;
}

/** The options of a wrapper and what follows; `undefined` when it is called to do something else. */
function parseBehind({ options, subcommands }: Wrapper, args: readonly Reading[]): ParsedOptions | undefined {
  const parsed = parseOptions(args, options, true);
  if (subcommands === undefined) return parsed;
  const [sub, ...rest] = parsed.operands;
  if (sub?.text === undefined || !subcommands.includes(sub.text)) return undefined;
  const behind = parseOptions(rest, options, true);
  return { given: [...parsed.given, ...behind.given], operands: behind.operands };
}

const isUnknownOption = ({ kind, name }: ParsedOptions["given"][number]): boolean =>
  kind === undefined && !/^\d+$/.test(name) && name !== "help" && name !== "version";

/** Says that an option is not known, and with it not where the command begins. */
export function adviseUnknownOptions(parsed: ParsedOptions, context: Call["context"], words: readonly Reading[]): void {
  const isUnclear = parsed.given.some((each) => isUnknownOption(each) || each.value?.splits === true);
  if (isUnclear) adviseOptions(words, context);
}

function adviseOptions(words: readonly Reading[], { found }: Call["context"]): void {
  found.advise(`where the command in it begins is not sure: ${show(sourceOf(words))}`);
}

/** The state in which the command runs that is written behind a wrapper. */
function stateInside({ moves, isAway }: Wrapper, parsed: ParsedOptions, { state, context }: Call): State {
  const folder = parsed.given.find(({ name }) => moves.split(" ").includes(name))?.value;
  if (folder !== undefined) return moved(state, folder, true, context);
  return isAway ? { ...state, places: [NOWHERE] } : state;
}
