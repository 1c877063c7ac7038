import {
  type Advice,
  type Authority,
  CATEGORIES,
  type Coverage,
  decide,
  DECISIONS,
  type Grant,
  isCategory,
  pass,
  spec,
  use,
} from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf, isExact, linksOf, specDecision, specOf } from "./answers.ts";
import { action, IS_SHORT, runs, thinned, world } from "./cases.ts";
import {
  engineChild,
  engineRoot,
  HELD,
  MAYBES,
  pairs,
  PLAIN_ROLES,
  provedFor,
  RANKS,
  rankOf,
  ROLES,
  wordOf,
  YESES,
} from "./words.ts";

const isAs = (a: Authority, category: string, held: spec.Held): boolean =>
  use(a, category) === wordOf(held.use) && pass(a, category) === wordOf(held.pass);

/** A root that holds exactly this much. */
const rootWith = (category: string, { cap, use: config, pass: g }: spec.Held): Authority =>
  engineRoot(category, cap, config, { g });

const STANDING = ["run", "session", "project"] as const;
const ACTIONS = [{ category: "bash", resource: ["ls"] }];
const ANY_CALL: Coverage = { kind: "category", category: "bash" };
const saysAsk: Advice = { atMost: "ask", why: "a" };
/** What there is to see beside a call: nothing, each word, the same ask by another voice or in other words, and two. */
const VIEWS: readonly (readonly Advice[])[] = [
  [],
  ...DECISIONS.map((atMost) => [{ atMost, why: "a" }]),
  [{ ...saysAsk, why: "b" }],
  [{ ...saysAsk, who: "x" }],
  [{ ...saysAsk, kind: "target" }],
  [saysAsk, { ...saysAsk, why: "b" }],
  [{ ...saysAsk, why: "b" }, saysAsk],
];
/** Everything a yes may be for, against everything that may be said about the call that comes then. */
const ADVISED = pairs<readonly Advice[] | "any call" | undefined, readonly Advice[]>(
  [undefined, "any call", ...VIEWS],
  VIEWS,
).map(([seen, advice]) => {
  if (seen === "any call") return { coverage: ANY_CALL, advice, exact: false };
  const coverage: Coverage = { kind: "request", actions: ACTIONS, advice: seen };
  const sight = new Set(seen?.map((each) => JSON.stringify(each)));
  const exact = advice.every((each) => each.atMost === "allow" || sight.has(JSON.stringify(each)));
  return { coverage, advice, exact };
});

describe("the engine decides like the reference, word for word (L4, L6, L10, L23)", () => {
  it("on every root under every cap and bound", () => {
    const bounds = pairs(MAYBES, pairs(MAYBES, MAYBES)).map(([g, [n, m]]) => ({ g, n, m }));
    provedFor(pairs(pairs(RANKS, RANKS), bounds), ([[cap, config], words]) =>
      isAs(engineRoot("read", cap, config, words), "read", spec.root(cap, config, words)),
    );
  });

  it("on every role and every role that it delegates to", () => {
    const second = [...PLAIN_ROLES, { n: 1 }, { m: 1 }, { r: 2, n: 0 }] as const;
    provedFor(HELD, (held) =>
      thinned(ROLES).every((first) => {
        const child = engineChild("bash", rootWith("bash", held), "r1", first);
        const expected = spec.delegate(held, first);
        return (
          isAs(child, "bash", expected) &&
          second.every((words) => isAs(engineChild("bash", child, "r2", words), "bash", spec.delegate(expected, words)))
        );
      }),
    );
  });

  it("in every category", () => {
    // In `delegate` a role's own ask counts as unset; that is the one difference between the categories.
    const inCategory = (category: string, words: spec.Words): spec.Words =>
      category === "delegate"
        ? { ...words, r: spec.ownDelegating(words.r, undefined), n: spec.ownDelegating(words.n, undefined) }
        : words;
    provedFor(thinned(pairs(CATEGORIES, pairs(HELD, ROLES))), ([category, [held, role]]) =>
      isAs(
        engineChild(category, rootWith(category, held), "r1", role),
        category,
        spec.delegate(held, inCategory(category, role)),
      ),
    );
  });

  it("on every yes of every coverage to every holder under every advice", () => {
    const roles = PLAIN_ROLES.filter(({ g }) => g === undefined || g === 2);
    const cases = thinned(pairs(pairs(HELD, roles), pairs(YESES, ADVISED)));
    let turn = 0; // what stands for longer than a run is worth as much as what stands for one
    const count = provedFor(cases, ([[held, role], [yes, { coverage, advice, exact }]]) => {
      if (yes.exact !== exact) return undefined;
      // An agent that said yes is an ancestor; the one that may hand down `by` is the root where that is so.
      if (yes.by !== "operator" && yes.by !== held.pass) return undefined;
      const child = engineChild("bash", rootWith("bash", held), "r1", role);
      const grant: Grant = {
        id: "g",
        holder: "r1",
        covers: coverage,
        lift: yes.elevate ? "elevate" : "confirm",
        approver: yes.by === "operator" ? "operator" : { id: "root" },
        uses: yes.once ? "once" : (STANDING[turn++ % STANDING.length] ?? "run"),
      };
      const limit = spec.meet(...advice.map(({ atMost }) => rankOf(atMost)));
      return (
        decide(child, { actions: ACTIONS, advice }, [grant]).decision ===
        wordOf(spec.decide(spec.delegate(held, role), [yes], limit))
      );
    });
    expect(count).toBeGreaterThan(IS_SHORT ? 1_000 : 30_000);
  });
});

