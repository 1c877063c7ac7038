/** Generated worlds: a chain as people write it, a request, grants; and what the reference makes of them. */
import {
  type Advice,
  type Authority,
  CATEGORIES,
  carve,
  type Decision,
  DECISIONS,
  delegate,
  type Grant,
  isCategory,
  narrow,
  type Request,
  root,
  spec,
  total,
} from "@polyglav/permissions";
import fc from "fast-check";
import { rankOf, wordOf } from "./words.ts";

/** Words as they stand in a file. */
export type Written = Readonly<Record<string, Decision>>;

export interface WrittenRole {
  readonly use: Written;
  readonly pass: Written;
  readonly boundUse: Written;
  readonly boundPass: Written;
  readonly temporary: boolean;
}

export interface World {
  readonly cap: Written;
  readonly config: { readonly parts: readonly Written[]; readonly floor: Decision; readonly pass: Written };
  readonly bound: { readonly use: Written; readonly pass: Written };
  readonly roles: readonly WrittenRole[];
  readonly request: Request;
  readonly grants: readonly Grant[];
}

/** Few categories, so that words meet; `delegate` because it has a rule of its own. */
const NAMES = ["bash", "edit", "delegate"] as const;
const STRANGE = ["constructor", "__proto__", "toString", "hasOwnProperty", "", "*", "Bash", "bash ", "shell"] as const;

const decision = fc.constantFrom(...DECISIONS);
const written: fc.Arbitrary<Written> = fc.dictionary(fc.constantFrom(...NAMES, "*"), decision, { maxKeys: 3 });
const mostly = (often: fc.Arbitrary<Written>): fc.Arbitrary<Written> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: often });

const role: fc.Arbitrary<WrittenRole> = fc.record({
  use: written,
  pass: mostly(written),
  boundUse: mostly(written),
  boundPass: mostly(written),
  temporary: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const action = fc.record({
  category: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: fc.constantFrom(...CATEGORIES, ...STRANGE) },
  ),
  resource: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
});

/** Few words and voices, so that the same advice comes again, and so does one that differs in a single part. */
const advice: fc.Arbitrary<Advice> = fc.record({
  atMost: fc.oneof({ weight: 3, arbitrary: fc.constant("ask" as const) }, { weight: 1, arbitrary: decision }),
  why: fc.constantFrom("outside", "secret"),
  kind: fc.constantFrom(undefined, "advice"),
  who: fc.constantFrom(undefined, "x"),
  source: fc.constantFrom(undefined, { line: 1 }),
});

