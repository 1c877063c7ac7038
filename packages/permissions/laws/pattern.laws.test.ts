import { carve, decide, freeze, type Pattern, root, type Segment, total } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Automaton } from "../src/pattern/automaton.ts";
import { includes, matches } from "../src/pattern/pattern.ts";
import { readPattern } from "../src/pattern/read.ts";
import { ANY, canonical, globOf, literal, ONE } from "../src/pattern/segment.ts";
import { patternIn, rulesSay } from "./answers.ts";
import { IS_SHORT, NAMES, pattern as writtenPattern, resource, rulesFor, runs, thinned, type Name } from "./cases.ts";
import { pairs, wordOf } from "./words.ts";

/** Everything of at most this many of these. */
function upTo<T>(length: number, of: readonly T[]): readonly (readonly T[])[] {
  const exactly = (n: number): readonly (readonly T[])[] =>
    n === 0 ? [[]] : exactly(n - 1).flatMap((rest) => of.map((each) => [...rest, each]));
  return Array.from({ length: length + 1 }, (_, n) => exactly(n)).flat();
}

/** The plain meaning of a pattern, straight from its words and without sets of places. */
function means([first, ...rest]: Pattern, texts: readonly string[]): boolean {
  if (first === undefined) return texts.length === 0;
  const [text, ...others] = texts;
  if (first.kind === "any")
    return means(rest, texts) || (text !== undefined && inStar(first, text) && means([first, ...rest], others));
  return text !== undefined && meansOne(first, text) && means(rest, others);
}
const inStar = (star: Segment, text: string): boolean => !("named" in star && text === "/");
function meansOne(segment: Segment, text: string): boolean {
  if (segment.kind === "literal") return segment.text === text;
  if (segment.kind !== "glob") return inStar(segment, text);
  return !text.startsWith("\0") && stars(segment.parts.join("*"), text);
}
const stars = (glob: string, text: string): boolean =>
  glob === ""
    ? text === ""
    : glob.startsWith("*")
      ? stars(glob.slice(1), text) || (text !== "" && stars(glob, text.slice(1)))
      : text !== "" && text.startsWith(glob.slice(0, 1)) && stars(glob.slice(1), text.slice(1));

const SEGMENTS = ["a", "b", "*", "a*", "*a", "a*b", "**"] as const;
const toSegment = (text: string): Segment => (text === "**" ? ANY : globOf(text.split("*")));
/** Every pattern of at most three segments, spelled in the one way. */
const PATTERNS = [
  ...new Map(
    upTo(3, SEGMENTS)
      .map((names) => canonical(names.map(toSegment)))
      .map((each) => [JSON.stringify(each), each]),
  ).values(),
];
/** What no pattern mentions is among them, and what nobody can know: longer resources tell no more patterns apart. */
const RESOURCES = upTo(IS_SHORT ? 3 : 4, ["a", "ab", "ba", "acb", "c", "b", "\0"]);

const glob = fc
  .string({ unit: fc.constantFrom("a", "b", "*"), minLength: 1, maxLength: 5 })
  .map((text) => globOf(text.split("*")));
const segment: fc.Arbitrary<Segment> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("a", "b", "ab", "ba", "").map(literal) },
  { weight: 1, arbitrary: fc.constantFrom(ONE, ANY, ANY) },
  { weight: 2, arbitrary: glob },
);
const anyPattern = fc.array(segment, { maxLength: 5 }).map(canonical);
const anyResource = fc.array(
  fc.oneof(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 4 }), fc.constant("\0a")),
  { maxLength: 5 },
);

describe("matching is what the words of a pattern say (L23, L24)", () => {
  it("for every small pattern and resource", () => {
    for (const pattern of PATTERNS)
      for (const texts of RESOURCES)
        if (matches(pattern, texts) !== means(pattern, texts)) expect({ pattern, texts }).toBe("the same");
    expect(PATTERNS.length).toBeGreaterThan(200);
  });

  it("for others", () => {
    fc.assert(
      fc.property(anyPattern, anyResource, (pattern, texts) => {
        expect(matches(pattern, texts)).toBe(means(pattern, texts));
      }),
      { numRuns: runs(5_000) },
    );
  });

  it("and one spelling of stars means what the other meant", () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), anyResource, (segments, texts) => {
        expect(matches(canonical(segments), texts)).toBe(means(segments, texts));
      }),
      { numRuns: runs(3_000) },
    );
  });

  it("as text: a pattern is read as its category writes it", () => {
    const text = fc
      .constantFrom(...NAMES)
      .chain((name: Name) => fc.tuple(fc.constant(name), writtenPattern[name], resource[name]));
    const kinds = { bash: "command", edit: "path", delegate: "name" } as const;
    fc.assert(
      fc.property(text, ([name, written, asked]) => {
        const read = readPattern(kinds[name], written, {});
        expect(read.ok && read.value.map((each) => matches(each, asked))).toEqual([
          matches(patternIn(name, written), asked),
        ]);
      }),
      { numRuns: runs(3_000) },
    );
  });
});

