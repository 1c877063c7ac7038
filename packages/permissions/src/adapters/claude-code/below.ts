import type { Authority } from "../../authority.ts";
import type { ResourceKind } from "../../category.ts";
import { categoriesOf, pairOf, use } from "../../chain.ts";
import { decide } from "../../decide.ts";
import type { Grant } from "../../grant.ts";
import { matches } from "../../pattern/pattern.ts";
import { readPattern } from "../../pattern/read.ts";
import { ANY_NAMES, canonical, globOf, literal, type Pattern, type Segment } from "../../pattern/segment.ts";
import type { Advice, Request } from "../../request.ts";
import { rulesRead, tellApart } from "../../tell-apart.ts";
import type { Verdict } from "../../verdict.ts";

/** What a search reaches below a folder: files by names like these, or all. */
export interface Below {
  readonly category: string;
  readonly folder: readonly string[];
  readonly names: readonly Segment[] | "all";
}

/** A request of a tool that looks for something, and where that may be. */
export interface SearchRequest extends Request {
  readonly below?: readonly Below[] | undefined;
}

/**
 * Decides a search. Its request names a folder, and rules can be stricter about what is in there: where that is not
 * allowed, the search is at most asked about.
 */
export function decideSearch(
  a: Authority,
  { below = [], ...request }: SearchRequest,
  grants: readonly Grant[] = [],
): Verdict {
  const verdict = decide(a, request, grants);
  if (verdict.decision !== "allow") return verdict;
  const advice = below.flatMap((each): readonly Advice[] => {
    const found = stricterBelow(a, each, grants);
    return found === undefined ? [] : [{ atMost: "ask", why: `${each.category} may not reach ${found}` }];
  });
  return advice.length === 0
    ? verdict
    : decide(a, { ...request, advice: [...(request.advice ?? []), ...advice] }, grants);
}

/** Finds something that is reached and not allowed, in words; `undefined` where there is nothing. */
function stricterBelow(a: Authority, { category, folder, names }: Below, grants: readonly Grant[]): string | undefined {
  const kind = categoriesOf(a).get(category);
  if (kind === undefined) return `anything of ${category}`;
  const start = folder.map(literal);
  const reached: readonly Pattern[] =
    names === "all" ? [canonical([...start, ANY_NAMES])] : names.map((name) => canonical([...start, ANY_NAMES, name]));
  const isReached = (pattern: Pattern): boolean => reached.some((each) => mayMeet(each, pattern, kind));
  const all = [...rulesRead((picked) => pairOf(a, category, picked))];
  const rules = all.flatMap((each) => each.rules).filter(({ means }) => means.some(isReached));
  const isOpen =
    rules.every(({ decision }) => decision === "allow") &&
    all.every(({ otherwise }) => otherwise?.decision === "allow");
  // What no rule is about comes to the same below the folder as anywhere else.
  if (isOpen && use(a, category) === "allow") return undefined;

  let found: string | undefined;
  const isAllowed = (resource: readonly string[]): boolean =>
    decide(a, { actions: [{ category, resource }] }, grants).decision === "allow";
  const besides = [...rules.flatMap(({ means }) => means), ...reached, ...patternsOf(grants, category, kind)];
  const isComplete = tellApart(
    [],
    besides,
    kind,
    (resource) => {
      if (folder.some((name, i) => i < resource.length && resource[i] !== name)) return "skip";
      if (!reached.some((pattern) => matches(pattern, resource)) || isAllowed(resource)) return undefined;
      found = JSON.stringify(resource.join("/"));
      return "stop";
    },
    MOST_WORK,
  );
  return found ?? (isComplete ? undefined : "all of this: there are too many rules to compare");
}

/** What grants for patterns are about. */
const patternsOf = (grants: readonly Grant[], category: string, kind: ResourceKind): readonly Pattern[] =>
  grants.flatMap(({ covers }) => {
    const read = covers.kind === "pattern" && covers.category === category && readPattern(kind, covers.pattern, {});
    return read !== false && read.ok ? read.value : [];
  });

/** Tells whether something can match both patterns; those that take long to compare may. */
function mayMeet(one: Pattern, other: Pattern, kind: ResourceKind): boolean {
  const met: (readonly string[])[] = [];
  const isComplete = tellApart(
    [],
    [one, other],
    kind,
    (resource) => {
      if (!matches(one, resource) || !matches(other, resource)) return undefined;
      met.push(resource);
      return "stop";
    },
    MOST_WORK_FOR_TWO,
  );
  return met.length > 0 || !isComplete;
}

/** A quarter of a second, for rules that were written to take long. */
const MOST_WORK = 250_000;
const MOST_WORK_FOR_TWO = 10_000;

/**
 * The names that the globs of a search let through, whatever folders they name before: those before the last slash only
 * make it less. Several are separated by commas or spaces. What cannot be read here lets everything through.
 */
export function namesOfGlobs(globs: string): Below["names"] {
  const names: Segment[] = [];
  // A comma or a space could as well be part of a name.
  for (const glob of new Set([...splitOutsideBraces(globs), globs])) {
    for (const each of withoutBraces(glob)) {
      const name = each.slice(each.lastIndexOf("/") + 1).replaceAll("?", "*");
      if (glob.startsWith("!") || /[[\]{}()|!@+\\]/.test(each) || /^\**$/.test(name) || name === "." || name === "..")
        return "all";
      names.push(globOf(name.split("*")));
    }
  }
  return names.length === 0 ? "all" : names;
}

const splitOutsideBraces = (text: string): readonly string[] => text.match(/(?:\{[^{}]*\}|[^\s,{}]|[{}])+/g) ?? [];

/** The globs that one with braces such as `*.{ts,tsx}` stands for; nested ones and too many are left as they are. */
function withoutBraces(glob: string): readonly string[] {
  const [, before, inside, after] = /^([^{}]*)\{([^{}]*)\}([^]*)$/.exec(glob) ?? [];
  if (before === undefined || inside === undefined || after === undefined) return [glob];
  const rests = withoutBraces(after);
  const all = inside.split(",").flatMap((each) => rests.map((rest) => `${before}${each}${rest}`));
  return all.length > MOST_GLOBS ? [glob] : all;
}

const MOST_GLOBS = 30;
