import { createScanner, type Node, parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";
import { MAX_DEPTH } from "../plain.ts";

/** Why a text is not JSON, and where. */
export interface SyntaxFault {
  readonly code: "file/syntax" | "file/empty" | "file/too-deep";
  readonly state: string;
  readonly offset: number;
}

export type ParsedText =
  { readonly ok: true; readonly root: Node } | { readonly ok: false; readonly faults: readonly SyntaxFault[] };

/** Parses JSON with comments and trailing commas, and finds all faults of a broken text, not only the first. */
export function parseJsonText(text: string): ParsedText {
  const tooDeep = offsetOfDepth(text, MAX_DEPTH + 1);
  if (tooDeep !== undefined) {
    const state = `it is nested more than ${MAX_DEPTH} levels deep`;
    return { ok: false, faults: [{ code: "file/too-deep", state, offset: tooDeep }] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first: number = createScanner(text, true).scan();
  if (first === END) {
    return { ok: false, faults: [{ code: "file/empty", state: "it is empty", offset: 0 }] };
  }
  if (root !== undefined && errors.length === 0) return { ok: true, root };
  return {
    ok: false,
    faults: errors.map(({ error, offset }) => ({
      code: "file/syntax",
      state: STATES[printParseErrorCode(error)],
      offset,
    })),
  };
}

// The token numbers of the scanner, which the parser declares as a `const enum`: no such value exists at run time.
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const END = 17;

/** Finds where a text is nested that deep; the parser recurses, so it must not see such a text. */
function offsetOfDepth(text: string, limit: number): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth++;
    if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth--;
    if (depth === limit) return scanner.getTokenOffset();
  }
  return undefined;
}

const STATES: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: "this is no JSON value",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a key in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: 'a closing "}" is missing',
  CloseBracketExpected: 'a closing "]" is missing',
  EndOfFileExpected: "something follows the end",
  InvalidCommentToken: "a comment is not allowed here",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  UnexpectedEndOfNumber: "a number is not complete",
  InvalidUnicode: "\\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "this escape does not exist",
  InvalidCharacter: "a control character has to be written as an escape",
  "<unknown ParseErrorCode>": "this is no JSON",
};