describe("inclusion is exact, so that exceptions are what they look like (L8)", () => {
  it("for every two small patterns: one includes the other where it matches all that the other does", () => {
    const language = new Map(
      PATTERNS.map((pattern) => [pattern, RESOURCES.filter((texts) => matches(pattern, texts))]),
    );
    let included = 0;
    for (const [wide, narrow] of thinned(pairs(PATTERNS, PATTERNS))) {
      const all = language.get(narrow)?.every((texts) => matches(wide, texts)) === true;
      const says = includes(wide, narrow);
      if (says !== all) expect({ wide, narrow, says }).toBe(all);
      if (all) included += 1;
    }
    expect(included).toBeGreaterThan(IS_SHORT ? 50 : PATTERNS.length);
  });

  it("for others: what an included pattern matches, the other matches", () => {
    fc.assert(
      fc.property(anyPattern, anyPattern, fc.array(anyResource, { minLength: 5 }), (wide, narrow, all) => {
        if (!includes(wide, narrow)) return;
        for (const texts of all) if (matches(narrow, texts)) expect(matches(wide, texts)).toBe(true);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it("patterns that match the same are spelled the same, so that two of them never drop each other", () => {
    const seen: Pattern[] = [];
    for (const pattern of PATTERNS) {
      const same = seen.find((other) => includes(other, pattern) && includes(pattern, other));
      if (same !== undefined) expect(same).toEqual(pattern);
      seen.push(pattern);
    }
  });

  it("is an order: everything includes itself, and what is included in turn", () => {
    fc.assert(
      fc.property(anyPattern, anyPattern, anyPattern, (a, b, c) => {
        expect(includes(a, a)).toBe(true);
        if (includes(a, b) && includes(b, c)) expect(includes(a, c)).toBe(true);
      }),
      { numRuns: runs(3_000) },
    );
  });
});

describe("an automaton finds what each pattern alone would match (L8, L23)", () => {
  it("whatever was asked before", () => {
    fc.assert(
      fc.property(
        fc.array(anyPattern, { maxLength: 6 }),
        fc.array(anyResource, { minLength: 4, maxLength: 12 }),
        (patterns, asked) => {
          const all = new Automaton<number>(patterns.map((pattern, i) => [pattern, i] as const));
          for (const texts of [...asked, ...asked.toReversed()]) {
            const expected = patterns.flatMap((pattern, i) => (matches(pattern, texts) ? [i] : []));
            expect(all.match(texts).accepts.toSorted((a, b) => a - b)).toEqual(expected);
          }
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  it("inside and outside the worktree", () => {
    fc.assert(
      fc.property(
        fc.array(writtenPattern.edit, { maxLength: 5 }),
        fc.array(resource.edit, { minLength: 3 }),
        (written, asked) => {
          const patterns = written.map((text) => canonical(patternIn("edit", text)));
          const all = new Automaton<number>(patterns.map((pattern, i) => [pattern, i] as const));
          for (const texts of asked) {
            const expected = patterns.flatMap((pattern, i) => (means(pattern, texts) ? [i] : []));
            expect(all.match(texts).accepts.toSorted((a, b) => a - b)).toEqual(expected);
          }
        },
      ),
      { numRuns: runs(1_000) },
    );
  });
});

it("rules say what the reference says of the patterns that match (L8, L23)", () => {
  const given = fc
    .constantFrom(...NAMES)
    .chain((name: Name) =>
      fc.tuple(fc.constant(name), rulesFor(name), fc.array(resource[name], { minLength: 1, maxLength: 4 })),
    );
  fc.assert(
    fc.property(given, ([category, rules, all]) => {
      const me = freeze(root({ id: "me", use: total(carve({ [category]: rules }), "ask") }));
      for (const asked of all)
        expect(decide(me, { actions: [{ category, resource: asked }] }).decision).toBe(
          wordOf(rulesSay(rules, category, asked, 1)),
        );
    }),
    { numRuns: runs(3_000) },
  );
});
