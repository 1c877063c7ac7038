import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Automaton } from "./automaton.ts";
import { matches } from "./pattern.ts";
import { ANY, ANY_NAMES, canonical, globOf, literal, ONE, ONE_NAME, type Pattern } from "./segment.ts";

const pattern = (text: string): Pattern =>
  canonical(text.split(" ").map((name) => (name === "**" ? ANY : globOf(name.split("*")))));
const automaton = (...texts: readonly string[]) =>
  new Automaton<string, number>(texts.map((text) => [pattern(text), text] as const));
const found = (of: Automaton<string, number>, resource: readonly string[]) => of.match(resource).accepts.toSorted();

describe("Automaton", () => {
  it("finds every pattern that matches, each once", () => {
    const all = automaton("a", "a b", "a *", "* b", "a **", "**", "a b*", "** b");
    expect(found(all, ["a", "b"])).toEqual(["* b", "** b", "**", "a *", "a **", "a b", "a b*"].toSorted());
    expect(found(all, ["a"])).toEqual(["**", "a", "a **"]);
    expect(found(all, [])).toEqual(["**"]);
    expect(found(all, ["c", "c", "b"])).toEqual(["**", "** b"]);
    expect(found(all, ["a", "bx"])).toEqual(["**", "a *", "a **", "a b*"]);
  });

  it("finds both values of one pattern", () => {
    const twice = new Automaton<number>([
      [pattern("a"), 1],
      [pattern("a"), 2],
    ]);
    expect(twice.match(["a"]).accepts).toEqual([1, 2]);
    expect(new Automaton<number>([]).match(["a"]).accepts).toEqual([]);
  });

  it("finds the same the second time, and after others", () => {
    const all = automaton("a* x", "*b x", "ab x", "** x", "a");
    const resources = [["ab", "x"], ["aa", "x"], ["bb", "x"], ["c", "x"], ["a"], ["ab", "y"], ["c", "c", "c"]];
    const first = resources.map((resource) => found(all, resource));
    for (let i = 0; i < 3; i += 1) expect(resources.map((resource) => found(all, resource))).toEqual(first);
    expect(first[0]).toEqual(["** x", "*b x", "a* x", "ab x"]);
    expect(first[3]).toEqual(["** x"]);
  });

  it("ends all that nobody mentions in one state, so that resources cannot make it grow", () => {
    const all = automaton("src ** x", "b*", "*");
    const end = all.match(["q1", "q2"]);
    for (let i = 0; i < 50; i += 1) expect(all.match([`r${i}`, `s${i}`])).toBe(end);
    const deep = all.match(["src", "q"]);
    for (let i = 0; i < 50; i += 1) expect(all.match(["src", `r${i}`, `s${i}`])).toBe(deep);
    expect(all.match(["\0$x", "y"])).toBe(end);
  });

  it("keeps what was worked out for a state", () => {
    const all = automaton("a **");
    all.match(["a", "b"]).memo = 7;
    expect(all.match(["a", "c", "d"]).memo).toBe(7);
    expect(all.match(["b"]).memo).toBeUndefined();
  });

  it("finds what each pattern alone matches, among many of every kind, in any order of asking", () => {
    const segment = fc.constantFrom("a", "b", "ab", "*", "**", "a*", "*b", "a*b", "*a*", "b*a");
    const texts = fc.uniqueArray(
      fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
      {
        minLength: 12,
        maxLength: 40,
      },
    );
    const resources = fc.array(fc.array(fc.constantFrom("a", "b", "ab", "ba", "aab", "c"), { maxLength: 4 }), {
      minLength: 5,
      maxLength: 20,
    });
    fc.assert(
      fc.property(texts, resources, (written, asked) => {
        const all = automaton(...written);
        for (const resource of [...asked, ...asked.toReversed()]) {
          const alone = written.filter((text) => matches(pattern(text), resource));
          expect(found(all, resource)).toEqual(alone.toSorted());
        }
      }),
      { numRuns: 150 },
    );
  });

  it("says what is wrong with a segment that is no text", () => {
    const resource: readonly string[] = JSON.parse("[1]");
    expect(() => automaton("a").match(resource)).toThrow("Cannot match a resource: a segment is not a text");
  });

  it("goes on finding when there are more ways than it keeps", () => {
    const all = automaton("a* x", "*z");
    for (let i = 0; i < 1_500; i += 1) {
      expect(found(all, [`a${i}`, "x"])).toEqual(["a* x"]);
      expect(found(all, [`b${i}`, "x"])).toEqual([]);
      expect(found(all, [`a${i}z`])).toEqual(["*z"]);
    }
  });

  it("goes on finding when there are more states than it keeps", () => {
    const names = Array.from({ length: 16 }, (_, i) => `n${i}`);
    const all = automaton(...names.map((name) => `** ${name} **`));
    const bits = (n: number) => names.filter((_, i) => (n >> i) % 2 === 1);
    for (let n = 1; n < 2 ** 16; n += 1) all.match(bits(n));
    for (const n of [1, 5, 50_777, 2 ** 16 - 1])
      for (let again = 0; again < 2; again += 1)
        expect(found(all, bits(n))).toEqual(
          bits(n)
            .map((name) => `** ${name} **`)
            .toSorted(),
        );
  });

  it("never takes one set of places for another, however many there are", () => {
    const names = Array.from({ length: 14 }, (_, i) => `n${i}`);
    const all = automaton(...names.map((name) => `** ${name} **`), ...names.map((name) => `x${name}* y`));
    for (let n = 1; n < 2 ** 14; n += 37) {
      const bits = names.filter((_, i) => (n >> i) % 2 === 1);
      expect(found(all, bits)).toEqual(bits.map((name) => `** ${name} **`).toSorted());
    }
    for (const name of names) expect(found(all, [`x${name}z`, "y"])).toContain(`x${name}* y`);
  });

  it("keeps the stars of paths inside", () => {
    const paths = new Automaton<string>([
      [[ONE_NAME], "name"],
      [[ANY_NAMES], "names"],
      [[ANY_NAMES, literal("x")], "x"],
      [[literal("/"), ANY_NAMES], "outside"],
      [[ONE], "one"],
      [[ANY], "any"],
    ]);
    const at = (...resource: readonly string[]) => paths.match(resource).accepts.toSorted();
    for (let again = 0; again < 2; again += 1) {
      expect(at("a")).toEqual(["any", "name", "names", "one"]);
      expect(at("x")).toEqual(["any", "name", "names", "one", "x"]);
      expect(at("a", "x")).toEqual(["any", "names", "x"]);
      expect(at("/")).toEqual(["any", "one", "outside"]);
      expect(at("/", "x")).toEqual(["any", "outside"]);
    }
  });

  it("keeps the world outside out although nobody names it, whatever was asked before", () => {
    const inside = new Automaton<string>([
      [[ANY_NAMES], "names"],
      [[ONE_NAME, literal("x")], "x"],
    ]);
    expect(inside.match(["a", "x"]).accepts.toSorted()).toEqual(["names", "x"]);
    expect(inside.match(["/", "x"]).accepts).toEqual([]);
    expect(inside.match(["b", "x"]).accepts.toSorted()).toEqual(["names", "x"]);
    const one = new Automaton<string>([[[ONE_NAME], "one"]]);
    expect([one.match(["q"]).accepts, one.match(["/"]).accepts]).toEqual([["one"], []]);
  });

  it("takes hostile names for names", () => {
    const all = automaton("constructor", "__proto__ **");
    expect(found(all, ["constructor"])).toEqual(["constructor"]);
    expect(found(all, ["__proto__", "toString"])).toEqual(["__proto__ **"]);
    expect(found(all, ["toString"])).toEqual([]);
  });

  it("tells what makes a difference as the next segment, and where it leads", () => {
    const all = automaton("a* x", "b **", "b* y", "a* z", "*");
    const { literals, globs } = all.mentioned(all.first);
    expect([...literals]).toEqual(["b"]);
    expect(globs.map((glob) => (glob.kind === "glob" ? glob.parts.join("*") : glob.kind)).toSorted()).toEqual([
      "a*",
      "b*",
    ]);
    for (const text of ["b", "ab", "q"]) expect(all.step(all.first, text)).toBe(all.match([text]));
    expect(all.step(all.step(all.first, "ab"), "x").accepts).toEqual(["a* x"]);
    expect([...all.mentioned(all.step(all.first, "a")).literals].toSorted()).toEqual(["x", "z"]);
    const paths = new Automaton<string>([[[ONE_NAME], "one"]]);
    expect([...paths.mentioned(paths.first).literals]).toEqual(["/"]);
    expect(paths.mentioned(paths.step(paths.first, "a"))).toEqual({ literals: new Set(), globs: [] });
  });

  it("refuses a segment that is no text", () => {
    const resource: unknown = ["a", 1];
    expect(() => automaton("a *").match(resource as string[])).toThrow(
      new TypeError("Cannot match a resource: a segment is not a text"),
    );
  });
});
