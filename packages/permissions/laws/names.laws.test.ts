import { carve, decide, freeze, type Grant, patternOf, resourceOf, root, total, use } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "./cases.ts";

/** What names are made of: letters, what means something somewhere, and characters of two units. */
const character = fc.constantFrom(
  ..."a b . ~ * ? [ ] { } ! \\ / | & ; $ ' \" % # @ : , = é 日 😀 \uf8ff".split(" "),
  " ",
  "\n",
);
const text = fc.string({ unit: character, maxLength: 5 });
const word = fc.oneof(text, fc.constantFrom("", "*", "**", "constructor", "__proto__", "-rf", "a b"));
const name = word
  .map((each) => each.replaceAll("/", ""))
  .filter((each) => each !== "" && each !== "." && each !== "..");

/** A simple command in one of the ways in which a shell would read these words. */
const typed = (words: readonly string[], how: readonly number[]): string =>
  words
    .map((each, i) => {
      const single = `'${each.replaceAll("'", `'\\''`)}'`;
      if (how[i] === 0 || each === "" || each.includes("\n")) return single;
      if (how[i] === 1) return `"${each.replaceAll(/["\\$`]/g, "\\$&")}"`;
      return each.replaceAll(/[^A-Za-z0-9]/gu, "\\$&");
    })
    .join("  ");

/** A path in one of its spellings. */
const spelled = (names: readonly string[], how: readonly number[]): string =>
  `./${names.map((each, i) => `${["", "./", "q/../", "/"][how[i] ?? 0] ?? ""}${each}`).join("/")}${how[0] === 1 ? "/" : ""}`;

const url = fc.record({
  scheme: fc.constantFrom("http", "https", "ws", "foo"),
  host: fc.constantFrom(
    "example.com",
    "a.example.com",
    "com",
    "127.0.0.1",
    "[::1]",
    "xn--mnchen-3ya.de",
    "8.example.com",
  ),
  port: fc.constantFrom("", "8080", "1"),
  path: fc.array(name, { maxLength: 3 }),
  query: fc.oneof(
    fc.constant(""),
    fc.string({ unit: fc.constantFrom("a", "b", "=", "&", "/", "?", "%", ".", "é"), minLength: 1, maxLength: 5 }),
  ),
});
const written = (
  { scheme, host, port, path, query }: typeof url extends fc.Arbitrary<infer T> ? T : never,
  encode: boolean,
): string => {
  const all = (each: string) =>
    [...new TextEncoder().encode(each)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const spell = (each: string) => (encode && each !== "." ? all(each) : encodeURIComponent(each));
  return `${scheme}://${encode ? host.toUpperCase() : host}${port && `:${port}`}/${path.map(spell).join("/")}${query && `?${spell(query)}`}`;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

describe("different things are different resources, and one thing is one (L24)", () => {
  it("words of a command, however they are quoted", () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(2), { minLength: 4 }),
        (words, how) => {
          expect(resourceOf("bash", typed(words, how))).toEqual(words);
        },
      ),
      { numRuns: runs(1_500) },
    );
  });

  it("names of a path, however it is spelled", () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(3), { minLength: 4 }),
        (names, how) => {
          expect(resourceOf("edit", spelled(names, how))).toEqual(names);
          expect(resourceOf("edit", `/${spelled(names, how)}`)).toEqual(["/", ...names]);
          const places = { worktree: "/w/*" };
          expect(resourceOf("edit", `/w/*/${spelled(names, how)}`, places)).toEqual(names);
        },
      ),
      { numRuns: runs(1_500) },
    );
  });

  it("parts of a URL, however they are encoded", () => {
    fc.assert(
      fc.property(url, url, (one, other) => {
        const resource = resourceOf("web", written(one, false));
        expect(resource).toBeDefined();
        expect(resourceOf("web", written(one, true))).toEqual(resource);
        if (!same(one, other)) expect(resourceOf("web", written(other, false))).not.toEqual(resource);
        expect(resource?.filter((each) => each.includes("/"))).toHaveLength(1);
      }),
      { numRuns: runs(1_500) },
    );
  });

  it("names of servers and tools, also where one looks like two", () => {
    const plain = text.map((each) => each.replaceAll("/", ""));
    fc.assert(
      fc.property(
        fc.array(plain, { minLength: 1, maxLength: 3 }),
        fc.array(plain, { minLength: 1, maxLength: 3 }),
        (a, b) => {
          expect(resourceOf("mcp", a.join("/"))).toEqual(a);
          expect(same(resourceOf("mcp", a.join("/")), resourceOf("mcp", b.join("/")))).toBe(same(a, b));
          expect(resourceOf("delegate", a.join("/"))).toEqual([a.join("/")]);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it("a yes to one is no yes to another, and no rule for one is a rule for another", () => {
    const resource = fc.array(word, { maxLength: 3 });
    fc.assert(
      fc.property(resource, resource, (one, other) => {
        if (same(one, other)) return;
        const me = root({ id: "me", use: total(carve({}), "ask") });
        const covers = { kind: "request", actions: [{ category: "mcp", resource: one }] } as const;
        const yes: Grant = { id: "y", holder: "me", covers, lift: "confirm", approver: "operator", uses: "run" };
        expect(decide(me, { actions: [{ category: "mcp", resource: other }] }, [yes]).decision).toBe("ask");
        expect(decide(me, { actions: [{ category: "catalog", resource: one }] }, [yes]).decision).toBe("ask");
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe("the pattern of a thing is about that thing alone (L24, L13)", () => {
  const CATEGORY_OF = {
    bash: fc.array(word, { minLength: 1, maxLength: 3 }),
    edit: fc.array(name, { minLength: 1, maxLength: 3 }),
    mcp: fc.array(word, { minLength: 1, maxLength: 3 }),
    delegate: word.map((each) => [each]),
  } as const;
  const resources = fc
    .constantFrom("bash", "edit", "mcp", "delegate")
    .chain((category) => fc.tuple(fc.constant(category), CATEGORY_OF[category], CATEGORY_OF[category]));

  it("what is written for it is read as it, and matches nothing else", () => {
    fc.assert(
      fc.property(resources, ([category, one, other]) => {
        const pattern = patternOf(category, one);
        const isNamed = !(category === "mcp" && one.includes("")) && !(category === "delegate" && same(one, [""]));
        expect(pattern !== undefined).toBe(isNamed);
        if (pattern === undefined) return;
        const me = freeze(
          root({
            id: "me",
            use: total(carve({ [category]: { default: "deny", rules: { [pattern]: "allow" } } }), "ask"),
          }),
        );
        expect(use(me, category, one)).toBe("allow");
        expect(use(me, category, other)).toBe(same(one, other) ? "allow" : "deny");
        for (const near of [[...one, "x"], one.slice(1), one.map((each) => `${each}x`), ["/", ...one]])
          expect(use(me, category, near)).toBe("deny");
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("and so is that of a URL, with its port and its query", () => {
    fc.assert(
      fc.property(url, url, (one, other) => {
        const [asked = [], another = []] = [one, other].map((each) => resourceOf("web", written(each, false)));
        const pattern = patternOf("web", asked) ?? "none";
        const me = root({
          id: "me",
          use: total(carve({ web: { default: "deny", rules: { [pattern]: "allow" } } }), "ask"),
        });
        expect(use(me, "web", asked)).toBe("allow");
        expect(use(me, "web", another)).toBe(same(asked, another) ? "allow" : "deny");
      }),
      { numRuns: runs(1_500) },
    );
  });
});
