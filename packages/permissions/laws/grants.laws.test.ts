import { spec } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { HELD, pairs, provedFor, RANKS, ROLES, seenAmong, YESES } from "./words.ts";

const { decide, delegate, meet } = spec;

/** Every holder: a root, and every role under it; those that hold the same are one. */
const holders: readonly spec.Held[] = [
  ...new Map(
    [...HELD, ...pairs(HELD, ROLES).map(([held, role]) => delegate(held, role))].map((held) => [
      [held.cap, held.use, held.pass, held.callerUse].join(),
      held,
    ]),
  ).values(),
];
const cases = pairs(pairs(holders, YESES), RANKS).map(([[held, yes], advice]) => ({ held, yes, advice }));
const isFresh = ({ by, once, exact }: spec.Yes): boolean => by === "operator" && once && exact;

describe("no yes over a deny cap, and only a fresh one over an ask cap (L10)", () => {
  it("what the operator's cap denies stays denied, whoever says yes", () => {
    provedFor(cases, ({ held, yes, advice }) => (held.cap === 0 ? decide(held, [yes], advice) === 0 : undefined));
  });

  it("what the operator's cap asks for is allowed only by a fresh one-shot of the operator for that very call", () => {
    provedFor(cases, ({ held, yes, advice }) =>
      held.cap === 1 && !isFresh(yes) ? decide(held, [yes], advice) < 2 : undefined,
    );
    expect(seenAmong(cases, ({ held, yes }) => held.cap === 1 && decide(held, [yes]) === 2)).toBeGreaterThan(0);
  });

  it("a confirm never changes a deny", () => {
    provedFor(cases, ({ held, yes, advice }) =>
      !yes.elevate && meet(held.use, advice) === 0 ? decide(held, [yes], advice) === 0 : undefined,
    );
  });

  it("the operator can elevate whatever the cap allows", () => {
    provedFor(holders, (held) =>
      held.cap === 2 ? decide(held, [{ by: "operator", elevate: true, once: true, exact: false }]) === 2 : undefined,
    );
  });
});

describe("what a yes is worth (L10, L21)", () => {
  it("never takes anything away", () => {
    provedFor(cases, ({ held, yes, advice }) => decide(held, [yes], advice) >= decide(held, [], advice));
  });

  it("an agent gives no more than it may hand down", () => {
    provedFor(cases, ({ held, yes, advice }) =>
      yes.by === "operator" ? undefined : decide(held, [yes], advice) <= Math.max(held.use, yes.by),
    );
  });

  it("an agent's yes counts once or not at all", () => {
    provedFor(cases, ({ held, yes, advice }) =>
      yes.by !== "operator" && !yes.once ? decide(held, [yes], advice) === decide(held, [], advice) : undefined,
    );
  });

  it("an agent's yes never lifts a temporary role above its caller's own use", () => {
    provedFor(cases, ({ held, yes, advice }) =>
      held.callerUse !== undefined && yes.by !== "operator" ? decide(held, [yes], advice) <= held.callerUse : undefined,
    );
  });

  it("several are worth the best of them", () => {
    provedFor(
      pairs(holders, pairs(YESES, YESES)),
      ([held, [a, b]]) => decide(held, [a, b]) === spec.join(decide(held, [a]), decide(held, [b])),
    );
  });
});

describe("advice only lowers (L17)", () => {
  it("no advice makes anything more permitted, with a yes or without", () => {
    provedFor(
      cases,
      ({ held, yes, advice }) =>
        decide(held, [yes], advice) <= decide(held, [yes]) && decide(held, [], advice) <= held.use,
    );
  });

  it("advice to deny is final", () => {
    provedFor(cases, ({ held, yes, advice }) => (advice === 0 ? decide(held, [yes], advice) === 0 : undefined));
  });

  it("advice to ask yields to a fresh one-shot of the operator for that very call, and to nothing else", () => {
    provedFor(cases, ({ held, yes, advice }) =>
      advice === 1 && decide(held, [yes], advice) === 2 ? isFresh(yes) : undefined,
    );
  });
});

describe("a yes to any one call answers nothing that is asked about one of them (L13, L14)", () => {
  const inexact = cases.filter(({ yes }) => !yes.exact);

  it("under an ask of the cap or of advice it never allows, whoever gave it and however often it counts", () => {
    provedFor(inexact, ({ held, yes, advice }) =>
      meet(held.cap, advice) < 2 ? decide(held, [yes], advice) < 2 : undefined,
    );
  });

  it("nor do many of them together", () => {
    provedFor(pairs(inexact, YESES), ([{ held, yes, advice }, other]) =>
      meet(held.cap, advice) < 2 && !other.exact ? decide(held, [yes, other], advice) < 2 : undefined,
    );
  });

  it("where nothing asks about the call itself it is worth as much as a yes to that call", () => {
    provedFor(inexact, ({ held, yes, advice }) =>
      meet(held.cap, advice) === 2
        ? decide(held, [yes], advice) === decide(held, [{ ...yes, exact: true }], advice)
        : undefined,
    );
  });

  it("it may lift a denial as far as the ask, which is then asked", () => {
    provedFor(inexact, ({ held, yes, advice }) =>
      yes.by === "operator" && yes.elevate && meet(held.cap, advice) === 1
        ? decide(held, [yes], advice) === 1
        : undefined,
    );
  });

  it("the operator's yes to that very call is enough, with the other or without it", () => {
    const thisCall: spec.Yes = { by: "operator", elevate: true, once: true, exact: true };
    provedFor(inexact, ({ held, yes, advice }) =>
      meet(held.cap, advice) === 1
        ? decide(held, [thisCall], advice) === 2 && decide(held, [yes, thisCall], advice) === 2
        : undefined,
    );
  });
});

describe("tighter inputs tighten every yes that was given before (L21)", () => {
  it("an approver that may hand down less gives less", () => {
    provedFor(pairs(cases, RANKS), ([{ held, yes, advice }, weaker]) =>
      yes.by === "operator" || weaker > yes.by
        ? undefined
        : decide(held, [{ ...yes, by: weaker }], advice) <= decide(held, [yes], advice),
    );
  });

  it("a tighter cap leaves less", () => {
    provedFor(pairs(cases, RANKS), ([{ held, yes, advice }, cap]) =>
      cap > held.cap
        ? undefined
        : decide({ ...held, cap, use: meet(held.use, cap) }, [yes], advice) <= decide(held, [yes], advice),
    );
  });

  it("a holder that may use less is left with less", () => {
    provedFor(pairs(cases, RANKS), ([{ held, yes, advice }, use]) =>
      use > held.use ? undefined : decide({ ...held, use }, [yes], advice) <= decide(held, [yes], advice),
    );
  });
});
