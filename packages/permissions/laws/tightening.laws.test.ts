import { carve, type Decision, DECISIONS, decide, leq, narrow, root, total, use } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf, linksOf } from "./answers.ts";
import { action, runs, type World, world, written, type Written, type WrittenEntry } from "./cases.ts";

/** How far each word is lowered, one after the other and round again. */
const steps = fc.array(fc.nat(2), { minLength: 7, maxLength: 31 });

/** The same world where every word that somebody wrote may be stricter, and nothing is looser. */
function tightened(w: World, amounts: readonly number[]): World {
  let turn = 0;
  const next = (): number => amounts[turn++ % amounts.length] ?? 0;
  const word = (given: Decision): Decision => DECISIONS[Math.max(0, DECISIONS.indexOf(given) - next())] ?? "deny";
  const entry = (given: WrittenEntry): WrittenEntry => {
    if (typeof given === "string") return word(given);
    if (!("rules" in given)) return given.slice(0, Math.max(1, given.length - next()));
    const rules = Object.fromEntries(
      Object.entries(given.rules).map(([pattern, each]) => [pattern, word(each)] as const),
    );
    return {
      ...given,
      rules,
      ...(given.default !== undefined && { default: word(given.default) }),
      strict: given.strict === true || next() === 2,
    };
  };
  const carved = (given: Written): Written =>
    Object.fromEntries(Object.entries(given).map(([key, each]) => [key, entry(each)] as const));
  return {
    ...w,
    cap: carved(w.cap),
    config: { parts: w.config.parts.map(carved), floor: word(w.config.floor), pass: carved(w.config.pass) },
    bound: { use: carved(w.bound.use), pass: carved(w.bound.pass) },
    roles: w.roles.map((role) => ({
      use: carved(role.use),
      pass: carved(role.pass),
      boundUse: carved(role.boundUse),
      boundPass: carved(role.boundPass),
      temporary: role.temporary || next() === 2,
    })),
  };
}

describe("nothing that is derived is kept (L21)", () => {
  it("tighter inputs tighten every link, every old grant and every child at once, step after step", () => {
    fc.assert(
      fc.property(
        world,
        fc.array(steps, { minLength: 1, maxLength: 3 }),
        fc.array(action, { minLength: 1, maxLength: 3 }),
        (w, turns, asked) => {
          let before = w;
          for (const amounts of turns) {
            const after = tightened(before, amounts);
            const [loose, tight] = [linksOf(engineOf(before)), linksOf(engineOf(after))];
            for (const [depth, link] of tight.entries()) {
              const old = loose[depth];
              if (old === undefined) continue;
              for (const request of [w.request, ...asked.map((each) => ({ actions: [each] }))])
                expect(leq(decide(link, request, w.grants).decision, decide(old, request, w.grants).decision)).toBe(
                  true,
                );
            }
            before = after;
          }
        },
      ),
      { numRuns: runs(1_200) },
    );
  });

  it("a bound or a cap that comes later only lowers, grants included", () => {
    fc.assert(
      fc.property(world, written, written, written, (w, cap, n, m) => {
        const more: World = {
          ...w,
          cap: Object.keys(w.cap).length === 0 ? cap : w.cap,
          roles: w.roles.map((role) => ({
            ...role,
            boundUse: Object.keys(role.boundUse).length === 0 ? n : role.boundUse,
            boundPass: Object.keys(role.boundPass).length === 0 ? m : role.boundPass,
          })),
        };
        expect(
          leq(decide(engineOf(more), w.request, w.grants).decision, decide(engineOf(w), w.request, w.grants).decision),
        ).toBe(true);
      }),
      { numRuns: runs(1_200) },
    );
  });

  it("a mode that is met in narrows, for whatever is asked (L3, L9)", () => {
    fc.assert(
      fc.property(
        written,
        written,
        fc.constantFrom(...DECISIONS),
        action,
        (config, mode, floor, { category, resource }) => {
          const [own, met] = [total(carve(config), floor), total(carve(mode), "allow")];
          const me = root({ id: "me", use: own });
          for (const capped of [root({ id: "me", use: own, cap: met }), root({ id: "me", use: narrow(own, met) })])
            expect(leq(use(capped, category, resource), use(me, category, resource))).toBe(true);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it("a superseded word of one owner is gone: only the last layer counts for its children", () => {
    const merged = { ...{ bash: "deny" }, ...{ bash: "allow" } };
    const me = root({ id: "me", use: total(carve(merged), "ask") });
    expect(decide(me, { actions: [{ category: "bash", resource: ["ls"] }] }).decision).toBe("allow");
  });
});
