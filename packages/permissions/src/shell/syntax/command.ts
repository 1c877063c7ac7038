import type { Command, Redirection } from "unbash";
import { act, alias, baseOf, withNames } from "../programs/act.ts";
import { assign, isHarmless, readAssignment } from "../words/assignment.ts";
import { BUILTINS } from "../builtins/builtins.ts";
import { type Call, type Context, type How, mayRepeat } from "../context.ts";
import { show } from "../findings.ts";
import { setParameters } from "../words/parameters.ts";
import { HOLE, known, type Reading } from "../words/reading.ts";
import { guessedCalls } from "../programs/guess.ts";
import { type Input, readRedirect } from "./redirect.ts";
import { anywhere, type Definition, type Flow, merge, mergeFlows, NOWHERE, type State, unchanged } from "../state.ts";
import { unwrap } from "../programs/unwrap.ts";
import { useTool } from "../programs/use-tool.ts";
import { readWord } from "../words/word.ts";

/** Reads a simple command: its assignments, its redirects, and what its words do. */
export function readCommand(node: Command, state: State, context: Context): Flow {
  const prefix: Reading[] = [];
  const words: Reading[] = [];
  let input: Input;
  for (const part of node.prefix) {
    if (part.type === "Assignment") prefix.push(readAssignment(part, state, context));
    else input = readInput(part, input, state, context);
  }
  if (node.name !== undefined) words.push(...readWord(node.name, state, context));
  for (const part of node.suffix) {
    if (part.type === "Word") words.push(...readWord(part, state, context));
    else if (part.type === "Assignment") words.push(readAssignment(part, state, context));
    else input = readInput(part, input, state, context);
  }
  for (const each of prefix) assign(each, context);
  if (node.name === undefined) return unchanged(state);
  if (node.name.parts?.some(({ type }) => type === "BraceExpansion") === true) adviseName(node.name.text, context);
  for (const { text, source } of prefix) {
    if (text === undefined)
      context.found.advise(`what a variable is set to is decided only when it runs: ${show(source)}`);
  }
  return readWords(words, state, context, { prefix, input });
}

/** What a command has for its input behind one more redirect: of those for the same descriptor the last wins. */
function readInput(redirect: Redirection, before: Input, state: State, context: Context): Input {
  const given = readRedirect(redirect, state, context);
  const { descriptor, operator } = redirect;
  const isInput =
    descriptor === undefined
      ? operator.startsWith("<")
      : descriptor.type === "FileDescriptor" && descriptor.value === 0;
  return isInput ? given : before;
}

/** Reads a command that is in words. */
export function readWords(words: readonly Reading[], state: State, context: Context, how: How = {}): Flow {
  const [first, ...args] = words;
  if (first === undefined) return unchanged(state);
  const name = withNames(first, state, context);
  const { prefix = [] } = how;
  // Those that change nothing else are stripped; with the others it is another command.
  if (prefix.length > 0) (prefix.every(isHarmless) ? alias : act)([...prefix, name, ...args], context);
  if (name.text === undefined) return readUnknown(name, args, state, context);

  const call: Call = { name: name.text, words: [name, ...args], args, state, context, input: how.input };
  const definition = how.isProgram === true ? undefined : state.functions.get(call.name);
  if (definition === undefined) return run(call);
  alias(call.words, context);
  const flow = callFunction(definition, call);
  return definition.isSure ? flow : mergeFlows(flow, run(call));
}

function run(call: Call): Flow {
  const builtin = BUILTINS.get(call.name);
  if (builtin !== undefined) {
    alias(call.words, call.context);
    return builtin(call);
  }
  if (call.name.startsWith("%")) call.context.found.advise(`it goes on with a job: ${show(call.name)}`);
  runProgram(call);
  for (const guess of guessedCalls(call)) runProgram(guess);
  return unchanged(call.state);
}

function runProgram(call: Call): void {
  const name = baseOf(call.name);
  if (unwrap(name, call)) return;
  act(call.words, call.context);
  useTool(name, call);
}

/** Reads a command whose name nobody knows: what it may turn out to be is looked at, too. */
function readUnknown(name: Reading, args: readonly Reading[], state: State, context: Context): Flow {
  adviseName(name.source, context);
  act([name, ...args], context);
  for (const guess of name.also) {
    if (guess.some((text) => text.includes(HOLE)) || !mayRepeat(context)) continue;
    readWords([...guess.map((text) => known(text)), ...args], state, context);
  }
  // A variable that holds nothing leaves the next word in its place.
  if (name.splits && name.head === "" && args.length > 0 && mayRepeat(context)) readWords(args, state, context);
  return unchanged(state);
}

function adviseName(source: string, { found }: Context): void {
  found.advise(`which program runs is decided only when it runs: ${show(source)}`);
}

function callFunction({ bodies }: Definition, { args, state, context }: Call): Flow {
  setParameters(args, context);
  let flow: Flow | undefined;
  for (const body of bodies) {
    const each = callBody(body, state, context);
    flow = flow === undefined ? each : mergeFlows(flow, each);
  }
  return flow ?? unchanged(state);
}

function callBody(body: Definition["bodies"][number], state: State, context: Context): Flow {
  const { active, jumps, read } = context;
  const depth = active.get(body) ?? 0;
  // Where a function that calls itself ends up is not followed; what it does there is, but it may be anywhere.
  if (depth > 1 || !mayRepeat(context)) return unchanged(anywhere(state));
  active.set(body, depth + 1);
  jumps.push([]);
  const { ok, fail } = read.body(body, depth === 0 ? state : { ...state, places: [NOWHERE] }, context);
  active.set(body, depth);
  const left = jumps.pop() ?? [];
  return { ok: left.reduce(merge, ok), fail: left.reduce(merge, fail) };
}
