import { spec } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { HELD, MAYBES, pairs, PLAIN_ROLES, provedFor, RANKS, ROLES, seenAmong } from "./words.ts";

const { delegate, meet } = spec;

const isUnder = (a: spec.Held, b: spec.Held): boolean => a.cap <= b.cap && a.use <= b.use && a.pass <= b.pass;
const isSame = (a: spec.Held, b: spec.Held): boolean => a.use === b.use && a.pass === b.pass;
const isStricter = (a: spec.Words, b: spec.Words): boolean =>
  a.temporary === b.temporary &&
  (
    [
      [a.r, b.r],
      [a.g, b.g],
    ] as const
  ).every(([x, y]) => x === y || (x !== undefined && y !== undefined && x <= y)) &&
  (
    [
      [a.n, b.n],
      [a.m, b.m],
    ] as const
  ).every(([x, y]) => (x ?? 2) <= (y ?? 2));

/** Every caller that delegates to every role. */
const one = pairs(HELD, ROLES);

/** The same, and the role delegates to every other role: about 3.7 million chains, made one at a time. */
function* two(): Generator<{
  held: spec.Held;
  first: spec.Words;
  second: spec.Words;
  child: spec.Held;
  grandchild: spec.Held;
}> {
  for (const [held, first] of one) {
    const child = delegate(held, first);
    for (const second of ROLES) yield { held, first, second, child, grandchild: delegate(child, second) };
  }
}

describe("every root under every cap (L4)", () => {
  const roots = pairs(pairs(RANKS, RANKS), ROLES).map(([[cap, config], words]) => ({ cap, config, words }));

  it("a root never exceeds its cap, for itself and for others", () => {
    provedFor(roots, ({ cap, config, words }) => {
      const { use, pass } = spec.root(cap, config, words);
      return use <= cap && pass <= cap;
    });
  });

  it("a root without a grant_permission hands down exactly what it may use", () => {
    provedFor(roots, ({ cap, config, words: { n } }) => {
      const { use, pass } = spec.root(cap, config, n === undefined ? {} : { n });
      return pass === use;
    });
  });

  it("a bound on the root is never exceeded", () => {
    provedFor(roots, ({ cap, config, words: { g, n, m } }) => {
      const { use, pass } = spec.root(cap, config, { g, n, m });
      return use <= (n ?? 2) && pass <= (m ?? 2);
    });
  });

  it("a bound on the root only lowers", () => {
    provedFor(roots, ({ cap, config, words: { g, n, m } }) =>
      isUnder(spec.root(cap, config, { g, n, m }), spec.root(cap, config, { g })),
    );
  });
});

describe("every caller, every role, every bound (L3, L4, L5, L9)", () => {
  it("a child never gets, and never hands down, more than its caller hands down", () => {
    provedFor(one, ([held, role]) => {
      const child = delegate(held, role);
      return child.use <= held.pass && child.pass <= held.pass;
    });
  });

  it("a role gets what it names, as far as its caller hands it down", () => {
    provedFor(one, ([held, { r, n, temporary }]) =>
      r === undefined || n !== undefined || temporary === true
        ? undefined
        : delegate(held, { r }).use === meet(held.pass, r),
    );
  });

  it("a role that names nothing gets its caller's own use, as far as it is handed down", () => {
    provedFor(HELD, (held) => delegate(held, {}).use === meet(held.pass, held.use));
  });

  it("a role without a grant_permission hands down exactly what it may use", () => {
    provedFor(one, ([held, { r, n }]) => {
      const child = delegate(held, { r, n });
      return child.pass === child.use;
    });
  });

  it("a role that names what it hands down hands down that, as far as it was handed to it", () => {
    provedFor(one, ([held, { r, g, n, temporary }]) =>
      g === undefined || temporary === true ? undefined : delegate(held, { r, g, n }).pass === meet(held.pass, g),
    );
  });

  it("a caller that is denied can hand down what it may not use", () => {
    expect(seenAmong(one, ([held, role]) => held.use === 0 && delegate(held, role).use === 2)).toBeGreaterThan(0);
  });

  it("a role that may use it can be unable to hand it down", () => {
    const kept = pairs(HELD, PLAIN_ROLES).map(([held, role]) => delegate(held, role));
    expect(
      seenAmong(kept, ({ use, pass, callerUse }) => use === 2 && pass === 0 && callerUse === undefined),
    ).toBeGreaterThan(0);
  });

  it("a bound only lowers, and one that is unset changes nothing", () => {
    provedFor(one, ([held, { r, g, n, m, temporary }]) => {
      const free = delegate(held, { r, g, temporary });
      return isUnder(delegate(held, { r, g, n, m, temporary }), free);
    });
  });

  it("a bound is never exceeded, and takes away nothing below it", () => {
    provedFor(one, ([held, { r, g, n = 2, m = 2, temporary }]) => {
      const [free, bound] = [delegate(held, { r, g, temporary }), delegate(held, { r, g, n, m, temporary })];
      const isGiven = g !== undefined || temporary === true;
      return bound.use === meet(free.use, n) && bound.pass === (isGiven ? meet(free.pass, m) : meet(free.pass, n, m));
    });
  });

  it("whoever holds more gives no less", () => {
    provedFor(pairs(pairs(HELD, HELD), ROLES), ([[less, more], role]) =>
      isUnder(less, more) ? isUnder(delegate(less, role), delegate(more, role)) : undefined,
    );
  });

  it("a role that says stricter words gets no more", () => {
    const stricter = pairs(ROLES, ROLES).filter(([strict, loose]) => isStricter(strict, loose));
    provedFor(pairs(HELD, stricter), ([held, [strict, loose]]) =>
      isUnder(delegate(held, strict), delegate(held, loose)),
    );
  });
});

