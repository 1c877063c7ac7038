/** Generated worlds: a chain as people write it, a request, grants. What they come to say `answers.ts` and the engine. */
import {
  type Action,
  type Advice,
  CATEGORIES,
  type Decision,
  DECISIONS,
  type Grant,
  type Request,
} from "@polyglav/permissions";
import fc from "fast-check";

/** Rules as they stand in a file. */
export interface WrittenRules {
  readonly default?: Decision;
  readonly strict?: boolean;
  readonly rules: Readonly<Record<string, Decision>>;
}
/** A word, rules, or (for `bash_allow`) the beginnings of commands. */
export type WrittenEntry = Decision | WrittenRules | readonly string[];
/** A carve as it stands in a file. */
export type Written = Readonly<Record<string, WrittenEntry>>;

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

/** Few categories, so that words meet: commands, paths, and one name; `delegate` has a rule of its own, too. */
export const NAMES = ["bash", "edit", "delegate"] as const;
export type Name = (typeof NAMES)[number];
const STRANGE = ["constructor", "__proto__", "toString", "hasOwnProperty", "", "*", "Bash", "bash ", "shell"] as const;

/** Few segments, so that patterns contain, cross and equal each other. */
const SEGMENTS = ["a", "b", "ab", "*", "**", "a*", "*b", "a*b"] as const;
const TEXTS = ["a", "b", "ab"] as const;

const decision = fc.constantFrom(...DECISIONS);
const segments = fc.array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 3 });

/** A pattern as its category writes it. */
export const pattern: Readonly<Record<Name, fc.Arbitrary<string>>> = {
  bash: segments.map((words) => words.join(" ")),
  edit: fc.tuple(fc.constantFrom("", "", "", "/"), segments).map(([outside, names]) => `${outside}${names.join("/")}`),
  delegate: fc.constantFrom(...SEGMENTS),
};

/** A resource as a tool hands it over: a word that nobody can know, a path outside the worktree and nothing at all are among them. */
export const resource: Readonly<Record<Name, fc.Arbitrary<readonly string[]>>> = {
  bash: fc.array(fc.constantFrom(...TEXTS, ...TEXTS, "\0$x"), { maxLength: 3 }),
  edit: fc
    .tuple(fc.constantFrom([], [], ["/"]), fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }))
    .map(([outside, names]) => [...outside, ...names]),
  delegate: fc.constantFrom(...TEXTS).map((name) => [name]),
};

export const rulesFor = (name: Name): fc.Arbitrary<WrittenRules> =>
  fc.record(
    {
      default: decision,
      strict: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      rules: fc.dictionary(pattern[name], decision, { maxKeys: 4 }),
    },
    { requiredKeys: ["rules"] },
  );

const entry = (name: Name): fc.Arbitrary<readonly [string, WrittenEntry]> =>
  fc
    .oneof({ weight: 3, arbitrary: decision }, { weight: 2, arbitrary: rulesFor(name) })
    .map((value) => [name, value] as const);
const star = decision.map((value) => ["*", value] as const);
const prefixes = fc.array(pattern.bash, { maxLength: 2 }).map((value) => ["bash_allow", value] as const);

export const written: fc.Arbitrary<Written> = fc
  .uniqueArray(
    fc.oneof(
      ...NAMES.map((name) => ({ weight: 4, arbitrary: entry(name) })),
      { weight: 4, arbitrary: star },
      { weight: 1, arbitrary: prefixes },
    ),
    { maxLength: 3, selector: ([key]) => key },
  )
  .map((entries) => Object.fromEntries(entries));
const mostly = (often: fc.Arbitrary<Written>): fc.Arbitrary<Written> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: often });

export const role: fc.Arbitrary<WrittenRole> = fc.record({
  use: written,
  pass: mostly(written),
  boundUse: mostly(written),
  boundPass: mostly(written),
  temporary: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

/** One thing, mostly of a category that the carves speak of. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  ...NAMES.map((category) => ({
    weight: 10,
    arbitrary: fc.record({ category: fc.constant<string>(category), resource: resource[category] }),
  })),
  {
    weight: 1,
    arbitrary: fc.record({ category: fc.constantFrom<string>(...CATEGORIES, ...STRANGE), resource: resource.bash }),
  },
);

/** Few words and voices, so that the same advice comes again, and so does one that differs in a single part. */
const advice: fc.Arbitrary<Advice> = fc.record({
  atMost: fc.oneof({ weight: 3, arbitrary: fc.constant("ask" as const) }, { weight: 1, arbitrary: decision }),
  why: fc.constantFrom("outside", "secret"),
  kind: fc.constantFrom(undefined, "advice"),
  who: fc.constantFrom(undefined, "x"),
  source: fc.constantFrom(undefined, { line: 1 }),
});

export const request: fc.Arbitrary<Request> = fc.record({
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

const coverage = (asked: Request): fc.Arbitrary<Grant["covers"]> =>
  fc.oneof(
    shown(asked).map((seen) => ({
      kind: "request" as const,
      tool: asked.tool,
      actions: asked.actions.toReversed(),
      advice: seen,
    })),
    fc.constantFrom(...NAMES).map((category) => ({ kind: "category" as const, category })),
    fc
      .constantFrom(...NAMES)
      .chain((category) => pattern[category].map((each) => ({ kind: "pattern" as const, category, pattern: each }))),
    fc.record({
      kind: fc.constant("request" as const),
      tool: fc.constantFrom("x", "y"),
      actions: fc.array(action, { maxLength: 2 }),
    }),
  );

export const grantFor = (asked: Request, depth: number): fc.Arbitrary<Grant> =>
  fc.record({
    id: fc.constantFrom("g1", "g2", "g3", "g4"),
    holder: fc.oneof(
      { weight: 6, arbitrary: fc.constant(idOf(depth)) },
      { weight: 2, arbitrary: fc.constant({ chain: chainTo(depth) }) },
      { weight: 1, arbitrary: fc.constantFrom("root", "r0", "r01", { chain: chainTo(0) }, { chain: chainTo(1) }) },
    ),
    covers: coverage(asked),
    lift: fc.constantFrom("confirm", "elevate"),
    approver: fc.oneof(
      fc.constant("operator" as const),
      fc.record({ id: fc.constantFrom("root", "r0", "r1", "nobody") }),
    ),
    uses: fc.constantFrom("once", "once", "run", "session", "project"),
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

/** The names from the root down to the link that is this deep. */
export const chainTo = (depth: number): readonly string[] =>
  Array.from({ length: depth + 1 }, (_, i) => (i === 0 ? "root" : `role${i - 1}`));

/** How often a law is tried that is tried this often in the gate; `POLYGLAV_CASES` scales all of them, 20,000 being usual. */
export const runs = (usual: number): number => Math.max(20, Math.ceil((usual * CASES) / 20_000));
const CASES = Number(process.env.POLYGLAV_CASES ?? 20_000);

/** Where fewer cases are asked for than usual, as when mutants are tried, some of those that a law would exhaust. */
export const thinned = <T>(all: readonly T[]): readonly T[] => (IS_SHORT ? all.filter((_, i) => i % 17 === 0) : all);
export const IS_SHORT: boolean = CASES < 20_000;
