import { type Authority, delegate, root } from "../authority.ts";
import { total } from "../carve.ts";
import { categoriesOf, pairOf, pickFor } from "../chain.ts";
import { type Decision, DECISIONS, leq } from "../decision.ts";
import { carve } from "../parse.ts";
import type { Rules } from "../rules.ts";
import { canDelegate } from "../target.ts";
import { rulesRead } from "../tell-apart.ts";
import type { CatalogRole } from "./catalog-role.ts";
import { pack, type Packed, PAIRS, type Table, type World } from "./search.ts";

/** What the roles of a catalog make of their callers' authority in one category. */
export interface Tables {
  /** All rules that anybody has about the category. */
  readonly rules: ReadonlySet<Rules>;
  /** What the first of all callers holds of a resource, and what each role makes of whatever its caller holds. */
  readonly about: (resource: readonly string[]) => { readonly start: Packed; readonly pairs: readonly Table[] };
}

/**
 * Tabulates the roles in one category. A role depends on its caller by nothing but what that one may use and hand down
 * of the same thing, so a caller of each kind tells all; the engine delegates and decides.
 */
export function tabulate(category: string, roles: readonly CatalogRole[], from: Authority): Tables {
  const callers = callersOf(category, from);
  const children = roles.map(({ name, use, pass, bound, temporary }) =>
    callers.map((caller) => delegate(caller, { id: "role", role: name, use, pass, bound, temporary })),
  );
  const everybody = [from, ...children.flatMap(([first]) => first ?? [])];
  const rules = rulesRead((picked) => everybody.map((each) => pairOf(each, category, picked)));
  return {
    rules,
    about: (resource) => {
      const packed = (of: Authority): Packed => {
        const { use, pass } = pairOf(of, category, pickFor(resource));
        return pack(DECISIONS.indexOf(use), DECISIONS.indexOf(pass));
      };
      return { start: packed(from), pairs: children.map((each) => each.map(packed)) };
    },
  };
}

/** Everything of a {@link World} that is about delegating, whatever else is asked. */
export type Delegating = Pick<World, "startDelegating"> & {
  readonly roles: readonly Omit<World["roles"][number], "pairs">[];
};

/** Works out who can delegate to whom; `least` is what a delegation has to be decided to be taken. */
export function delegatingOf(roles: readonly CatalogRole[], from: Authority, least: Decision): Delegating {
  const { about } = tabulate("delegate", roles, from);
  const classes = new Map<string, { readonly index: number; readonly is: ReturnType<typeof about> }>();
  const targets = roles.map(({ name }) => {
    const is = about([name]);
    const key = JSON.stringify(is);
    const { index } = classes.get(key) ?? { index: classes.size };
    classes.set(key, { index, is });
    return index;
  });
  const all = [...classes.values()];
  const callers = callersOf("delegate", from);
  return {
    startDelegating: all.map(({ is }) => is.start),
    roles: roles.map(({ name, use, accepts, bound }, i) => ({
      delegating: all.map(({ is }) => is.pairs[i] ?? []),
      target: targets[i] ?? 0,
      isOpenTo: DECISIONS.map((_, word) => {
        const caller = callers[pack(word, 0)];
        return caller !== undefined && leq(least, canDelegate(caller, { role: name, use, accepts, bound }).decision);
      }),
    })),
  };
}

/** A caller for each pair of words in one category, in the order of {@link PAIRS}. */
function callersOf(category: string, from: Authority): readonly Authority[] {
  const categories = categoriesOf(from);
  const saying = (word: number) => carve({ [category]: DECISIONS[word] }, { categories });
  return PAIRS.map(({ use, pass }) =>
    root({ id: "caller", use: total(saying(use), "deny"), pass: saying(pass), categories }),
  );
}
