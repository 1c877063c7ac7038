import type { Word } from "./carve.ts";
import { leq } from "./decision.ts";
import { Automaton } from "./pattern/automaton.ts";
import { strictlyIncludes } from "./pattern/pattern.ts";
import type { Pattern } from "./pattern/segment.ts";

/** One rule of a category: what it matches, and the word for that. */
export interface Rule extends Word {
  /** The pattern as it was written. */
  readonly pattern: string;
  /** What it means. Two, where an absolute path reaches into the worktree. */
  readonly means: readonly Pattern[];
}

/** The rules of one category. Made by `carve` and `parseCarve`; their order means nothing. */
export interface Rules {
  readonly kind: "rules";
  readonly rules: readonly Rule[];
  /** What no rule matches; without it the floor decides. */
  readonly otherwise: Word | undefined;
  /** The strictest of all rules that match decides, so that there are no exceptions. */
  readonly strict: boolean;
}

/** One way in which a rule matches. */
export interface Match {
  readonly rule: Rule;
  readonly pattern: Pattern;
}

/**
 * Picks the rule that decides among those that match, whatever their order: each that says more than another one is
 * dropped, the strictest of what is left decides. Where patterns only cross, neither is an exception of the other.
 */
export function pick(matching: readonly Match[], strict: boolean): Rule | undefined {
  // Each is compared with each other one, and who writes a hundred rules about one thing has no exceptions in mind.
  const left =
    strict || matching.length > MOST_COMPARED
      ? matching
      : matching.filter(({ pattern }) => !matching.some((other) => strictlyIncludes(pattern, other.pattern)));
  return left.map(({ rule }) => rule).reduce<Rule | undefined>(stricter, undefined);
}

/**
 * Of more rules than these that match one thing, the strictest decides. Comparing takes time that grows with their
 * square, and a folder that nobody trusts may write as many as it likes; it can only make a decision stricter.
 */
export const MOST_COMPARED = 64;

/** The rule that decides about a resource; `undefined` when none matches. */
export function ruleFor(rules: Rules, resource: readonly string[]): Rule | undefined {
  const state = automatonOf(rules).match(resource);
  // Worked out once for all resources that end in this state.
  state.memo ??= { rule: pick(state.accepts, rules.strict) };
  return state.memo.rule;
}

/** Every way in which one of the rules can match. */
export const matchesOf = ({ rules }: Rules): readonly (readonly [Pattern, Match])[] =>
  rules.flatMap((rule) => rule.means.map((pattern) => [pattern, { rule, pattern }] as const));

/** Rules are frozen, so what is built from them stays true; it goes when they go. */
const automata = new WeakMap<Rules, Automaton<Match, Picked>>();

interface Picked {
  readonly rule: Rule | undefined;
}

function automatonOf(rules: Rules): Automaton<Match, Picked> {
  const known = automata.get(rules);
  if (known !== undefined) return known;
  const built = new Automaton<Match, Picked>(matchesOf(rules));
  automata.set(rules, built);
  return built;
}

/** Among equally strict ones the choice must not depend on their order: the witness is the same after a shuffle. */
function stricter(a: Rule | undefined, b: Rule): Rule {
  if (a === undefined || !leq(a.decision, b.decision)) return b;
  return a.decision === b.decision && b.pattern < a.pattern ? b : a;
}
