import { describe, expect, it } from "vitest";
import { exactly, includes, matches, restAfter, strictlyIncludes } from "./pattern.ts";
import { ANY, ANY_NAMES, canonical, globOf, literal, ONE, ONE_NAME, type Pattern } from "./segment.ts";
import { shown } from "./pattern.fixture.ts";

/** Names at spaces, as in `a * **`. */
const pattern = (text: string): Pattern =>
  canonical(
    text
      .split(" ")
      .filter((name) => name !== "")
      .map((name) => (name === "**" ? ANY : globOf(name.split("*")))),
  );
const resource = (text: string): readonly string[] => text.split(" ").filter((name) => name !== "");
const matched = (of: string, ...texts: readonly string[]) =>
  texts.filter((text) => matches(pattern(of), resource(text)));

describe("matches()", () => {
  it("goes segment by segment to the end", () => {
    expect(matched("a b", "a b", "a", "a b c", "b a", "")).toEqual(["a b"]);
    expect(matched("", "", "a")).toEqual([""]);
    expect(matched("a *", "a", "a b", "a b c")).toEqual(["a b"]);
    expect(matched("a x*", "a x", "a xy", "a y")).toEqual(["a x", "a xy"]);
  });

  it("lets a double star stand for any number of segments, none included", () => {
    expect(matched("a **", "a", "a b", "a b c", "b", "")).toEqual(["a", "a b", "a b c"]);
    expect(matched("** b", "b", "a b", "a a b", "b a")).toEqual(["b", "a b", "a a b"]);
    expect(matched("a ** b", "a b", "a x b", "a b b", "a", "b")).toEqual(["a b", "a x b", "a b b"]);
    expect(matched("* **", "", "a", "a b")).toEqual(["a", "a b"]);
    expect(matched("** a ** a", "a", "a a", "a b a", "a a b")).toEqual(["a a", "a b a"]);
  });

  it("keeps the stars of paths inside", () => {
    const inside = canonical([ANY_NAMES, literal("x")]);
    expect(matches(inside, ["x"]) && matches(inside, ["a", "b", "x"])).toBe(true);
    expect(matches(inside, ["/", "x"])).toBe(false);
    expect(matches([ONE_NAME], ["/"])).toBe(false);
  });
});

describe("includes()", () => {
  const pairs = (wide: string, ...narrow: readonly string[]) =>
    narrow.filter((text) => includes(pattern(wide), pattern(text)));

  it("is true where nothing of the other is missed", () => {
    expect(pairs("**", "", "a", "* **", "** a", "**")).toEqual(["", "a", "* **", "** a", "**"]);
    expect(pairs("a **", "a", "a *", "a b **", "a ** b", "** a", "b")).toEqual(["a", "a *", "a b **", "a ** b"]);
    expect(pairs("** a", "a", "* a", "a a", "** b a", "** a **", "a b")).toEqual(["a", "* a", "a a", "** b a"]);
    expect(pairs("* **", "", "a", "** a", "**")).toEqual(["a", "** a"]);
    expect(pairs("a* *", "ab c", "a* *", "* *", "a")).toEqual(["ab c", "a* *"]);
  });

  it("sees through stars that can be taken in several ways", () => {
    expect(pairs("** a ** b **", "x a y b", "a ** b", "b a", "** a b **")).toEqual(["x a y b", "a ** b", "** a b **"]);
    expect(pairs("** a * **", "** a a", "** a b", "** a", "a ** a *")).toEqual(["** a a", "** a b", "a ** a *"]);
  });

  it("gives up on a pattern made to keep it busy, and then says no", () => {
    const busy = pattern(`** a ${"* ".repeat(14)}**`);
    const hostile = pattern(`${"** a * b ".repeat(40)}** a ${"* ".repeat(14)}`);
    const start = performance.now();
    includes(busy, hostile);
    includes(hostile, busy);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("is strict where the other says less", () => {
    expect(strictlyIncludes(pattern("a **"), pattern("a b"))).toBe(true);
    expect(strictlyIncludes(pattern("a b"), pattern("a **"))).toBe(false);
    expect(strictlyIncludes(pattern("a **"), pattern("a **"))).toBe(false);
    expect(strictlyIncludes(pattern("a *"), pattern("* a"))).toBe(false);
  });

  it("of the inside never reaches outside, nor the other way", () => {
    const [inside, outside] = [canonical([ANY_NAMES]), canonical([literal("/"), ANY_NAMES])];
    expect([includes(inside, outside), includes(outside, inside), includes(inside, inside)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(includes(pattern("**"), outside)).toBe(true);
  });
});

describe("restAfter()", () => {
  const rests = (of: string, after: string) => restAfter(pattern(of), resource(after)).map(shown);

  it("is what a pattern still asks for", () => {
    expect(rests("a b c", "a b")).toEqual(["c"]);
    expect(rests("a b", "a b")).toEqual([""]);
    expect(rests("a b", "")).toEqual(["a b"]);
    expect(rests("a b", "b")).toEqual([]);
    expect(rests("a", "a b")).toEqual([]);
    expect(rests("* x*", "a")).toEqual(["<x*>"]);
  });

  it("is every way in which it can go on, a double star with what follows it", () => {
    expect(rests("**", "a b")).toEqual(["<**>"]);
    expect(rests("** b c", "a b")).toEqual(["<**> b c", "c"]);
    expect(rests("a ** b", "a")).toEqual(["<**> b"]);
    expect(rests("** a ** b", "a")).toEqual(["<**> a <**> b", "<**> b"]);
    expect(rests("a **", "a")).toEqual(["<**>"]);
  });
});

it("exactly() matches one resource, whatever is in it", () => {
  for (const odd of [[], [""], ["*"], ["**"], ["\0x"], ["a/b", "constructor"]]) {
    expect(matches(exactly(odd), odd)).toBe(true);
    expect(matches(exactly(odd), [...odd, "x"])).toBe(false);
  }
  expect(includes([ONE], exactly(["\0x"]))).toBe(true);
});
