/** Where a text stops being JSON. */
export interface JsonBreak {
  /** The first character that no JSON has there, counted from 0; the length of the text where more should follow. */
  readonly at: number;
  /** What should be there, in words. */
  readonly wanted: string;
}

/**
 * Finds where a text stops being JSON; `undefined` where it does not. The engines of JavaScript say this each in their
 * own words, and often without the place. Total, and linear in the length of the text.
 */
export function findJsonBreak(text: string): JsonBreak | undefined {
  /** What closes the objects and arrays that are open, the innermost last. */
  const open: string[] = [];
  let want: Want = "a value";
  for (let at = skip(SPACE, text, 0); ; at = skip(SPACE, text, at)) {
    if (want === "the end" && at === text.length) return undefined;
    const { end, whole } = text[at] === '"' ? readString(text, at) : { end: skip(TOKEN, text, at), whole: true };
    const next = follow(want, end === at ? "" : text.charAt(at), open);
    if (next === undefined) return { at, wanted: want };
    if (!whole) return { at: end, wanted: WANTED_IN_STRING[text.charAt(end)] ?? "an escape such as \\n" };
    want = next;
    at = end;
  }
}

type Want =
  | "a value"
  | 'a value or "]"'
  | "a key in quotes"
  | 'a key in quotes or "}"'
  | '":"'
  | '"," or "}"'
  | '"," or "]"'
  | "the end";

/** What may stand after a token, which is known by its first character; `undefined` where the token may not be there. */
function follow(want: Want, token: string, open: string[]): Want | undefined {
  switch (want) {
    case "a value":
    case 'a value or "]"':
      if (token === "{") {
        open.push("}");
        return 'a key in quotes or "}"';
      }
      if (token === "[") {
        open.push("]");
        return 'a value or "]"';
      }
      if (token === "]" && want !== "a value") return closed(open);
      return token === "" || "]},:".includes(token) ? undefined : afterValue(open);
    case "a key in quotes":
    case 'a key in quotes or "}"':
      if (token === "}" && want !== "a key in quotes") return closed(open);
      return token === '"' ? '":"' : undefined;
    case '":"':
      return token === ":" ? "a value" : undefined;
    case '"," or "}"':
      if (token === "}") return closed(open);
      return token === "," ? "a key in quotes" : undefined;
    case '"," or "]"':
      if (token === "]") return closed(open);
      return token === "," ? "a value" : undefined;
    case "the end":
      return undefined;
  }
}

function closed(open: string[]): Want {
  open.pop();
  return afterValue(open);
}

function afterValue(open: readonly string[]): Want {
  const closer = open.at(-1);
  if (closer === undefined) return "the end";
  return closer === "}" ? '"," or "}"' : '"," or "]"';
}

/** How far a string goes, up to where it breaks. In a loop, because one pattern for it all would need a stack. */
function readString(text: string, start: number): { readonly end: number; readonly whole: boolean } {
  for (let at = start + 1; ;) {
    at = skip(PLAIN, text, at);
    if (text[at] === '"') return { end: at + 1, whole: true };
    const end = skip(ESCAPE, text, at);
    if (end === at) return { end: at, whole: false };
    at = end;
  }
}

/** By the character at which a string breaks; every other one is a control character. */
const WANTED_IN_STRING: Readonly<Record<string, string>> = {
  "": "the rest of a string",
  "\\": "an escape that JSON has",
};

const SPACE = /[ \t\n\r]*/y;
// eslint-disable-next-line no-control-regex
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const TOKEN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

/** Where a pattern that begins here ends; here, where it does not match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