describe("temporary roles (L1, L4)", () => {
  it("never exceed their caller's own use, and hand nothing down", () => {
    provedFor(one, ([held, role]) => {
      if (role.temporary !== true) return undefined;
      const child = delegate(held, role);
      return child.use <= held.use && child.pass === 0;
    });
  });

  it("get nothing that they do not name", () => {
    provedFor(pairs(HELD, MAYBES), ([held, n]) => delegate(held, { n, temporary: true }).use === 0);
  });

  it("get what they name where their caller may use it and hand it down", () => {
    provedFor(
      pairs(HELD, RANKS),
      ([held, r]) => delegate(held, { r, temporary: true }).use === meet(held.pass, held.use, r),
    );
  });

  it("can delegate to nobody who gets anything", () => {
    provedFor(two(), ({ first, grandchild }) =>
      first.temporary === true ? grandchild.use === 0 && grandchild.pass === 0 : undefined,
    );
  });
});

describe("chains of delegations (L4, L6, L7)", () => {
  it("no descendant exceeds what the root hands down", () => {
    provedFor(
      two(),
      ({ held, grandchild }) => grandchild.use <= held.pass && grandchild.pass <= held.pass && held.pass <= held.cap,
    );
  });

  it("a grandchild depends on its grandparent only through its parent", () => {
    const seen = new Map<string, string>();
    provedFor(two(), ({ child: { cap, use, pass, callerUse = 9 }, second, grandchild }) => {
      if (second.n !== undefined || second.m !== undefined) return undefined;
      const key = `${cap}${use}${pass}${callerUse}|${second.r ?? "-"}${second.g ?? "-"}${String(second.temporary)}`;
      const value = `${grandchild.use}${grandchild.pass}`;
      const before = seen.get(key) ?? value;
      seen.set(key, value);
      return before === value;
    });
  });

  it("use may rise along a chain, under what was handed down", () => {
    expect(seenAmong(two(), ({ child, grandchild }) => grandchild.use > child.use)).toBeGreaterThan(0);
  });

  it("the same role twice is the same role once, where it hands down what it uses", () => {
    provedFor(pairs(HELD, PLAIN_ROLES), ([held, role]) => {
      if (role.temporary === true || !(role.g === undefined || (role.r !== undefined && role.g >= role.r)))
        return undefined;
      const once = delegate(held, role);
      return isSame(delegate(once, role), once);
    });
  });

  it("the same role three times is the same role twice", () => {
    provedFor(one, ([held, role]) => {
      const twice = delegate(delegate(held, role), role);
      return isSame(delegate(twice, role), twice);
    });
  });

  it("a role that keeps less than it uses shrinks when it delegates to itself", () => {
    expect(
      seenAmong(one, ([held, role]) => !isSame(delegate(delegate(held, role), role), delegate(held, role))),
    ).toBeGreaterThan(0);
  });

  it("roles that name what they use and hand down no less commute", () => {
    provedFor(pairs(HELD, pairs(RANKS, RANKS)), ([held, [r, s]]) =>
      isSame(delegate(delegate(held, { r }), { r: s }), delegate(delegate(held, { r: s }), { r })),
    );
  });
});

describe("the target side of a delegation (L1, L4)", () => {
  it("accepts_delegation alone says it where it is set", () => {
    provedFor(pairs(RANKS, MAYBES), ([accepts, named]) => spec.target(accepts, named) === accepts);
  });

  it("a star never makes a role a target or bars it", () => {
    provedFor(
      MAYBES,
      (star) =>
        spec.target(undefined, undefined) === 2 && (star === undefined || spec.ownDelegating(undefined, star) === star),
    );
  });

  it("an ask for those who delegate to a role does not limit its own delegating", () => {
    provedFor(HELD, (held) => delegate(held, { r: spec.ownDelegating(1, undefined) }).use === delegate(held, {}).use);
  });

  it("a deny is both no target and no delegating", () => {
    provedFor(
      HELD,
      (held) => spec.target(undefined, 0) === 0 && delegate(held, { r: spec.ownDelegating(0, 2) }).use === 0,
    );
  });
});
