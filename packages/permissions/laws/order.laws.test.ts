import { carve, decide, explain, root, total, use } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf } from "./answers.ts";
import {
  type Name,
  NAMES,
  resource,
  rulesFor,
  runs,
  world,
  type World,
  type Written,
  type WrittenEntry,
} from "./cases.ts";

const shuffled = <T>(items: readonly T[]): fc.Arbitrary<readonly T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length });

/** The same entry with its rules in any order, and perhaps one of them written once more in other words. */
const entryAgain = (entry: WrittenEntry, again: boolean): fc.Arbitrary<WrittenEntry> => {
  if (typeof entry === "string") return fc.constant(entry);
  if (!("rules" in entry)) return shuffled(entry).map((list) => (again ? [...list, ...list] : list));
  return shuffled(Object.entries(entry.rules)).map((rules) => ({ ...entry, rules: Object.fromEntries(rules) }));
};

const written = (words: Written): fc.Arbitrary<Written> =>
  fc
    .tuple(
      ...Object.entries(words).map(([key, entry]) => entryAgain(entry, true).map((again) => [key, again] as const)),
    )
    .chain((entries) => shuffled(entries))
    .map((entries) => Object.fromEntries(entries));

/** The same world, with everything in another order whose order means nothing. */
const worldAgain = (w: World): fc.Arbitrary<World> =>
  fc.record({
    cap: written(w.cap),
    config: fc.record({
      parts: fc.tuple(...w.config.parts.map(written)).chain((parts) => shuffled(parts)),
      floor: fc.constant(w.config.floor),
      pass: written(w.config.pass),
    }),
    bound: fc.record({ use: written(w.bound.use), pass: written(w.bound.pass) }),
    roles: fc.tuple(
      ...w.roles.map((role) =>
        fc.record({
          use: written(role.use),
          pass: written(role.pass),
          boundUse: written(role.boundUse),
          boundPass: written(role.boundPass),
          temporary: fc.constant(role.temporary),
        }),
      ),
    ),
    request: shuffled(w.request.actions).map((actions) => ({
      ...w.request,
      actions: [...actions, ...actions.slice(0, 1)],
    })),
    grants: fc.constant(w.grants),
  });

describe("order means nothing (L8)", () => {
  it("of rules, keys, prefixes, configs and actions: the decision, and what is enough to lift it, stay", () => {
    fc.assert(
      fc.property(
        world.chain((w) => fc.tuple(fc.constant(w), worldAgain(w))),
        ([w, again]) => {
          const [one, other] = [
            decide(engineOf(w), w.request, w.grants),
            decide(engineOf(again), again.request, again.grants),
          ];
          expect([other.decision, other.liftable, other.grants]).toEqual([one.decision, one.liftable, one.grants]);
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  it("of rules: every witness and every step is the same", () => {
    const shufflingRules = fc
      .constantFrom(...NAMES)
      .chain((name: Name) =>
        rulesFor(name).chain((rules) =>
          fc.tuple(fc.constant(name), fc.constant(rules), entryAgain(rules, false), resource[name]),
        ),
      );
    fc.assert(
      fc.property(shufflingRules, ([category, rules, again, asked]) => {
        const explained = [rules, again].map((entry) =>
          explain(root({ id: "me", use: total(carve({ [category]: entry }), "ask") }), {
            actions: [{ category, resource: asked }],
          }),
        );
        expect(explained[1]).toEqual(explained[0]);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("of rules that mean the same in other words: one more of them never permits more", () => {
    const respelled = fc
      .constantFrom("./", "x/../")
      .chain((before) => fc.tuple(rulesFor("edit"), resource.edit).map(([rules, asked]) => ({ rules, asked, before })));
    fc.assert(
      fc.property(respelled, ({ rules, asked, before }) => {
        const again = Object.entries(rules.rules)
          .filter(([pattern]) => !pattern.startsWith("/"))
          .map(([pattern, word]) => [`${before}${pattern}`, word] as const);
        const both = { ...rules, rules: Object.fromEntries([...again, ...Object.entries(rules.rules)]) };
        const [one, other] = [rules, both].map((entry) =>
          use(root({ id: "me", use: total(carve({ edit: entry }), "ask") }), "edit", asked),
        );
        expect(other).toBe(one);
      }),
      { numRuns: runs(1_500) },
    );
  });
});
