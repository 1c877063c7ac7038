import fc from "fast-check";

const plain = fc.stringMatching(/^[a-z0-9._,:=@%+/~^-]{1,4}$/);
const odd = fc.constantFrom(
  "a",
  "b c",
  " ",
  "é",
  "{x,y}",
  "*",
  "~",
  "#",
  "\t",
  "a=b",
  "]",
  "!",
  "-n",
  "constructor",
  "__proto__",
);

/** Pieces of words: all kinds of quotes, escapes, braces, globs, and what is decided when it runs. */
const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: plain },
  odd.map((text) => `'${text}'`),
  odd.map((text) => `"${text}"`),
  fc
    .constantFrom(" ", "$", "'", '"', "*", "\\", "{", "}", "~", "(", "n", "a", "\n")
    .map((character) => `\\${character}`),
  fc.constantFrom(
    ..."{a,b} {a,} {,a} {1..3} {3..1} {1..9..4} {a..c} {a,b{1,2}} {01..3} {a} {} {a,'b c'} {~,a} {a,*} {a,$N} {-1..1} {a..C} {$X,b} {a,b}{c,d}".split(
      " ",
    ),
  ),
  fc.constantFrom(
    "$'\\x61'",
    "$'a\\tb'",
    "$'\\u00e9'",
    "$'\\101'",
    "$'a\\0b'",
    "$'\\''",
    '$"a"',
    "$'\\cA'",
    "$'\\xff'",
  ),
  fc.constantFrom(
    "$N",
    '"$N"',
    "$X",
    '"$X"',
    "${X}",
    "${N:-a}",
    '"${X#a}"',
    "$(echo a b)",
    '"$(echo a b)"',
    "`echo a`",
    "$((1+2))",
    "$#",
    "$?",
  ),
  fc.constantFrom("*", "?", "[ab]", "*.txt", "a.*", "sub/*"),
  fc.constantFrom('"a\\"b"', '"a\\$X"', '"\\a"', '"a\\\nb"', "a\\\nb", '"`echo a`"', '"a\nb"'),
);

/** A word of a command line. */
export const word: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .chain((pieces) =>
    fc.constantFrom("", "", "", "~/", "~", "a=~/", "a=b:~/", "--a=~/").map((start) => start + pieces.join("")),
  )
  // A comment is no word.
  .filter((text) => !text.startsWith("#"));
