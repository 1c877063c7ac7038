import {
  type Authority,
  canDelegate,
  carve,
  type Decision,
  DECISIONS,
  decide,
  delegate,
  leq,
  pass,
  root,
  total,
  use,
} from "@polyglav/permissions";
import { type CatalogRole, reach, type Reached } from "@polyglav/permissions/analysis";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NAMES, role as writtenRole, runs, type WrittenRole, written } from "./cases.ts";
import { NAMEABLE } from "./resources.ts";

const decision = fc.constantFrom(...DECISIONS);
const accepts = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Decision | undefined>(undefined) },
  { weight: 1, arbitrary: decision },
);
const asRole = (name: string, says: WrittenRole, [own, bound]: readonly (Decision | undefined)[]): CatalogRole => ({
  name,
  use: carve(says.use),
  pass: carve(says.pass),
  bound: { use: carve(says.boundUse), pass: carve(says.boundPass), accepts: bound },
  accepts: own,
  temporary: says.temporary,
});
const catalog = (most: number): fc.Arbitrary<readonly CatalogRole[]> =>
  fc
    .array(fc.tuple(writtenRole, fc.tuple(accepts, accepts)), { minLength: 1, maxLength: most })
    .map((roles) => roles.map(([says, words], i) => asRole(["a", "b", "ab"][i] ?? "", says, words)));
const start: fc.Arbitrary<Authority> = fc
  .tuple(written, decision, written)
  .map(([says, floor, lends]) => root({ id: "root", use: total(carve(says), floor), pass: carve(lends) }));

/** Every chain of up to so many delegations that can be taken, by the engine itself. */
function chainsOf(
  roles: readonly CatalogRole[],
  from: Authority,
  depth: number,
  least: Decision,
): readonly Authority[] {
  if (depth === 0) return [];
  const next = roles.flatMap((role) => stepTo(role, from, least) ?? []);
  return [...next, ...next.flatMap((holder) => chainsOf(roles, holder, depth - 1, least))];
}

function stepTo(role: CatalogRole, from: Authority, least: Decision): Authority | undefined {
  const { name, use: own, accepts: word, bound } = role;
  if (!leq(least, canDelegate(from, { role: name, use: own, accepts: word, bound }).decision)) return undefined;
  return delegate(from, { ...role, id: `${from.id}>${name}`, role: name });
}

const most = (words: readonly Decision[]): Decision => DECISIONS.findLast((each) => words.includes(each)) ?? "deny";

/** The authority at the end of a chain that is named. */
function follow(
  [, ...names]: readonly string[],
  roles: readonly CatalogRole[],
  from: Authority,
  least: Decision,
): Authority {
  return names.reduce<Authority>((holder, name) => {
    const role = roles.find((each) => each.name === name);
    const next = role && stepTo(role, holder, least);
    if (next === undefined) throw new Error(`the chain cannot be taken: ${name}`);
    return next;
  }, from);
}

function expectReached(roles: readonly CatalogRole[], from: Authority, depth: number, asking: boolean): number {
  const least = asking ? "ask" : "allow";
  const found = reach(roles, from, { depth, asking });
  const chains = chainsOf(roles, from, depth, least);
  const endingIn = (name: string): readonly Authority[] => chains.filter((each) => each.role === name);
  expect(found.unknown).toEqual([]);
  expect(found.unreached).toEqual(roles.map(({ name }) => name).filter((name) => endingIn(name).length === 0));
  for (const row of found.reached) {
    const resource = row.resource ?? ["x"];
    const [user, lender] = [follow(row.by, roles, from, least), follow(row.passBy, roles, from, least)];
    expect(decide(user, { actions: [{ category: row.category, resource }] }).decision).toBe(row.use);
    expect(pass(lender, row.category, resource)).toBe(row.pass);
    expect(Math.max(row.by.length, row.passBy.length)).toBeLessThanOrEqual(depth + 1);
  }
  for (const category of NAMES) {
    const rows = found.reached.filter((row) => row.category === category);
    for (const { name } of roles) {
      const own = rows.filter(({ role }) => role === name);
      const holders = endingIn(name);
      const pairAt = (resource: readonly string[]): string =>
        `${most(holders.map((each) => use(each, category, resource)))} ${most(holders.map((each) => pass(each, category, resource)))}`;
      const pairIn = (row: Reached): string => `${row.use} ${row.pass}`;
      for (const row of own) expect([row, pairAt(row.resource ?? ["x"])]).toEqual([row, pairIn(row)]);
      if (holders.length === 0) continue;
      for (const resource of NAMEABLE[category].filter((each) => each.length < 3))
        expect([resource, own.map(pairIn)]).toEqual([resource, expect.arrayContaining([pairAt(resource)])]);
    }
    if (found.closed.includes(category))
      expect(rows.map((row) => row.use).filter((word) => word !== "deny")).toEqual([]);
    else expect(rows.some((row) => row.use !== "deny")).toBe(true);
  }
  return found.reached.length;
}

describe("what is reached is the most that any chain gives (L22)", () => {
  it("every chain of up to three delegations comes to it, and the one that is named does", () => {
    let count = 0;
    fc.assert(
      fc.property(catalog(3), start, fc.constantFrom(1, 2, 3), fc.boolean(), (roles, from, depth, asking) => {
        count += expectReached(roles, from, depth, asking);
      }),
      { numRuns: runs(120) },
    );
    expect(count).toBeGreaterThan(100);
  });

  it("without a limit it is what a long one gives", () => {
    fc.assert(
      fc.property(catalog(3), start, (roles, from) => {
        expect(reach(roles, from, { depth: Infinity })).toEqual(reach(roles, from, { depth: 40 }));
      }),
      { numRuns: runs(60) },
    );
  });
});
