/** What the engine and the reference make of a world. */
import {
  type Action,
  type Authority,
  carve,
  type Decision,
  delegate,
  type Grant,
  isCategory,
  narrow,
  type Pattern,
  type Request,
  root,
  type Segment,
  spec,
  total,
} from "@polyglav/permissions";
import { matches } from "../src/pattern/pattern.ts";
import { chainTo, idOf, type World, type Written, type WrittenEntry, type WrittenRules } from "./cases.ts";
import { rankOf, wordOf } from "./words.ts";

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

/** What the reference holds at every link about one thing, the root first. */
export function specOf({ cap, config, bound, roles }: World, { category, resource }: Action): readonly spec.Held[] {
  const at = (words: Written, floor: spec.Rank, own = false): spec.Maybe => {
    const entry = entryIn(words, category);
    // Of the role's own delegating; rules are about nothing else.
    const read = own && category === "delegate" && typeof entry === "string" ? spec.ownDelegating : spec.word;
    return read(saysOf(entry, category, resource, floor), saysOf(entryIn(words, "*"), category, resource, floor));
  };
  const prefixed = (words: Written): spec.Rank => (category === "bash" ? prefixesSay(words, resource) : 2);
  const bounded = (words: Written, by: Written, own = false): spec.Rank =>
    spec.meet(at(by, 1, own) ?? 2, prefixed(by), prefixed(words));
  const config0 = config.parts.map((part) =>
    spec.meet(at(part, rankOf(config.floor)) ?? rankOf(config.floor), prefixed(part)),
  );
  const cap0 = spec.meet(at(cap, 2) ?? 2, prefixed(cap));
  const start = spec.root(cap0, spec.meet(...config0), {
    g: at(config.pass, 1),
    n: bounded({}, bound.use),
    m: bounded(config.pass, bound.pass),
  });
  const chain = [start];
  let held = start;
  for (const { use, pass, boundUse, boundPass, temporary } of roles) {
    held = spec.delegate(held, {
      r: at(use, temporary ? 0 : 1, true),
      g: at(pass, 1),
      n: bounded(use, boundUse, true),
      m: bounded(pass, boundPass),
      temporary,
    });
    chain.push(held);
  }
  return chain;
}

/** What the reference decides: the meet over the actions, each with the yeses that its holder has for it. */
export function specDecision(w: World, grants: readonly Grant[] = w.grants): Decision {
  const { actions, advice: given = [] } = w.request;
  if (actions.length === 0) return "deny";
  const limit = spec.meet(...given.map(({ atMost }) => rankOf(atMost)));
  const ranks = actions.map((action) => {
    if (!isCategory(action.category)) return 0;
    const chain = specOf(w, action);
    const holder = chain.length - 1;
    const yeses = grants
      .filter((grant) => isHeldAt(grant, holder) && isFor(grant, w.request, action))
      .map((grant) => yesOf(grant, w.request, chain));
    const held = chain.at(-1);
    return held === undefined ? 0 : spec.decide(held, yeses, limit);
  });
  return wordOf(spec.meet(...ranks));
}

/** The way from a root to its holder, root first. */
export function linksOf(a: Authority): readonly Authority[] {
  return a.from === undefined ? [a] : [...linksOf(a.from), a];
}

/** Whether whoever said yes had this very request in view, with everything that is said against it. */
export function isExact({ covers }: Grant, { advice: given = [] }: Request): boolean {
  if (covers.kind !== "request") return false;
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

/** Reads the patterns that `cases.ts` writes, in a way of its own. */
export function patternIn(category: string, text: string): Pattern {
  const isPath = category === "edit";
  const named = isPath ? ({ named: true } as const) : {};
  const names = category === "delegate" ? [text] : text.split(isPath ? "/" : " ").filter((name) => name !== "");
  const pattern = names.map((name): Segment => {
    if (name === "*") return { kind: "one", ...named };
    if (name === "**") return { kind: "any", ...named };
    return name.includes("*") ? { kind: "glob", parts: name.split("*") } : { kind: "literal", text: name };
  });
  return isPath && text.startsWith("/") ? [{ kind: "literal", text: "/" }, ...pattern] : pattern;
}

/** What an entry says about a resource, by the plain definition of matching. */
function saysOf(
  entry: WrittenEntry | undefined,
  category: string,
  resource: readonly string[],
  floor: spec.Rank,
): spec.Maybe {
  if (entry === undefined) return undefined;
  if (typeof entry === "string") return rankOf(entry);
  return isList(entry) ? undefined : rulesSay(entry, category, resource, floor);
}

/** What rules say about a resource, by the plain definition of matching. */
export function rulesSay(
  { default: otherwise, strict, rules }: WrittenRules,
  category: string,
  resource: readonly string[],
  floor: spec.Rank,
): spec.Rank {
  const matching = Object.entries(rules)
    .map(([text, word]) => ({ pattern: patternIn(category, text), rank: rankOf(word) }))
    .filter(({ pattern }) => matches(pattern, resource));
  return spec.said(matching, otherwise && rankOf(otherwise), floor, strict);
}

function prefixesSay(words: Written, resource: readonly string[]): spec.Rank {
  const prefixes = entryIn(words, "bash_allow");
  if (prefixes === undefined || !isList(prefixes) || prefixes.length === 0) return 2;
  return prefixes.some((prefix) => matches([...patternIn("bash", prefix), { kind: "any" }], resource)) ? 2 : 0;
}

function yesOf(grant: Grant, request: Request, chain: readonly spec.Held[]): spec.Yes {
  const { approver } = grant;
  const above = chain.slice(0, -1);
  const by = approver === "operator" ? approver : (above.find((_, depth) => approver.id === idOf(depth))?.pass ?? 0);
  return { by, elevate: grant.lift === "elevate", once: grant.uses === "once", exact: isExact(grant, request) };
}

function isHeldAt({ holder }: Grant, depth: number): boolean {
  return typeof holder === "string" ? holder === idOf(depth) : holder.chain.join("/") === chainTo(depth).join("/");
}

/** Whether a grant is for an action of a request. */
export function isFor({ covers }: Grant, asked: Request, { category, resource }: Action): boolean {
  if (covers.kind === "category") return covers.category === category;
  if (covers.kind === "pattern")
    return covers.category === category && matches(patternIn(category, covers.pattern), resource);
  const keys = (request: Pick<Request, "actions">): readonly string[] =>
    [...new Set(request.actions.map((each) => `${each.category}(${each.resource.join(",")})`))].toSorted();
  return covers.tool === asked.tool && keys(covers).join(";") === keys(asked).join(";");
}

const isList = (entry: WrittenEntry): entry is readonly string[] => Array.isArray(entry);

const entryIn = (words: Written, key: string): WrittenEntry | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;