describe("the engine decides like the reference on generated worlds, rules included (L4, L6, L10, L23)", () => {
  it(`what every link may use and hand down of a thing, ${runs(20_000)} chains`, () => {
    fc.assert(
      fc.property(world, action, (w, asked) => {
        if (!isCategory(asked.category)) return;
        const expected = specOf(w, asked);
        for (const [depth, link] of linksOf(engineOf(w)).entries()) {
          expect([
            rankOf(use(link, asked.category, asked.resource)),
            rankOf(pass(link, asked.category, asked.resource)),
          ]).toEqual([expected[depth]?.use, expected[depth]?.pass]);
        }
      }),
      { numRuns: runs(20_000) },
    );
  });

  it(`whole requests with advice and grants, ${runs(20_000)} decisions`, () => {
    fc.assert(
      fc.property(world, (w) => {
        expect(decide(engineOf(w), w.request, w.grants).decision).toBe(specDecision(w));
      }),
      { numRuns: runs(20_000) },
    );
  });

  it.skipIf(IS_SHORT)("and those worlds hold what matters: each coverage against each kind of ask", () => {
    const seen = new Map<string, number>();
    for (const w of fc.sample(world, { numRuns: 12_000, seed: 11 })) {
      const { decision, grants } = decide(engineOf(w), w.request, w.grants);
      for (const grant of w.grants.filter(({ id }) => grants.includes(id))) {
        const ask = (w.request.advice ?? []).some(({ atMost }) => atMost === "ask") ? "advised" : "plain";
        const sight =
          grant.covers.kind !== "request" ? grant.covers.kind : isExact(grant, w.request) ? "exact" : "unseen";
        const key = `${sight}, ${ask}: ${decision}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    }
    for (const key of [
      "category, plain: allow",
      "category, advised: ask",
      "pattern, plain: allow",
      "pattern, advised: ask",
      "unseen, advised: ask",
      "exact, advised: allow",
    ])
      expect(seen.get(key), key).toBeGreaterThan(10);
    for (const sight of ["category", "pattern", "unseen"])
      expect([...seen.keys()]).not.toContain(`${sight}, advised: allow`);
  });

  it.skipIf(IS_SHORT)("and rules that decide: each kind of pattern, exceptions, crossings, defaults and floors", () => {
    const seen = new Map<string, number>();
    const count = (key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1);
    for (const w of fc.sample(world, { numRuns: 6_000, seed: 5 })) {
      for (const { kind, pattern, text } of decide(engineOf(w), w.request).because) {
        if (pattern !== undefined)
          count(`${kind} by a rule with ${pattern.includes("**") ? "**" : pattern.includes("*") ? "*" : "no star"}`);
        if (text.endsWith(".default")) count(`${kind} by a default`);
        if (text.endsWith("there is no default")) count(`${kind} by a floor`);
        if (text.endsWith(".bash_allow")) count(`${kind} by bash_allow`);
      }
    }
    for (const kind of ["wants", "may-receive", "config", "bound"])
      for (const by of ["a rule with **", "a rule with *", "a rule with no star", "a default"])
        expect(seen.get(`${kind} by ${by}`), `${kind} by ${by}`).toBeGreaterThan(0);
    for (const key of ["wants by a floor", "wants by bash_allow", "cap by a rule with **"])
      expect(seen.get(key), key).toBeGreaterThan(0);
  });
});
