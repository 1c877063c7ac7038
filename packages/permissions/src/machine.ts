import type { Authority } from "./authority.ts";
import { isRules, type PartialCarve } from "./carve.ts";
import { categoriesOf, knows } from "./chain.ts";
import { Automaton } from "./pattern/automaton.ts";
import { matchesOf, type Rules } from "./rules.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Tells apart the resources of one category that a whole chain tells apart: those that end in the same state meet the
 * same rules at every link, so one verdict is true for all of them.
 */
export type Machine = Automaton<Rules, Verdict>;

/**
 * Meets a chain in advance, so that every decision about one action costs a walk along its resource, however long the
 * chain is and however many rules it has. It decides the same (`laws/freeze.laws.test.ts`). Returns the authority
 * itself: an authority never changes, so what is known about it stays true, and is forgotten with it.
 *
 * A chain that is not frozen is met by itself once it has decided so often that it would have paid.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, decide, freeze, root, total } from "@polyglav/permissions";
 *
 * const says = carve({ edit: { default: "ask", rules: { "src/**": "allow" } } });
 * const me = freeze(root({ id: "me", use: total(says, "ask") }));
 * const edit = { actions: [{ category: "edit", resource: ["src", "a.ts"] }] };
 * assert.equal(decide(me, edit).decision, "allow");
 * ```
 */
export function freeze<A extends Authority>(a: A): A {
  const record = recordOf(a);
  for (const category of categoriesOf(a).keys()) record.machines.set(category, build(a, category));
  return a;
}

/** The machine of a category, if it was built or is worth building by now. Throws for what is no authority. */
export function machineOf(a: Authority, category: string): Machine | undefined {
  const record = recordOf(a);
  const known = record.machines.get(category);
  if (known !== undefined) return known;
  // Rent or buy: after as much work as building takes, build. It costs at most twice what was best.
  record.spent += record.links;
  if (record.spent < record.size || !knows(a, category)) return undefined;
  const built = build(a, category);
  record.machines.set(category, built);
  return built;
}

interface Kept {
  readonly machines: Map<string, Machine>;
  readonly links: number;
  /** Rules and links, in all categories. */
  readonly size: number;
  spent: number;
}

const records = new WeakMap<Authority, Kept>();

function recordOf(a: Authority): Kept {
  const known = records.get(a);
  if (known !== undefined) return known;
  const carves = carvesOf(a);
  const rules = carves.flatMap((says) => [...Object.values(says.named).filter(isRules), ...listed(says.bashAllow)]);
  const size = rules.reduce((sum, each) => sum + each.rules.length, carves.length);
  const record: Kept = { machines: new Map(), links: carves.length, size: size + FEWEST, spent: 0 };
  records.set(a, record);
  return record;
}

/** A chain that decides a few times and is gone is never worth a machine. */
const FEWEST = 32;

function build(a: Authority, category: string): Machine {
  const rules = new Set(
    carvesOf(a).flatMap((says) => [
      ...(Object.hasOwn(says.named, category) ? [says.named[category]].filter(isRules) : []),
      ...(category === "bash" ? listed(says.bashAllow) : []),
    ]),
  );
  return new Automaton([...rules].flatMap((each) => matchesOf(each).map(([pattern]) => [pattern, each] as const)));
}

/** Every carve that a chain was made of. */
function carvesOf(a: Authority): readonly PartialCarve[] {
  const carves: (PartialCarve | undefined)[] = [];
  let link: Authority | undefined = a;
  while (link !== undefined) {
    const { says } = link;
    carves.push(says.pass, says.bound?.use, says.bound?.pass);
    if (link.kind === "role") carves.push(link.says.use);
    else
      carves.push(
        ...link.says.use.parts.map((part) => part.says),
        ...(link.says.cap?.parts ?? []).map((part) => part.says),
      );
    link = link.from;
  }
  return carves.filter((says) => says !== undefined);
}

const listed = (rules: Rules | undefined): readonly Rules[] => (rules === undefined ? [] : [rules]);
