import {
  type Action,
  type Authority,
  type Carve,
  carve,
  DECISIONS,
  decide,
  type Decision,
  leq,
  narrow,
  pass,
  resourceOf,
  root,
  total,
  use,
} from "@polyglav/permissions";
import { compare, compareAuthorities, type Comparison } from "@polyglav/permissions/analysis";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Automaton } from "../src/pattern/automaton.ts";
import { explore } from "../src/pattern/explore.ts";
import { matches } from "../src/pattern/pattern.ts";
import { canonical } from "../src/pattern/segment.ts";
import { engineOf, patternIn } from "./answers.ts";
import { NAMES, pattern, runs, world, written } from "./cases.ts";
import { ACTIONS, NAMEABLE } from "./resources.ts";

const decision = fc.constantFrom(...DECISIONS);
const anyCarve: fc.Arbitrary<Carve> = fc
  .array(fc.tuple(written, decision), { minLength: 1, maxLength: 2 })
  .map((parts) => narrow(...parts.map(([says, floor]) => total(carve(says), floor))));

const deciding = (of: Carve): ((action: Action) => Decision) => {
  const alone = root({ id: "me", use: of });
  return (action) => decide(alone, { actions: [action] }).decision;
};

type Side = (action: Action) => Decision;

/** What a comparison says is so, wherever one looks. */
function expectTrue(
  { order, less, more }: Comparison,
  [a, b]: readonly [Side, Side],
  actions: readonly Action[],
): void {
  expect(order).not.toBe("unknown");
  expect([less !== undefined, more !== undefined]).toEqual([
    order === "narrower" || order === "incomparable",
    order === "wider" || order === "incomparable",
  ]);
  if (less !== undefined) expect([less, leq(b(less), a(less))]).toEqual([less, false]);
  if (more !== undefined) expect([more, leq(a(more), b(more))]).toEqual([more, false]);
  for (const action of actions) {
    const [ours, theirs] = [a(action), b(action)];
    if (order === "equal" || order === "narrower") expect([action, leq(ours, theirs)]).toEqual([action, true]);
    if (order === "equal" || order === "wider") expect([action, leq(theirs, ours)]).toEqual([action, true]);
  }
}

const MIRRORED = {
  equal: "equal",
  narrower: "wider",
  wider: "narrower",
  incomparable: "incomparable",
  unknown: "unknown",
};

describe("what is compared is so everywhere (L22)", () => {
  it("two carves: narrower is never more, anything else has an action that differs", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyCarve, anyCarve, (a, b) => {
        const compared = compare(a, b);
        seen.add(compared.order);
        expectTrue(compared, [deciding(a), deciding(b)], ACTIONS);
        expect(compare(b, a).order).toBe(MIRRORED[compared.order]);
      }),
      { numRuns: runs(120) },
    );
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  it("a carve is equal to itself however it is written, and what is narrowed is never wider", () => {
    fc.assert(
      fc.property(anyCarve, anyCarve, (a, b) => {
        expect(compare(a, narrow(a, a)).order).toBe("equal");
        expect(["equal", "narrower"]).toContain(compare(narrow(a, b), a).order);
      }),
      { numRuns: runs(400) },
    );
  });

  it("two authorities: what they use and what they hand down", () => {
    fc.assert(
      fc.property(world, world, (one, other) => {
        const [a, b] = [engineOf(one), engineOf(other)];
        const compared = compareAuthorities(a, b);
        const by =
          (field: typeof use, of: Authority): Side =>
          ({ category, resource }) =>
            field(of, category, resource);
        expectTrue(compared.use, [by(use, a), by(use, b)], ACTIONS);
        expectTrue(compared.pass, [by(pass, a), by(pass, b)], ACTIONS);
      }),
      { numRuns: runs(40) },
    );
  });

  it("URLs, by every part of them", () => {
    const urls = fc.dictionary(
      fc.constantFrom(
        ...["**", "*://**", "https://a.test", "https://*.a.test/**", "https://**.a.test/x/*", "http://a.test/**"],
        ...[
          "https://a.test:8080/x",
          "https://a.test:*/x",
          "https://a.test/x?*",
          "https://a.test/x?q*",
          "https://b*.a.test",
        ],
      ),
      decision,
      { maxKeys: 4 },
    );
    const carves = fc
      .tuple(decision, urls)
      .map(([otherwise, rules]) => total(carve({ web: { default: otherwise, rules } }), "ask"));
    const schemes = ["https://", "http://", "ftp://"];
    const hosts = ["a.test", "b.a.test", "bc.a.test", "c.b.a.test", "a.test:8080", "b.a.test:99", "other.example"];
    const paths = ["", "/", "/x", "/x/y", "/x/y/z", "/x?q=1", "/x?r", "/y"];
    const actions = schemes
      .flatMap((scheme) => hosts.flatMap((host) => paths.map((path) => `${scheme}${host}${path}`)))
      .map((url) => ({ category: "web", resource: resourceOf("web", url) ?? [] }))
      .concat(
        [["a search"], ["\0$url"], ["https", "\0host", "/", "x"]].map((resource) => ({ category: "web", resource })),
      );
    fc.assert(
      fc.property(carves, carves, (a, b) => {
        expectTrue(compare(a, b), [deciding(a), deciding(b)], actions);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe("looking at one resource for each set of patterns misses none", () => {
  const KINDS = { bash: "command", edit: "path", delegate: "name" } as const;
  const patterns = fc
    .constantFrom(...NAMES)
    .chain((name) => fc.tuple(fc.constant(name), fc.array(pattern[name], { maxLength: 5 })));

  it("every resource is matched like one that is visited, and none is visited that is not", () => {
    fc.assert(
      fc.property(patterns, ([name, texts]) => {
        const all = texts.map((text) => canonical(patternIn(name, text)));
        const matching = (resource: readonly string[]): string => all.map((each) => matches(each, resource)).join();
        const visited = new Set<string>();
        const isComplete = explore(
          new Automaton(all.map((each, i) => [each, i])),
          KINDS[name],
          (resource, { accepts }) => {
            const expected = all.flatMap((each, i) => (matches(each, resource) ? [i] : []));
            expect([...new Set(accepts)].toSorted()).toEqual(expected);
            visited.add(matching(resource));
            return undefined;
          },
        );
        expect(isComplete).toBe(true);
        for (const resource of NAMEABLE[name])
          expect([resource, visited.has(matching(resource))]).toEqual([resource, true]);
      }),
      { numRuns: runs(400) },
    );
  });
});
