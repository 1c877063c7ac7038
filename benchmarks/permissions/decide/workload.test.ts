import { decide, freeze } from "@polyglav/permissions";
import { describe, expect, test } from "vitest";
import type { Decide } from "./decide-cell.ts";
import { metFloor, walkedFloor } from "./floor.ts";
import { authorityOf, requestOf } from "./ours.ts";
import { strictestOf as strictestOfTwo, rightsOf } from "./two-valued.ts";
import { keptWildcards, rebuiltWildcards } from "./wildcard.ts";
import { CATEGORIES, chainOf, type Link, queriesFor, rightAnswer, type Rule } from "./workload.ts";

const share = <T>(list: readonly T[], is: (one: T) => boolean): number => list.filter(is).length / list.length;

test("the same chain and the same queries come out every time", () => {
  expect(chainOf(50, 3)).toEqual(chainOf(50, 3));
  expect(queriesFor(50)).toEqual(queriesFor(50));
});

test("links have rules for the same things, each with words of its own", () => {
  const [first = [], second = []] = chainOf(200, 2);
  expect(first.map(({ text }) => text)).toEqual(second.map(({ text }) => text));
  expect(first.map(({ word }) => word)).not.toEqual(second.map(({ word }) => word));
});

test("categories and kinds are shared out evenly, and words as promised", () => {
  const [link = []] = chainOf(8_000, 1);
  for (const category of CATEGORIES) {
    const own = link.filter((rule) => rule.category === category);
    expect([own.length, share(own, ({ kind }) => kind === "prefix")]).toEqual([1_000, 0.5]);
  }
  expect(share(link, ({ word }) => word === "allow")).toBeCloseTo(0.9, 1);
  expect(share(link, ({ word }) => word === "deny")).toBeCloseTo(0.02, 1);
  expect(share(queriesFor(8_000), ({ rule }) => rule !== undefined)).toBeCloseTo(0.8, 1);
});

test("a query is matched by the rule that it names, and by no other", () => {
  const [link = []] = chainOf(300, 1);
  for (const { category, text, rule } of queriesFor(300)) {
    const matching = link.filter(
      (one) => one.category === category && (one.kind === "exact" ? one.text === text : text.startsWith(one.text)),
    );
    expect(matching.map(({ number }) => number)).toEqual(rule === undefined ? [] : [rule]);
  }
});

test("the strictest word of a chain is right, and no rule is a deny", () => {
  const rule: Rule = { number: 0, category: "edit", text: "src/a", kind: "exact", word: "allow" };
  const asked = { category: "edit", text: "src/a", rule: 0 } as const;
  expect(rightAnswer([[rule], [{ ...rule, word: "ask" }]], asked)).toBe("ask");
  expect(rightAnswer([[{ ...rule, word: "deny" }], [{ ...rule, word: "ask" }]], asked)).toBe("deny");
  expect(rightAnswer([[rule]], { ...asked, rule: undefined })).toBe("deny");
});

/** What has only yes and no, with the least behind it: the rule is told. */
const twoValued = (chain: readonly Link[]): Decide =>
  strictestOfTwo(
    chain.map(
      (link) =>
        (right, { rule }) =>
          rule !== undefined && rightsOf(link[rule] ?? { ...NO_RULE, number: rule }).includes(right),
    ),
  );
const NO_RULE = { category: "edit", text: "", kind: "exact", word: "deny" } as const;

const ours = (chain: readonly Link[]): Decide => {
  const authority = authorityOf(chain);
  return (query) => decide(authority, requestOf(query)).decision;
};
const frozen = (chain: readonly Link[]): Decide => {
  const authority = freeze(authorityOf(chain));
  return (query) => decide(authority, requestOf(query)).decision;
};

describe.each([
  ["ours", ours],
  ["ours, frozen", frozen],
  ["the floor", metFloor],
  ["the floor that walks", walkedFloor],
  ["kept wildcards", keptWildcards],
  ["rebuilt wildcards", rebuiltWildcards],
  ["yes and no", twoValued],
] as const)("%s", (_, build) => {
  test.each([
    [10, 1],
    [100, 5],
    [64, 20],
  ])("gives the right answers for %d rules, depth %d", (rules, depth) => {
    const chain = chainOf(rules, depth);
    const queries = queriesFor(rules, 200);
    const answer = build(chain);
    expect(queries.map((query) => answer(query))).toEqual(queries.map((query) => rightAnswer(chain, query)));
  });
});
