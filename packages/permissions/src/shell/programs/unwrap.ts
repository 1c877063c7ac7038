import { act, alias, isStandard } from "./act.ts";
import { assign, isAssignment } from "../words/assignment.ts";
import type { Call } from "../context.ts";
import { readFind } from "./find.ts";
import { show } from "../findings.ts";
import { listed } from "../listed.ts";
import { moved } from "../builtins/folders.ts";
import { adviseBeginning, adviseUnknownOptions, isUnknownOption, useValue } from "./given.ts";
import { type Given, isGiven, type ParsedOptions, parseOptions } from "./options.ts";
import { readShell, SHELLS } from "./shells.ts";
import { type Reading, sourceOf } from "../words/reading.ts";
import { readEnv, readParallel, readXargs } from "./runners.ts";
import { NOWHERE, type State } from "../state.ts";
import { readJoined } from "../builtins/texts.ts";
import { touch } from "../touch.ts";
import { ELSEWHERE } from "../tables/elsewhere.ts";
import { type Wrapper, WRAPPERS } from "../tables/wrappers.ts";

/** Those that have a grammar of their own. */
const OWN: ReadonlyMap<string, (call: Call) => void> = new Map([
  ["env", readEnv],
  ["find", readFind],
  ["genv", readEnv],
  ["gfind", readFind],
  ["gxargs", readXargs],
  ["parallel", readParallel],
  ["xargs", readXargs],
  ...SHELLS.map((name) => [name, readShell] as const),
]);

/** Reads a program that runs the command behind it. `false` when it is none. */
export function unwrap(name: string, call: Call): boolean {
  adviseElsewhere(name, call);
  const own = OWN.get(name);
  const wrapper = WRAPPERS.get(name);
  const parsed = wrapper && parseBehind(wrapper, call.args);
  if (own === undefined && parsed === undefined) return false;
  // What is called like a wrapper but lies elsewhere is a program of its own.
  if (!isStandard(call.name) || wrapper?.keeps === true) act(call.words, call.context);
  else alias(call.words, call.context);
  if (own !== undefined) own(call);
  else if (wrapper !== undefined && parsed !== undefined) readWrapper(wrapper, parsed, call);
  return true;
}

/** What runs in another place is a command of its own kind: its words are an action, and nothing in it is looked at. */
function adviseElsewhere(name: string, { words, args, context }: Call): void {
  const subcommands = ELSEWHERE.get(name);
  if (subcommands === undefined) return;
  const isMeant = args.some(({ text }) => text === undefined || subcommands.includes(text));
  if (isMeant || subcommands.length === 0)
    context.found.advise(`it runs a command in another place: ${show(sourceOf(words))}`);
}

/** The options of a wrapper and what follows; `undefined` when it is called to do something else. */
function parseBehind({ options, subcommands, needs }: Wrapper, args: readonly Reading[]): ParsedOptions | undefined {
  const parsed = parseOptions(args, options, true);
  if (needs !== undefined && !isGiven(parsed, needs)) return undefined;
  if (subcommands === undefined) return parsed;
  const [sub, ...rest] = parsed.operands;
  if (sub?.text === undefined || !subcommands.includes(sub.text)) return undefined;
  const behind = parseOptions(rest, options, true);
  return { ...behind, given: [...parsed.given, ...behind.given] };
}

function readWrapper(wrapper: Wrapper, parsed: ParsedOptions, call: Call): void {
  const { words, state, context } = call;
  for (const word of parsed.operands.slice(0, wrapper.skips)) {
    if (wrapper.skipped !== undefined && !/^\d+$/.test(word.text ?? "")) touch(wrapper.skipped, word, state, context);
    if (word.text === undefined) adviseBeginning(words, context);
  }
  const behind = parseOptions(parsed.operands.slice(wrapper.skips), wrapper.options, true);
  const all = { ...behind, given: [...parsed.given, ...behind.given] };
  adviseUnknownOptions(all, words, context);
  for (const each of all.given) useValue(each, call);
  const prefix = wrapper.assigns ? assignedBy(behind.operands) : [];
  for (const each of prefix) assign(each, context);

  const operands = behind.operands.slice(prefix.length);
  const end = wrapper.ends ? operands.findIndex(({ text }) => text === "--") : -1;
  const rest = operands.slice(end + 1);
  if (isGiven(all, wrapper.edits)) {
    for (const file of rest) touch("edit", file, state, context);
    context.found.advise(`it opens an editor: ${show(sourceOf(words))}`);
    return;
  }
  if (rest.length === 0) {
    readNoCommand(wrapper, all, call);
    return;
  }
  const inside = stateInside(wrapper, all.given, call);
  if (wrapper.joins || isGiven(all, wrapper.joinsWith)) readJoined(rest, inside, context);
  const how = { isProgram: true, prefix, input: call.input };
  if (!wrapper.joins) context.read.words(rest, inside, context, how);
  // An option that nobody knows may take the next word.
  if (all.given.some(isUnknownOption)) context.read.words(rest.slice(1), inside, context, how);
}

function assignedBy(words: readonly Reading[]): readonly Reading[] {
  const end = words.findIndex((word) => !isAssignment(word));
  return end < 0 ? words : words.slice(0, end);
}

function readNoCommand(wrapper: Wrapper, parsed: ParsedOptions, { words, context }: Call): void {
  const hasText = parsed.given.some(({ kind }) => kind === "text");
  if (!wrapper.keeps && !hasText) act(words, context);
  if (isGiven(parsed, "i s S login shell") && !hasText)
    context.found.advise(`it opens a shell: ${show(sourceOf(words))}`);
}

/** The state in which the command runs that is written behind a wrapper. */
function stateInside({ moves, isAway }: Wrapper, given: readonly Given[], { state, context }: Call): State {
  const folder = given.find(({ name }) => listed(moves).includes(name))?.value;
  if (folder !== undefined) return moved(state, folder, true, context);
  return isAway ? { ...state, places: [NOWHERE] } : state;
}
