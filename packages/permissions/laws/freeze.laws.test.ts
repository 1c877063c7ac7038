import { type Action, type Authority, decide, freeze, type Grant } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf, linksOf, specDecision } from "./answers.ts";
import { action, runs, type World, world } from "./cases.ts";

/** As many as a chain needs to be met by itself, and some more. */
const MANY = 60;

const ask = (a: Authority, asked: Action, grants: readonly Grant[] = []) => decide(a, { actions: [asked] }, grants);
const specAsk = (w: World, asked: Action) => specDecision({ ...w, request: { actions: [asked] } }, []);

describe("frozen, live and reference decide alike (L21, L23)", () => {
  it(`for each action alone, in any order and again, ${runs(2_000)} chains`, () => {
    fc.assert(
      fc.property(world, fc.array(action, { minLength: 1, maxLength: 10 }), (w, asked) => {
        const [frozen, live] = [freeze(engineOf(w)), engineOf(w)];
        for (const each of [...asked, ...asked.toReversed()]) {
          const verdict = ask(frozen, each);
          expect(verdict).toEqual(ask(live, each));
          expect(verdict.decision).toBe(specAsk(w, each));
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("before and after a live chain meets itself", () => {
    fc.assert(
      fc.property(world, fc.array(action, { minLength: 2, maxLength: 6 }), (w, asked) => {
        const live = engineOf(w);
        const before = asked.map((each) => ask(live, each));
        for (let i = 0; i < MANY; i += 1) for (const each of asked) ask(live, each);
        expect(asked.map((each) => ask(live, each))).toEqual(before);
      }),
      { numRuns: runs(250) },
    );
  });

  it("for whole requests with advice and grants", () => {
    fc.assert(
      fc.property(world, (w) => {
        const [frozen, live] = [freeze(engineOf(w)), engineOf(w)];
        expect(decide(frozen, w.request, w.grants)).toEqual(decide(live, w.request, w.grants));
        expect(decide(frozen, w.request)).toEqual(decide(live, w.request));
      }),
      { numRuns: runs(1_500) },
    );
  });

  it("for every link, when links above and below are frozen or not", () => {
    fc.assert(
      fc.property(world, action, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (w, asked, which) => {
        const [one, other] = [linksOf(engineOf(w)), linksOf(engineOf(w))];
        one.forEach((link, i) => which[i] === true && freeze(link));
        expect(one.map((link) => ask(link, asked))).toEqual(other.map((link) => ask(link, asked)));
      }),
      { numRuns: runs(1_000) },
    );
  });
});
