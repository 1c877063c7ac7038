import type { ArithmeticExpression, ParameterExpansionPart, SimpleExpansionPart, Word, WordPart } from "unbash";
import { isPlainArithmetic, isPlainSubscript } from "./arithmetic.ts";
import { readPlainBraces, splitAlternatives } from "./brace.ts";
import { changesExecution } from "../tables/changes-execution.ts";
import { type Context, placesOf, remember } from "../context.ts";
import { show } from "../findings.ts";
import type { Piece } from "./pieces.ts";
import type { State } from "../state.ts";

/** Reads the parts of a word. Commands in it are read on the way. */
export function piecesOf(
  parts: readonly WordPart[],
  isQuoted: boolean,
  state: State,
  context: Context,
): readonly Piece[] {
  return parts.map((part) => pieceOf(part, isQuoted, state, context));
}

/** Reads a word only for the commands in it. */
export function lookInto(word: Word | undefined, state: State, context: Context): void {
  if (word?.parts !== undefined) piecesOf(word.parts, false, state, context);
}

function pieceOf(part: WordPart, isQuoted: boolean, state: State, context: Context): Piece {
  const { found } = context;
  switch (part.type) {
    case "Literal":
      return { kind: "text", text: part.value, isQuoted: isQuoted || part.text !== part.value };
    case "SingleQuoted":
      return { kind: "text", text: part.value, isQuoted: true };
    case "AnsiCQuoted":
      noteBashism(part.text, context);
      // Bytes that are no character: what is opened or run is another name.
      if (part.value.includes("\ufffd")) return ANYTHING_QUOTED;
      return { kind: "text", text: part.value, isQuoted: true };
    case "DoubleQuoted":
      return join(piecesOf(part.parts, true, state, context));
    case "LocaleString":
      found.advise(`a text that may be translated: ${show(part.text)}`);
      return join(piecesOf(part.parts, true, state, context));
    case "Glob":
      if (part.parts !== undefined) piecesOf(part.parts, true, state, context);
      return { kind: "name", splits: true };
    case "ExtendedGlob":
      noteBashism(part.text, context);
      if (part.parts !== undefined) piecesOf(part.parts, true, state, context);
      return { kind: "name", splits: true };
    case "BraceExpansion": {
      noteBashism(part.text, context);
      const inside = part.parts && piecesOf(part.parts, isQuoted, state, context);
      const alternatives = inside === undefined ? readPlainBraces(part.text) : splitAlternatives(inside);
      return alternatives === undefined ? ANYTHING : { kind: "either", alternatives };
    }
    case "SimpleExpansion":
      return readSimple(part, isQuoted, state, context);
    case "ParameterExpansion":
      return readParameter(part, isQuoted, state, context);
    case "ArithmeticExpansion":
      checkArithmetic(part.expression, part.text, state, context);
      return NUMBER;
    case "CommandExpansion":
      if (part.text.startsWith("${")) noteBashism(part.text, context);
      if (part.script !== undefined) context.read.script(part.script, state, context);
      return { kind: "any", splits: !isQuoted, guesses: [] };
    case "ProcessSubstitution":
      noteBashism(part.text, context);
      if (part.script !== undefined) context.read.script(part.script, state, context);
      return PIPE;
  }
}

const ANYTHING: Piece = { kind: "any", splits: true, guesses: [] };
const ANYTHING_QUOTED: Piece = { kind: "any", splits: false, guesses: [] };
const NUMBER: Piece = { kind: "name", splits: false };
const PIPE: Piece = { kind: "pipe" };

/** The pieces between double quotes as one. */
function join(pieces: readonly Piece[]): Piece {
  if (pieces.every((piece) => piece.kind === "text"))
    return { kind: "text", text: pieces.map(({ text }) => text).join(""), isQuoted: true };
  return { kind: "either", alternatives: [pieces] };
}

function readSimple({ text }: SimpleExpansionPart, isQuoted: boolean, state: State, context: Context): Piece {
  // Between the dollar and the name the line may be broken.
  const name = text.slice(1).replaceAll("\\\n", "");
  if (name === "#" || name === "?" || name === "$") return NUMBER;
  return { kind: "any", splits: !isQuoted || name === "@", guesses: guessesFor(name, state, context) };
}

