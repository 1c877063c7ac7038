import {
  type Action,
  type Authority,
  decide,
  delegate,
  explain,
  freeze,
  type Grant,
  patternOf,
} from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf, isFor, linksOf } from "./answers.ts";
import { action, chainTo, grantFor, idOf, request, runs, world } from "./cases.ts";

const one = (asked: Action) => ({ actions: [asked] });
const seen = (a: Authority, asked: readonly Action[], grants: readonly Grant[] = []) =>
  asked.map((each) => decide(a, one(each), grants).decision);

describe("a grant is for its holder, for what it covers, and for nothing else (L11)", () => {
  it("no other link of the chain decides differently for it, and the holder only where it covers", () => {
    const given = fc
      .tuple(world, request, action)
      .chain(([w, asked, other]) => fc.tuple(fc.constant({ w, asked, other }), grantFor(asked, w.roles.length)));
    fc.assert(
      fc.property(given, ([{ w, asked, other }, grant]) => {
        for (const [depth, link] of linksOf(engineOf(w)).entries())
          for (const tried of [asked, one(other)]) {
            const isHolder =
              typeof grant.holder === "string"
                ? grant.holder === idOf(depth)
                : grant.holder.chain.join("/") === chainTo(depth).join("/");
            if (isHolder && tried.actions.some((each) => isFor(grant, tried, each))) continue;
            expect(decide(link, tried, [grant])).toEqual(decide(link, tried));
          }
      }),
      { numRuns: runs(1_500) },
    );
  });

  it("ids that begin alike are different holders, and no child finds its caller's grants", () => {
    fc.assert(
      fc.property(world, action, (w, asked) => {
        const holder = engineOf(w);
        const child = delegate(holder, { id: `${holder.id}#sub-0`, role: "sub" });
        const yes: Grant = {
          id: "y",
          holder: holder.id,
          covers: { kind: "category", category: asked.category },
          lift: "elevate",
          approver: "operator",
          uses: "project",
        };
        const standing: Grant = { ...yes, id: "z", holder: { chain: chainTo(w.roles.length) } };
        expect(decide(child, one(asked), [yes, standing])).toEqual(decide(child, one(asked)));
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe("a grant is exactly what was shown (L13)", () => {
  const yes = (a: Authority, covers: Grant["covers"]): Grant => ({
    id: "y",
    holder: a.id,
    covers,
    lift: "elevate",
    approver: "operator",
    uses: "run",
  });

  it("one for a request is for all of it, and for no part, no more and no other", () => {
    fc.assert(
      fc.property(world, request, request, (w, asked, other) => {
        const a = engineOf(w);
        const same = (actions: readonly Action[]) =>
          JSON.stringify([...new Set(actions.map((each) => JSON.stringify(each)))].toSorted());
        if (same(asked.actions) === same(other.actions) && asked.tool === other.tool) return;
        const exact = yes(a, { kind: "request", tool: asked.tool, actions: asked.actions });
        expect(decide(a, other, [exact])).toEqual(decide(a, other));
      }),
      { numRuns: runs(1_500) },
    );
  });

  it("one for the pattern of a thing is for that thing alone", () => {
    fc.assert(
      fc.property(world, action, action, (w, asked, other) => {
        const pattern = patternOf(asked.category, asked.resource);
        if (pattern === undefined || asked.resource.some((text) => text.startsWith("\0"))) return;
        const a = engineOf(w);
        const exact = yes(a, { kind: "pattern", category: asked.category, pattern });
        if (JSON.stringify(asked) !== JSON.stringify(other))
          expect(decide(a, one(other), [exact])).toEqual(decide(a, one(other)));
        const category = yes(a, { kind: "category", category: asked.category });
        expect(decide(a, one(asked), [exact]).decision).toBe(decide(a, one(asked), [category]).decision);
      }),
      { numRuns: runs(1_500) },
    );
  });
});

describe("nobody changes what others may do (L25)", () => {
  interface Move {
    readonly who: number;
    readonly do: "decide" | "explain" | "freeze" | "child" | "garbage";
  }
  const move: fc.Arbitrary<Move> = fc.record({
    who: fc.nat(5),
    do: fc.constantFrom("decide", "explain", "freeze", "child", "garbage"),
  });

  it("whatever a child, a sibling or a caller decides, mints, freezes or fails at", () => {
    fc.assert(
      fc.property(
        world,
        fc.array(action, { minLength: 1, maxLength: 4 }),
        fc.array(move, { maxLength: 12 }),
        (w, asked, moves) => {
          const links = linksOf(engineOf(w));
          const siblings = links.flatMap((from, i) => [delegate(from, { id: `s${i}`, role: "sibling" })]);
          const all = [...links, ...siblings];
          const before = all.map((a) => seen(a, asked));
          for (const { who, do: what } of moves) {
            const a = all[who % all.length];
            if (a === undefined) continue;
            if (what === "decide") decide(a, w.request, w.grants);
            if (what === "explain") explain(a, w.request, w.grants);
            if (what === "freeze") freeze(a);
            if (what === "child") seen(delegate(a, { id: "child", role: "child" }), asked, w.grants);
            if (what === "garbage") expect(() => delegate(a, { id: a.id, role: "again" })).toThrow(RangeError);
          }
          expect(all.map((a) => seen(a, asked))).toEqual(before);
        },
      ),
      { numRuns: runs(800) },
    );
  });

  it("a verdict that somebody got cannot be changed for the next one", () => {
    fc.assert(
      fc.property(world, action, (w, asked) => {
        const a = freeze(engineOf(w));
        const verdict = decide(a, one(asked));
        const copy = structuredClone(verdict);
        for (const part of [verdict, ...verdict.because]) Reflect.set(part, "decision", "allow");
        expect(decide(a, one(asked))).toEqual(copy);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("a decision knows no clock (L26)", () => {
  it("whoever keeps grants hands over live ones: until is for them, and lifts nothing by itself", () => {
    fc.assert(
      fc.property(world, fc.option(fc.integer(), { nil: undefined }), (w, until) => {
        const a = engineOf(w);
        expect(
          decide(
            a,
            w.request,
            w.grants.map((grant) => ({ ...grant, until })),
          ),
        ).toEqual(decide(a, w.request, w.grants));
      }),
      { numRuns: runs(500) },
    );
  });
});