const request: fc.Arbitrary<Request> = fc.record({
  tool: fc.constantFrom(undefined, "x"),
  actions: fc.oneof(
    { weight: 20, arbitrary: fc.array(action, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  advice: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(advice, { maxLength: 2 }) },
  ),
});

/** The advice that somebody saw who said yes to a request: all of it or more, in any order, a part, or other advice. */
const shown = ({ advice: given = [] }: Request): fc.Arbitrary<readonly Advice[] | undefined> =>
  fc.oneof(
    fc.constant(given.toReversed()),
    advice.map((more) => [more, ...given]),
    fc.subarray([...given]),
    fc.constant(undefined),
    fc.array(advice, { maxLength: 2 }),
  );

const grantFor = (asked: Request, depth: number): fc.Arbitrary<Grant> =>
  fc.record({
    id: fc.constantFrom("g1", "g2", "g3", "g4"),
    holder: fc.oneof(
      { weight: 6, arbitrary: fc.constant(idOf(depth)) },
      { weight: 1, arbitrary: fc.constantFrom("root", "r0", "r01") },
    ),
    covers: fc.oneof(
      shown(asked).map((seen) => ({
        kind: "request" as const,
        tool: asked.tool,
        actions: asked.actions.toReversed(),
        advice: seen,
      })),
      fc.constantFrom(...NAMES).map((category) => ({ kind: "category" as const, category })),
      fc.record({
        kind: fc.constant("request" as const),
        tool: fc.constantFrom("x", "y"),
        actions: fc.array(action, { maxLength: 2 }),
      }),
    ),
    lift: fc.constantFrom("confirm", "elevate"),
    approver: fc.oneof(
      fc.constant("operator" as const),
      fc.record({ id: fc.constantFrom("root", "r0", "r1", "nobody") }),
    ),
    uses: fc.constantFrom("once", "run"),
  });

/** Everything that can matter to a decision. Grants have ids of their own. */
export const world: fc.Arbitrary<World> = fc
  .record({
    cap: mostly(written),
    config: fc.record({
      parts: fc.array(written, { minLength: 1, maxLength: 2 }),
      floor: decision,
      pass: mostly(written),
    }),
    bound: fc.record({ use: mostly(written), pass: mostly(written) }),
    roles: fc.array(role, { maxLength: 3 }),
    request,
  })
  .chain((rest) =>
    fc
      .uniqueArray(grantFor(rest.request, rest.roles.length), { maxLength: 3, selector: ({ id }) => id })
      .map((grants) => ({ ...rest, grants })),
  );

/** The id of the link that is this deep below the root. */
export const idOf = (depth: number): string => (depth === 0 ? "root" : `r${depth - 1}`);

/** The engine's chain for a world: the holder, with the root at its end. */
export function engineOf({ cap, config, bound, roles }: World): Authority {
  const start: Authority = root({
    id: "root",
    use: narrow(...config.parts.map((part) => total(carve(part), config.floor))),
    pass: carve(config.pass),
    cap: total(carve(cap), "allow"),
    bound: { use: carve(bound.use), pass: carve(bound.pass) },
  });
  return roles.reduce<Authority>(
    (from, { use, pass, boundUse, boundPass, temporary }, depth) =>
      delegate(from, {
        id: idOf(depth + 1),
        role: `role${depth}`,
        use: carve(use),
        pass: carve(pass),
        bound: { use: carve(boundUse), pass: carve(boundPass) },
        temporary,
      }),
    start,
  );
}

/** What the reference holds at every link about one category, the root first. */
export function specOf({ cap, config, bound, roles }: World, category: string): readonly spec.Held[] {
  const of = (words: Written): spec.Maybe => spec.word(rankIn(words, category), rankIn(words, "*"));
  const own = (words: Written): spec.Maybe =>
    (category === "delegate" ? spec.ownDelegating : spec.word)(rankIn(words, category), rankIn(words, "*"));
  const use = spec.meet(...config.parts.map((part) => of(part) ?? rankOf(config.floor)));
  const start = spec.root(of(cap) ?? 2, use, { g: of(config.pass), n: of(bound.use), m: of(bound.pass) });
  const chain = [start];
  let held = start;
  for (const { use: r, pass, boundUse, boundPass, temporary } of roles) {
    held = spec.delegate(held, { r: own(r), g: of(pass), n: own(boundUse), m: of(boundPass), temporary });
    chain.push(held);
  }
  return chain;
}

/** What the reference decides: the meet over the categories, each with the yeses that its holder has for it. */
export function specDecision(w: World, grants: readonly Grant[] = w.grants): Decision {
  const { actions, advice: given = [] } = w.request;
  if (actions.length === 0) return "deny";
  const limit = spec.meet(...given.map(({ atMost }) => rankOf(atMost)));
  const ranks = actions.map(({ category }) => {
    if (!isCategory(category)) return 0;
    const chain = specOf(w, category);
    const holder = chain.length - 1;
    const yeses = grants
      .filter((grant) => grant.holder === idOf(holder) && isFor(grant, w.request, category))
      .map((grant): spec.Yes => {
        const approver =
          grant.approver === "operator" ? -1 : chain.slice(0, holder).findIndex((_, depth) => isApprover(grant, depth));
        const by = grant.approver === "operator" ? "operator" : (chain[approver]?.pass ?? 0);
        return {
          by,
          elevate: grant.lift === "elevate",
          once: grant.uses === "once",
          exact: isExact(grant, w.request),
        };
      });
    const held = chain.at(-1);
    return held === undefined ? 0 : spec.decide(held, yeses, limit);
  });
  return wordOf(spec.meet(...ranks));
}

/** The way from a root to its holder, root first. */
export function linksOf(a: Authority): readonly Authority[] {
  return a.from === undefined ? [a] : [...linksOf(a.from), a];
}

const isApprover = ({ approver }: Grant, depth: number): boolean =>
  approver !== "operator" && approver.id === idOf(depth);

function isFor({ covers }: Grant, asked: Request, category: string): boolean {
  if (covers.kind === "category") return covers.category === category;
  const keys = (request: Pick<Request, "actions">): readonly string[] =>
    [...new Set(request.actions.map((each) => `${each.category}(${each.resource.join(",")})`))].toSorted();
  return covers.tool === asked.tool && keys(covers).join(";") === keys(asked).join(";");
}

/** Whether whoever said yes had this very request in view, with everything that is said against it. */
export function isExact({ covers }: Grant, { advice: given = [] }: Request): boolean {
  if (covers.kind === "category") return false;
  return given
    .filter(({ atMost }) => atMost !== "allow")
    .every((each) =>
      covers.advice?.some(
        (seen) =>
          seen.why === each.why &&
          seen.atMost === each.atMost &&
          (seen.kind ?? "advice") === (each.kind ?? "advice") &&
          seen.who === each.who,
      ),
    );
}

function rankIn(words: Written, key: string): spec.Maybe {
  const word = Object.hasOwn(words, key) ? words[key] : undefined;
  return word === undefined ? undefined : rankOf(word);
}