/** What a variable may hold, as far as the command, the environment and the folder say. */
function guessesFor(name: string, state: State, context: Context): readonly (readonly string[])[] {
  const values = valuesOf(name, state, context).filter((value) => value !== undefined && !value.includes("\0"));
  return [...(context.variables.get(name) ?? []), ...values.map((value) => [value ?? ""])];
}

function valuesOf(name: string, state: State, context: Context): readonly (string | undefined)[] {
  const { env, home } = context.world;
  switch (name) {
    case "PWD":
      return placesOf(state, context).map(({ cwd }) => cwd);
    case "OLDPWD":
      return placesOf(state, context).map(({ previous }) => previous);
    case "HOME":
      return [home];
    case "BASH":
    case "0":
      return [context.shell];
    default:
      return Object.hasOwn(env, name) ? [env[name]] : [];
  }
}

function readParameter(part: ParameterExpansionPart, isQuoted: boolean, state: State, context: Context): Piece {
  const { parameter, prefix, index, operation, text } = part;
  const { found } = context;
  lookInto(index, state, context);
  if (index !== undefined && !isPlainSubscript(index.text))
    found.advise(`a subscript with a variable can run commands: ${show(text)}`);
  if (prefix === "!" && operation?.type !== "Names" && index?.text !== "@" && index?.text !== "*")
    found.advise(`which variable is meant is decided only when it runs: ${show(text)}`);
  if (operation !== undefined || index !== undefined || prefix === "!") noteBashismOf(part, context);
  if (prefix === "#") return NUMBER;
  const guesses = index === undefined && prefix === undefined ? [...guessesFor(parameter, state, context)] : [];
  const splits = !isQuoted || parameter === "@" || index?.text === "@" || operation?.type === "Names";
  switch (operation?.type) {
    case undefined:
    case "Names":
      break;
    case "Default": {
      lookInto(operation.operand, state, context);
      if (operation.operator.includes("=") && changesExecution(parameter))
        found.advise(`it sets ${parameter}, which changes what programs do: ${show(text)}`);
      if (operation.operand.parts === undefined && !operation.operator.includes("?"))
        guesses.push([operation.operand.value]);
      if (operation.operator.includes("=")) remember(parameter, [operation.operand.value], context);
      break;
    }
    case "Remove":
      lookInto(operation.operand, state, context);
      guesses.length = 0;
      break;
    case "CaseModification":
      lookInto(operation.operand, state, context);
      guesses.length = 0;
      break;
    case "Replace":
      lookInto(operation.pattern, state, context);
      lookInto(operation.replacement, state, context);
      guesses.length = 0;
      break;
    case "Slice":
      for (const bound of [operation.offset, operation.length]) {
        lookInto(bound, state, context);
        if (bound !== undefined && !isPlainSubscript(bound.text))
          found.advise(`arithmetic with variables can run commands: ${show(text)}`);
      }
      guesses.length = 0;
      break;
    case "Transform":
      lookInto(operation.operand, state, context);
      if (!/^[UuLQEAKak]$/.test(operation.operand.value))
        found.advise(`the value of a variable is read as a prompt, which can run commands: ${show(text)}`);
      guesses.length = 0;
      break;
    case "Unknown":
      found.advise(`an expansion that nobody here knows: ${show(text)}`);
      break;
  }
  return { kind: "any", splits, guesses };
}

/** Reads an arithmetic expression for the commands in it, and says where it is not made of numbers alone. */
export function checkArithmetic(
  expression: ArithmeticExpression | undefined,
  source: string,
  state: State,
  context: Context,
): void {
  const isPlain = isPlainArithmetic(expression, (parts) => piecesOf(parts, true, state, context));
  if (expression === undefined || !isPlain)
    context.found.advise(`arithmetic with variables can run commands: ${show(source)}`);
}

/** Says of what only bash knows that `sh` may read it in another way. */
export function noteBashism(source: string, { shell, found }: Context): void {
  if (shell === "sh") found.advise(`sh may read it in another way than bash: ${show(source)}`);
}

function noteBashismOf({ text, index, prefix, operation }: ParameterExpansionPart, context: Context): void {
  const isPosix =
    index === undefined && prefix !== "!" && (operation?.type === "Default" || operation?.type === "Remove");
  if (!isPosix) noteBashism(text, context);
}
