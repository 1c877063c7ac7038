import {
  type Carve,
  carve,
  CATEGORIES,
  type Decision,
  DECISIONS,
  leq,
  meet,
  narrow,
  overlay,
  type PartialCarve,
  root,
  total,
  use,
} from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NAMES, runs, written } from "./cases.ts";

const decision = fc.constantFrom(...DECISIONS);
const words = fc.dictionary(fc.constantFrom(...CATEGORIES, "*"), decision, { maxKeys: 6 });
const layer = fc.oneof(words, written).map((each) => carve(each));
const complete = fc.tuple(layer, decision).map(([says, floor]) => total(says, floor));

/** Laws are about what is decided, never about how a carve is stored. */
const PROBES = [
  ...CATEGORIES.map((category) => ({ category, resource: [] as readonly string[] })),
  ...NAMES.flatMap((category) =>
    [["a"], ["b"], ["a", "b"], ["ab", "a"], ["/", "a"], ["\0", "b"], ["c", "c", "b"]].map((resource) => ({
      category,
      resource,
    })),
  ),
];
const decisionsOf = (c: Carve): readonly Decision[] => {
  const me = root({ id: "x", use: c });
  return PROBES.map(({ category, resource }) => use(me, category, resource));
};
const underEveryFloor = (c: PartialCarve): readonly Decision[] =>
  DECISIONS.flatMap((floor) => decisionsOf(total(c, floor)));

const law = <T>(name: string, given: fc.Arbitrary<T>, holds: (value: T) => void): void => {
  it(name, () => {
    fc.assert(
      fc.property(given, (value) => {
        holds(value);
      }),
      { numRuns: runs(300) },
    );
  });
};

describe("overlay, the layers of one owner (L8, L9)", () => {
  law("does not care how layers are grouped", fc.tuple(layer, layer, layer), ([a, b, c]) => {
    expect(underEveryFloor(overlay(overlay(a, b), c))).toEqual(underEveryFloor(overlay(a, overlay(b, c))));
    expect(underEveryFloor(overlay(a, b, c))).toEqual(underEveryFloor(overlay(overlay(a, b), c)));
  });
  law("a layer twice is the layer once", fc.tuple(layer, layer), ([a, b]) => {
    expect(underEveryFloor(overlay(a, b, b))).toEqual(underEveryFloor(overlay(a, b)));
    expect(underEveryFloor(overlay(a, a))).toEqual(underEveryFloor(a));
  });
  law("an empty layer changes nothing", layer, (a) => {
    expect(underEveryFloor(overlay(a, carve({})))).toEqual(underEveryFloor(a));
    expect(underEveryFloor(overlay(carve({}), a))).toEqual(underEveryFloor(a));
    expect(underEveryFloor(overlay())).toEqual(underEveryFloor(carve({})));
  });
  law(
    "the last layer that names a category decides it, and may widen",
    fc.tuple(words, words, fc.constantFrom(...CATEGORIES)),
    ([low, high, category]) => {
      const named = [high, low].find((each) => Object.hasOwn(each, category))?.[category];
      const star = [high, low].find((each) => Object.hasOwn(each, "*"))?.["*"];
      const both = root({ id: "x", use: total(overlay(carve(low), carve(high)), "ask") });
      expect(use(both, category)).toBe(named ?? star ?? "ask");
    },
  );
});

describe("narrow, the meet between principals (L8, L23)", () => {
  law("is the meet in every category", fc.tuple(complete, complete), ([a, b]) => {
    const [as, bs] = [decisionsOf(a), decisionsOf(b)];
    expect(decisionsOf(narrow(a, b))).toEqual(as.map((word, i) => meet(word, bs[i] ?? "deny")));
  });
  law("does not care about order, grouping or repetition", fc.tuple(complete, complete, complete), ([a, b, c]) => {
    const expected = decisionsOf(narrow(a, b, c));
    expect(decisionsOf(narrow(c, a, b, a))).toEqual(expected);
    expect(decisionsOf(narrow(narrow(a, b), c))).toEqual(expected);
    expect(decisionsOf(narrow(a, narrow(b, c)))).toEqual(expected);
  });
  law("never permits more than any of its carves", fc.array(complete, { maxLength: 4 }), (carves) => {
    const all = decisionsOf(narrow(...carves));
    for (const one of carves.map(decisionsOf)) expect(all.every((word, i) => leq(word, one[i] ?? "deny"))).toBe(true);
  });
  it("of nothing restricts nothing, and of what excludes each other permits nothing", () => {
    expect(decisionsOf(narrow())).toEqual(PROBES.map(() => "allow"));
    const [only, other] = [
      { read: "allow", "*": "deny", bash: { default: "deny", rules: { "a **": "allow" } } },
      { list: "allow", "*": "deny", bash: { default: "deny", rules: { "** b": "allow", "a b": "deny" } } },
    ].map((words) => total(carve(words), "deny"));
    expect(only && other && decisionsOf(narrow(only, other))).toEqual(PROBES.map(() => "deny"));
  });
});

describe("total, the floor under what nobody set (L1, L23)", () => {
  law(
    "a word is what it says, a star what nobody named, the floor the rest",
    fc.tuple(words, decision, fc.constantFrom(...CATEGORIES)),
    ([says, floor, category]) => {
      const expected = Object.hasOwn(says, category) ? says[category] : Object.hasOwn(says, "*") ? says["*"] : floor;
      expect(use(root({ id: "x", use: total(carve(says), floor) }), category)).toBe(expected);
    },
  );
});
